/* uninit_before.c: device code made ready for LLVM's MemorySanitizer (uninit.c): what the emulated device and the
 * host's library do with uninitialised values is said in instructions that it understands. */
#include "uninit.h"

#include "../tables/tables.h"

#include <string.h>

#include "gantry_emulated.h"

typedef VEC(LLVMValueRef) value_list;

static bool is_named(const struct uninit *u, LLVMValueRef f, const char *name)
{
    return f && LLVMIsAFunction(f) && strcmp(value_name(u->t.p->a, f), name) == 0;
}

static void after(struct uninit *u, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(u->t.b, LLVMGetNextInstruction(inst));
    LLVMSetCurrentDebugLocation2(u->t.b, LLVMInstructionGetDebugLoc(inst));
}

static void before(struct uninit *u, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(u->t.b, inst);
    LLVMSetCurrentDebugLocation2(u->t.b, LLVMInstructionGetDebugLoc(inst));
}

static unsigned bits_of(struct uninit *u, LLVMTypeRef type)
{
    LLVMTypeKind k = LLVMGetTypeKind(type);
    if (k == LLVMIntegerTypeKind)
        return LLVMGetIntTypeWidth(type);
    if (k == LLVMPointerTypeKind)
        return 64;
    return k == LLVMFloatTypeKind || k == LLVMDoubleTypeKind || k == LLVMHalfTypeKind
               ? (unsigned)LLVMSizeOfTypeInBits(u->t.layout, type)
               : 0;
}

/* the value as an integer of its size; NULL: it is no scalar that fits one */
static LLVMValueRef as_integer(struct uninit *u, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    unsigned bits = bits_of(u, type);
    if (!bits)
        return NULL;
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return v;
    LLVMTypeRef to = LLVMIntTypeInContext(u->t.p->ctx, bits);
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? LLVMBuildPtrToInt(u->t.b, v, to, "")
                                                        : LLVMBuildBitCast(u->t.b, v, to, "");
}

static LLVMValueRef from_integer(struct uninit *u, LLVMValueRef v, LLVMTypeRef type)
{
    LLVMTypeKind k = LLVMGetTypeKind(type);
    if (k == LLVMIntegerTypeKind)
        return v;
    return k == LLVMPointerTypeKind ? LLVMBuildIntToPtr(u->t.b, v, type, "") : LLVMBuildBitCast(u->t.b, v, type, "");
}

static value_list users_of(struct uninit *u, LLVMValueRef v)
{
    value_list users = {0};
    for (LLVMUseRef use = LLVMGetFirstUse(v); use; use = LLVMGetNextUse(use))
        vec_push(u->t.p->a, &users, LLVMGetUser(use));
    return users;
}

static void replace_in(const value_list *users, LLVMValueRef v, LLVMValueRef by)
{
    for (size_t i = 0; i < users->n; i++)
        for (int o = 0; o < LLVMGetNumOperands(users->v[i]); o++)
            if (LLVMGetOperand(users->v[i], (unsigned)o) == v)
                LLVMSetOperand(users->v[i], (unsigned)o, by);
}

/* 0 as an integer of `type`, uninitialised where any of v is: the pass takes x ^ x for as good as x */
static LLVMValueRef zero_of(struct uninit *u, LLVMValueRef v, LLVMTypeRef type)
{
    LLVMValueRef x = as_integer(u, v);
    if (!x || LLVMIsAConstant(v))
        return NULL;
    LLVMValueRef none = LLVMBuildXor(u->t.b, x, x, "");
    LLVMValueRef any = LLVMBuildICmp(u->t.b, LLVMIntNE, none, LLVMConstNull(LLVMTypeOf(x)), "");
    return LLVMBuildSExt(u->t.b, any, type, "");
}

/* an instruction of which the pass asks that v is initialised: the divisor of a division; kind: u->prints, u->decides,
 * u->leads */
