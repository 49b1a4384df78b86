/* host_vectors.c: in host code of programs with -fcheck, after LLVM's ThreadSanitizer pass: accesses that the pass
 * takes for others than they are. needs: the pass's calls, each directly before its access.   sets: calls of
 * runtime/check/hooks.c.   breaks: nothing.
 *
 * The pass takes a vector for one value, so that an element that is as it should be hides another that is not; and it
 * leaves out those of more than 16 bytes, all that are masked, gathered or scattered, and numbers of odd sizes, as
 * x86's long double. Of `c ? a : b` the optimiser loads both: the program has loaded what it chose. */
#include "link.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include <string.h>

struct vectors {
    struct arena *a;
    LLVMContextRef ctx;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    LLVMTypeRef i32, ptr;
    LLVMValueRef whole[2], part; /* the hooks, where they are called: [stores] */
    unsigned nosanitize, sanitized, tbaa;
};
struct vector {
    LLVMValueRef inst, pointer; /* of the first element, or a vector of pointers */
    LLVMValueRef mask;          /* NULL: all elements */
    unsigned n, bytes;          /* elements; of each */
    bool stores;
};

/* false: it is no vector, or one of elements that are no whole bytes */
static bool is_vector(struct vectors *v, LLVMTypeRef type, struct vector *out)
{
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return false;
    LLVMTypeRef element = LLVMGetElementType(type);
    unsigned long long bits = LLVMSizeOfTypeInBits(v->layout, element);
    out->n = LLVMGetVectorSize(type);
    out->bytes = (unsigned)bits / 8;
    return bits % 8 == 0 && bits == 8 * LLVMABISizeOfType(v->layout, element);
}

static LLVMValueRef hook(struct vectors *v, LLVMValueRef *slot, const char *name, LLVMTypeRef *parameters, unsigned n)
{
    if (!*slot)
        *slot = LLVMAddFunction(v->m, name, LLVMFunctionType(LLVMVoidTypeInContext(v->ctx), parameters, n, 0));
    return *slot;
}

