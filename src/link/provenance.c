/* provenance.c: which block of device memory an address was made from (include/gantry_emulated.h, __gd_emu_blocks).
 *
 * An address is made from a root by additions of offsets. Roots are what a function gets (parameters, results of calls,
 * pointers that it loads): the block that such a pointer leads to is looked up once, where the root is. Where paths
 * meet the number goes the way of the pointer, so that it is known however far a loop has moved it. */
#include "access.h"

static LLVMValueRef root_of(struct inst *t, LLVMValueRef v)
{
    /* Generated code hides from compilers what it makes a copy's address from (gantry_generated.h). */
    while (LLVMIsAGetElementPtrInst(v) || LLVMIsABitCastInst(v) || LLVMIsAAddrSpaceCastInst(v) ||
           LLVMIsAFreezeInst(v) || is_call_of(t, v, "__gd_shifted") || is_call_of(t, v, "__gd_section") ||
           is_call_of(t, v, "__gd_within"))
        v = LLVMGetOperand(v, 0);
    return v;
}

static LLVMValueRef known(const struct inst *t, LLVMValueRef root)
{
    for (size_t i = t->numbers.n; i-- > 0;)
        if (t->numbers.v[i].pointer == root)
            return t->numbers.v[i].number;
    return NULL;
}

static LLVMValueRef keep(struct inst *t, LLVMValueRef root, LLVMValueRef number)
{
    vec_push(t->p->a, &t->numbers, (struct numbered){root, number});
    return number;
}

/* after the variables of the function, so that these stay at its beginning */
static LLVMValueRef first_of(LLVMValueRef f)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    while (LLVMIsAAllocaInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static LLVMValueRef after(LLVMValueRef i)
{
    do
        i = LLVMGetNextInstruction(i);
    while (i && LLVMIsAPHINode(i));
    return i;
}

static LLVMValueRef look_up(struct inst *t, LLVMValueRef root)
{
    LLVMValueRef before = LLVMIsAArgument(root) ? first_of(t->fn) : LLVMIsAInstruction(root) ? after(root) : NULL;
    if (!before || LLVMIsAAllocaInst(root))
        return NULL;
    LLVMPositionBuilderBefore(t->b, before);
    inst_place(t, root);
    return LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->block_of), t->block_of, &root, 1, "");
}

static LLVMValueRef number_of(struct inst *t, LLVMValueRef address);

static LLVMValueRef of_phi(struct inst *t, LLVMValueRef root)
{
    LLVMPositionBuilderBefore(t->b, root);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(root));
    LLVMValueRef phi = keep(t, root, LLVMBuildPhi(t->b, t->i32, "")); /* known before what comes back to it */
    for (unsigned i = 0, n = LLVMCountIncoming(root); i < n; i++) {
        LLVMValueRef number = number_of(t, LLVMGetIncomingValue(root, i));
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(root, i);
        LLVMAddIncoming(phi, &number, &from, 1);
    }
    return phi;
}

static LLVMValueRef of_select(struct inst *t, LLVMValueRef root)
{
    LLVMValueRef yes = number_of(t, LLVMGetOperand(root, 1)), no = number_of(t, LLVMGetOperand(root, 2));
    LLVMPositionBuilderBefore(t->b, after(root));
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(root));
    return keep(t, root, LLVMBuildSelect(t->b, LLVMGetOperand(root, 0), yes, no, ""));
}

/* 0 where nobody knows */
static LLVMValueRef number_of(struct inst *t, LLVMValueRef address)
{
    LLVMValueRef root = root_of(t, address), number = known(t, root);
    if (number)
        return number;
    if (LLVMIsAPHINode(root))
        return of_phi(t, root);
    if (LLVMIsASelectInst(root) && LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(root, 0))) == LLVMIntegerTypeKind)
        return of_select(t, root);
    number = look_up(t, root);
    return keep(t, root, number ? number : LLVMConstInt(t->i32, 0, 0));
}

LLVMValueRef provenance(struct inst *t, LLVMValueRef address)
{
    LLVMValueRef number = number_of(t, address);
    return LLVMIsAConstantInt(number) ? NULL : number;
}