static void ask_for(struct uninit *u, LLVMValueRef v, unsigned kind)
{
    LLVMValueRef zero = zero_of(u, v, u->t.i32), one = LLVMConstInt(u->t.i32, 1, 0);
    if (!zero)
        return;
    LLVMValueRef divisor = LLVMBuildAdd(u->t.b, zero, one, "");
    LLVMValueRef asks = LLVMBuildUDiv(u->t.b, one, divisor, "");
    if (LLVMIsAInstruction(asks))
        LLVMSetMetadata(asks, kind, u->mark);
}

/* The pass asks for the addresses of loads and stores, for conditions of branches, and not for what else decides: the
 * addresses of updates, which are often calls of the device's runtime, those of calls and of block copies, the
 * condition of a choice. v: of the instruction */
static void ask_before(struct uninit *u, LLVMValueRef inst, LLVMValueRef v, unsigned kind, bool user)
{
    if (!user)
        return;
    before(u, inst);
    ask_for(u, v, kind);
}

/* ---- the host's library ---- */

/* What a function of it stores: bytes, a string, or as many as an argument says (times another). */
enum extent { BYTES, STRING, ARGUMENT, PRODUCT, COPY };
static const struct writer {
    const char *name;
    unsigned pointer; /* number of the argument */
    enum extent extent;
    unsigned n;
} writers[] = {
    {"frexp", 1, BYTES, 4},    {"frexpf", 1, BYTES, 4},     {"modf", 1, BYTES, 8},       {"modff", 1, BYTES, 4},
    {"remquo", 2, BYTES, 4},   {"remquof", 2, BYTES, 4},    {"sincos", 1, BYTES, 8},     {"sincos", 2, BYTES, 8},
    {"sincosf", 1, BYTES, 4},  {"sincosf", 2, BYTES, 4},    {"strtol", 1, BYTES, 8},     {"strtoll", 1, BYTES, 8},
    {"strtoul", 1, BYTES, 8},  {"strtoull", 1, BYTES, 8},   {"strtoimax", 1, BYTES, 8},  {"strtoumax", 1, BYTES, 8},
    {"strtok_r", 2, BYTES, 8}, {"strcpy", 0, STRING, 0},    {"strcat", 0, STRING, 0},    {"strncat", 0, STRING, 0},
    {"stpcpy", 0, STRING, 0},  {"strncpy", 0, ARGUMENT, 2}, {"memccpy", 0, ARGUMENT, 3}, {"memset", 0, ARGUMENT, 2},
    {"memcpy", 0, COPY, 2},    {"memmove", 0, COPY, 2},     {"mempcpy", 0, COPY, 2},     {"qsort", 0, PRODUCT, 1},
};

static void written(struct uninit *u, LLVMValueRef call, const struct writer *w)
{
    LLVMValueRef p = LLVMGetOperand(call, w->pointer), n = NULL;
    if (LLVMIsAConstantPointerNull(p))
        return;
    if (w->extent == STRING) {
        uninit_call(u, u->string, &p, 1);
        return;
    }
    if (w->extent == BYTES)
        n = LLVMConstInt(u->t.i64, w->n, 0);
    else
        n = LLVMGetOperand(call, w->n);
    if (w->extent == PRODUCT)
        n = LLVMBuildMul(u->t.b, n, LLVMGetOperand(call, w->n + 1), "");
    LLVMValueRef args[] = {p, w->extent == COPY ? LLVMGetOperand(call, 1) : n, n};
    uninit_call(u, w->extent == COPY ? u->copied : u->clean, args, w->extent == COPY ? 3 : 2);
}

/* The result is as good as the arguments. */
static void depends(struct uninit *u, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    unsigned bits = bits_of(u, type), n = LLVMGetNumArgOperands(call);
    LLVMTypeKind k = LLVMGetTypeKind(type);
    if (!bits || k == LLVMPointerTypeKind)
        return;
    value_list users = users_of(u, call);
    LLVMTypeRef integer = LLVMIntTypeInContext(u->t.p->ctx, bits);
    LLVMValueRef v = as_integer(u, call);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef zero = zero_of(u, LLVMGetOperand(call, i), integer);
        v = zero ? LLVMBuildXor(u->t.b, v, zero, "") : v;
    }
    replace_in(&users, call, from_integer(u, v, type));
}

