/* stack.c: can the stack that a lane needs be known before the run? With recursion and calls through pointers neither
 * ptxas nor the driver can tell how deep calls get, and the driver's default of 1 KiB is soon full. */
#include "plan.h"

#include <stdlib.h>

enum mark { UNSEEN, OPEN, DONE };
struct walk {
    LLVMValueRef *f; /* the module's functions, by address */
    unsigned char *mark;
    size_t n;
    LLVMValueRef found; /* the function of the first call of unknown depth */
    bool by_pointer;    /* that call goes through a pointer; else the function calls itself, perhaps through others */
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
    if (LLVMIsAFunction(callee))
        return !LLVMIsDeclaration(callee) && is_unknown(w, callee);
    w->found = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    w->by_pointer = true;
    return true;
}

static bool is_unknown(struct walk *w, LLVMValueRef f)
{
    LLVMValueRef *at = bsearch(&f, w->f, w->n, sizeof *w->f, by_address);
    unsigned char *mark = at ? &w->mark[at - w->f] : NULL;
    if (!mark || *mark == DONE)
        return false;
    if (*mark == OPEN) {
        w->found = f;
        return true;
    }
    *mark = OPEN;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i) && call_is_unknown(w, i))
                return true;
    *mark = DONE;
    return false;
}

static void advise(struct worker *w, const struct plan *p, const struct walk *walk)
{
    const char *name = value_name(p->a, walk->found);
    const struct node *n = summary_find(p->s, name);
    const struct kernel *k = summary_kernel(p->s, name);
    struct loc at = k              ? (struct loc){.file = k->file, .line = k->line}
                    : n && n->line ? (struct loc){.file = n->file, .line = n->line}
                                   : (struct loc){.file = p->o->module_name};
    worker_diag(w, DIAG_REMARK, at, "GN0920",
                "%s %s, so nobody knows how much stack it needs: each thread of an NVIDIA GPU gets up to 8 KiB "
                "(GANTRY_CUDA_STACK says another size)",
                k ? "this region" : arena_printf(p->a, "function '%s'", name),
                walk->by_pointer ? "calls through a pointer" : "calls itself, at once or through others");
}

bool stack_is_unknown(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    VEC(LLVMValueRef) all = {0};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            vec_push(p->a, &all, f);
    if (!all.n)
        return false;
    qsort(all.v, all.n, sizeof *all.v, by_address);
    struct walk walk = {.f = all.v, .mark = arena_alloc(p->a, all.n), .n = all.n};
    for (size_t i = 0; i < all.n; i++)
        if (is_unknown(&walk, all.v[i])) {
            advise(w, p, &walk);
            return true;
        }
    return false;
}