static void call(struct vectors *v, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    LLVMBuildCall2(v->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static void tell_whole(struct vectors *v, const struct vector *x)
{
    static const char *const names[] = {"gantry_check_vector_read", "gantry_check_vector_write"};
    LLVMTypeRef types[] = {v->ptr, v->i32, v->i32};
    LLVMValueRef args[] = {x->pointer, LLVMConstInt(v->i32, x->n * x->bytes, 0), LLVMConstInt(v->i32, x->bytes, 0)};
    call(v, hook(v, &v->whole[x->stores], names[x->stores], types, 3), args, 3);
}

/* One element is accessed if `on`, a truth, is. */
static void tell_part(struct vectors *v, const struct vector *x, LLVMValueRef pointer, LLVMValueRef on)
{
    LLVMTypeRef types[] = {v->ptr, v->i32, v->i32, v->i32};
    LLVMValueRef args[] = {pointer, LLVMConstInt(v->i32, x->bytes, 0), LLVMBuildZExt(v->b, on, v->i32, ""),
                           LLVMConstInt(v->i32, x->stores, 0)};
    call(v, hook(v, &v->part, "gantry_check_vector_part", types, 4), args, 4);
}

static void tell_parts(struct vectors *v, const struct vector *x)
{
    LLVMTypeRef element = LLVMIntTypeInContext(v->ctx, 8 * x->bytes);
    bool many = LLVMGetTypeKind(LLVMTypeOf(x->pointer)) == LLVMVectorTypeKind;
    for (unsigned k = 0; k < x->n; k++) {
        LLVMValueRef at = LLVMConstInt(v->i32, k, 0);
        LLVMValueRef pointer = many ? LLVMBuildExtractElement(v->b, x->pointer, at, "")
                                    : LLVMBuildGEP2(v->b, element, x->pointer, &at, 1, "");
        tell_part(v, x, pointer, LLVMBuildExtractElement(v->b, x->mask, at, ""));
    }
}

/* The pass's own hook for the access, or NULL */
static LLVMValueRef hook_of(const struct vector *x)
{
    LLVMValueRef before = LLVMGetPreviousInstruction(x->inst), f = before ? LLVMIsACallInst(before) : NULL;
    size_t n;
    f = f ? LLVMIsAFunction(LLVMGetCalledValue(f)) : NULL;
    if (!f || LLVMGetNumArgOperands(before) != 1 || LLVMGetOperand(before, 0) != x->pointer)
        return NULL;
    const char *name = LLVMGetValueName2(f, &n);
    return strncmp(name, "__tsan_", 7) == 0 && strstr(name, x->stores ? "write" : "read") ? before : NULL;
}

static bool pass_has_hooks(const struct vector *x)
{
    unsigned n = x->n * x->bytes;
    return n <= 16 && (n & (n - 1)) == 0;
}

static void tell(struct vectors *v, const struct vector *x)
{
    LLVMValueRef old = x->mask ? NULL : hook_of(x);
    if (!old && !x->mask && pass_has_hooks(x)) /* the pass knows why it needs none: a constant, say */
        return;
    LLVMPositionBuilderBefore(v->b, x->inst);
    LLVMSetCurrentDebugLocation2(v->b, LLVMInstructionGetDebugLoc(old ? old : x->inst));
    if (x->mask)
        tell_parts(v, x);
    else
        tell_whole(v, x);
    if (old)
        LLVMInstructionEraseFromParent(old);
}

/* ---- numbers that the pass has no hook for ---- */
static bool is_odd(struct vectors *v, LLVMValueRef inst, struct vector *out)
{
    LLVMValueRef load = LLVMIsALoadInst(inst), store = LLVMIsAStoreInst(inst);
    LLVMTypeRef type = load ? LLVMTypeOf(inst) : store ? LLVMTypeOf(LLVMGetOperand(inst, 0)) : NULL;
    if (!type || LLVMGetTypeKind(type) != LLVMX86_FP80TypeKind || LLVMGetMetadata(inst, v->nosanitize))
        return false;
    *out = (struct vector){.inst = inst, .pointer = LLVMGetOperand(inst, store ? 1 : 0), .stores = store != NULL};
    out->n = 1;
    out->bytes = (unsigned)LLVMSizeOfTypeInBits(v->layout, type) / 8;
    return true;
}

static void tell_odd(struct vectors *v, const struct vector *x)
{
    LLVMPositionBuilderBefore(v->b, x->inst);
    LLVMSetCurrentDebugLocation2(v->b, LLVMInstructionGetDebugLoc(x->inst));
    tell_part(v, x, x->pointer, LLVMConstInt(LLVMInt1TypeInContext(v->ctx), 1, 0));
}

/* ---- loads of which a choice takes one ---- */
/* The only instruction that uses the value, or NULL */
static LLVMValueRef only_user(LLVMValueRef value)
{
    LLVMUseRef use = LLVMGetFirstUse(value);
    return use && !LLVMGetNextUse(use) ? LLVMGetUser(use) : NULL;
}

static bool is_choice_of(LLVMValueRef user, LLVMValueRef value)
{
    return user && LLVMIsASelectInst(user) && LLVMGetOperand(user, 0) != value;
}

/* The vector whose elements all are the value, where `user` begins it; else NULL */
static LLVMValueRef spread(LLVMValueRef user)
{
    LLVMValueRef all = LLVMIsAInsertElementInst(user) ? only_user(user) : NULL;
    return all && LLVMIsAShuffleVectorInst(all) ? all : NULL;
}

struct choice {
    LLVMValueRef choice, of; /* of: what it takes, or leaves */
};
typedef VEC(struct choice) choice_list;

/* Adds the choices that take the value; false: it has other uses */
static bool find_choices(struct arena *a, LLVMValueRef value, choice_list *out)
{
    for (LLVMUseRef u = LLVMGetFirstUse(value); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), all = spread(user);
        if (is_choice_of(user, value))
            vec_push(a, out, (struct choice){user, value});
        else if (!all || !find_choices(a, all, out))
            return false;
    }
    return out->n > 0;
}

/* A load that the optimiser made (the program's own say what they alias), which only choices take */
static bool is_chosen(struct vectors *v, LLVMValueRef inst, choice_list *out)
{
    *out = (choice_list){0};
    return LLVMIsALoadInst(inst) && !LLVMGetMetadata(inst, v->tbaa) && !LLVMGetVolatile(inst) &&
           !LLVMGetMetadata(inst, v->nosanitize) && LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVectorTypeKind &&
           find_choices(v->a, inst, out);
}

/* Is any element of the condition so? */
static LLVMValueRef is_any(struct vectors *v, LLVMValueRef condition, bool so)
{
    LLVMTypeRef type = LLVMTypeOf(condition);
    LLVMValueRef is = so ? condition : LLVMBuildNot(v->b, condition, "");
    if (LLVMGetTypeKind(type) != LLVMVectorTypeKind)
        return is;
    LLVMTypeRef bits = LLVMIntTypeInContext(v->ctx, LLVMGetVectorSize(type));
    return LLVMBuildICmp(v->b, LLVMIntNE, LLVMBuildBitCast(v->b, is, bits, ""), LLVMConstNull(bits), "");
}

/* At the choice, or at the last one of those that take each other's: that the value is what they come to. */
static void tell_taken(struct vectors *v, const struct vector *x, const struct choice *c)
{
    LLVMValueRef last = c->choice;
    for (LLVMValueRef next; is_choice_of(next = only_user(last), last);)
        last = next;
    LLVMPositionBuilderBefore(v->b, last);
    LLVMValueRef on = NULL;
    for (LLVMValueRef at = c->choice, of = c->of;; of = at, at = only_user(at)) {
        LLVMValueRef here = is_any(v, LLVMGetOperand(at, 0), LLVMGetOperand(at, 1) == of);
        on = on ? LLVMBuildAnd(v->b, on, here, "") : here;
        if (at == last)
            break;
    }
    tell_part(v, x, x->pointer, on);
}

static void tell_chosen(struct vectors *v, const choice_list *all, LLVMValueRef inst)
{
    struct vector x = {.inst = inst, .pointer = LLVMGetOperand(inst, 0), .n = 1}, odd;
    LLVMValueRef old = hook_of(&x);
    if (!old && !is_odd(v, inst, &odd))
        return;
    x.bytes = (unsigned)LLVMStoreSizeOfType(v->layout, LLVMTypeOf(inst));
    LLVMSetCurrentDebugLocation2(v->b, LLVMInstructionGetDebugLoc(old ? old : inst));
    for (size_t i = 0; i < all->n; i++)
        tell_taken(v, &x, &all->v[i]);
    if (old)
        LLVMInstructionEraseFromParent(old);
}

/* ---- masked ones: the operands with the pointer, the mask, the value ---- */
static const struct masked {
    const char *name;
    unsigned pointer, mask;
    bool stores; /* the value comes first */
} masked[] = {{"llvm.masked.load", 0, 2, false},
              {"llvm.masked.gather", 0, 2, false},
              {"llvm.masked.store", 1, 3, true},
              {"llvm.masked.scatter", 1, 3, true}};

static const struct masked *masked_of(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
    unsigned id = f ? LLVMGetIntrinsicID(f) : 0;
    for (size_t i = 0; id && i < sizeof masked / sizeof *masked; i++)
        if (LLVMLookupIntrinsicID(masked[i].name, strlen(masked[i].name)) == id)
            return &masked[i];
    return NULL;
}

static bool vector_of(struct vectors *v, LLVMValueRef inst, struct vector *x)
{
    const struct masked *how = masked_of(inst);
    LLVMValueRef load = LLVMIsALoadInst(inst), store = LLVMIsAStoreInst(inst);
    if (!how && !load && !store)
        return false;
    *x = (struct vector){.inst = inst, .stores = how ? how->stores : store != NULL};
    x->pointer = LLVMGetOperand(inst, how ? how->pointer : store ? 1 : 0);
    x->mask = how ? LLVMGetOperand(inst, how->mask) : NULL;
    return is_vector(v, LLVMTypeOf(x->stores ? LLVMGetOperand(inst, 0) : inst), x) &&
           !LLVMGetMetadata(inst, v->nosanitize);
}

static void look_through(struct vectors *v, LLVMValueRef f)
{
    if (!LLVMGetEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, v->sanitized))
        return;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            struct vector x;
            choice_list choices;
            if (vector_of(v, i, &x))
                tell(v, &x);
            else if (is_chosen(v, i, &choices))
                tell_chosen(v, &choices, i);
            else if (is_odd(v, i, &x))
                tell_odd(v, &x);
        }
}

