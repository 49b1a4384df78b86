/* atomics.c: memory orders of atomic accesses that users wrote as C11 or GNU atomics. LLVM 19's NVPTX back end cannot
 * select fences and sequentially consistent loads and stores, and drops the order of all read-modify-writes: they
 * become relaxed accesses between membar instructions.
 * needs: the merged user code, before the library joins.   breaks: nothing. */
#include "plan.h"

struct atomics {
    const struct plan *p;
    LLVMModuleRef m;
    LLVMBuilderRef b;
};
struct orders {
    LLVMAtomicOrdering order; /* the stronger of the access's orders */
    bool reads, writes;
};

static struct orders orders_of(LLVMValueRef i)
{
    switch (LLVMGetInstructionOpcode(i)) {
    case LLVMLoad:
        return (struct orders){LLVMGetOrdering(i), true, false};
    case LLVMStore:
        return (struct orders){LLVMGetOrdering(i), false, true};
    case LLVMAtomicRMW:
        return (struct orders){LLVMGetOrdering(i), true, true};
    case LLVMAtomicCmpXchg: {
        LLVMAtomicOrdering done = LLVMGetCmpXchgSuccessOrdering(i), failed = LLVMGetCmpXchgFailureOrdering(i);
        return (struct orders){failed > done ? failed : done, true, true};
    }
    default:
        return (struct orders){LLVMAtomicOrderingNotAtomic, false, false};
    }
}

/* system scope: in managed memory the host may take part */
static void build_fence(struct atomics *t, LLVMValueRef before)
{
    static const char name[] = "llvm.nvvm.membar.sys";
    unsigned id = LLVMLookupIntrinsicID(name, sizeof name - 1);
    LLVMPositionBuilderBefore(t->b, before);
    LLVMBuildCall2(t->b, LLVMIntrinsicGetType(t->p->ctx, id, NULL, 0), LLVMGetIntrinsicDeclaration(t->m, id, NULL, 0),
                   NULL, 0, "");
}

static void relax(LLVMValueRef i)
{
    if (LLVMGetInstructionOpcode(i) != LLVMAtomicCmpXchg) {
        LLVMSetOrdering(i, LLVMAtomicOrderingMonotonic);
        return;
    }
    LLVMSetCmpXchgFailureOrdering(i,
                                  LLVMAtomicOrderingMonotonic); /* before the success order: it may not be stronger */
    LLVMSetCmpXchgSuccessOrdering(i, LLVMAtomicOrderingMonotonic);
}

/* The back end selects atomic loads and stores of integers only. */
static LLVMValueRef through_integer(struct atomics *t, LLVMValueRef i)
{
    bool load = LLVMGetInstructionOpcode(i) == LLVMLoad;
    if (!load && LLVMGetInstructionOpcode(i) != LLVMStore)
        return i;
    LLVMTypeRef type = LLVMTypeOf(load ? i : LLVMGetOperand(i, 0));
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMIntegerTypeKind)
        return i;
    LLVMTypeRef word =
        LLVMIntTypeInContext(t->p->ctx, (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(t->m), type));
    LLVMBuilderRef b = t->b;
    bool pointer = kind == LLVMPointerTypeKind;
    LLVMValueRef now;
    LLVMPositionBuilderBefore(b, i);
    if (load) {
        now = LLVMBuildLoad2(b, word, LLVMGetOperand(i, 0), "");
        LLVMReplaceAllUsesWith(i, pointer ? LLVMBuildIntToPtr(b, now, type, "") : LLVMBuildBitCast(b, now, type, ""));
    } else {
        LLVMValueRef v = LLVMGetOperand(i, 0);
        now = LLVMBuildStore(b, pointer ? LLVMBuildPtrToInt(b, v, word, "") : LLVMBuildBitCast(b, v, word, ""),
                             LLVMGetOperand(i, 1));
    }
    LLVMSetAlignment(now, LLVMGetAlignment(i));
    LLVMSetVolatile(now, LLVMGetVolatile(i));
    LLVMSetOrdering(now, LLVMAtomicOrderingMonotonic);
    LLVMInstructionEraseFromParent(i);
    return now;
}

static void legalise(struct atomics *t, LLVMValueRef i)
{
    if (LLVMGetInstructionOpcode(i) == LLVMFence) {
        if (!LLVMIsAtomicSingleThread(i))
            build_fence(t, i);
        LLVMInstructionEraseFromParent(i);
        return;
    }
    struct orders o = orders_of(i);
    if (o.order < LLVMAtomicOrderingMonotonic)
        return;
    bool consistent = o.order == LLVMAtomicOrderingSequentiallyConsistent;
    bool acquires =
        o.reads && (consistent || o.order == LLVMAtomicOrderingAcquire || o.order == LLVMAtomicOrderingAcquireRelease);
    bool releases =
        o.writes && (consistent || o.order == LLVMAtomicOrderingRelease || o.order == LLVMAtomicOrderingAcquireRelease);
    relax(i);
    i = through_integer(t, i);
    if (releases || consistent)
        build_fence(t, i);
    if (acquires || consistent)
        build_fence(t, LLVMGetNextInstruction(i)); /* there is one: an atomic access does not end a block */
}

void nvptx_atomics(LLVMModuleRef m, const struct plan *p)
{
    struct atomics t = {p, m, LLVMCreateBuilderInContext(p->ctx)};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
            for (LLVMValueRef i = LLVMGetFirstInstruction(k), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                legalise(&t, i);
            }
    LLVMDisposeBuilder(t.b);
}
