/* members.c: in programs with -fcheck an access must lie in the array that is a member of a structure (s.a[i]), where
 * it is made from that array: the types of the address computation tell, for pointers to its elements (p = s.a; p[i])
 * and for blocks that library functions fill (strcpy(s.a, …)), too. Rows of an array are not judged apart: programs
 * take arrays of several dimensions for flat ones. Nor is a last member of one element or none, which may stand for any
 * number; nor the address of a member as a whole (&s.a), from which programs clear several.
 *
 * Indices that are constants are judged before variables become registers, since nothing is left of them then
 * (members_known); what is not known then, with the other accesses (members_check). */
#include "access.h"

#include <ctype.h>
#include <string.h>

struct member { /* an array that is a member of a structure */
    LLVMValueRef at;
    LLVMTypeRef type;
    bool known; /* the access is so many bytes from `at`: */
    int64_t offset;
};

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* Does a step into member k of a structure, of type `member`, lead to an array whose length says where it ends? */
static bool is_bounded(LLVMTypeRef structure, unsigned k, LLVMTypeRef member)
{
    bool last = k + 1 == LLVMCountStructElementTypes(structure);
    return LLVMGetTypeKind(member) == LLVMArrayTypeKind && !(last && LLVMGetArrayLength2(member) <= 1);
}

/* The type that the first n operands of an address computation lead to. bounded: is it such an array? */
static LLVMTypeRef type_after(LLVMValueRef gep, int n, bool *bounded)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    *bounded = false;
    for (int i = 2; i < n; i++) {
        LLVMTypeRef outer = type;
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
            type = LLVMGetElementType(type);
            *bounded = false;
            continue;
        }
        unsigned k = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, (unsigned)i));
        type = LLVMStructGetTypeAtIndex(outer, k);
        *bounded = is_bounded(outer, k, type);
    }
    return type;
}

/* Constants of zero are left out of addresses of variables of file scope: their first members. */
static bool begins_with(LLVMTypeRef outer, LLVMTypeRef array)
{
    for (LLVMTypeRef type = outer;; outer = type) {
        bool structure = LLVMGetTypeKind(outer) == LLVMStructTypeKind;
        if (structure && !LLVMCountStructElementTypes(outer))
            return false;
        if (!structure && LLVMGetTypeKind(outer) != LLVMArrayTypeKind)
            return false;
        type = structure ? LLVMStructGetTypeAtIndex(outer, 0) : LLVMGetElementType(outer);
        if (structure && type == array)
            return is_bounded(outer, 0, type);
    }
}

/* Is `v` the address of an array of this type that is a member? */
static bool leads_to_member(LLVMValueRef v, LLVMTypeRef array)
{
    bool bounded = false;
    if (LLVMIsAGlobalVariable(v))
        return begins_with(LLVMGlobalGetValueType(v), array);
    return is_gep(v) && type_after(v, LLVMGetNumOperands(v), &bounded) == array && bounded;
}

LLVMTypeRef member_decayed(LLVMValueRef v)
{
    LLVMTypeRef array = LLVMIsAGetElementPtrInst(v) ? LLVMGetGEPSourceElementType(v) : NULL;
    if (!array || LLVMGetTypeKind(array) != LLVMArrayTypeKind || LLVMGetNumOperands(v) != 3)
        return NULL;
    for (unsigned i = 1; i < 3; i++)
        if (!LLVMIsAConstantInt(LLVMGetOperand(v, i)) || LLVMConstIntGetZExtValue(LLVMGetOperand(v, i)) != 0)
            return NULL;
    return leads_to_member(LLVMGetOperand(v, 0), array) ? array : NULL;
}

static LLVMTypeRef innermost(LLVMTypeRef type)
{
    while (LLVMGetTypeKind(type) == LLVMArrayTypeKind)
        type = LLVMGetElementType(type);
    return type;
}

/* ---- from an access inwards, as long as types tell what the addresses are of ---- */
struct walk {
    LLVMValueRef at;
    bool known;
    int64_t offset;      /* of the access from `at`, where it is known */
    LLVMTypeRef through; /* pointers to this type have been moved since */
};
typedef VEC(struct member) member_list;

/* Several steps in one computation: those of constants (s.a[1].b[7]). */
static void steps_inside(struct inst *t, const struct walk *w, LLVMValueRef gep, int64_t whole, member_list *out)
{
    int n = LLVMGetNumOperands(gep);
    LLVMValueRef indices[16];
    for (int i = 1; i < n && i <= 16; i++) {
        bool bounded;
        LLVMTypeRef type = type_after(gep, i, &bounded);
        int64_t offset = 0;
        if (i > 2 && bounded && w->known) {
            LLVMValueRef prefix =
                LLVMConstGEP2(LLVMGetGEPSourceElementType(gep), LLVMGetOperand(gep, 0), indices, (unsigned)i - 1);
            if (is_gep(prefix) && gep_offset(t, prefix, &offset))
                vec_push(t->p->a, out, (struct member){prefix, type, true, w->offset + whole - offset});
        }
        indices[i - 1] = LLVMGetOperand(gep, (unsigned)i);
    }
}

