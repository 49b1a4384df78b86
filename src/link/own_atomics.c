/* own_atomics.c: atomic operations on a lane's own variables. PTX has none on local memory, which no other lane
 * reaches: where it is sure that an operation's object is a variable of the function, it becomes a load and a store.
 * Where only the run knows, as with the parameter of a function, and with most pointers of code that is not optimised,
 * it asks which memory the pointer leads to.
 * needs: the optimised module.   breaks: nothing. */
#include "plan.h"

#include <llvm-c/DebugInfo.h>

enum whose { OTHERS, UNKNOWN, OWN };

static enum whose whose_is(const struct plan *p, LLVMValueRef pointer, int depth);

static bool is_kernel(const struct plan *p, LLVMValueRef f)
{
    const struct node *n = summary_find(p->s, LLVMGetValueName2(f, &(size_t){0}));
    return n && n->is_kernel;
}

/* of several values: what all of them are */
static enum whose whose_are(const struct plan *p, LLVMValueRef choice, int depth)
{
    bool phi = LLVMIsAPHINode(choice) != NULL;
    unsigned first = phi ? 0 : 1, n = phi ? LLVMCountIncoming(choice) : 3;
    enum whose all = OTHERS;
    for (unsigned k = first; k < n; k++) {
        enum whose one = whose_is(p, phi ? LLVMGetIncomingValue(choice, k) : LLVMGetOperand(choice, k), depth + 1);
        if (k > first && one != all)
            return UNKNOWN;
        all = one;
    }
    return all;
}

/* Whose object the pointer leads into. What is loaded from memory that others reach is taken for theirs. */
static enum whose whose_is(const struct plan *p, LLVMValueRef pointer, int depth)
{
    enum { DEEPEST = 8 };
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsACastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    LLVMTypeRef type = LLVMTypeOf(pointer);
    bool of_a_space = LLVMGetTypeKind(type) == LLVMPointerTypeKind && LLVMGetPointerAddressSpace(type) != 0;
    if (of_a_space || LLVMIsAConstant(pointer))
        return OTHERS;
    if (LLVMIsAAllocaInst(pointer))
        return OWN;
    if (LLVMIsAArgument(pointer))
        return is_kernel(p, LLVMGetParamParent(pointer)) ? OTHERS : UNKNOWN;
    if (LLVMIsALoadInst(pointer))
        return whose_is(p, LLVMGetOperand(pointer, 0), depth) == OTHERS ? OTHERS : UNKNOWN;
    if (depth < DEEPEST && (LLVMIsAPHINode(pointer) || LLVMIsASelectInst(pointer)))
        return whose_are(p, pointer, depth);
    return UNKNOWN;
}

static LLVMValueRef load(LLVMBuilderRef b, LLVMTypeRef type, LLVMValueRef i)
{
    LLVMValueRef v = LLVMBuildLoad2(b, type, LLVMGetOperand(i, 0), "");
    LLVMSetAlignment(v, LLVMGetAlignment(i));
    LLVMSetVolatile(v, LLVMGetVolatile(i));
    return v;
}

static void store(LLVMBuilderRef b, LLVMValueRef v, LLVMValueRef i)
{
    LLVMValueRef s = LLVMBuildStore(b, v, LLVMGetOperand(i, 0));
    LLVMSetAlignment(s, LLVMGetAlignment(i));
    LLVMSetVolatile(s, LLVMGetVolatile(i));
}

static LLVMValueRef chosen(LLVMBuilderRef b, LLVMIntPredicate by, LLVMValueRef old, LLVMValueRef v)
{
    return LLVMBuildSelect(b, LLVMBuildICmp(b, by, old, v, ""), old, v, "");
}

/* what is stored; NULL: an operation that is left as it is */
static LLVMValueRef updated(LLVMBuilderRef b, LLVMAtomicRMWBinOp op, LLVMValueRef old, LLVMValueRef v)
{
    switch (op) {
    case LLVMAtomicRMWBinOpXchg:
        return v;
    case LLVMAtomicRMWBinOpAdd:
        return LLVMBuildAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpSub:
        return LLVMBuildSub(b, old, v, "");
    case LLVMAtomicRMWBinOpAnd:
        return LLVMBuildAnd(b, old, v, "");
    case LLVMAtomicRMWBinOpNand:
        return LLVMBuildNot(b, LLVMBuildAnd(b, old, v, ""), "");
    case LLVMAtomicRMWBinOpOr:
        return LLVMBuildOr(b, old, v, "");
    case LLVMAtomicRMWBinOpXor:
        return LLVMBuildXor(b, old, v, "");
    case LLVMAtomicRMWBinOpMax:
        return chosen(b, LLVMIntSGT, old, v);
    case LLVMAtomicRMWBinOpMin:
        return chosen(b, LLVMIntSLE, old, v);
    case LLVMAtomicRMWBinOpUMax:
        return chosen(b, LLVMIntUGT, old, v);
    case LLVMAtomicRMWBinOpUMin:
        return chosen(b, LLVMIntULE, old, v);
    case LLVMAtomicRMWBinOpFAdd:
        return LLVMBuildFAdd(b, old, v, "");
    case LLVMAtomicRMWBinOpFSub:
        return LLVMBuildFSub(b, old, v, "");
    default:
        return NULL;
    }
}

