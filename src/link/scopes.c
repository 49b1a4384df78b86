/* scopes.c: in programs with -fcheck, variables on a lane's stack whose block ends before their function does, and
 * whose addresses are kept in other variables: who goes by such a pointer behind the block finds what is no longer
 * there. needs: Clang's marks of where the life of a variable begins and ends, before variables become registers. sets:
 * calls that tell the emulated device where such a life ends, and where it begins anew; what is kept is a pointer of
 * which nobody knows that it leads to the variable, so that accesses by it are looked at when they are made.
 * breaks: the marks of ends, so that no other variable gets the place before the function returns. */
#include "access.h"

#include <string.h>

enum { NODE_WORDS = 5 /* struct __gd_emu_object */ };
typedef VEC(LLVMValueRef) value_list;
struct scope {
    LLVMValueRef variable, node;
    value_list begins, ends, kept; /* marks; stores of its address */
};

/* ---- which variables ---- */
static void look_at_uses(struct inst *t, struct scope *s, LLVMValueRef v, unsigned depth)
{
    enum { DEEPEST = 8 };
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && depth < DEEPEST; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use), f = LLVMIsACallInst(user) ? LLVMGetCalledValue(user) : NULL;
        const char *name = f && LLVMIsAFunction(f) ? value_name(t->p->a, f) : "";
        if (str_starts(name, "llvm.lifetime.start"))
            vec_push(t->p->a, &s->begins, user);
        else if (str_starts(name, "llvm.lifetime.end"))
            vec_push(t->p->a, &s->ends, user);
        else if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v)
            vec_push(t->p->a, &s->kept, user);
        else if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsASelectInst(user) ||
                 LLVMIsAPHINode(user))
            look_at_uses(t, s, user, depth + 1);
    }
}

static bool ends_early(const struct scope *s)
{
    bool early = false;
    for (size_t i = 0; i < s->ends.n; i++)
        early |= !LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(s->ends.v[i])));
    return early;
}

/* ---- what is told ---- */
static void call(struct inst *t, const char *name, LLVMValueRef *args, unsigned n)
{
    LLVMTypeRef types[] = {t->ptr, t->ptr, t->i64, t->ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), types, n, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->m, name);
    LLVMValueRef made = LLVMBuildCall2(t->b, type, f ? f : LLVMAddFunction(t->m, name, type), args, n, "");
    LLVMSetMetadata(made, t->nosanitize, LLVMMDNodeInContext(t->p->ctx, NULL, 0));
}

static LLVMValueRef variable(struct inst *t, LLVMTypeRef type, const char *name)
{
    LLVMPositionBuilderBefore(t->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(t->fn)));
    LLVMSetCurrentDebugLocation2(t->b, NULL);
    return LLVMBuildAlloca(t->b, type, name);
}

static void tell_begins(struct inst *t, struct scope *s, LLVMValueRef before)
{
    inst_stand(t, before);
    call(t, "__gd_emu_scope_begins", &s->node, 1);
}

static void tell_end(struct inst *t, const struct scope *s, LLVMValueRef mark)
{
    LLVMValueRef args[] = {s->node, s->variable,
                           LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(s->variable)), 0),
                           text_constant(t, local_name(t, s->variable))};
    inst_stand(t, mark);
    call(t, "__gd_emu_scope_ends", args, 4);
    LLVMInstructionEraseFromParent(mark);
}

/* The same address, of which nobody knows where it comes from */
static void hide(struct inst *t, LLVMValueRef store)
{
    LLVMValueRef slot = variable(t, t->ptr, "__gd_kept");
    inst_stand(t, store);
    LLVMValueRef put = LLVMBuildStore(t->b, LLVMGetOperand(store, 0), slot),
                 got = LLVMBuildLoad2(t->b, t->ptr, slot, "");
    LLVMSetVolatile(put, 1);
    LLVMSetVolatile(got, 1);
    LLVMSetOperand(store, 0, got);
}

static void tell(struct inst *t, struct scope *s)
{
    s->node = variable(t, LLVMArrayType2(t->i64, NODE_WORDS), "__gd_scope");
    for (size_t i = 0; i < s->kept.n; i++)
        hide(t, s->kept.v[i]);
    for (size_t i = 0; i < s->begins.n; i++)
        tell_begins(t, s, s->begins.v[i]);
    for (size_t i = 0; i < s->ends.n; i++)
        tell_end(t, s, s->ends.v[i]);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn); b; b = LLVMGetNextBasicBlock(b))
        if (LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(b)))
            tell_begins(t, s, LLVMGetBasicBlockTerminator(b));
}

static void tell_of_function(struct inst *t)
{
    VEC(struct scope) found = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(t->fn)); i; i = LLVMGetNextInstruction(i)) {
        struct scope s = {.variable = i};
        if (!LLVMIsAAllocaInst(i) || !LLVMIsAConstantInt(LLVMGetOperand(i, 0)) || !*local_name(t, i))
            continue;
        look_at_uses(t, &s, i, 0);
        if (s.kept.n && ends_early(&s))
            vec_push(t->p->a, &found, s);
    }
    for (size_t i = 0; i < found.n; i++)
        tell(t, &found.v[i]);
}

void scopes_tell(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct inst t;
    inst_init(&t, w, p, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (inst_enter_program(&t, f))
            tell_of_function(&t);
    LLVMDisposeBuilder(t.b);
}
