/* undefined.c: functions and variables that device code uses and no device has. Each is one error that says
 * who uses it, where, and what to do. */
#include "plan.h"
#include "../tables/tables.h"

#include <string.h>

/* What is left undefined on purpose, to be resolved when the image is loaded. */
static const char *const nvptx_supplied[] = {"vprintf", "malloc", "free", "__assertfail"};
static const char nvptx_dynamic_shared[] = "__gd_dynamic_shared"; /* its size is set at the launch */
static const char *const emulated_supplied[] = {"printf", "puts", "putchar", "memcpy", "memmove", "memset"};

static bool in_list(const char *name, const char *const *list, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(list[i], name) == 0)
            return true;
    return false;
}
#define IN(name, list) in_list((name), (list), sizeof(list) / sizeof *(list))

static bool supplied(const struct plan *p, enum kind kind, const char *name)
{
    if (str_starts(name, "llvm."))
        return true;
    if (kind == KIND_NVPTX64)
        return IN(name, nvptx_supplied);
    /* the process has the host's libm: it may supply what an NVIDIA GPU has, and no more */
    return str_starts(name, "__gd_emu_") || IN(name, emulated_supplied) ||
           (library_defines(p, name) && !str_starts(name, "__gd_"));
}

/* An instruction that uses v, directly or through constants. */
static LLVMValueRef user_of(LLVMValueRef v, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u && depth < 8; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAInstruction(user))
            return user;
        LLVMValueRef found = user_of(user, depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

static LLVMValueRef function_of(LLVMValueRef instruction)
{
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(instruction));
}

/* The kernel that a function is part of: the kernel itself, or a part of it, whose name begins with the kernel's. */
static const struct kernel *kernel_of(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->s->kernels.n; i++) {
        const struct kernel *k = p->s->kernels.v[i];
        size_t n = strlen(k->name);
        if (strncmp(name, k->name, n) == 0 && (name[n] == 0 || strncmp(name + n, "__", 2) == 0))
            return k;
    }
    return NULL;
}

struct climb { /* from a function to a kernel that can call it */
    const struct plan *p;
    LLVMValueRef seen[64];
    int nseen;
};

static const struct kernel *climb(struct climb *c, LLVMValueRef f)
{
    for (int i = 0; i < c->nseen; i++)
        if (c->seen[i] == f)
            return NULL;
    if (c->nseen == sizeof c->seen / sizeof *c->seen)
        return NULL;
    c->seen[c->nseen++] = f;
    const struct kernel *k = kernel_of(c->p, value_name(c->p->a, f));
    for (LLVMUseRef u = LLVMGetFirstUse(f); u && !k; u = LLVMGetNextUse(u))
        if (LLVMIsAInstruction(LLVMGetUser(u)))
            k = climb(c, function_of(LLVMGetUser(u)));
    return k;
}

/* The place of the call that the summary tables know, for code compiled without line tables. */
static struct loc summary_loc(const struct plan *p, const char *name, const char **caller)
{
    for (size_t i = 0; i < p->s->nodes.n; i++)
        for (const struct call *c = p->s->nodes.v[i]->calls; c; c = c->next)
            if (strcmp(c->callee->name, name) == 0) {
                *caller = p->s->nodes.v[i]->name;
                return (struct loc){.file = c->file, .line = c->line};
            }
    return (struct loc){.file = ""};
}

struct fault {
    const char *name, *user; /* user: the function or kernel that has the use */
    struct loc loc;
    const struct kernel *kernel;
};

static struct fault describe(const struct plan *p, LLVMValueRef v)
{
    struct fault f = {.name = value_name(p->a, v), .user = ""};
    LLVMValueRef use = user_of(v, 0);
    struct climb c = {.p = p};
    if (use) {
        f.user = value_name(p->a, function_of(use));
        f.kernel = climb(&c, function_of(use));
        f.loc = value_loc(p->a, use);
    }
    const char *caller = NULL;
    struct loc row = summary_loc(p, f.name, &caller);
    if (!f.loc.line && row.line)
        f.loc = row;
    if (caller)
        f.user = caller;
    if (!f.loc.line && f.kernel)
        f.loc = (struct loc){.file = f.kernel->file, .line = f.kernel->line};
    if (!f.loc.file)
        f.loc.file = p->o->module_name;
    return f;
}

static const char *user_text(const struct plan *p, const struct fault *f)
{
    const struct kernel *k = kernel_of(p, f->user);
    if (k && *k->func)
        return arena_printf(p->a, "the target region at %s:%d in '%s'", k->file, k->line, k->func);
    if (k)
        return arena_printf(p->a, "the target region at %s:%d", k->file, k->line);
    return *f->user ? arena_printf(p->a, "function '%s'", f->user) : "device code";
}

static void note_kernel(struct worker *w, const struct plan *p, const struct fault *f)
{
    if (f->kernel && kernel_of(p, f->user) != f->kernel)
        worker_diag(w, DIAG_NOTE, (struct loc){.file = f->kernel->file, .line = f->kernel->line}, NULL,
                    "reached from the target region here");
}

static void missing_function(struct worker *w, const struct plan *p, LLVMValueRef v)
{
    struct fault f = describe(p, v);
    worker_diag(w, DIAG_ERROR, f.loc, "GN0912",
                "function '%s' has no device version; %s calls it. Put '#pragma omp declare target' around its "
                "definition and compile that file with Gantry, or keep the call out of the region",
                library_spelling(f.name), user_text(p, &f));
    note_kernel(w, p, &f);
}

static bool has_row(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->s->vars.n; i++)
        if (strcmp(p->s->vars.v[i]->name, name) == 0)
            return true;
    return false;
}

static void missing_variable(struct worker *w, const struct plan *p, LLVMValueRef v)
{
    if (has_row(p, value_name(p->a, v))) /* merge.c has reported that no file defines it */
        return;
    struct fault f = describe(p, v);
    worker_diag(w, DIAG_ERROR, f.loc, "GN0913",
                "variable '%s' is not on the device; %s uses it. Put '#pragma omp declare target' around its "
                "definition and compile that file with Gantry",
                f.name, user_text(p, &f));
    note_kernel(w, p, &f);
}

void undefined_check(struct worker *w, const struct plan *p, LLVMModuleRef m, enum kind kind)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !supplied(p, kind, value_name(p->a, f)))
            missing_function(w, p, f);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) && !supplied(p, kind, value_name(p->a, g)) &&
            (kind != KIND_NVPTX64 || strcmp(value_name(p->a, g), nvptx_dynamic_shared) != 0))
            missing_variable(w, p, g);
}
