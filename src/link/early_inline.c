/* early_inline.c: which iterations a lane has, in the code that asks for them, before checks are inserted (--check).
 * needs: one module of user and library code.
 * sets: no calls of the device runtime's loops in user code (loops.c), nor of those that turn a number into several;
 * what these look at beside their caller's variables, and their decisions, have the mark `nosanitize`.
 * breaks: nothing.
 *
 * What they compute with is in variables of the caller's, which become registers when nobody else has their address:
 * then they need no shadows in memory, no marks of stores, and what follows from constants is folded. Nothing is
 * reported here, as in all code of the runtime. */
#include "access.h"

#include <string.h>

static bool is_early(const char *name)
{
    static const char *const names[] = {"__gd_loop_begin", "__gd_loop_more", "__gd_loop_next",
                                        "__gd_divider",    "__gd_split",     "__gd_high32"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Does the address lead to a variable of this function, or to one of its caller's, which an argument names? */
static bool is_local(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p))
        p = LLVMGetOperand(p, 0);
    return LLVMIsAAllocaInst(p) || LLVMIsAArgument(p);
}

static bool is_own(struct inst *t, LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        return !is_local(LLVMGetOperand(inst, 0));
    case LLVMStore:
        return !is_local(LLVMGetOperand(inst, 1));
    case LLVMBr:
    case LLVMSwitch:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMFence:
        return true;
    case LLVMCall: /* of the runtime's own team-shared variables */
        return LLVMIsAFunction(LLVMGetCalledValue(inst)) && LLVMGetIntrinsicID(LLVMGetCalledValue(inst)) == t->tls_id;
    default:
        return false;
    }
}

static void mark(struct inst *t, LLVMValueRef f)
{
    LLVMValueRef empty = LLVMMetadataAsValue(t->p->ctx, LLVMMDNodeInContext2(t->p->ctx, NULL, 0));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (is_own(t, i))
                LLVMSetMetadata(i, t->nosanitize, empty);
}

void early_inline(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm)
{
    struct inst t;
    unsigned always = attribute("alwaysinline");
    VEC(LLVMValueRef) later = {0}; /* functions whose turn is when all is optimised */
    inst_init(&t, w, p, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) ||
            !LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always))
            continue;
        if (is_early(value_name(p->a, f))) {
            mark(&t, f);
        } else {
            LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, always);
            vec_push(p->a, &later, f);
        }
    }
    passes_run(w, m, tm, "always-inline");
    for (size_t i = 0; i < later.n; i++)
        LLVMAddAttributeAtIndex(later.v[i], (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(p->ctx, always, 0));
    LLVMDisposeBuilder(t.b);
}
