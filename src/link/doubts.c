/* doubts.c: warns of calls that link but are probably wrong: two files declare one function with different types. In
 * the host's code no linker sees that; device code is bitcode, which has types.
 * needs: all user code in one module.
 * sets: nothing; reports. */
#include "plan.h"

#include <string.h>

/* Do the types of the arguments and the result fit the definition? A call without a prototype has a function type of
 * its own. */
static bool fits(LLVMValueRef call, LLVMValueRef f)
{
    LLVMTypeRef called = LLVMGetCalledFunctionType(call), type = LLVMGlobalGetValueType(f);
    unsigned given = LLVMGetNumArgOperands(call), wanted = LLVMCountParams(f);
    if (called == type)
        return true;
    bool same = given == wanted || (given > wanted && LLVMIsFunctionVarArg(type));
    same &= LLVMGetReturnType(called) == LLVMGetReturnType(type) || !LLVMGetFirstUse(call);
    for (unsigned i = 0; same && i < wanted; i++)
        same = LLVMTypeOf(LLVMGetOperand(call, i)) == LLVMTypeOf(LLVMGetParam(f, i));
    return same;
}

static struct loc place_of_call(const struct plan *p, LLVMValueRef call, const char *callee)
{
    struct loc loc = value_loc(p->a, call);
    const char *caller = value_name(p->a, LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)));
    for (size_t i = 0; !loc.line && i < p->s->nodes.n; i++)
        for (const struct call *c = p->s->nodes.v[i]->calls; c && !loc.line; c = c->next)
            if (strcmp(c->callee->name, callee) == 0 && strcmp(p->s->nodes.v[i]->name, caller) == 0)
                loc = (struct loc){.file = c->file, .line = c->line};
    return loc.line ? loc : (struct loc){.file = p->o->module_name};
}

static void check_calls(struct worker *w, const struct plan *p, LLVMValueRef f)
{
    const char *name = value_name(p->a, f);
    for (LLVMUseRef u = LLVMGetFirstUse(f); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef call = LLVMGetUser(u);
        if (!LLVMIsACallInst(call) || LLVMGetCalledValue(call) != f || fits(call, f))
            continue;
        worker_diag(w, DIAG_WARNING, place_of_call(p, call, name), "GN0921",
                    "this call of '%s' passes or expects other types than the function has: the declaration that the "
                    "call sees is not that of the definition",
                    name);
    }
}

void doubts_calls(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            check_calls(w, p, f);
}
