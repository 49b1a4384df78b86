/* arguments.c: pointers that device code passes to library functions, whose own code is not checked (arguments.def):
 * the emulated device asks before the call whether what they lead to is there (__gd_emu_argument). */
#include "access.h"

#include <stdlib.h>
#include <string.h>

static const struct row {
    const char *name, *how;
} rows[] = {
#define ARGUMENTS(NAME, HOW) {#NAME, HOW},
#include "arguments.def"
#undef ARGUMENTS
};

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
};

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
    if (kind != ARGUMENT_STRING && object_checked(t, &x))
        return;
    LLVMValueRef args[] = {pointer, most, LLVMConstInt(t->i32, kind, 0), text_constant(t, c->name), site_of(t, &x)};
    LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->argument), t->argument, args, 5, "");
}

/* strlen(string), where the next question is put in */
static LLVMValueRef length_of(const struct passed *c, LLVMValueRef string)
{
    struct inst *t = c->t;
    LLVMTypeRef type = LLVMFunctionType(t->i64, &t->ptr, 1, 0);
    LLVMValueRef f = LLVMGetNamedFunction(t->m, "strlen");
    if (!f)
        f = LLVMAddFunction(t->m, "strlen", type);
    LLVMPositionBuilderBefore(t->b, c->call);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(c->call));
    return LLVMBuildCall2(t->b, type, f, &string, 1, "");
}

/* ---- formats of printf ---- */

static const char *format_text(LLVMValueRef format, size_t *n)
{
    LLVMValueRef init = LLVMIsAGlobalVariable(format) ? LLVMGetInitializer(format) : NULL;
    return init && LLVMIsGlobalConstant(format) && LLVMIsAConstantDataArray(init) && LLVMIsConstantString(init)
               ? LLVMGetAsString(init, n)
               : NULL;
}

/* After a '%': the conversion's letter. `next` counts the arguments that its width and precision take; *most is a
 * number, or the argument that says it. */
static const char *conversion(const struct passed *c, const char *s, const char *end, unsigned *next,
                              LLVMValueRef *most)
{
    unsigned n = LLVMGetNumArgOperands(c->call);
    for (; s < end && strchr("-+ #0123456789.*hljztLq'", *s) && *s; s++) {
        if (*s == '.' && s + 1 < end && s[1] != '*')
            *most = LLVMConstInt(c->t->i64, strtoul(s + 1, NULL, 10), 0);
        if (*s == '*' && *next < n) {
            if (s[-1] == '.')
                *most = LLVMGetOperand(c->call, *next);
            ++*next;
        }
    }
    return s;
}

static void ask_format(const struct passed *c)
{
    size_t n = 0;
    const char *s = format_text(LLVMGetOperand(c->call, 0), &n), *end = s + n;
    unsigned next = 1;
    if (!s) {
        ask(c, LLVMGetOperand(c->call, 0), ARGUMENT_STRING, NULL);
        return;
    }
    for (; s < end && *s; s++) {
        LLVMValueRef most = NULL;
        if (*s != '%')
            continue;
        s = conversion(c, s + 1, end, &next, &most);
        if (s >= end || *s == '%' || next >= LLVMGetNumArgOperands(c->call))
            continue;
        if (*s == 's')
            ask(c, LLVMGetOperand(c->call, next), ARGUMENT_STRING, most);
        next++;
    }
}

/* ---- calls ---- */

void arguments_check(struct inst *t, LLVMValueRef call)
{
    LLVMValueRef f = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(f) && !LLVMGetIntrinsicID(f) ? value_name(t->p->a, f) : NULL;
    const struct row *row = name ? row_of(call, name) : NULL;
    if (!row)
        return;
    struct passed c = {t, call, row->name};
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
            ask(&c, p, ARGUMENT_WRITTEN, LLVMBuildAdd(t->b, length_of(&c, LLVMGetOperand(call, i + 1)), one, ""));
            break;
        case 'f':
            ask_format(&c);
            break;
        default:
            break;
        }
    }
}