/* where the pointers lead, and how many bytes there are: arguments.def has a letter for each parameter */
static void ask_for_arguments(struct uninit *u, LLVMValueRef call, const char *name)
{
    static const struct {
        const char *name, *how;
    } rows[] = {
#define ARGUMENTS(NAME, HOW) {#NAME, HOW},
#include "arguments.def"
#undef ARGUMENTS
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned n = (unsigned)strlen(rows[i].how);
        if (strcmp(rows[i].name, name) != 0 || n > LLVMGetNumArgOperands(call))
            continue;
        for (unsigned k = 0; k < n; k++)
            if (rows[i].how[k] != '.')
                ask_before(u, call, LLVMGetOperand(call, k), u->leads, true);
        if (strpbrk(rows[i].how, "rot"))
            ask_before(u, call, LLVMGetOperand(call, n - 1), u->counts, true);
    }
}

static bool prints(const char *name)
{
    static const char *const names[] = {"printf", "puts", "putchar"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* ---- functions that the host's library calls: they get their arguments without shadows ---- */

static LLVMAttributeRef clean_parameters(struct uninit *u)
{
    return LLVMCreateStringAttribute(u->t.p->ctx, ATTR_CLEAN, sizeof ATTR_CLEAN - 1, "", 0);
}

static bool is_called_by_name(LLVMValueRef f)
{
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use))
        if (LLVMIsACallInst(LLVMGetUser(use)) && LLVMGetCalledValue(LLVMGetUser(use)) == f)
            return true;
    return false;
}

/* The library decides by what it gets back. */
static void ask_for_results(struct uninit *u, LLVMValueRef f)
{
    if (is_called_by_name(f))
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end)) {
            before(u, end);
            ask_for(u, LLVMGetOperand(end, 0), u->decides);
        }
    }
}

static void called_back(struct uninit *u, LLVMValueRef f)
{
    if (LLVMIsDeclaration(f) || LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                                              ATTR_CLEAN, sizeof ATTR_CLEAN - 1))
        return;
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, clean_parameters(u));
    ask_for_results(u, f);
}

/* Whose address is taken may be what a pointer leads to. */
static void any_called_back(struct uninit *u, LLVMTypeRef type)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(u->t.m); f; f = LLVMGetNextFunction(f))
        for (LLVMUseRef use = LLVMGetFirstUse(f); use && LLVMGlobalGetValueType(f) == type; use = LLVMGetNextUse(use))
            if (!LLVMIsACallInst(LLVMGetUser(use)) || LLVMGetCalledValue(LLVMGetUser(use)) != f) {
                called_back(u, f);
                break;
            }
}

static void calls_back(struct uninit *u, LLVMValueRef call, const char *name)
{
    LLVMTypeRef compares = LLVMFunctionType(u->t.i32, (LLVMTypeRef[]){u->t.ptr, u->t.ptr}, 2, 0);
    unsigned last = LLVMGetNumArgOperands(call) - 1;
    if (strcmp(name, "qsort") != 0 && strcmp(name, "bsearch") != 0)
        return;
    LLVMValueRef f = LLVMGetOperand(call, last);
    if (LLVMIsAFunction(f))
        called_back(u, f);
    else
        any_called_back(u, compares);
}

/* The pass does not look at such a call: code without shadows takes none, and what it returns has been written. What it
 * calls back would leave its own behind. */
static void call_outside(struct uninit *u, LLVMValueRef call, const char *name, bool user)
{
    const struct library_row *row = library_find(name);
    LLVMSetMetadata(call, u->made, u->mark);
    if (str_starts(name, "__gd_emu_"))
        return;
    calls_back(u, call, name);
    if (user)
        ask_for_arguments(u, call, name);
    if (prints(name) && user) {
        before(u, call);
        for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
            ask_for(u, LLVMGetOperand(call, i), u->prints);
    }
    after(u, call);
    for (size_t i = 0; i < sizeof writers / sizeof *writers; i++)
        if (strcmp(writers[i].name, name) == 0)
            written(u, call, &writers[i]);
    if (row && !(row->traits & LIBRARY_ALLOCATES))
        depends(u, call);
}

/* ---- the emulated device ---- */

