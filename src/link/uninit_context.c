/* uninit_context.c: shadows, and where those of values are while functions are called (the context of uninit_text.h),
 * said so that the optimiser sees through.
 * needs: a module behind LLVM's pass MemorySanitizer, whose calls are not inlined yet (uninit.c).
 * sets: addresses in the context as offsets from it; types of their own for what the pass loads and stores, which
 * overlaps with nothing that the program stores.   breaks: nothing. */
#include "uninit.h"

#include <string.h>

/* The pass adds numbers, after which nobody knows that the sum is in the context. */
static void address_in_context(struct uninit *u, LLVMValueRef address)
{
    LLVMValueRef sum = LLVMGetOperand(address, 0), offset = LLVMConstInt(u->t.i64, 0, 0);
    if (LLVMIsABinaryOperator(sum) && LLVMIsAConstantInt(LLVMGetOperand(sum, 1))) {
        offset = LLVMGetOperand(sum, 1);
        sum = LLVMGetOperand(sum, 0);
    }
    if (!LLVMIsAPtrToIntInst(sum))
        return;
    LLVMPositionBuilderBefore(u->t.b, address);
    LLVMValueRef p = LLVMBuildGEP2(u->t.b, u->ints[0], LLVMGetOperand(sum, 0), &offset, 1, UNINIT_PARAMETER);
    LLVMReplaceAllUsesWith(address, p);
    LLVMInstructionEraseFromParent(address);
}

static bool calls(const struct uninit *u, LLVMValueRef v, const char *name)
{
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) && str_starts(value_name(u->t.p->a, f), name);
}

static LLVMValueRef type_of(const struct uninit *u, LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer))
        pointer = LLVMGetOperand(pointer, 0);
    if (calls(u, pointer, "__msan_get_context_state"))
        return u->types[UNINIT_CONTEXT];
    if (LLVMIsAExtractValueInst(pointer) && calls(u, LLVMGetOperand(pointer, 0), "__msan_metadata_ptr_for_"))
        return u->types[UNINIT_SHADOW];
    return NULL;
}

static void give_type(struct uninit *u, LLVMValueRef inst)
{
    unsigned operand = LLVMIsALoadInst(inst) ? 0 : 1;
    if (LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst)) {
        LLVMValueRef type = type_of(u, LLVMGetOperand(inst, operand));
        if (type)
            LLVMSetMetadata(inst, u->tbaa, type);
    }
}

void uninit_context(struct uninit *u, LLVMValueRef f)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            if (LLVMGetMetadata(i, u->own))
                continue;
            if (LLVMIsAIntToPtrInst(i) && str_starts(value_name(u->t.p->a, i), UNINIT_PARAMETER))
                address_in_context(u, i);
            else
                give_type(u, i);
        }
}

/* a type for alias analysis, which is no part of C's: what has it overlaps with nothing that C's types are for */
static LLVMValueRef type(struct uninit *u, const char *name)
{
    static const char root[] = "Simple C/C++ TBAA";
    LLVMContextRef ctx = u->t.p->ctx;
    LLVMMetadataRef top = LLVMMDStringInContext2(ctx, root, sizeof root - 1), zero;
    zero = LLVMValueAsMetadata(LLVMConstInt(u->t.i64, 0, 0));
    top = LLVMMDNodeInContext2(ctx, &top, 1);
    LLVMMetadataRef words[] = {LLVMMDStringInContext2(ctx, name, strlen(name)), top, zero};
    LLVMMetadataRef of = LLVMMDNodeInContext2(ctx, words, 3), tag[] = {of, of, zero};
    return LLVMMetadataAsValue(ctx, LLVMMDNodeInContext2(ctx, tag, 3));
}

void uninit_types(struct uninit *u)
{
    u->tbaa = LLVMGetMDKindIDInContext(u->t.p->ctx, "tbaa", 4);
    u->types[UNINIT_SHADOW] = type(u, "gantry uninit shadow");
    u->types[UNINIT_CONTEXT] = type(u, "gantry uninit context");
}
