/* own_atomics.c: atomic operations on a lane's own variables. PTX has none on local memory, which no other lane
 * reaches: where it is sure that an operation's object is a variable of the function, it becomes a load and a store.
 * needs: the optimised module.   breaks: nothing. */
#include "plan.h"

/* the variable that the pointer leads into, through steps that stay in it; NULL: another object, or nobody knows */
static LLVMValueRef own_variable(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer) || LLVMIsABitCastInst(pointer) || LLVMIsAAddrSpaceCastInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer);
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

void nvptx_own_atomics(LLVMModuleRef m, const struct plan *p)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->ctx);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef k = LLVMGetFirstBasicBlock(f); k; k = LLVMGetNextBasicBlock(k))
            for (LLVMValueRef i = LLVMGetFirstInstruction(k), next; i; i = next) {
                next = LLVMGetNextInstruction(i);
                bool updates = LLVMIsAAtomicRMWInst(i) != NULL, swaps = LLVMIsAAtomicCmpXchgInst(i) != NULL;
                if ((updates || swaps) && own_variable(LLVMGetOperand(i, 0)))
                    (swaps ? plain_swap : plain_update)(b, i);
            }
    LLVMDisposeBuilder(b);
}