/* __gd_emu_self, and what it points to: written by the emulated device */
static bool is_lane_record(LLVMValueRef p, LLVMValueRef self, unsigned tls_id)
{
    for (int depth = 0; depth < 8; depth++) {
        if (p == self)
            return true;
        if (LLVMIsAGetElementPtrInst(p) || LLVMIsALoadInst(p))
            p = LLVMGetOperand(p, 0);
        else if (LLVMIsACallInst(p) && LLVMIsAFunction(LLVMGetCalledValue(p)) &&
                 LLVMGetIntrinsicID(LLVMGetCalledValue(p)) == tls_id)
            p = LLVMGetOperand(p, 0);
        else
            return false;
    }
    return false;
}

/* The pass knows nothing of assembly, and takes what comes out for initialised. Empty text only keeps the optimiser
 * from seeing through (hw_emulated.h). */
static bool drop_empty_assembly(LLVMValueRef call)
{
    LLVMValueRef callee = LLVMGetCalledValue(call);
    size_t n;
    if (!LLVMIsAInlineAsm(callee) || LLVMGetNumArgOperands(call) != 1 ||
        LLVMTypeOf(call) != LLVMTypeOf(LLVMGetOperand(call, 0)))
        return false;
    LLVMGetInlineAsmAsmString(callee, &n);
    if (n)
        return false;
    LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
    LLVMInstructionEraseFromParent(call);
    return true;
}

static void redirect(LLVMValueRef call, LLVMValueRef to)
{
    LLVMSetOperand(call, (unsigned)LLVMGetNumOperands(call) - 1, to);
}

/* ---- atomic updates ---- */

static int power(unsigned bits) { return bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : bits == 64 ? 3 : -1; }

/* calls the helper of the size behind `inst`; NULL: there is none */
static LLVMValueRef update(struct uninit *u, LLVMValueRef p, LLVMValueRef value, LLVMValueRef old, LLVMValueRef how)
{
    LLVMValueRef v = as_integer(u, value), o = old ? as_integer(u, old) : NULL;
    int k = v ? power(LLVMGetIntTypeWidth(LLVMTypeOf(v))) : -1;
    if (k < 0)
        return NULL;
    LLVMValueRef args[] = {p, v, o ? o : LLVMConstNull(LLVMTypeOf(v)), how};
    return uninit_call(u, u->update[k], args, 4);
}

/* The sum that an atomic of the program's leaves is computed here, should there have been no value: which is seen where
 * somebody reads it, and this place is named. bytes: an i64 */
static void updated_here(struct uninit *u, LLVMValueRef inst, LLVMValueRef bytes)
{
    LLVMValueRef row = uninit_row(u, NULL, inst);
    after(u, inst);
    LLVMValueRef args[] = {LLVMGetOperand(inst, 0), bytes, uninit_call(u, u->row, &row, 1)};
    uninit_call(u, u->updated, args, 3);
}

static void atomic_update(struct uninit *u, LLVMValueRef inst)
{
    bool replaces = LLVMGetAtomicRMWBinOp(inst) == LLVMAtomicRMWBinOpXchg;
    LLVMValueRef how = LLVMConstInt(u->t.i32, replaces ? UNINIT_REPLACES : UNINIT_ADDS, 0);
    value_list users = users_of(u, inst);
    after(u, inst);
    LLVMValueRef r = update(u, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1), inst, how);
    if (!r)
        return;
    replace_in(&users, inst, from_integer(u, r, LLVMTypeOf(inst)));
}

static void atomic_exchange(struct uninit *u, LLVMValueRef inst)
{
    after(u, inst);
    LLVMValueRef done = LLVMBuildExtractValue(u->t.b, inst, 1, "");
    LLVMValueRef how = LLVMBuildSelect(u->t.b, done, LLVMConstInt(u->t.i32, UNINIT_REPLACES, 0),
                                       LLVMConstInt(u->t.i32, UNINIT_FAILED, 0), "");
    update(u, LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 2), NULL, how);
}

/* ---- instructions ---- */

