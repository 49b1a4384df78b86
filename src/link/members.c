/* members.c: in programs with -fcheck an index must fit the member of a structure that it is used on (s.a[i]): the
 * types of the address computation tell. Rows of an array are not judged apart: programs take arrays of several
 * dimensions for flat ones. Nor is a last member of one element or none, which may stand for any number. */
#include "access.h"

/* the type of the array that is a structure's member, where this is the address of one; else NULL */
static LLVMTypeRef member_type(LLVMValueRef gep)
{
    if (!LLVMIsAGetElementPtrInst(gep))
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    bool member = false;
    for (int i = 2; i < LLVMGetNumOperands(gep); i++) {
        member = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        if (!member) {
            type = LLVMGetElementType(type);
            continue;
        }
        unsigned k = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, (unsigned)i));
        bool last = k + 1 == LLVMCountStructElementTypes(type);
        type = LLVMStructGetTypeAtIndex(type, k);
        member = LLVMGetTypeKind(type) == LLVMArrayTypeKind && !(last && LLVMGetArrayLength2(type) <= 1);
    }
    return member ? type : NULL;
}

static bool is_known(LLVMValueRef gep)
{
    bool known = true;
    for (int i = 1; i < LLVMGetNumOperands(gep); i++)
        known = known && LLVMIsAConstantInt(LLVMGetOperand(gep, (unsigned)i));
    return known;
}

static void check_member(struct inst *t, const struct access *x, LLVMValueRef member, LLVMTypeRef type)
{
    struct base base = {.object = member, .size = LLVMABISizeOfType(t->layout, type)};
    check_object(t, x, &base);
}

/* s.a[i].b[j]: from the access inwards, as long as types tell what the addresses are of */
void members_check(struct inst *t, const struct access *x)
{
    bool known = true;
    LLVMPositionBuilderBefore(t->b, x->inst);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(x->inst));
    for (LLVMValueRef gep = x->pointer, in; LLVMIsAGetElementPtrInst(gep); gep = in) {
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetGEPSourceElementType(gep));
        in = LLVMGetOperand(gep, 0);
        if (kind != LLVMArrayTypeKind && kind != LLVMStructTypeKind)
            return;
        known = known && is_known(gep);
        LLVMTypeRef type = kind == LLVMArrayTypeKind ? member_type(in) : NULL;
        if (type && type == LLVMGetGEPSourceElementType(gep) && !known)
            check_member(t, x, in, type);
    }
}
