/* ways.c: tells which way each lane takes through the code: a call where a function begins and wherever a branch
 * leads. Programs for hardware whose lanes share a program counter (--lockstep) have it, since there it says
 * which lanes go together. */
#include <string.h>

#include "access.h"

static bool is_branched_to(LLVMBasicBlockRef block)
{
    for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(block)); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef branch = LLVMGetUser(u);
        if (LLVMIsATerminatorInst(branch) && LLVMGetNumSuccessors(branch) > 1)
            return true;
    }
    return false;
}

static LLVMValueRef first_after_phis(LLVMBasicBlockRef block)
{
    LLVMValueRef i = LLVMGetFirstInstruction(block);
    while (LLVMIsAPHINode(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

void ways_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct inst t = {0};
    uint64_t number = 0;
    inst_init(&t, w, p, m);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->ctx), &t.i64, 1, 0);
    LLVMValueRef tell = LLVMAddFunction(m, "__gd_emu_tell_way", type);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || is_runtime(f, value_name(p->a, f)))
            continue;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef at = first_after_phis(b), way = LLVMConstInt(t.i64, ++number, 0);
            if (b != LLVMGetEntryBasicBlock(f) && !is_branched_to(b))
                continue;
            LLVMPositionBuilderBefore(t.b, at);
            LLVMSetCurrentDebugLocation2(t.b, LLVMInstructionGetDebugLoc(at));
            LLVMValueRef call = LLVMBuildCall2(t.b, type, tell, &way, 1, "");
            LLVMSetMetadata(call, t.nosanitize, LLVMMDNodeInContext(p->ctx, NULL, 0));
        }
    }
    LLVMDisposeBuilder(t.b);
    module_verify(w, m);
}