/* Does a function of LLVM's compute, rather than move? */
static bool is_operation(LLVMValueRef call)
{
    static const char *const names[] = {"llvm.abs",    "llvm.fabs",  "llvm.sqrt",  "llvm.fma",  "llvm.fmuladd",
                                        "llvm.smax",   "llvm.smin",  "llvm.umax",  "llvm.umin", "llvm.maxnum",
                                        "llvm.minnum", "llvm.ctlz",  "llvm.cttz",  "llvm.ceil", "llvm.floor",
                                        "llvm.rint",   "llvm.trunc", "llvm.round", "llvm.ctpop"};
    LLVMValueRef f = LLVMGetCalledValue(call);
    size_t n;
    const char *name =
        LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) ? LLVMIntrinsicGetName(LLVMGetIntrinsicID(f), &n) : "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

/* Is v the result of an operation on numbers? What is only moved or packed may have holes, as structures have. What is
 * chosen among several is computed where each of them is, or a constant, or what a variable began with that is no part
 * of something larger: sums of loops are such. */
enum made { CONSTANT, COMPUTED, MOVED };
enum { MOST_CHOICES = 16 };

struct choices {
    const struct uninit *u;
    LLVMValueRef v[MOST_CHOICES]; /* looked at already, so loops add nothing */
    unsigned n;
};

static enum made how_made(LLVMValueRef v, struct choices *seen);

static enum made worse(enum made all, LLVMValueRef v, struct choices *seen)
{
    enum made one = all == MOVED ? MOVED : how_made(v, seen);
    return one > all ? one : all;
}

/* what the program's function `f` returns, on whichever way */
static enum made how_returned(LLVMValueRef f, struct choices *seen)
{
    enum made all = LLVMIsAFunction(f) && !LLVMIsDeclaration(f) ? CONSTANT : MOVED;
    for (LLVMBasicBlockRef b = all == MOVED ? NULL : LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (LLVMIsAReturnInst(end))
            all = worse(all, LLVMGetOperand(end, 0), seen);
    }
    return all;
}

static bool is_lifetime(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsAIntrinsicInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    size_t n;
    return f && str_starts(LLVMIntrinsicGetName(LLVMGetIntrinsicID(f), &n), "llvm.lifetime.");
}

/* what is stored to a variable of the function that becomes no register: at -O0 none does */
static enum made how_stored(LLVMValueRef variable, struct choices *seen)
{
    enum made all = LLVMIsAAllocaInst(variable) ? CONSTANT : MOVED;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && all != MOVED; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable)
            all = worse(all, LLVMGetOperand(user, 0), seen);
        else if (!LLVMIsALoadInst(user) && !is_lifetime(user))
            all = MOVED;
    }
    return all;
}

static bool is_beginning(const struct uninit *u, LLVMValueRef call) /* of a variable (uninit_locals.c) */
{
    for (size_t i = 0; i < sizeof u->never / sizeof *u->never; i++)
        if (LLVMGetCalledValue(call) == u->never[i])
            return true;
    return false;
}

static enum made how_chosen(LLVMValueRef v, struct choices *seen)
{
    bool select = LLVMIsASelectInst(v);
    enum made all = CONSTANT;
    for (unsigned i = 0; i < seen->n; i++)
        if (seen->v[i] == v)
            return CONSTANT;
    if (seen->n == MOST_CHOICES)
        return MOVED;
    seen->v[seen->n++] = v;
    if (LLVMIsALoadInst(v))
        return how_stored(LLVMGetOperand(v, 0), seen);
    if (LLVMIsACallInst(v) && is_operation(v))
        return COMPUTED;
    if (LLVMIsACallInst(v) && is_beginning(seen->u, v))
        return LLVMGetMetadata(v, seen->u->whole) ? CONSTANT : MOVED;
    if (LLVMIsACallInst(v))
        return how_returned(LLVMGetCalledValue(v), seen);
    for (unsigned i = 0, n = select ? 2 : LLVMCountIncoming(v); i < n; i++)
        all = worse(all, select ? LLVMGetOperand(v, i + 1) : LLVMGetIncomingValue(v, i), seen);
    return all;
}

