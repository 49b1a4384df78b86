/* depth.c: how much stack a level of recursion takes (--check). Functions with all checks have far larger frames than
 * without, and lanes have larger stacks for that; so each call is counted with what it takes in the program without
 * -fcheck (instrument.c), which is asked of LLVM: a copy of the module becomes code as there, and the back end tells
 * the frames. needs: the merged module before anything is inserted. sets: ATTR_FRAME on functions of the program that
 * may call themselves, at once or through others; *loops: the optimiser makes a loop of some of these.   breaks:
 * nothing. */
#include "access.h"

#include <stdlib.h>
#include <string.h>

struct function {
    LLVMValueRef f;
    const char *name;
    bool user, calls_itself;
    unsigned circle; /* of functions that may call each other */
    VEC(unsigned) callees;
};
struct calls { /* of a module */
    struct arena *a;
    VEC(struct function) all;
};

static int function_at(const struct calls *g, LLVMValueRef f)
{
    for (size_t i = 0; i < g->all.n; i++)
        if (g->all.v[i].f == f)
            return (int)i;
    return -1;
}

static void adds_call(struct calls *g, struct function *from, unsigned to)
{
    for (size_t i = 0; i < from->callees.n; i++)
        if (from->callees.v[i] == to)
            return;
    vec_push(g->a, &from->callees, to);
}

static bool has_address_taken(LLVMValueRef f)
{
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (!LLVMIsACallInst(LLVMGetUser(use)) || LLVMGetCalledValue(LLVMGetUser(use)) != f)
            return true;
    return false;
}

/* A call through a pointer may be one of any function of the program whose address is known. */
static void look_at_call(struct calls *g, struct function *from, LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    int to = LLVMIsAFunction(callee) ? function_at(g, callee) : -1;
    if (to >= 0)
        adds_call(g, from, (unsigned)to);
    if (!from->user || LLVMIsAFunction(callee) || LLVMIsAInlineAsm(callee))
        return;
    for (unsigned i = 0; i < g->all.n; i++)
        if (g->all.v[i].user && has_address_taken(g->all.v[i].f))
            adds_call(g, from, i);
}

static void find_circles(struct calls *g)
{
    unsigned n = (unsigned)g->all.n, *first = arena_alloc(g->a, (n + 1) * sizeof *first), *size;
    VEC(unsigned) to = {0};
    for (unsigned i = 0; i < n; i++) {
        first[i] = (unsigned)to.n;
        for (size_t k = 0; k < g->all.v[i].callees.n; k++) {
            g->all.v[i].calls_itself |= g->all.v[i].callees.v[k] == i;
            vec_push(g->a, &to, g->all.v[i].callees.v[k]);
        }
    }
    first[n] = (unsigned)to.n;
    struct components c = graph_components(g->a, &(struct graph){n, first, to.v});
    size = arena_alloc(g->a, (c.n + 1) * sizeof *size);
    memset(size, 0, (c.n + 1) * sizeof *size);
    for (unsigned i = 0; i < n; i++)
        size[g->all.v[i].circle = c.of[i]]++;
    for (unsigned i = 0; i < n; i++)
        g->all.v[i].calls_itself |= size[c.of[i]] > 1;
}

static void calls_of(struct calls *g, const struct plan *p, LLVMModuleRef m)
{
    *g = (struct calls){.a = p->a};
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) {
            const char *name = value_name(p->a, f);
            vec_push(p->a, &g->all, (struct function){.f = f, .name = name, .user = !is_runtime(f, name)});
        }
    for (size_t i = 0; i < g->all.n; i++) {
        LLVMValueRef f = g->all.v[i].f;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef k = LLVMGetFirstInstruction(b); k; k = LLVMGetNextInstruction(k))
                if (LLVMIsACallInst(k))
                    look_at_call(g, &g->all.v[i], k);
    }
    find_circles(g);
}

/* ---- the program without -fcheck ---- */

struct frame {
    const char *name;
    uint64_t bytes;
};
static VEC(struct frame) frames;

/* "… stack frame size (40) exceeds limit (0) in function 'f'" */
static void note_frame(LLVMDiagnosticInfoRef info, void *arena)
{
    char *text = LLVMGetDiagInfoDescription(info), *size = strstr(text, "stack frame size ("),
         *name = strrchr(text, '\'');
    if (size && name) {
        *name = 0;
        name = strrchr(text, '\'');
        enum { RETURN_ADDRESS = 8 };
        uint64_t n = strtoull(strchr(size, '(') + 1, NULL, 10) + RETURN_ADDRESS;
        vec_push(arena, &frames, (struct frame){arena_strndup(arena, name + 1, strlen(name + 1)), n});
    }
    LLVMDisposeMessage(text);
}

