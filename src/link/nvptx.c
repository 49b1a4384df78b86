/* nvptx.c: PTX text for each sm_NN.
 * needs: summary decided.   sets: the images' shared memory.   breaks: the merged module. */
#include "plan.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_names.h"

static void share(struct worker *w, int fd, const char *text, size_t n)
{
    for (size_t at = 0; at < n;) {
        ssize_t k = write(fd, text + at, n - at);
        if (k <= 0)
            worker_fatal(w, "out of memory for PTX");
        at += (size_t)k;
    }
}

/* PTX allows only ASCII letters in names (the cuda plug-in finds variables by the same rule). */
static void plain_name(LLVMValueRef v)
{
    size_t n;
    const char *name = LLVMGetValueName2(v, &n);
    char plain[512];
    if (gantry_plain_name(name, plain, sizeof plain))
        LLVMSetValueName2(v, plain, strlen(plain));
}

static void plain_names(LLVMModuleRef m)
{
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
        plain_name(v);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        plain_name(f);
}

/* LLVM 19 ends with a fault where such an integer is a parameter or result of a PTX function; 128 bits it can do. */
static bool is_odd_integer(LLVMTypeRef t)
{
    unsigned bits = LLVMGetTypeKind(t) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(t) : 0;
    return bits > 64 && bits != 128;
}

static void check_integers(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        bool odd = is_odd_integer(LLVMGetReturnType(LLVMGlobalGetValueType(f)));
        for (unsigned i = 0; i < LLVMCountParams(f); i++)
            odd |= is_odd_integer(LLVMTypeOf(LLVMGetParam(f, i)));
        const char *name = LLVMGetValueName2(f, &(size_t){0});
        const struct node *n = odd ? summary_find(p->s, name) : NULL;
        if (odd)
            worker_diag(
                w, DIAG_ERROR,
                n ? (struct loc){.file = n->file, .line = n->line} : (struct loc){.file = p->o->module_name}, "GN0909",
                "function '%s' has a parameter or result of a _BitInt between 65 and 127 bits, which LLVM 19 cannot "
                "make PTX of: pass a pointer, or use 128 bits",
                name);
    }
}

static void make_image(struct worker *w, const struct plan *p, LLVMModuleRef m, const struct image *image)
{
    const struct arch_row *arch = image->arch;
    LLVMTargetMachineRef tm = machine_new(w, p, arch);
    worker_stage(w, "optimising for %s", arch->name);
    team_size_own(w, p, m, tm);
    passes_run(w, m, tm, passes_default(p));
    nvptx_own_atomics(w, m, tm, p);
    module_save(p, m, arena_printf(p->a, "optimised.%s", arch->name));
    check_integers(w, p, m);
    if (w->nerrors)
        return;
    plain_names(m);
    bool deep = stack_is_unknown(w, p, m);
    worker_stage(w, "generating PTX for %s", arch->name);
    LLVMMemoryBufferRef ptx = machine_emit(w, tm, m, LLVMAssemblyFile);
    const char *text = LLVMGetBufferStart(ptx);
    size_t n = LLVMGetBufferSize(ptx);
    if (deep) {
        n += strlen(GANTRY_PTX_DEEP);
        text = arena_printf(p->a, "%s" GANTRY_PTX_DEEP, text);
    }
    if (p->o->dump_dir)
        file_write(arena_printf(p->a, "%s/%s.ptx", p->o->dump_dir, arch->name), text, n);
    if (w->nerrors == 0)
        share(w, image->shared_fd, text, n);
    LLVMDisposeMemoryBuffer(ptx);
    LLVMDisposeTargetMachine(tm);
}

/* Full debug information would make the PTX a debugging build, which ptxas does not optimise; wanted are places only.
 * The C interface cannot set the kind of a compile unit, so it is changed in the textual form. */
static LLVMModuleRef lines_only(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    static const char unit[] = " = distinct !DICompileUnit(", kind[] = "emissionKind: ";
    static const char wanted[] = "DebugDirectivesOnly";
    char *text = LLVMPrintModuleToString(m), *from = text, *why = NULL;
    struct sb out = {0};
    for (char *at = strstr(text, unit); at; at = strstr(from, unit)) {
        char *end = strstr(at, kind);
        end = end ? end + strlen(kind) : at + strlen(unit);
        sb_addn(&out, from, (size_t)(end - from));
        sb_add(&out, wanted);
        from = end + strcspn(end, ",)\n");
    }
    sb_add(&out, from);
    LLVMDisposeMessage(text);
    LLVMDisposeModule(m);
    LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRange(out.s, out.n, "gantry", 1);
    if (LLVMParseIRInContext(p->ctx, buf, &m, &why)) /* it frees the buffer */
        worker_fatal(w, "%s", why);
    return m;
}

void nvptx_images(struct worker *w, const struct plan *p, size_t first, size_t step)
{
    VEC(const struct image *) mine = {0};
    size_t seen = 0;
    for (size_t i = 0; i < p->images.n; i++)
        if (p->images.v[i].arch->kind == KIND_NVPTX64 && seen++ % step == first)
            vec_push(p->a, &mine, &p->images.v[i]);
    LLVMModuleRef m = mine.n ? merge_kind(w, p, KIND_NVPTX64) : NULL;
    if (!m)
        return;
    if (!p->o->debug)
        LLVMStripModuleDebugInfo(m);
    else
        m = lines_only(w, p, m);
    for (size_t i = 0; i < mine.n && w->nerrors == 0; i++)
        make_image(w, p, i + 1 < mine.n ? LLVMCloneModule(m) : m, mine.v[i]);
}