/* false: what is further inwards is not known to be of the same object */
static bool step(struct inst *t, const struct access *x, struct walk *w, member_list *out)
{
    LLVMValueRef gep = w->at, in = LLVMGetOperand(gep, 0);
    LLVMTypeRef source = LLVMGetGEPSourceElementType(gep);
    LLVMTypeKind kind = LLVMGetTypeKind(source);
    bool array = kind == LLVMArrayTypeKind, aggregate = array || kind == LLVMStructTypeKind;
    int64_t offset = 0;
    w->known = gep_offset(t, gep, &offset) && w->known;
    if (w->through && aggregate && !(array && innermost(source) == w->through))
        return false;
    if (!aggregate && (w->through ? w->through != source : out->n || w->at != x->pointer))
        return false;
    if (!aggregate && !x->length && x->size != LLVMStoreSizeOfType(t->layout, source))
        return false; /* as something else, in a program's own container */
    w->through = aggregate ? NULL : source;
    if (LLVMIsAConstant(gep))
        steps_inside(t, w, gep, offset, out);
    w->offset += offset;
    w->at = in;
    if (array && leads_to_member(in, source))
        vec_push(t->p->a, out, (struct member){in, source, w->known, w->offset});
    return true;
}

/* the block that is always left for this one; NULL: there are several, or one that others are left from, too */
static LLVMBasicBlockRef block_before(struct inst *t, LLVMBasicBlockRef b)
{
    LLVMBasicBlockRef only = NULL;
    unsigned n = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use; use = LLVMGetNextUse(use), n++) {
        LLVMValueRef from = LLVMGetUser(use);
        only = LLVMIsAInstruction(from) ? LLVMGetInstructionParent(from) : NULL;
        if (only && LLVMIsABranchInst(from) && block_goes_on(t, only) == b)
            return only;
    }
    return n == 1 ? only : NULL;
}

/* Has the program always computed `v` when it comes to `inst`? */
static bool is_there(struct inst *t, LLVMValueRef v, LLVMValueRef inst)
{
    enum { MOST_BLOCKS = 64 };
    LLVMBasicBlockRef block = LLVMIsAInstruction(v) ? LLVMGetInstructionParent(v) : NULL;
    if (!block || block == LLVMGetEntryBasicBlock(t->fn))
        return true;
    LLVMBasicBlockRef here = LLVMGetInstructionParent(inst);
    for (unsigned i = 0; here && here != block && i < MOST_BLOCKS; i++)
        inst = (here = block_before(t, here)) != NULL ? LLVMGetBasicBlockTerminator(here) : NULL;
    while (here == block && inst && inst != v)
        inst = LLVMGetPreviousInstruction(inst);
    return here == block && inst != NULL;
}

LLVMValueRef member_pointer_held(struct inst *t, LLVMValueRef v, const struct access *x)
{
    LLVMValueRef held = LLVMIsALoadInst(v) ? stored_once(t, LLVMGetOperand(v, 0)) : NULL;
    return held && is_there(t, held, x->inst) ? held : NULL;
}

static member_list members_of(struct inst *t, const struct access *x)
{
    enum { DEPTH = 64 };
    struct walk w = {.at = x->pointer, .known = true};
    member_list found = {0};
    for (int depth = 0; depth < DEPTH; depth++) {
        LLVMValueRef held = member_pointer_held(t, w.at, x);
        if (held)
            w.at = held;
        else if (!is_gep(w.at) || !step(t, x, &w, &found))
            break;
    }
    return found;
}

/* ---- names ----
 * What generated code calls a member is the name of the value that is its address, and a number where the function has
 * several of that name. */
static const char *without_number(struct inst *t, LLVMValueRef gep)
{
    const char *name = value_name(t->p->a, gep);
    size_t n = strlen(name);
    if (n && isdigit((unsigned char)name[n - 1])) /* or a member of such a name: nobody knows */
        return NULL;
    return *name && !strchr(name, '.') ? name : NULL;
}

static bool same_member(LLVMValueRef a, LLVMValueRef b)
{
    int n = LLVMGetNumOperands(a);
    return is_gep(b) && n == LLVMGetNumOperands(b) &&
           LLVMGetGEPSourceElementType(a) == LLVMGetGEPSourceElementType(b) &&
           LLVMGetOperand(a, (unsigned)n - 1) == LLVMGetOperand(b, (unsigned)n - 1);
}

