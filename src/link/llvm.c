/* llvm.c: small things around LLVM's C interface that every stage needs. */
#include "plan.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitReader.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/ErrorHandling.h>
#include <llvm-c/Support.h>
#include <llvm-c/Transforms/PassBuilder.h>

#include <string.h>
#include <unistd.h>

static const struct arch_row archs[] = {
#define ARCH(name, kind, plugin, features) {name, kind, plugin, features},
#include "archs.def"
#undef ARCH
};

const struct arch_row *arch_find(const char *name)
{
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        if (strcmp(archs[i].name, name) == 0)
            return &archs[i];
    return NULL;
}

char *arch_list(struct arena *a)
{
    struct sb b = {0};
    for (size_t i = 0; i < sizeof archs / sizeof *archs; i++)
        sb_printf(&b, "%s%s", i ? ", " : "", archs[i].name);
    return sb_take(&b, a);
}

/* ---- LLVM's diagnostics ---- */

static const char *reading; /* the object whose bitcode is being read */

static void fatal_handler(const char *reason) { worker_fatal(worker_self, "%s", reason); }

/* Errors of the linker and the back ends (an instruction that a GPU does not have). Warnings are not printed: they are
 * about code that the user did not write. */
static void diagnostic_handler(LLVMDiagnosticInfoRef info, void *ctx)
{
    const struct plan *p = ctx;
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError)
        return;
    char *text = LLVMGetDiagInfoDescription(info);
    if (reading)
        worker_diag(worker_self, DIAG_ERROR, (struct loc){.file = reading}, "GN0901",
                    "the device code in this file is damaged: no valid bitcode (%s)", text);
    else
        worker_diag(worker_self, DIAG_ERROR, (struct loc){.file = p->o->module_name}, "GN0909",
                    "the device code cannot be made: %s", text);
    LLVMDisposeMessage(text);
}

void worker_listen(struct worker *w, const struct plan *p)
{
    (void)w;
    LLVMInstallFatalErrorHandler(fatal_handler);
    LLVMContextSetDiagnosticHandler(p->ctx, diagnostic_handler, (void *)p);
}

/* ---- modules ---- */

LLVMModuleRef module_parse(struct worker *w, const struct plan *p, const struct record *r)
{
    LLVMModuleRef m = NULL;
    worker_stage(w, "reading the bitcode of %s", r->origin);
    LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRange(r->payload, r->size, r->origin, 1);
    reading = r->origin;
    int before = w->nerrors;
    if (LLVMParseBitcodeInContext2(p->ctx, buf, &m))
        m = NULL;
    reading = NULL;
    if (!m && w->nerrors == before) /* the handler has reported why, as a rule */
        worker_fatal(w, "bitcode was refused without a reason");
    LLVMDisposeMemoryBuffer(buf);
    return m;
}

void module_save(const struct plan *p, LLVMModuleRef m, const char *name)
{
    if (!p->o->dump_dir)
        return;
    char *text = LLVMPrintModuleToString(m);
    file_write(arena_printf(p->a, "%s/%s.ll", p->o->dump_dir, name), text, strlen(text));
    LLVMDisposeMessage(text);
}

void module_verify(struct worker *w, LLVMModuleRef m)
{
    char *text = NULL;
    if (LLVMVerifyModule(m, LLVMReturnStatusAction, &text))
        worker_fatal(w, "%s", text);
    LLVMDisposeMessage(text);
}

/* ---- machines and passes ---- */

/* counts must not contain the CPU's vector instructions, which a GPU's lane does not have. Of the C interface's options
 * for that LLVM 19 takes no notice where passes are asked for as default<O3>. */
static void no_vectors(void)
{
    static const char *const options[] = {"gantry", "-vectorize-loops=false", "-vectorize-slp=false"};
    static bool parsed;
    if (!parsed)
        LLVMParseCommandLineOptions(3, options, NULL);
    parsed = true;
}

static void init_target(enum kind kind)
{
    if (kind == KIND_NVPTX64) {
        LLVMInitializeNVPTXTargetInfo();
        LLVMInitializeNVPTXTarget();
        LLVMInitializeNVPTXTargetMC();
        LLVMInitializeNVPTXAsmPrinter();
        /* expands conversions between integers of more than 64 bits and floating point, which other targets do by
         * library calls */
        static const char *const options[] = {"gantry", "-expand-fp-convert-bits=64"};
        static bool parsed;
        if (!parsed)
            LLVMParseCommandLineOptions(2, options, NULL);
        parsed = true;
    } else {
        LLVMInitializeX86TargetInfo();
        LLVMInitializeX86Target();
        LLVMInitializeX86TargetMC();
        LLVMInitializeX86AsmPrinter();
        LLVMInitializeX86AsmParser(); /* inline assembly in the device runtime */
    }
}

