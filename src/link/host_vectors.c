/* host_vectors.c: in host code of programs with -fcheck, after LLVM's ThreadSanitizer pass: hooks of accesses to
 * vectors say how large an element is. needs: the pass's calls, each directly before its access.   sets: calls of
 * runtime/check/hooks.c.   breaks: nothing.
 *
 * The pass takes a vector for one value, so that an element that is as it should be hides another that is not; and it
 * leaves out those of more than 16 bytes, and all that are masked, gathered or scattered. */
#include "link.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Target.h>

#include <string.h>

struct vectors {
    LLVMContextRef ctx;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    LLVMTypeRef i32, ptr;
    LLVMValueRef whole[2], part; /* the hooks, where they are called: [stores] */
    unsigned nosanitize, sanitized;
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

static void tell_parts(struct vectors *v, const struct vector *x)
{
    LLVMTypeRef types[] = {v->ptr, v->i32, v->i32, v->i32}, element = LLVMIntTypeInContext(v->ctx, 8 * x->bytes);
    bool many = LLVMGetTypeKind(LLVMTypeOf(x->pointer)) == LLVMVectorTypeKind;
    for (unsigned k = 0; k < x->n; k++) {
        LLVMValueRef at = LLVMConstInt(v->i32, k, 0);
        LLVMValueRef args[] = {many ? LLVMBuildExtractElement(v->b, x->pointer, at, "")
                                    : LLVMBuildGEP2(v->b, element, x->pointer, &at, 1, ""),
                               LLVMConstInt(v->i32, x->bytes, 0),
                               LLVMBuildZExt(v->b, LLVMBuildExtractElement(v->b, x->mask, at, ""), v->i32, ""),
                               LLVMConstInt(v->i32, x->stores, 0)};
        call(v, hook(v, &v->part, "gantry_check_vector_part", types, 4), args, 4);
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
            if (vector_of(v, i, &x))
                tell(v, &x);
        }
}

bool host_vectors(const char *from, const char *to)
{
    struct vectors v = {.ctx = LLVMContextCreate()};
    LLVMMemoryBufferRef text;
    char *why = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(from, &text, &why) || LLVMParseIRInContext(v.ctx, text, &v.m, &why))
        internal_error("vectors", "cannot read the code of %s: %s", from, why);
    v.layout = LLVMGetModuleDataLayout(v.m);
    v.b = LLVMCreateBuilderInContext(v.ctx);
    v.i32 = LLVMInt32TypeInContext(v.ctx);
    v.ptr = LLVMPointerTypeInContext(v.ctx, 0);
    v.nosanitize = LLVMGetMDKindIDInContext(v.ctx, "nosanitize", 10);
    v.sanitized = LLVMGetEnumAttributeKindForName("sanitize_thread", 15);
    for (LLVMValueRef f = LLVMGetFirstFunction(v.m); f; f = LLVMGetNextFunction(f))
        look_through(&v, f);
    bool written = LLVMWriteBitcodeToFile(v.m, to) == 0;
    LLVMDisposeBuilder(v.b);
    LLVMDisposeModule(v.m);
    LLVMContextDispose(v.ctx);
    return written;
}