static void plain_update(LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef old = load(b, LLVMTypeOf(i), i), v = updated(b, LLVMGetAtomicRMWBinOp(i), old, LLVMGetOperand(i, 1));
    if (!v) {
        LLVMInstructionEraseFromParent(old);
        return;
    }
    store(b, v, i);
    LLVMReplaceAllUsesWith(i, old);
    LLVMInstructionEraseFromParent(i);
}

/* its result is what was there, and whether that was as expected */
static void plain_swap(LLVMBuilderRef b, LLVMValueRef i)
{
    LLVMValueRef expected = LLVMGetOperand(i, 1), v = LLVMGetOperand(i, 2);
    LLVMPositionBuilderBefore(b, i);
    LLVMValueRef old = load(b, LLVMTypeOf(v), i), same = LLVMBuildICmp(b, LLVMIntEQ, old, expected, "");
    store(b, LLVMBuildSelect(b, same, v, old, ""), i);
    LLVMValueRef result = LLVMBuildInsertValue(b, LLVMGetUndef(LLVMTypeOf(i)), old, 0, "");
    LLVMReplaceAllUsesWith(i, LLVMBuildInsertValue(b, result, same, 1, ""));
    LLVMInstructionEraseFromParent(i);
}

static void plain(LLVMBuilderRef b, LLVMValueRef i)
{
    if (LLVMIsAAtomicCmpXchgInst(i))
        plain_swap(b, i);
    else
        plain_update(b, i);
}

/* the operation at the end of the block, on the function's parameters, as its result */
static LLVMValueRef copy(LLVMBuilderRef b, LLVMValueRef i, LLVMValueRef f, LLVMBasicBlockRef to)
{
    LLVMValueRef c = LLVMInstructionClone(i);
    LLVMPositionBuilderAtEnd(b, to);
    LLVMInsertIntoBuilder(b, c);
    LLVMInstructionSetDebugLoc(c, NULL);
    for (unsigned k = 0; k < LLVMCountParams(f); k++)
        LLVMSetOperand(c, k, LLVMGetParam(f, k));
    LLVMBuildRet(b, c);
    return c;
}

/* A function that asks where its first parameter leads to: inlined, it is a branch in place of the operation. */
static LLVMValueRef asking(LLVMModuleRef m, LLVMContextRef ctx, LLVMValueRef i)
{
    static const char asks[] = "llvm.nvvm.isspacep.local", always[] = "alwaysinline";
    LLVMTypeRef types[3];
    int n = LLVMIsAAtomicCmpXchgInst(i) ? 3 : 2;
    for (int k = 0; k < n; k++)
        types[k] = LLVMTypeOf(LLVMGetOperand(i, (unsigned)k));
    LLVMValueRef f = LLVMAddFunction(m, "gantry_atomic", LLVMFunctionType(LLVMTypeOf(i), types, (unsigned)n, false));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    unsigned kind = LLVMGetEnumAttributeKindForName(always, sizeof always - 1);
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(ctx, kind, 0));
    LLVMBasicBlockRef ask = LLVMAppendBasicBlockInContext(ctx, f, ""), own = LLVMAppendBasicBlockInContext(ctx, f, ""),
                      others = LLVMAppendBasicBlockInContext(ctx, f, "");
    LLVMBuilderRef b = LLVMCreateBuilderInContext(ctx);
    unsigned id = LLVMLookupIntrinsicID(asks, sizeof asks - 1);
    LLVMValueRef pointer = LLVMGetParam(f, 0);
    LLVMPositionBuilderAtEnd(b, ask);
    LLVMValueRef is_own = LLVMBuildCall2(b, LLVMIntrinsicGetType(ctx, id, NULL, 0),
                                         LLVMGetIntrinsicDeclaration(m, id, NULL, 0), &pointer, 1, "");
    LLVMBuildCondBr(b, is_own, own, others);
    copy(b, i, f, others);
    plain(b, copy(b, i, f, own));
    LLVMDisposeBuilder(b);
    return f;
}

static void ask(LLVMBuilderRef b, LLVMModuleRef m, LLVMContextRef ctx, LLVMValueRef i)
{
    LLVMValueRef f = asking(m, ctx, i), arguments[3];
    unsigned n = LLVMCountParams(f);
    for (unsigned k = 0; k < n; k++)
        arguments[k] = LLVMGetOperand(i, k);
    LLVMPositionBuilderBefore(b, i);
    LLVMReplaceAllUsesWith(i, LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, arguments, n, ""));
    LLVMInstructionEraseFromParent(i);
}

void nvptx_own_atomics(struct worker *w, LLVMModuleRef m, LLVMTargetMachineRef tm, const struct plan *p)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->ctx);
    bool asked = false;
    LLVMValueRef last = LLVMGetLastFunction(m); /* functions that ask come behind it */
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = f == last ? NULL : LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
            for (LLVMValueRef i = LLVMGetFirstInstruction(k), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                if (!LLVMIsAAtomicRMWInst(i) && !LLVMIsAAtomicCmpXchgInst(i))
                    continue;
                enum whose whose = whose_is(p, LLVMGetOperand(i, 0), 0);
                if (whose == OWN)
                    plain(b, i);
                if (whose == UNKNOWN)
                    ask(b, m, p->ctx, i);
                asked |= whose == UNKNOWN;
            }
    LLVMDisposeBuilder(b);
    if (asked)
        passes_run(w, m, tm, "always-inline");
}
