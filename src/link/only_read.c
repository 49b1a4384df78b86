/* only_read.c: loads of what a kernel only reads. Generated code passes such an address through __gd_only_read, where
 * the launch has found that nothing stores there as long as the kernel runs (src/analysis/plan/only_read.c); the loads
 * by it get that as LLVM's metadata, by which the passes do them early, together and once, and the back end takes
 * ld.global.nc.
 * needs: the merged user code, before the library joins.   breaks: nothing. */
#include "plan.h"

#include <string.h>

struct only_read {
    LLVMValueRef nothing; /* metadata without operands */
    unsigned invariant;
};

static void mark_loads(const struct only_read *o, LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_address = LLVMIsAInstruction(user) && LLVMGetOperand(user, 0) == address;
        if (!is_address)
            continue;
        switch (LLVMGetInstructionOpcode(user)) {
        case LLVMGetElementPtr:
        case LLVMBitCast:
        case LLVMAddrSpaceCast:
            mark_loads(o, user);
            break;
        case LLVMLoad:
            if (!LLVMGetVolatile(user) && LLVMGetOrdering(user) == LLVMAtomicOrderingNotAtomic)
                LLVMSetMetadata(user, o->invariant, o->nothing);
            break;
        default: /* what becomes of it is not followed */
            break;
        }
    }
}

void nvptx_only_read(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    static const char kind[] = "invariant.load";
    LLVMValueRef f = LLVMGetNamedFunction(m, "__gd_only_read");
    if (!f)
        return;
    passes_run(w, m, NULL, "function(sroa)"); /* addresses are values, and not in variables */
    const struct only_read o = {LLVMMetadataAsValue(p->ctx, LLVMMDNodeInContext2(p->ctx, NULL, 0)),
                                LLVMGetMDKindIDInContext(p->ctx, kind, (unsigned)strlen(kind))};
    for (LLVMUseRef use; (use = LLVMGetFirstUse(f)) != NULL;) {
        LLVMValueRef call = LLVMGetUser(use);
        mark_loads(&o, call);
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDeleteFunction(f);
}