static uint64_t frame_of(const char *name)
{
    enum { LEAST = 8 }; /* no frame is told where there is nothing but the return address */
    for (size_t i = 0; i < frames.n; i++)
        if (strcmp(frames.v[i].name, name) == 0)
            return frames.v[i].bytes;
    return LEAST;
}

static void measure(struct worker *w, const struct plan *p, LLVMTargetMachineRef tm, LLVMModuleRef copy,
                    struct calls *then)
{
    struct link_options o = *p->o;
    struct plan plain = *p;
    o.check = false;
    o.dump_dir = NULL;
    plain.o = &o;
    if (o.opt_level > 0)
        passes_run(w, copy, tm, "function(sroa,early-cse)");
    instrument(w, &plain, copy);
    passes_run(w, copy, tm, passes_default(&plain));
    calls_of(then, p, copy);
    for (size_t i = 0; i < then->all.n; i++) {
        const struct function *f = &then->all.v[i];
        if (f->user && f->calls_itself)
            LLVMAddAttributeAtIndex(f->f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                    LLVMCreateStringAttribute(p->ctx, "warn-stack-size", 15, "0", 1));
        else
            LLVMSetLinkage(f->f, LLVMAvailableExternallyLinkage); /* no code is made of it */
    }
    LLVMContextSetDiagnosticHandler(p->ctx, note_frame, p->a);
    LLVMDisposeMemoryBuffer(machine_emit(w, tm, copy, LLVMObjectFile));
    worker_listen(w, p);
}

/* ---- what a call counts ---- */

static const struct function *named(const struct calls *g, const char *name)
{
    for (size_t i = 0; i < g->all.n; i++)
        if (strcmp(g->all.v[i].name, name) == 0)
            return &g->all.v[i];
    return NULL;
}

/* Does it call the functions of its circle as before? */
static bool calls_the_same(const struct calls *g, const struct function *f, const struct calls *then,
                           const struct function *now)
{
    for (size_t i = 0; i < now->callees.n; i++) {
        const struct function *to = named(g, then->all.v[now->callees.v[i]].name);
        bool before = false;
        for (size_t k = 0; to && k < f->callees.n; k++)
            before = before || &g->all.v[f->callees.v[k]] == to;
        if (to && to->circle == f->circle && !before)
            return false;
    }
    return true;
}

/* A circle with frames as they are; where functions of it became part of others, with the least that a call may take
 * as the share of one. false: none is left that calls itself */
static bool count_circle(const struct plan *p, const struct calls *g, const struct calls *then, unsigned circle)
{
    uint64_t least = UINT64_MAX;
    unsigned n = 0, left = 0;
    bool same = true;
    for (size_t i = 0; i < g->all.n; i++) {
        const struct function *f = &g->all.v[i], *now = f->circle == circle && f->user ? named(then, f->name) : NULL;
        n += f->circle == circle && f->user;
        if (!now || !now->calls_itself)
            continue;
        left++;
        least = frame_of(f->name) < least ? frame_of(f->name) : least;
        same = same && calls_the_same(g, f, then, now);
    }
    for (size_t i = 0; i < g->all.n && left; i++) {
        const struct function *f = &g->all.v[i];
        const char *bytes =
            arena_printf(p->a, "%llu", (unsigned long long)(same && left == n ? frame_of(f->name) : least / n));
        if (f->circle == circle && f->user)
            LLVMAddAttributeAtIndex(
                f->f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMCreateStringAttribute(p->ctx, ATTR_FRAME, sizeof ATTR_FRAME - 1, bytes, (unsigned)strlen(bytes)));
    }
    return left > 0;
}

void depth_counted(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm, bool *loops)
{
    struct calls g, then;
    bool any = false;
    *loops = false;
    calls_of(&g, p, m);
    for (size_t i = 0; i < g.all.n; i++)
        any = any || (g.all.v[i].user && g.all.v[i].calls_itself);
    if (!any)
        return;
    worker_stage(w, "measuring frames of functions that call themselves");
    LLVMModuleRef copy = LLVMCloneModule(m);
    measure(w, p, tm, copy, &then);
    for (size_t i = 0; i < g.all.n; i++) {
        struct function *f = &g.all.v[i];
        bool first = f->user && f->calls_itself;
        for (size_t k = 0; k < i; k++)
            first = first && !(g.all.v[k].user && g.all.v[k].circle == f->circle);
        if (first && !count_circle(p, &g, &then, f->circle))
            *loops = true;
    }
    LLVMDisposeModule(copy);
}