bool host_vectors(const char *from, const char *to)
{
    struct vectors v = {.a = arena_new(), .ctx = LLVMContextCreate()};
    LLVMMemoryBufferRef text;
    char *why = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(from, &text, &why) || LLVMParseIRInContext(v.ctx, text, &v.m, &why))
        internal_error("vectors", "cannot read the code of %s: %s", from, why);
    v.layout = LLVMGetModuleDataLayout(v.m);
    v.b = LLVMCreateBuilderInContext(v.ctx);
    v.i32 = LLVMInt32TypeInContext(v.ctx);
    v.ptr = LLVMPointerTypeInContext(v.ctx, 0);
    v.nosanitize = LLVMGetMDKindIDInContext(v.ctx, "nosanitize", 10);
    v.tbaa = LLVMGetMDKindIDInContext(v.ctx, "tbaa", 4);
    v.sanitized = LLVMGetEnumAttributeKindForName("sanitize_thread", 15);
    for (LLVMValueRef f = LLVMGetFirstFunction(v.m); f; f = LLVMGetNextFunction(f))
        look_through(&v, f);
    bool written = LLVMWriteBitcodeToFile(v.m, to) == 0;
    LLVMDisposeBuilder(v.b);
    LLVMDisposeModule(v.m);
    LLVMContextDispose(v.ctx);
    arena_free(v.a);
    return written;
}
