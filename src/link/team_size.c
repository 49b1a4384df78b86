/* team_size.c: the number of threads of an SPMD team (__gd_spmd_team_size, runtime/device/state.h) is a variable in
 * shared memory, for functions that are called. Each lane stores it and reads what it stored itself. Where all who read
 * it have been inlined into kernels, it becomes a variable of each kernel's, and then a value: no barrier makes the
 * compiler read it again, and what a loop computes from it moves out of the loops around. On the emulated device only
 * where kernels are counted, so that the counts are those of a GPU.
 * needs: the merged module.   sets: all always_inline functions are inlined.   breaks: nothing. */
#include "plan.h"

#include <string.h>

static LLVMValueRef function_of(LLVMValueRef inst) { return LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst)); }

/* On the emulated device a team's variable is its worker thread's, whose address is asked for first. */
static bool is_address(const struct plan *p, LLVMValueRef inst)
{
    return LLVMIsACallInst(inst) &&
           strncmp(value_name(p->a, LLVMGetCalledValue(inst)), "llvm.threadlocal.address.", 25) == 0;
}

static bool all_plain(const struct plan *p, LLVMValueRef address);

/* a load or store of the variable itself, by a kernel */
static bool is_plain(const struct plan *p, LLVMValueRef inst, LLVMValueRef address)
{
    if (is_address(p, inst))
        return all_plain(p, inst);
    if (!LLVMIsALoadInst(inst) && !LLVMIsAStoreInst(inst))
        return false;
    return LLVMGetOperand(inst, LLVMIsAStoreInst(inst) != NULL) == address && !LLVMGetVolatile(inst) &&
           summary_kernel(p->s, value_name(p->a, function_of(inst)));
}

static bool all_plain(const struct plan *p, LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use))
        if (!is_plain(p, LLVMGetUser(use), address))
            return false;
    return true;
}

static LLVMValueRef own_variable(const struct plan *p, LLVMValueRef kernel, LLVMTypeRef type)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(p->ctx);
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(kernel)));
    LLVMValueRef own = LLVMBuildAlloca(b, type, "team_size");
    LLVMDisposeBuilder(b);
    return own;
}

static void make_own(const struct plan *p, LLVMValueRef kernel, LLVMValueRef variable)
{
    LLVMValueRef own = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable), next; use; use = next) {
        LLVMValueRef inst = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (function_of(inst) != kernel)
            continue;
        own = own ? own : own_variable(p, kernel, LLVMGlobalGetValueType(variable));
        if (is_address(p, inst)) {
            LLVMReplaceAllUsesWith(inst, own);
            LLVMInstructionEraseFromParent(inst);
        } else {
            LLVMSetOperand(inst, LLVMIsAStoreInst(inst) != NULL, own);
        }
    }
}

void team_size_own(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
    LLVMValueRef variable = LLVMGetNamedGlobal(m, "__gd_spmd_team_size");
    if (!variable || !p->o->team_size || !p->o->opt_level)
        return;
    passes_run(w, m, tm, "always-inline");
    if (!all_plain(p, variable))
        return;
    while (LLVMGetFirstUse(variable))
        make_own(p, function_of(LLVMGetUser(LLVMGetFirstUse(variable))), variable);
}