static const struct {
    const char *triple, *cpu;
} machines[NKINDS] = {{"nvptx64-nvidia-cuda", NULL}, {"x86_64-pc-linux-gnu", "x86-64"}};

LLVMTargetMachineRef machine_new(struct worker *w, const struct plan *p, const struct arch_row *arch)
{
    static const LLVMCodeGenOptLevel levels[] = {LLVMCodeGenLevelNone, LLVMCodeGenLevelLess, LLVMCodeGenLevelDefault,
                                                 LLVMCodeGenLevelAggressive};
    const char *triple = machines[arch->kind].triple, *cpu = machines[arch->kind].cpu;
    LLVMTargetRef target;
    char *text = NULL;
    init_target(arch->kind);
    if (p->o->count && arch->kind == KIND_EMULATED)
        no_vectors();
    if (LLVMGetTargetFromTriple(triple, &target, &text))
        worker_fatal(w, "%s", text);
    return LLVMCreateTargetMachine(target, triple, cpu ? cpu : arch->name, arch->features, levels[p->o->opt_level & 3],
                                   arch->kind == KIND_EMULATED ? LLVMRelocPIC : LLVMRelocDefault,
                                   /* with another code model LLVM makes relative lookup tables, which PTX cannot
                                    * express */
                                   arch->kind == KIND_EMULATED ? LLVMCodeModelDefault : LLVMCodeModelMedium);
}

void machine_apply(LLVMTargetMachineRef tm, LLVMModuleRef m)
{
    char *triple = LLVMGetTargetMachineTriple(tm);
    LLVMTargetDataRef layout = LLVMCreateTargetDataLayout(tm);
    LLVMSetTarget(m, triple);
    LLVMSetModuleDataLayout(m, layout);
    LLVMDisposeTargetData(layout);
    LLVMDisposeMessage(triple);
}

const char *passes_default(const struct plan *p)
{
    static const char *const names[] = {"default<O0>", "default<O1>", "default<O2>", "default<O3>"};
    return names[p->o->opt_level & 3];
}

void passes_run(struct worker *w, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *passes)
{
    LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
    LLVMErrorRef e = LLVMRunPasses(m, passes, tm, o);
    if (e)
        worker_fatal(w, "%s", LLVMGetErrorMessage(e));
    LLVMDisposePassBuilderOptions(o);
}

LLVMMemoryBufferRef machine_emit(struct worker *w, LLVMTargetMachineRef tm, LLVMModuleRef m, LLVMCodeGenFileType type)
{
    LLVMMemoryBufferRef out = NULL;
    char *text = NULL;
    if (LLVMTargetMachineEmitToMemoryBuffer(tm, m, type, &text, &out))
        worker_fatal(w, "%s", text);
    return out;
}

/* ---- values ---- */

const char *value_name(struct arena *a, LLVMValueRef v)
{
    size_t n;
    const char *s = LLVMGetValueName2(v, &n);
    return n && *s == '\1' ? arena_strndup(a, s + 1, n - 1) : arena_strndup(a, s, n);
}

bool value_is_function(LLVMValueRef v) { return LLVMIsAFunction(v) != NULL; }

/* Of an absolute path Clang splits off what it shares with the folder that it runs in: "/tmp", "other/x.c". */
static bool is_split(const char *folder, unsigned n)
{
    char here[4096];
    return n > 1 && folder[0] == '/' && getcwd(here, sizeof here) && strncmp(here, folder, n) == 0 && here[n] == '/';
}

struct loc value_loc(struct arena *a, LLVMValueRef instruction)
{
    unsigned n = 0;
    struct loc loc = {.line = (int)LLVMGetDebugLocLine(instruction), .col = (int)LLVMGetDebugLocColumn(instruction)};
    const char *file = loc.line ? LLVMGetDebugLocFilename(instruction, &n) : NULL;
    loc.file = file ? arena_strndup(a, file, n) : "";
    const char *folder = *loc.file && *loc.file != '/' ? LLVMGetDebugLocDirectory(instruction, &n) : NULL;
    if (folder && is_split(folder, n))
        loc.file = arena_printf(a, "%.*s/%s", (int)n, folder, loc.file);
    return loc;
}
