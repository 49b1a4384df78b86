/* nvptx_prepare.c: user code made ready for NVIDIA GPUs before the device runtime joins it: maths and allocation become
 * calls of the library; launch bounds are set. */
#include "plan.h"

#include <stdio.h>
#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_numbers.h"

/* Clang turns maths into intrinsics under -ffast-math or -fno-math-errno; the back end cannot select these
 * (it stops), so they become calls again, to functions of the device runtime. */
static const char *const math_intrinsics[] = {"sin", "cos",  "tan",  "exp",  "exp2", "exp10", "log",  "log2", "log10",
                                              "pow", "sinh", "cosh", "tanh", "asin", "acos",  "atan", "atan2"};

static void call_library(LLVMModuleRef m, LLVMValueRef intrinsic, const char *name)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(intrinsic);
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (!f)
        f = LLVMAddFunction(m, name, type);
    if (LLVMGlobalGetValueType(f) == type)
        LLVMReplaceAllUsesWith(intrinsic, f);
}

void nvptx_maths(LLVMModuleRef m)
{
    static const struct {
        const char *intrinsic, *suffix;
    } types[] = {{"f64", ""}, {"f32", "f"}};
    char from[64], to[64];
    for (size_t i = 0; i < sizeof math_intrinsics / sizeof *math_intrinsics; i++)
        for (size_t t = 0; t < sizeof types / sizeof *types; t++) {
            snprintf(from, sizeof from, "llvm.%s.%s", math_intrinsics[i], types[t].intrinsic);
            snprintf(to, sizeof to, "%s%s", math_intrinsics[i], types[t].suffix);
            LLVMValueRef f = LLVMGetNamedFunction(m, from);
            if (f)
                call_library(m, f, to);
        }
}

/* The driver's malloc does not say how large a block is: users' code gets blocks of the device runtime's. */
static void own_allocation(LLVMModuleRef m)
{
    static const char *const names[][2] = {{"malloc", "__gd_malloc"}, {"free", "__gd_free"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, names[i][0]);
        if (f && LLVMIsDeclaration(f))
            call_library(m, f, names[i][1]);
    }
}

static void annotate(LLVMModuleRef m, const struct plan *p, LLVMValueRef kernel, const char *what, uint32_t value)
{
    LLVMMetadataRef row[3] = {
        LLVMValueAsMetadata(kernel),
        LLVMMDStringInContext2(p->ctx, what, strlen(what)),
        LLVMValueAsMetadata(LLVMConstInt(LLVMInt32TypeInContext(p->ctx), value, 0)),
    };
    LLVMAddNamedMetadataOperand(m, "nvvm.annotations",
                                LLVMMetadataAsValue(p->ctx, LLVMMDNodeInContext2(p->ctx, row, 3)));
}

void nvptx_prepare(LLVMModuleRef m, const struct plan *p)
{
    nvptx_maths(m);
    own_allocation(m);
    nvptx_atomics(m, p);
    for (size_t i = 0; i < p->s->kernels.n; i++) {
        LLVMValueRef f = LLVMGetNamedFunction(m, p->s->kernels.v[i]->name);
        uint32_t bound = kernel_bound(p->s->kernels.v[i]), registers = kernel_registers(p->s->kernels.v[i]);
        if (f && bound)
            annotate(m, p, f, "maxntidx", bound);
        if (f && registers)
            annotate(m, p, f, "maxnreg", registers);
    }
}
