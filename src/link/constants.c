/* constants.c: the constants of an image, for the emulated device: they lie beside its variables, in memory that can be
 * written, so that a store to one would go unnoticed. What is stored to a constant by its name is told where it stands
 * (an optimiser would leave it out), what is stored through a pointer when it gets there: __gd_emu_constant. */
#include "access.h"

#include "gantry_emulated.h"

bool constant_told(struct inst *t, const struct access *x, const struct base *base)
{
    bool stores = x->kind != SITE_LOAD && !LLVMIsALoadInst(x->inst);
    if (!stores || !base->object || !LLVMIsAGlobalVariable(base->object) || !LLVMIsGlobalConstant(base->object))
        return false;
    LLVMValueRef n = x->length ? x->length : LLVMConstInt(t->i64, x->size, 0);
    LLVMValueRef args[] = {x->pointer, LLVMBuildZExtOrBitCast(t->b, n, t->i64, ""),
                           text_constant(t, variable_name(t, base->object)), site_of(t, x)};
    call_insert(t, t->constant, args, 4);
    return true;
}

static bool is_constant(LLVMValueRef g)
{
    const char *section = LLVMGetSection(g);
    return !LLVMIsDeclaration(g) && LLVMIsGlobalConstant(g) && !LLVMIsThreadLocal(g) && !(section && *section);
}

/* rows of struct __gd_emu_constant, the last without an address */
void constants_table(struct inst *t)
{
    VEC(LLVMValueRef) rows = {0};
    LLVMTypeRef row_type = NULL;
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->m), next; g; g = next) {
        next = LLVMGetNextGlobal(g);
        if (!is_constant(g))
            continue;
        LLVMValueRef fields[] = {g, LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, LLVMGlobalGetValueType(g)), 0),
                                 text_constant(t, variable_name(t, g))};
        vec_push(t->p->a, &rows, LLVMConstStructInContext(t->p->ctx, fields, 3, 0));
    }
    if (!rows.n)
        return;
    row_type = LLVMTypeOf(rows.v[0]);
    vec_push(t->p->a, &rows, LLVMConstNull(row_type));
    LLVMSetLinkage(table_constant(t, CONSTANT_TABLE, LLVMConstArray2(row_type, rows.v, rows.n), SITE_SECTION),
                   LLVMExternalLinkage);
}
