/* messages.c: the driver's error codes as sentences, with what to do about those that users meet. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cuda.h"

static const char on_emulated[] = "Run the program with GANTRY_DEVICES=emulated (built with "
                                  "--offload-arch=emulated) to get variable and line";
static const char driver_too_old[] = "The driver is too old for this program's code: update it, or build with an "
                                     "older --offload-arch";
static const struct {
    int code;
    const char *advice;
} advices[] = {
    {CU_OUT_OF_MEMORY, "The GPU's memory is full"},
    {3, "The driver could not start; see dmesg and nvidia-smi"},
    {46, "The GPU is in use by another process in exclusive mode, or was lost; see nvidia-smi"},
    {101, "CUDA_VISIBLE_DEVICES names a GPU that does not exist"},
    {200, driver_too_old},
    {209, "Build with an --offload-arch that this GPU supports"},
    {218, "The driver refused the code of this program; its log follows"},
    {220, driver_too_old},
    {222, driver_too_old},
    {700, on_emulated},
    {701, "The kernel needs more registers or shared memory than a team may have: use a smaller thread_limit"},
    {702, "The kernel ran longer than the display's time limit"},
    {710, "An assert in the region failed; its text is above"},
    {714, on_emulated},
    {715, "The kernel stopped itself (its message, if it had one, is above) or is damaged"},
    {716, on_emulated},
    {717, on_emulated},
    {718, on_emulated},
    {719, on_emulated},
};

int gantry_cu_error(struct gantry_err *err, int code, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    err->code = code;
    vsnprintf(err->text, sizeof err->text, fmt, ap);
    va_end(ap);
    return -1;
}

void gantry_cu_error_add(struct gantry_err *err, const char *fmt, ...)
{
    va_list ap;
    size_t n = strlen(err->text);
    va_start(ap, fmt);
    vsnprintf(err->text + n, sizeof err->text - n, fmt, ap);
    va_end(ap);
}

int gantry_cu_check(CUresult code, const char *doing, struct gantry_err *err)
{
    const char *name = NULL, *text = NULL;
    if (code == CU_SUCCESS)
        return 0;
    gantry_cu.cuGetErrorName(code, &name);
    gantry_cu.cuGetErrorString(code, &text);
    gantry_cu_error(err, code, "%s: %s (%s)", doing, name ? name : "unknown error", text ? text : "no text");
    if (gantry_cu.gantry_softgpu_explained && gantry_cu.gantry_softgpu_explained(code)) {
        err->code = GANTRY_ERR_TOLD;
        return -1;
    }
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (advices[i].code == code)
            gantry_cu_error_add(err, ". %s", advices[i].advice);
    return -1;
}
