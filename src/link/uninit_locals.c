/* uninit_locals.c: local variables that begin without a value (uninit.c), and rows that name them. In registers such a
 * variable is undefined, and the optimiser takes that for whatever suits it: where one way sets it and another does
 * not, it is set. So a variable begins with what a function gives that nobody sees into, and whose shadow says that it
 * was never written. What becomes no register loses these stores again: memory has shadows of its own. */
#include "uninit.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PARTS = 16 };

/* ---- rows ---- */

LLVMValueRef uninit_call(struct uninit *u, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    return LLVMBuildCall2(u->t.b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static LLVMValueRef text(struct uninit *u, const char *s)
{
    return table_constant(&u->t, "gantry_text", LLVMConstStringInContext2(u->t.p->ctx, s, strlen(s), 0), TEXT_SECTION);
}

LLVMValueRef uninit_add_row(struct uninit *u, LLVMValueRef *fields)
{
    LLVMValueRef k = LLVMConstInt(u->t.i32, u->rows.n, 0);
    vec_push(u->t.p->a, &u->rows, LLVMConstStructInContext(u->t.p->ctx, fields, UNINIT_ROW_FIELDS, 0));
    return k;
}

struct copy { /* a variable that a clause has made, which generated code has said: __GD_COPY in gantry_told.h */
    const char *clause, *name, *file;
    int line;
};

static LLVMValueRef row(struct uninit *u, const char *name, LLVMValueRef inst, const struct copy *c)
{
    struct loc where = inst ? value_loc(u->t.p->a, inst) : (struct loc){.file = ""};
    LLVMValueRef fields[UNINIT_ROW_FIELDS] = {
        name ? text(u, name) : LLVMConstPointerNull(u->t.ptr),
        text(u, c->clause ? c->file : where.file),
        text(u, inst ? u->t.fn_name : ""),
        LLVMConstInt(u->t.i32, (unsigned)(c->clause ? c->line : where.line), 0),
        LLVMConstInt(u->t.i32, (unsigned)where.col, 0),
        c->clause ? text(u, c->clause) : LLVMConstPointerNull(u->t.ptr),
    };
    return uninit_add_row(u, fields);
}

LLVMValueRef uninit_row(struct uninit *u, const char *name, LLVMValueRef inst)
{
    return row(u, name, inst, &(struct copy){0});
}

/* ---- copies that clauses make ---- */
static const char copy_mark[] = "gantry.copy", annotation[] = "gantry ";

/* the text of a call of llvm.var.annotation; NULL: it is another's */
static const char *annotated(struct arena *a, LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef f = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
    if (!f || !LLVMIsAFunction(f) || !str_starts(value_name(a, f), "llvm.var.annotation"))
        return NULL;
    LLVMValueRef global = LLVMGetOperand(call, 1),
                 init = LLVMIsAGlobalVariable(global) ? LLVMGetInitializer(global) : 0;
    const char *s = init && LLVMIsConstantString(init) ? LLVMGetAsString(init, &n) : "";
    return str_starts(s, annotation) ? arena_strndup(a, s, strnlen(s, n)) : NULL;
}

static void note_copies(const struct plan *p, LLVMValueRef f, unsigned mark)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i);
            const char *s = annotated(p->a, i);
            LLVMValueRef variable = s ? LLVMGetOperand(i, 0) : NULL;
            if (!variable)
                continue;
            LLVMMetadataRef words = LLVMMDStringInContext2(p->ctx, s, strlen(s));
            if (LLVMIsAAllocaInst(variable))
                LLVMSetMetadata(variable, mark, LLVMMetadataAsValue(p->ctx, LLVMMDNodeInContext2(p->ctx, &words, 1)));
            LLVMInstructionEraseFromParent(i);
        }
}

void uninit_copies(const struct plan *p, LLVMModuleRef m)
{
    unsigned mark = LLVMGetMDKindIDInContext(p->ctx, copy_mark, sizeof copy_mark - 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        note_copies(p, f, mark);
}

static struct copy copy_of(struct arena *a, const char *said)
{
    char *clause = str_starts(said, annotation) ? arena_strdup(a, said + sizeof annotation - 1) : NULL;
    char *line = clause ? strchr(clause, ' ') : NULL, *name = line ? strchr(line + 1, ' ') : NULL;
    char *file = name ? strchr(name + 1, ' ') : NULL;
    if (!file)
        return (struct copy){.name = said};
    *line++ = *name++ = *file++ = 0;
    return (struct copy){clause, name, file, atoi(line)};
}

LLVMValueRef uninit_row_said(struct uninit *u, const char *said, LLVMValueRef inst)
{
    struct copy c = copy_of(u->t.p->a, said);
    return row(u, c.name, inst, &c);
}

LLVMValueRef uninit_row_of(struct uninit *u, LLVMValueRef alloca, LLVMValueRef inst)
{
    unsigned n = 0, mark = LLVMGetMDKindIDInContext(u->t.p->ctx, copy_mark, sizeof copy_mark - 1);
    LLVMValueRef words = NULL, node = LLVMIsAAllocaInst(alloca) ? LLVMGetMetadata(alloca, mark) : NULL;
    if (!node)
        return uninit_row(u, value_name(u->t.p->a, alloca), inst);
    LLVMGetMDNodeOperands(node, &words);
    const char *s = LLVMGetMDString(words, &n);
    return uninit_row_said(u, arena_strndup(u->t.p->a, s, n), inst);
}

/* ---- before registers are made ---- */

struct variable {
    struct uninit *u;
    LLVMValueRef alloca, row;
};

static void begin_scalar(struct variable *v, LLVMTypeRef type, uint64_t offset)
{
    struct uninit *u = v->u;
    unsigned bytes = (unsigned)LLVMStoreSizeOfType(u->t.layout, type), k = 0;
    while (k < 4 && bytes != 1u << k)
        k++;
    if (k == 4)
        return;
    LLVMValueRef at = LLVMConstInt(u->t.i64, offset, 0);
    LLVMValueRef p = LLVMBuildGEP2(u->t.b, u->ints[0], v->alloca, &at, 1, "");
    LLVMValueRef never = uninit_call(u, u->never[k], &v->row, 1);
    if (type == LLVMGetAllocatedType(v->alloca))
        LLVMSetMetadata(never, u->whole, u->mark);
    LLVMBuildStore(u->t.b, never, p);
}

/* counts the parts of a type, or lets each begin */
static unsigned parts(struct variable *v, LLVMTypeRef type, uint64_t offset, bool begin)
{
    LLVMTargetDataRef layout = v->u->t.layout;
    unsigned n = 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type) && n <= MOST_PARTS; i++)
            n += parts(v, LLVMStructGetTypeAtIndex(type, i), offset + LLVMOffsetOfElement(layout, type, i), begin);
        return n;
    case LLVMArrayTypeKind:
        for (uint64_t i = 0; i < LLVMGetArrayLength2(type) && n <= MOST_PARTS; i++)
            n += parts(v, LLVMGetElementType(type), offset + i * LLVMABISizeOfType(layout, LLVMGetElementType(type)),
                       begin);
        return n;
    default:
        if (begin)
            begin_scalar(v, type, offset);
        return 1;
    }
}

