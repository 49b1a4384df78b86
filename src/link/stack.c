/* stack.c: can the stack that a lane needs be known before the run? With recursion and calls through pointers neither
 * ptxas nor the driver can tell how deep calls get, and the driver's default of 1 KiB is soon full. */
#include "plan.h"

#include <stdlib.h>

enum mark { UNSEEN, OPEN, DONE };
struct walk {
    LLVMValueRef *f; /* the module's functions, by address */
    unsigned char *mark;
    size_t n;
};

static int by_address(const void *a, const void *b)
{
    uintptr_t x = (uintptr_t)*(LLVMValueRef const *)a, y = (uintptr_t)*(LLVMValueRef const *)b;
    return x < y ? -1 : x > y;
}

static bool is_unknown(struct walk *w, LLVMValueRef f);

static bool call_is_unknown(struct walk *w, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(callee))
        return false;
    return !LLVMIsAFunction(callee) || (!LLVMIsDeclaration(callee) && is_unknown(w, callee));
}

static bool is_unknown(struct walk *w, LLVMValueRef f)
{
    LLVMValueRef *at = bsearch(&f, w->f, w->n, sizeof *w->f, by_address);
    unsigned char *mark = at ? &w->mark[at - w->f] : NULL;
    if (!mark || *mark == DONE)
        return false;
    if (*mark == OPEN)
        return true;
    *mark = OPEN;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && call_is_unknown(w, i))
                return true;
    *mark = DONE;
    return false;
}

bool stack_is_unknown(struct arena *a, LLVMModuleRef m)
{
    VEC(LLVMValueRef) all = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            vec_push(a, &all, f);
    if (!all.n)
        return false;
    qsort(all.v, all.n, sizeof *all.v, by_address);
    struct walk w = {all.v, arena_alloc(a, all.n), all.n};
    for (size_t i = 0; i < all.n; i++)
        if (is_unknown(&w, all.v[i]))
            return true;
    return false;
}