/* Does it take some bits out of a value, as of a bit-field? What optimisers move in parts they take by bytes, and the
 * one bit of a _Bool; to store a bit-field the others are taken, in a value as wide. */
static bool takes_bits(LLVMValueRef inst, bool widened)
{
    LLVMValueRef by = LLVMIsAConstantInt(LLVMGetOperand(inst, 1)), of = LLVMGetOperand(inst, 0);
    if (!by || LLVMGetIntTypeWidth(LLVMTypeOf(by)) > 64)
        return !by && LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMIntegerTypeKind;
    unsigned long long n = LLVMConstIntGetZExtValue(by), low = n;
    if (LLVMGetInstructionOpcode(inst) != LLVMAnd)
        return n % 8 != 0;
    while (low > 0xff)
        low >>= 8;
    return (widened || LLVMIsAZExtInst(of) || LLVMIsASExtInst(of)) && n > 1 && (n & (n + 1)) == 0 && low != 0xff;
}

static enum made how_made(LLVMValueRef v, struct choices *seen)
{
    bool widened = false;
    for (int depth = 0; depth < 8 && LLVMIsAInstruction(v); depth++)
        switch (LLVMGetInstructionOpcode(v)) {
        case LLVMZExt:
        case LLVMSExt:
            widened = true;
            v = LLVMGetOperand(v, 0);
            break;
        case LLVMBitCast:
        case LLVMTrunc:
        case LLVMFPTrunc:
        case LLVMFPExt:
            v = LLVMGetOperand(v, 0);
            break;
        case LLVMAnd:
        case LLVMLShr:
        case LLVMAShr:
            if (takes_bits(v, widened))
                return COMPUTED;
            v = LLVMGetOperand(v, 0);
            break;
        case LLVMPHI:
        case LLVMSelect:
        case LLVMCall:
        case LLVMLoad:
            return how_chosen(v, seen);
        case LLVMAdd:
        case LLVMSub:
        case LLVMMul:
        case LLVMUDiv:
        case LLVMSDiv:
        case LLVMURem:
        case LLVMSRem:
        case LLVMXor:
        case LLVMFAdd:
        case LLVMFSub:
        case LLVMFMul:
        case LLVMFDiv:
        case LLVMFRem:
        case LLVMFNeg:
        case LLVMICmp:
        case LLVMFCmp:
        case LLVMSIToFP:
        case LLVMUIToFP:
        case LLVMFPToSI:
        case LLVMFPToUI:
            return COMPUTED;
        default:
            return MOVED;
        }
    return LLVMIsAConstant(v) && !LLVMIsUndef(v) ? CONSTANT : MOVED;
}

static bool is_computed(struct uninit *u, LLVMValueRef v) { return how_made(v, &(struct choices){.u = u}) == COMPUTED; }

/* Promises about values that uninitialised ones break: the optimiser must not make use of them. */
static void forget_promises(struct uninit *u, LLVMValueRef inst)
{
    static const char *const kinds[] = {"range", "noundef", "nonnull"};
    if (LLVMIsALoadInst(inst))
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
            LLVMSetMetadata(inst, LLVMGetMDKindIDInContext(u->t.p->ctx, kinds[i], (unsigned)strlen(kinds[i])), NULL);
    if (LLVMIsACallInst(inst))
        for (unsigned i = 0; i <= LLVMGetNumArgOperands(inst); i++)
            LLVMRemoveCallSiteEnumAttribute(inst, i, LLVMGetEnumAttributeKindForName("noundef", 7));
}

/* Division by a power of two moves bits, or drops them; the pass knows that of shifts and masks only. */
static bool divide_by_shift(struct uninit *u, LLVMValueRef inst, bool rest)
{
    LLVMValueRef by = LLVMGetOperand(inst, 1), x = LLVMGetOperand(inst, 0), v;
    LLVMTypeRef type = LLVMTypeOf(inst);
    uint64_t n = LLVMIsAConstantInt(by) && LLVMGetIntTypeWidth(type) <= 64 ? LLVMConstIntGetZExtValue(by) : 0;
    unsigned log = 0;
    if (!n || (n & (n - 1)))
        return false;
    while (n >> log != 1)
        log++;
    before(u, inst);
    v = rest ? LLVMBuildAnd(u->t.b, x, LLVMConstInt(type, n - 1, 0), "")
             : LLVMBuildLShr(u->t.b, x, LLVMConstInt(type, log, 0), "");
    LLVMReplaceAllUsesWith(inst, v);
    return true;
}