static void begin_behind(struct variable *v, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(v->u->t.b, LLVMGetNextInstruction(inst));
    LLVMSetCurrentDebugLocation2(v->u->t.b, LLVMInstructionGetDebugLoc(inst));
    v->row = uninit_row_of(v->u, v->alloca, inst);
    parts(v, LLVMGetAllocatedType(v->alloca), 0, true);
}

static bool is_beginning(struct uninit *u, LLVMValueRef inst, LLVMValueRef variable)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return f && LLVMIsAFunction(f) && str_starts(value_name(u->t.p->a, f), "llvm.lifetime.start") &&
           LLVMGetOperand(inst, 1) == variable;
}

static void variable_begins(struct uninit *u, LLVMValueRef alloca, LLVMValueRef last_alloca)
{
    struct variable v = {u, alloca, NULL};
    VEC(LLVMValueRef) beginnings = {0};
    if (!LLVMIsAConstantInt(LLVMGetOperand(alloca, 0)) || LLVMConstIntGetZExtValue(LLVMGetOperand(alloca, 0)) != 1 ||
        parts(&v, LLVMGetAllocatedType(alloca), 0, false) > MOST_PARTS)
        return;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
        if (is_beginning(u, LLVMGetUser(use), alloca))
            vec_push(u->t.p->a, &beginnings, LLVMGetUser(use));
    for (size_t i = 0; i < beginnings.n; i++)
        begin_behind(&v, beginnings.v[i]);
    if (!beginnings.n)
        begin_behind(&v, last_alloca);
}

static void function_begins(struct uninit *u, LLVMValueRef f)
{
    VEC(LLVMValueRef) allocas = {0};
    inst_enter(&u->t, f, value_name(u->t.p->a, f));
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f);
    for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i))
            vec_push(u->t.p->a, &allocas, i);
    for (size_t i = 0; i < allocas.n; i++)
        variable_begins(u, allocas.v[i], allocas.v[allocas.n - 1]);
}

/* Until registers are made nothing is known of these functions but that they have no effects. */
void uninit_locals_begin(struct uninit *u)
{
    static const char *const names[] = {"gantry_uninit_never_1", "gantry_uninit_never_2", "gantry_uninit_never_4",
                                        "gantry_uninit_never_8"};
    static const char *const promises[] = {"memory", "willreturn", "nounwind"}; /* memory(none) is 0 */
    for (unsigned k = 0; k < 4; k++) {
        u->never[k] = LLVMAddFunction(u->t.m, names[k], LLVMFunctionType(u->ints[k], &u->t.i32, 1, 0));
        for (size_t i = 0; i < sizeof promises / sizeof *promises; i++)
            LLVMAddAttributeAtIndex(
                u->never[k], (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                LLVMCreateEnumAttribute(u->t.p->ctx, LLVMGetEnumAttributeKindForName(promises[i], strlen(promises[i])),
                                        0));
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(u->t.m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && !is_runtime(f, value_name(u->t.p->a, f)))
            function_begins(u, f);
}

/* ---- afterwards ---- */

static bool is_variable(LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p) || LLVMIsABitCastInst(p))
        p = LLVMGetOperand(p, 0);
    return LLVMIsAAllocaInst(p);
}

/* What else the value was copied to has no value either. */
static void drop_stores(LLVMValueRef v)
{
    for (LLVMUseRef use = LLVMGetFirstUse(v), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == v) {
            if (is_variable(LLVMGetOperand(user, 1)))
                LLVMInstructionEraseFromParent(user);
        } else if (LLVMIsABitCastInst(user) || LLVMIsAIntToPtrInst(user)) {
            drop_stores(user);
            if (!LLVMGetFirstUse(user))
                LLVMInstructionEraseFromParent(user);
        }
    }
}

void uninit_locals_end(struct uninit *u)
{
    for (unsigned k = 0; k < 4; k++)
        for (LLVMUseRef use = LLVMGetFirstUse(u->never[k]), next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            drop_stores(call);
            if (!LLVMGetFirstUse(call))
                LLVMInstructionEraseFromParent(call);
        }
}
