/* arguments.c: pointers that device code passes to library functions, whose own code is not checked (arguments.def):
 * the emulated device asks before the call whether what they lead to is there (__gd_emu_argument). */
#include "access.h"

#include <string.h>

#include "gantry_emulated.h"

static const struct row {
    const char *name, *how;
} rows[] = {
#define ARGUMENTS(NAME, HOW) {#NAME, HOW},
#include "arguments.def"
#undef ARGUMENTS
};

/* of those that stop where their answer is known */
static const struct looks {
    const char *name;
    unsigned how, other, most;
} looks[] = {
#define LOOKS(NAME, HOW, OTHER, MOST) {#NAME, __GD_EMU_LOOKS_##HOW, OTHER, MOST},
#include "looks.def"
#undef LOOKS
};

static const struct looks *looks_of(const char *name)
{
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (strcmp(looks[i].name, name) == 0)
            return &looks[i];
    return NULL;
}

static const struct row *row_of(LLVMValueRef call, const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0 && strlen(rows[i].how) <= LLVMGetNumArgOperands(call))
            return &rows[i];
    return NULL;
}

struct passed {
    struct inst *t;
    LLVMValueRef call;
    const char *name;
    const struct looks *looks; /* NULL: it looks at all of it */
};

/* In programs with -fcheck: what the function does there others may notice (struct __gd_emu_judged_site). */
static void tell(struct inst *t, const struct access *x, unsigned kind)
{
    LLVMTypeRef params[] = {t->ptr, t->i64, t->i32, t->ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), params, 4, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->m, "__gd_emu_called"), root = base_of(t, x->pointer).root;
    if (LLVMIsAAllocaInst(root))
        return;
    if (!f)
        f = LLVMAddFunction(t->m, "__gd_emu_called", type);
    bool writes = kind == ARGUMENT_WRITTEN;
    LLVMValueRef fields[] = {site_constant(t, x), text_constant(t, variable_name(t, root)),
                             LLVMConstInt(t->i32, writes ? __GD_EMU_WRITE : __GD_EMU_READ, 0),
                             LLVMConstInt(t->i32, 0, 0)};
    LLVMValueRef v = LLVMConstStructInContext(t->p->ctx, fields, sizeof fields / sizeof *fields, 0);
    LLVMValueRef site = LLVMAddGlobal(t->m, LLVMTypeOf(v), "gantry_judged_site");
    LLVMSetInitializer(site, v);
    LLVMSetLinkage(site, LLVMPrivateLinkage);
    LLVMSetSection(site, ".data.gantry_judged_sites");
    LLVMValueRef args[] = {x->pointer, x->length, LLVMConstInt(t->i32, kind, 0), site};
    LLVMBuildCall2(t->b, type, f, args, 4, "");
}

/* kind: see __gd_emu_argument; most: bytes, NULL: no limit */
static void ask(const struct passed *c, LLVMValueRef pointer, unsigned kind, LLVMValueRef most)
{
    struct inst *t = c->t;
    struct access x = {.inst = c->call, .pointer = pointer, .kind = kind >= ARGUMENT_WRITTEN ? SITE_STORE : SITE_LOAD};
    if (LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind)
        return;
    LLVMPositionBuilderBefore(t->b, c->call);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(c->call));
    most = most ? LLVMBuildZExtOrBitCast(t->b, most, t->i64, "") : LLVMConstAllOnes(t->i64);
    x.length = most;
    if (kind == ARGUMENT_STRING || !object_checked(t, &x)) {
        unsigned asked = kind == ARGUMENT_STRING && c->looks ? ARGUMENT_LOOKED_AT : kind;
        LLVMValueRef how = LLVMConstInt(t->i32, asked, 0);
        LLVMValueRef args[] = {pointer, most, how, text_constant(t, c->name), site_of(t, &x)};
        LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->argument), t->argument, args, 5, "");
    }
    if (t->p->o->check && kind != ARGUMENT_STRING)
        members_check(t, &x);
    if (t->p->o->check)
        tell(t, &x, kind);
}

/* strlen(string), or strnlen(string, most), where the next question is put in */
static LLVMValueRef length_of(const struct passed *c, LLVMValueRef string, LLVMValueRef most)
{
    struct inst *t = c->t;
    LLVMTypeRef params[] = {t->ptr, t->i64}, type = LLVMFunctionType(t->i64, params, most ? 2 : 1, 0);
    const char *name = most ? "strnlen" : "strlen";
    LLVMValueRef f = LLVMGetNamedFunction(t->m, name), args[] = {string, most};
    if (!f)
        f = LLVMAddFunction(t->m, name, type);
    LLVMPositionBuilderBefore(t->b, c->call);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(c->call));
    return LLVMBuildCall2(t->b, type, f, args, most ? 2 : 1, "");
}

