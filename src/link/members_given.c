/* members_given.c: in programs with -fcheck an array that is a member of a structure, and goes to a function of the
 * program's (put(s.x, 4)): what the function accesses by that parameter must lie in it.
 * needs: addresses as Clang has computed them, before variables become registers: of `s.x` the first element's, of
 * `&s.x`, from which programs reach what lies behind, the member's own. sets: a call before such a call, which says
 * what it gives; in the function one where it begins, which takes that, and one before each access by the parameter.
 * breaks: nothing.
 *
 * Not of variables of file scope, whose members' addresses are constants that look alike; nor what the function passes
 * on, or reaches by a pointer that moves. */
#include "access.h"

#include <string.h>

struct taker { /* a parameter that some call gives a member to */
    LLVMValueRef function, node;
    unsigned parameter;
};
struct given {
    struct inst t;
    VEC(struct taker) takers;
    LLVMValueRef gives, takes, inside; /* the emulated device's functions */
};
enum { NODE_WORDS = 4 }; /* struct __gd_emu_given */

static LLVMValueRef function(struct inst *t, const char *name, LLVMTypeRef *types, unsigned n)
{
    return LLVMAddFunction(t->m, name, LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), types, n, 0));
}

static void call(struct inst *t, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    LLVMValueRef made = LLVMBuildCall2(t->b, LLVMGlobalGetValueType(f), f, args, n, "");
    LLVMSetMetadata(made, t->nosanitize, LLVMMDNodeInContext(t->p->ctx, NULL, 0));
}

static bool is_program(struct inst *t, LLVMValueRef f)
{
    return LLVMIsAFunction(f) && !LLVMIsDeclaration(f) && !is_runtime(f, value_name(t->p->a, f));
}

/* ---- who gives ---- */
static void take_note(struct given *g, LLVMValueRef f, unsigned parameter)
{
    for (size_t i = 0; i < g->takers.n; i++)
        if (g->takers.v[i].function == f && g->takers.v[i].parameter == parameter)
            return;
    vec_push(g->t.p->a, &g->takers, (struct taker){.function = f, .parameter = parameter});
}

static void gives(struct given *g, LLVMValueRef inst)
{
    struct inst *t = &g->t;
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    for (unsigned k = 0; f && is_program(t, f) && k < LLVMCountParams(f); k++) {
        LLVMValueRef v = LLVMGetOperand(inst, k);
        LLVMTypeRef array = member_decayed(v);
        if (!array)
            continue;
        const char *name = member_path(t, LLVMGetOperand(v, 0));
        LLVMValueRef args[] = {LLVMConstInt(t->i32, k, 0), v,
                               LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, array), 0),
                               LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, LLVMGetElementType(array)), 0),
                               name ? text_constant(t, name) : LLVMConstPointerNull(t->ptr)};
        inst_stand(t, inst);
        call(t, g->gives, args, 5);
        take_note(g, f, k);
    }
}

/* ---- who takes ---- */
static LLVMValueRef first_statement(LLVMValueRef f)
{
    LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    while (LLVMIsAAllocaInst(i))
        i = LLVMGetNextInstruction(i);
    return i;
}

static void takes(struct given *g, struct taker *k)
{
    struct inst *t = &g->t;
    LLVMValueRef first = first_statement(k->function);
    LLVMPositionBuilderBefore(t->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(k->function)));
    LLVMSetCurrentDebugLocation2(t->b, NULL);
    k->node = LLVMBuildAlloca(t->b, LLVMArrayType2(t->i64, NODE_WORDS), "__gd_given");
    LLVMValueRef args[] = {k->node, LLVMConstInt(t->i32, k->parameter, 0), LLVMGetParam(k->function, k->parameter)};
    inst_stand(t, first);
    call(t, g->takes, args, 3);
}

/* The parameter that the address is an element of, or NULL */
static LLVMValueRef parameter_of(struct inst *t, const struct access *x)
{
    enum { DEPTH = 16 };
    LLVMValueRef v = x->pointer;
    for (int i = 0; i < DEPTH && v && !LLVMIsAArgument(v); i++) {
        v = LLVMIsAGetElementPtrInst(v) ? LLVMGetOperand(v, 0) : member_pointer_held(t, v, x);
    }
    return v && LLVMIsAArgument(v) ? v : NULL;
}

static void check(struct given *g, const struct access *x)
{
    struct inst *t = &g->t;
    LLVMValueRef parameter = parameter_of(t, x);
    for (size_t i = 0; parameter && i < g->takers.n; i++) {
        const struct taker *k = &g->takers.v[i];
        if (k->function != t->fn || LLVMGetParam(t->fn, k->parameter) != parameter)
            continue;
        LLVMValueRef args[] = {k->node, x->pointer, x->length ? x->length : LLVMConstInt(t->i64, x->size, 0),
                               site_of(t, x)};
        inst_stand(t, x->inst);
        call(t, g->inside, args, 4);
    }
}

static void check_all(struct given *g, LLVMValueRef inst)
{
    access_list here = {0};
    struct access x;
    bool stores;
    accesses_find(&g->t, &here, inst);
    if (atomic_call(&g->t, inst, &x, &stores))
        vec_push(g->t.p->a, &here, x);
    for (size_t i = 0; i < here.n; i++)
        check(g, &here.v[i]);
}

/* ---- the pass ---- */
static void each(struct given *g, LLVMValueRef f, void (*look)(struct given *g, LLVMValueRef inst))
{
    inst_enter(&g->t, f, value_name(g->t.p->a, f));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            look(g, i);
}

static void declare(struct given *g)
{
    struct inst *t = &g->t;
    LLVMTypeRef give[] = {t->i32, t->ptr, t->i64, t->i64, t->ptr}, take[] = {t->ptr, t->i32, t->ptr},
                inside[] = {t->ptr, t->ptr, t->i64, t->ptr};
    g->gives = function(t, "__gd_emu_member_given", give, 5);
    g->takes = function(t, "__gd_emu_member_taken", take, 3);
    g->inside = function(t, "__gd_emu_member_inside", inside, 4);
}

void members_given(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct given g = {.takers = {0}};
    inst_init(&g.t, w, p, m);
    declare(&g);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (is_program(&g.t, f))
            each(&g, f, gives);
    for (size_t i = 0; i < g.takers.n; i++) {
        inst_enter(&g.t, g.takers.v[i].function, value_name(p->a, g.takers.v[i].function));
        takes(&g, &g.takers.v[i]);
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        bool takes_some = false;
        for (size_t i = 0; i < g.takers.n; i++)
            takes_some |= g.takers.v[i].function == f;
        if (takes_some)
            each(&g, f, check_all);
    }
    LLVMDisposeBuilder(g.t.b);
}