/* A bit of a sum depends on all bits below, one of a quotient on all there are, while the pass lets each bit of a
 * result depend on the same bits of the operands. It gives a product by 1 the shadow of its operand, times 1: which
 * says where another shadow belongs (uninit.c). */
static void spread(struct uninit *u, LLVMValueRef inst, unsigned how)
{
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind)
        return;
    value_list users = users_of(u, inst);
    after(u, inst);
    LLVMValueRef same = LLVMBuildMul(u->t.b, inst, LLVMConstInt(type, 1, 0), "");
    LLVMSetMetadata(same, how, u->mark);
    replace_in(&users, inst, same);
}

/* Generated code tells of a variable that begins (__gd_tell_unwritten). */
static void begins_here(struct uninit *u, LLVMValueRef call)
{
    size_t n = 0;
    LLVMValueRef init = LLVMGetInitializer(LLVMGetOperand(call, 2));
    const char *name = LLVMIsConstantString(init) ? LLVMGetAsString(init, &n) : "";
    LLVMValueRef row = uninit_row_said(u, arena_strndup(u->t.p->a, name, strnlen(name, n)), call);
    before(u, call);
    LLVMValueRef args[] = {LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), uninit_call(u, u->row, &row, 1)};
    uninit_call(u, u->begin, args, 3);
}

static bool is_shadowed(LLVMValueRef f)
{
    return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTR_SHADOWED,
                                         sizeof ATTR_SHADOWED - 1) != NULL;
}

/* The pass would make calls of copies and fills of blocks, which promise no alignments: shadows go first, and it leaves
 * the block itself alone. */
static void block(struct uninit *u, LLVMValueRef inst, unsigned id, bool user)
{
    bool fills = id == u->t.memset_id || id == u->t.memset_inline_id;
    if (!fills && id != u->t.memcpy_id && id != u->t.memcpy_inline_id && id != u->t.memmove_id)
        return;
    ask_before(u, inst, LLVMGetOperand(inst, 0), u->leads, user);
    if (!fills)
        ask_before(u, inst, LLVMGetOperand(inst, 1), u->leads, user);
    ask_before(u, inst, LLVMGetOperand(inst, 2), u->counts, user);
    before(u, inst);
    LLVMValueRef n = LLVMBuildZExtOrBitCast(u->t.b, LLVMGetOperand(inst, 2), u->t.i64, "");
    LLVMValueRef args[] = {LLVMGetOperand(inst, 0), fills ? n : LLVMGetOperand(inst, 1), n};
    uninit_call(u, fills ? u->clean : u->copied, args, fills ? 2 : 3);
    LLVMSetMetadata(inst, u->made, u->mark);
    LLVMSetMetadata(inst, u->kept, u->mark);
}

static void prepare_call(struct uninit *u, LLVMValueRef inst, bool user)
{
    LLVMValueRef f = LLVMGetCalledValue(inst);
    if (drop_empty_assembly(inst) || LLVMIsAInlineAsm(f))
        return;
    if (!LLVMIsAFunction(f)) {
        ask_before(u, inst, f, u->calls, user);
        return;
    }
    if (LLVMGetIntrinsicID(f)) {
        block(u, inst, LLVMGetIntrinsicID(f), user);
        return;
    }
    if (is_call_of(&u->t, inst, "__gd_tell_unwritten"))
        begins_here(u, inst);
    if (!LLVMIsDeclaration(f)) {
        if (is_bookkeeping(value_name(u->t.p->a, f))) /* it has no shadows: what it returns has been written */
            LLVMSetMetadata(inst, u->made, u->mark);
        if (str_starts(value_name(u->t.p->a, f), "__gd_word_") && LLVMGetNumArgOperands(inst) > 0)
            ask_before(u, inst, LLVMGetOperand(inst, 0), u->leads, user);
        if (is_named(u, f, "__gd_word_add") && user)
            updated_here(u, inst, LLVMGetOperand(inst, 1));
        return;
    }
    const char *name = value_name(u->t.p->a, f);
    if (is_named(u, f, "__gd_emu_shuffle"))
        redirect(inst, u->shuffle);
    else if (is_named(u, f, "__gd_emu_ballot"))
        redirect(inst, u->ballot);
    else
        call_outside(u, inst, name, user);
}