/* The second string is written behind the first: both are asked for before, so that strlen runs over neither. */
static void ask_appended(const struct passed *c, LLVMValueRef to, LLVMValueRef from, LLVMValueRef most)
{
    struct inst *t = c->t;
    ask(c, to, ARGUMENT_STRING, NULL);
    ask(c, from, ARGUMENT_STRING, most);
    LLVMValueRef there = length_of(c, to, NULL), more = length_of(c, from, most);
    LLVMValueRef end = LLVMBuildGEP2(t->b, LLVMInt8TypeInContext(t->p->ctx), to, &there, 1, "");
    ask(c, end, ARGUMENT_WRITTEN, LLVMBuildAdd(t->b, more, LLVMConstInt(t->i64, 1, 0), ""));
}

/* printf, whose format says what it does with the other arguments: that is looked at when it is called */
static void ask_format(const struct passed *c)
{
    struct inst *t = c->t;
    LLVMTypeRef pointers[] = {t->ptr, t->ptr, t->ptr, t->ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), pointers, 4, 1);
    LLVMValueRef f = LLVMGetNamedFunction(t->m, "__gd_emu_format");
    if (!f)
        f = LLVMAddFunction(t->m, "__gd_emu_format", type);
    struct access reads = {.inst = c->call, .kind = SITE_LOAD}, writes = {.inst = c->call, .kind = SITE_STORE};
    unsigned n = LLVMGetNumArgOperands(c->call), k = 0;
    LLVMValueRef *args = arena_alloc(t->p->a, (n + 3) * sizeof *args);
    args[k++] = text_constant(t, c->name);
    args[k++] = site_of(t, &reads);
    args[k++] = site_of(t, &writes);
    for (unsigned i = 0; i < n; i++)
        args[k++] = LLVMGetOperand(c->call, i);
    LLVMPositionBuilderBefore(t->b, c->call);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(c->call));
    LLVMBuildCall2(t->b, type, f, args, k, "");
}

/* In programs with -fcheck: the bytes that decide must have values. All pointers have been asked for. */
static void ask_looks(const struct passed *c)
{
    struct inst *t = c->t;
    LLVMTypeRef params[] = {t->ptr, t->i64, t->i64, t->i32, t->ptr, t->ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), params, 6, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->m, "__gd_emu_looks"), other = LLVMGetOperand(c->call, c->looks->other);
    struct access x = {.inst = c->call, .kind = SITE_LOAD};
    if (!f)
        f = LLVMAddFunction(t->m, "__gd_emu_looks", type);
    LLVMPositionBuilderBefore(t->b, c->call);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(c->call));
    LLVMValueRef args[] = {
        LLVMGetOperand(c->call, 0),
        LLVMGetTypeKind(LLVMTypeOf(other)) == LLVMPointerTypeKind ? LLVMBuildPtrToInt(t->b, other, t->i64, "")
                                                                  : LLVMBuildZExtOrBitCast(t->b, other, t->i64, ""),
        c->looks->most ? LLVMGetOperand(c->call, c->looks->most) : LLVMConstAllOnes(t->i64),
        LLVMConstInt(t->i32, c->looks->how, 0),
        text_constant(t, c->name),
        site_of(t, &x),
    };
    LLVMBuildCall2(t->b, type, f, args, 6, "");
}

/* ---- calls ---- */

void arguments_check(struct inst *t, LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(f) && !LLVMGetIntrinsicID(f) ? value_name(t->p->a, f) : NULL;
    const struct row *row = name ? row_of(call, name) : NULL;
    if (!row)
        return;
    struct passed c = {t, call, row->name, looks_of(row->name)};
    LLVMValueRef one = LLVMConstInt(t->i64, 1, 0), last = LLVMGetOperand(call, (unsigned)strlen(row->how) - 1);
    for (unsigned i = 0; row->how[i]; i++) {
        LLVMValueRef p = LLVMGetOperand(call, i);
        switch (row->how[i]) {
        case 's':
            ask(&c, p, ARGUMENT_STRING, NULL);
            break;
        case 't':
            ask(&c, p, ARGUMENT_STRING, last);
            break;
        case '1':
            ask(&c, p, ARGUMENT_READ, one);
            break;
        case 'w':
            ask(&c, p, ARGUMENT_WRITTEN, one);
            break;
        case 'r':
            ask(&c, p, ARGUMENT_READ, last);
            break;
        case 'o':
            ask(&c, p, ARGUMENT_WRITTEN, last);
            break;
        case 'c': /* the string is asked for first: strlen must not run over it */
            ask(&c, LLVMGetOperand(call, i + 1), ARGUMENT_STRING, NULL);
            ask(&c, p, ARGUMENT_WRITTEN, LLVMBuildAdd(t->b, length_of(&c, LLVMGetOperand(call, i + 1), NULL), one, ""));
            break;
        case 'a':
            ask_appended(&c, p, LLVMGetOperand(call, i + 1), row->how[i + 1] == 't' ? last : NULL);
            i++;
            break;
        case 'f':
            ask_format(&c);
            break;
        default:
            break;
        }
    }
    if (c.looks && t->p->o->check)
        ask_looks(&c);
}