static const char *field_name(struct inst *t, LLVMValueRef gep)
{
    const char *name = without_number(t, gep);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn); b && !name; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i && !name; i = LLVMGetNextInstruction(i))
            if (same_member(gep, i))
                name = without_number(t, i);
    return name;
}

/* that of a variable which is visible here, or that generated code tells of */
static const char *root_name(struct inst *t, LLVMValueRef v)
{
    LLVMValueRef call = within_of(t, v), text = call ? within_told(call).name : NULL;
    size_t n;
    if (text && LLVMIsAGlobalVariable(text) && LLVMIsConstantString(LLVMGetInitializer(text)))
        return LLVMGetAsString(LLVMGetInitializer(text), &n);
    return local_name(t, v);
}

const char *member_path(struct inst *t, LLVMValueRef at)
{
    const char *path = "";
    for (; is_gep(at); at = LLVMGetOperand(at, 0)) {
        LLVMValueRef last = LLVMGetOperand(at, (unsigned)LLVMGetNumOperands(at) - 1);
        bool one = LLVMGetNumOperands(at) == 3;
        if (one && LLVMGetTypeKind(LLVMGetGEPSourceElementType(at)) == LLVMStructTypeKind) {
            const char *field = field_name(t, at);
            path = field && path ? arena_printf(t->p->a, ".%s%s", field, path) : NULL;
        } else if (LLVMIsAConstantInt(last) && path) {
            path = arena_printf(t->p->a, "[%lld]%s", LLVMConstIntGetSExtValue(last), path);
        } else if (path) {
            path = arena_printf(t->p->a, "[]%s", path);
        }
        path = one ? path : NULL;
    }
    const char *name = LLVMIsAGlobalVariable(at) ? variable_name(t, at) : root_name(t, at);
    bool whole = path && *path && !LLVMIsAGlobalVariable(at);
    return *name ? arena_printf(t->p->a, "%s%s", name, whole ? path : ".") : NULL;
}

/* ---- checks ---- */

/* Told where the program comes there. known: it is outside, so that nothing needs asking */
static void insert(struct inst *t, const struct access *x, const struct member *m, bool known)
{
    LLVMTypeRef params[] = {t->ptr, t->i64, t->ptr, t->i64, t->i64, t->ptr, t->ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), params, 7, 0);
    LLVMValueRef f = known ? LLVMGetNamedFunction(t->m, "__gd_emu_bad_member") : t->member;
    const char *name = member_path(t, m->at);
    if (!f)
        f = LLVMAddFunction(t->m, "__gd_emu_bad_member", type);
    LLVMPositionBuilderBefore(t->b, x->inst);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(x->inst));
    LLVMValueRef args[] = {x->pointer,
                           x->length ? x->length : LLVMConstInt(t->i64, x->size, 0),
                           m->at,
                           LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, m->type), 0),
                           LLVMConstInt(t->i64, LLVMABISizeOfType(t->layout, LLVMGetElementType(m->type)), 0),
                           name ? text_constant(t, name) : LLVMConstPointerNull(t->ptr),
                           site_of(t, x)};
    LLVMValueRef call = LLVMBuildCall2(t->b, type, f, args, 7, "");
    if (known)
        LLVMSetMetadata(call, t->nosanitize, LLVMMDNodeInContext(t->p->ctx, NULL, 0));
}

static bool is_inside(struct inst *t, const struct access *x, const struct member *m)
{
    uint64_t bytes = LLVMABISizeOfType(t->layout, m->type);
    return m->offset >= 0 && x->size <= bytes && (uint64_t)m->offset <= bytes - x->size;
}

void members_check(struct inst *t, const struct access *x)
{
    member_list found = members_of(t, x);
    for (size_t i = 0; i < found.n; i++) {
        const struct member *m = &found.v[i];
        if (!m->known || x->length || !is_inside(t, x, m))
            insert(t, x, m, false);
    }
}

static void check_known(struct inst *t, LLVMValueRef inst)
{
    access_list here = {0};
    struct access x;
    bool stores;
    accesses_find(t, &here, inst);
    if (atomic_call(t, inst, &x, &stores))
        vec_push(t->p->a, &here, x);
    for (size_t i = 0; i < here.n; i++) {
        member_list found = here.v[i].length ? (member_list){0} : members_of(t, &here.v[i]);
        for (size_t k = 0; k < found.n; k++)
            if (found.v[k].known && !is_inside(t, &here.v[i], &found.v[k]))
                insert(t, &here.v[i], &found.v[k], true);
    }
}

void members_known(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct inst t;
    inst_init(&t, w, p, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = inst_enter_program(&t, f) ? LLVMGetFirstBasicBlock(f) : NULL; b;
             b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                check_known(&t, i);
    LLVMDisposeBuilder(t.b);
}