static bool is_relaxed(LLVMValueRef inst)
{
    if (LLVMIsAAtomicCmpXchgInst(inst))
        return LLVMGetCmpXchgSuccessOrdering(inst) == LLVMAtomicOrderingMonotonic;
    bool ordered = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst) || LLVMIsAAtomicRMWInst(inst);
    return ordered && LLVMGetOrdering(inst) == LLVMAtomicOrderingMonotonic;
}

static void prepare(struct uninit *u, LLVMValueRef inst, bool user)
{
    LLVMValueRef self = LLVMGetNamedGlobal(u->t.m, "__gd_emu_self");
    if (LLVMGetMetadata(inst, u->made)) /* early_inline.c */
        return;
    LLVMSetMetadata(inst, u->own, u->mark);
    if (is_relaxed(inst))
        LLVMSetMetadata(inst, u->relaxed, u->mark);
    forget_promises(u, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        if (is_lane_record(LLVMGetOperand(inst, 0), self, u->t.tls_id))
            LLVMSetMetadata(inst, u->made, u->mark);
        break;
    case LLVMStore:
        if (user && is_computed(u, LLVMGetOperand(inst, 0)))
            LLVMSetMetadata(inst, u->computed, u->mark);
        if (LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered) {
            after(u, inst);
            update(u, LLVMGetOperand(inst, 1), LLVMGetOperand(inst, 0), NULL,
                   LLVMConstInt(u->t.i32, UNINIT_REPLACES, 0));
        }
        break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        spread(u, inst, u->upwards);
        break;
    case LLVMURem:
    case LLVMUDiv:
        if (!divide_by_shift(u, inst, LLVMGetInstructionOpcode(inst) == LLVMURem))
            spread(u, inst, u->everywhere);
        break;
    case LLVMSRem:
    case LLVMSDiv:
        spread(u, inst, u->everywhere);
        break;
    case LLVMAtomicRMW:
        ask_before(u, inst, LLVMGetOperand(inst, 0), u->leads, user);
        if (user && LLVMGetAtomicRMWBinOp(inst) != LLVMAtomicRMWBinOpXchg)
            updated_here(u, inst, LLVMConstInt(u->t.i64, LLVMStoreSizeOfType(u->t.layout, LLVMTypeOf(inst)), 0));
        atomic_update(u, inst);
        break;
    case LLVMAtomicCmpXchg:
        ask_before(u, inst, LLVMGetOperand(inst, 0), u->leads, user);
        atomic_exchange(u, inst);
        break;
    case LLVMSelect:
        ask_before(u, inst, LLVMGetOperand(inst, 0), u->decides, user);
        break;
    case LLVMCall:
        prepare_call(u, inst, user);
        break;
    default:
        break;
    }
}

/* ---- functions ---- */

static void prepare_function(struct uninit *u, LLVMValueRef f)
{
    bool user = LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTR_USER,
                                              sizeof ATTR_USER - 1) != NULL;
    value_list all = {0};
    inst_enter(&u->t, f, value_name(u->t.p->a, f));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            vec_push(u->t.p->a, &all, i);
    for (size_t i = 0; i < all.n; i++)
        prepare(u, all.v[i], user);
}

void uninit_before(struct uninit *u)
{
    unsigned noundef = LLVMGetEnumAttributeKindForName("noundef", 7);
    for (LLVMValueRef f = LLVMGetFirstFunction(u->t.m); f; f = LLVMGetNextFunction(f)) {
        for (unsigned i = 0; i <= LLVMCountParams(f); i++)
            LLVMRemoveEnumAttributeAtIndex(f, i, noundef);
        if (is_shadowed(f))
            prepare_function(u, f);
    }
}
