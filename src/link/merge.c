/* merge.c: all user code of one kind in one module, with what it needs of the device runtime.
 * needs: summary decided, library open.   sets: __mode and __crew constants, linkage.   breaks: the library's
 * module. */
#include "plan.h"

#include <llvm-c/Comdat.h>
#include <llvm-c/Linker.h>

#include <string.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_emulated.h"
#include "gantry_numbers.h"

struct definition { /* an external definition seen so far */
    const char *name, *origin;
};
struct merge {
    struct worker *w;
    const struct plan *p;
    LLVMModuleRef m;
    enum kind kind;
    VEC(struct definition) defined;
};

typedef void global_fn(struct merge *g, LLVMValueRef v, const char *name, const char *origin);

static void each_global(struct merge *g, LLVMModuleRef m, const char *origin, global_fn *fn)
{
    for (LLVMValueRef v = LLVMGetFirstFunction(m), next; v; v = next) {
        next = LLVMGetNextFunction(v);
        fn(g, v, value_name(g->p->a, v), origin);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobal(m), next; v; v = next) {
        next = LLVMGetNextGlobal(v);
        fn(g, v, value_name(g->p->a, v), origin);
    }
    for (LLVMValueRef v = LLVMGetFirstGlobalAlias(m), next; v; v = next) {
        next = LLVMGetNextGlobalAlias(v);
        fn(g, v, value_name(g->p->a, v), origin);
    }
}

static const struct device_var *find_var(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->s->vars.n; i++)
        if (strcmp(p->s->vars.v[i]->name, name) == 0)
            return p->s->vars.v[i];
    return NULL;
}

/* ---- before a user's module joins ---- */

/* Lists of LLVM that are dropped: those for linkers, and constructors, which the host runs. */
static const char *const dropped[] = {"llvm.used", "llvm.compiler.used", "llvm.global_ctors", "llvm.global_dtors"};

/* `inline` functions of C99 keep their body as a definition; `static` declare target variables become
 * visible, since the host reads and writes them by name; `used` attributes are not needed: kernels are kept anyway. */
static void prepare(struct merge *g, LLVMValueRef v, const char *name, const char *origin)
{
    (void)origin;
    LLVMLinkage l = LLVMGetLinkage(v);
    if (l == LLVMAvailableExternallyLinkage)
        LLVMSetLinkage(v, LLVMLinkOnceODRLinkage);
    else if (l == LLVMCommonLinkage)
        LLVMSetLinkage(v, LLVMWeakAnyLinkage);
    else if (l == LLVMInternalLinkage && LLVMIsAGlobalVariable(v) && find_var(g->p, name))
        LLVMSetLinkage(v, LLVMExternalLinkage);
    for (size_t i = 0; i < sizeof dropped / sizeof *dropped; i++)
        if (strcmp(name, dropped[i]) == 0) {
            LLVMDeleteGlobal(v);
            return;
        }
}

static void double_definition(struct merge *g, const char *name, const char *origin, const char *other)
{
    struct loc at = {.file = origin};
    if (strcmp(origin, other) == 0)
        worker_diag(g->w, DIAG_ERROR, at, "GN0911", "this object takes part in the link twice");
    else
        worker_diag(g->w, DIAG_ERROR, at, "GN0911", "device code defines '%s' here and in %s; make one of them static",
                    name, other);
}

/* Reports double definitions with their files, which LLVM's linker does not name. */
static void check_double(struct merge *g, LLVMValueRef v, const char *name, const char *origin)
{
    if (LLVMIsDeclaration(v) || LLVMGetLinkage(v) != LLVMExternalLinkage)
        return;
    for (size_t i = 0; i < g->defined.n; i++)
        if (strcmp(g->defined.v[i].name, name) == 0) {
            double_definition(g, name, origin, g->defined.v[i].origin);
            return;
        }
    vec_push(g->p->a, &g->defined, (struct definition){name, origin});
}

static void join(struct merge *g, LLVMModuleRef m, const char *what)
{
    worker_stage(g->w, "linking the %s code of %s", kind_names[g->kind], what);
    LLVMSetTarget(m, LLVMGetTarget(g->m)); /* the vendor part of the triples may differ */
    LLVMSetDataLayout(m, LLVMGetDataLayoutStr(g->m));
    if (LLVMLinkModules2(g->m, m) && g->w->nerrors == 0)
        worker_fatal(g->w, "the modules do not fit together");
}

static bool join_user_code(struct merge *g)
{
    const char *name = kind_record(g->p->a, g->kind);
    for (size_t i = 0; i < g->p->code.r.n; i++) {
        const struct record *r = &g->p->code.r.v[i];
        if (strcmp(r->name, name))
            continue;
        LLVMModuleRef m = module_parse(g->w, g->p, r);
        if (!m)
            continue;
        int before = g->w->nerrors;
        each_global(g, m, r->origin, prepare);
        each_global(g, m, r->origin, check_double);
        if (g->w->nerrors == before)
            join(g, m, r->origin);
    }
    return g->w->nerrors == 0;
}

/* ---- after all modules have joined ---- */

static void define_word(struct merge *g, LLVMValueRef v, uint32_t value)
{
    LLVMSetInitializer(v, LLVMConstInt(LLVMInt32TypeInContext(g->p->ctx), value, 0));
    LLVMSetGlobalConstant(v, 1);
}

/* What the link decides becomes a constant of the code: defines NAME__mode or NAME__crew where code refers to it. */
static void define_asked(struct merge *g, const char *name, const char *suffix, uint32_t value)
{
    LLVMValueRef v = LLVMGetNamedGlobal(g->m, arena_printf(g->p->a, "%s__%s", name, suffix));
    if (v)
        define_word(g, v, value);
}

/* The same for a constant that the device runtime refers to. Its code joins later, so the constant is defined as it is
 * declared there. */
static void define_for_library(struct merge *g, const char *name, uint32_t value)
{
    LLVMValueRef v = LLVMGetNamedGlobal(g->m, name), asked = LLVMGetNamedGlobal(g->p->libs[g->kind].module, name);
    if (!v)
        v = LLVMAddGlobalInAddressSpace(g->m, LLVMInt32TypeInContext(g->p->ctx), name,
                                        asked ? LLVMGetPointerAddressSpace(LLVMTypeOf(asked)) : 0);
    define_word(g, v, value);
}

static bool calls(struct merge *g, const char *name) { return LLVMGetNamedFunction(g->m, name) != NULL; }

/* Defines an empty function, which then replaces the runtime's of that name: the runtime joins later. */
static void define_empty(struct merge *g, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(g->p->libs[g->kind].module, name);
    LLVMTypeRef type = LLVMGlobalGetValueType(f), result = LLVMGetReturnType(type);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(g->p->ctx);
    unsigned inlined = LLVMGetEnumAttributeKindForName("alwaysinline", strlen("alwaysinline"));
    f = LLVMAddFunction(g->m, name, type);
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(g->p->ctx, inlined, 0));
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(g->p->ctx, f, ""));
    if (LLVMGetTypeKind(result) == LLVMVoidTypeKind)
        LLVMBuildRetVoid(b);
    else
        LLVMBuildRet(b, LLVMConstNull(result));
    LLVMDisposeBuilder(b);
}

static bool cancels(struct merge *g)
{
    static const char *const names[] = {"__gd_cancel", "__gd_cancel_agree", "__gd_cancel_barrier", "__gd_cancel_tasks",
                                        "omp_get_cancellation"};
    bool any = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        any |= calls(g, names[i]);
    return any;
}

/* If no code detaches tasks, the functions of runtime/device/events.h do nothing. */
static void without_events(struct merge *g)
{
    static const char *const names[] = {"__gd_events_begin", "__gd_events_enter", "__gd_events_leave",
                                        "__gd_events_now", "__gd_events_wait"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        define_empty(g, names[i]);
}

/* Does a call of it hand over more than travels by shuffles? size: which argument says how much; -1: it may */
static bool is_large(LLVMValueRef f, int size)
{
    for (LLVMUseRef use = f ? LLVMGetFirstUse(f) : NULL; use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use);
        LLVMValueRef n = size >= 0 && LLVMIsACallInst(call) && LLVMGetCalledValue(call) == f
                             ? LLVMGetOperand(call, (unsigned)size)
                             : NULL;
        if (!n || !LLVMIsAConstantInt(n) || LLVMConstIntGetZExtValue(n) > __GD_SHUFFLED_BYTES)
            return true;
    }
    return false;
}

/* Teams take room for these also where kernels keep no state. */
static bool has_large_reductions(struct merge *g)
{
    static const struct {
        const char *name;
        int size;
    } all[] = {{"__gd_reduce_team", 1},          {"__gd_spmd_reduce_team", 1},   {"__gd_reduce_league", 2},
               {"__gd_reduce_teams", 2},         {"__gd_reduce_team_parts", -1}, {"__gd_spmd_reduce_team_parts", -1},
               {"__gd_reduce_league_parts", -1}, {"__gd_reduce_teams_parts", -1}};
    bool any = false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        any = any || is_large(LLVMGetNamedFunction(g->m, all[i].name), all[i].size);
    return any;
}

static void define_words(struct merge *g)
{
    uint32_t width = g->kind == KIND_EMULATED ? __GD_WARP_EMULATED : __GD_WARP_NVIDIA;
    const struct summary *s = g->p->s;
    for (size_t i = 0; i < s->kernels.n; i++)
        define_asked(g, s->kernels.v[i]->name, "mode", kernel_mode_word(s->kernels.v[i]));
    for (size_t i = 0; i < s->regions.n; i++)
        define_asked(g, s->regions.v[i]->name, "crew", crew_word(s->regions.v[i], width));
    define_for_library(g, "__gd_most_lanes", crews_most_lanes(s, width));
    define_for_library(g, "__gd_lane_stacks", crews_have_lane_stacks(s));
    define_for_library(g, "__gd_large_reductions", has_large_reductions(g));
    if (g->kind == KIND_EMULATED)
        define_for_library(g, "__gd_tells", g->p->o->check);
    define_for_library(g, "__gd_frames", summary_frames(s));
    define_for_library(g, "__gd_cancels", calls(g, "__gd_cancel_tasks"));
    define_for_library(g, "__gd_virtual_teams", calls(g, "__gd_virtual_team"));
    if (!cancels(g))
        define_empty(g, "__gd_cancel_begin");
    if (!calls(g, "__gd_event"))
        without_events(g);
}

static bool is_entry(const struct plan *p, const char *name)
{
    size_t n = strlen(name);
    return str_ends(name, "__entry") && summary_kernel(p->s, arena_strndup(p->a, name, n - strlen("__entry")));
}

static void make_internal(struct merge *g, LLVMValueRef v, const char *name, const char *origin)
{
    (void)origin;
    if (LLVMIsDeclaration(v) || str_starts(name, "llvm."))
        return;
    bool is_function = value_is_function(v);
    bool keep = is_function ? g->kind == KIND_EMULATED ? is_entry(g->p, name) : summary_kernel(g->p->s, name) != NULL
                            : find_var(g->p, name) || str_ends(name, __GD_EMU_MEMBERS);
    LLVMSetVisibility(v, LLVMDefaultVisibility);
    if (!LLVMIsAGlobalAlias(v))
        LLVMSetComdat(v, NULL);
    if (!keep) {
        LLVMSetLinkage(v, LLVMInternalLinkage);
        return;
    }
    LLVMSetLinkage(v, LLVMExternalLinkage);
    if (g->kind == KIND_EMULATED)
        LLVMSetVisibility(v, LLVMHiddenVisibility);
}

/* Removes attributes that name a CPU: code is generated for the image's architecture anyway, and unequal ones keep the
 * inliner from inlining. */
static void forget_cpu(struct merge *g, LLVMValueRef v, const char *name, const char *origin)
{
    static const char *const marks[] = {"target-cpu", "target-features", "tune-cpu"};
    (void)g, (void)name, (void)origin;
    if (value_is_function(v))
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            LLVMRemoveStringAttributeAtIndex(v, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, marks[i],
                                             (unsigned)strlen(marks[i]));
}

static bool is_defined(LLVMValueRef v) { return v && !LLVMIsDeclaration(v); }

static void check_function(struct merge *g, const struct kernel *k, const char *name)
{
    if (!is_defined(LLVMGetNamedFunction(g->m, name)))
        worker_diag(g->w, DIAG_ERROR, (struct loc){.file = k->origin}, "GN0901",
                    "the device code in this file is damaged: its summary table names '%s', its %s code does "
                    "not define it",
                    name, kind_names[g->kind]);
}

static void check_tables(struct merge *g)
{
    for (size_t i = 0; i < g->p->s->kernels.n; i++) {
        const struct kernel *k = g->p->s->kernels.v[i];
        check_function(g, k, k->name);
        if (g->kind == KIND_EMULATED)
            check_function(g, k, arena_printf(g->p->a, "%s__entry", k->name));
    }
    for (size_t i = 0; i < g->p->s->vars.n; i++) {
        const struct device_var *v = g->p->s->vars.v[i];
        LLVMValueRef global = LLVMGetNamedGlobal(g->m, v->name);
        if (is_defined(global) || !global)
            continue;
        if (!LLVMGetFirstUse(global)) /* a header may declare variables that only other programs define and use */
            LLVMDeleteGlobal(global);
        else
            worker_diag(g->w, DIAG_ERROR, (struct loc){.file = v->file, .line = v->line}, "GN0913",
                        "no device code defines variable '%s'; put '#pragma omp declare target' around its "
                        "definition and compile that file with Gantry",
                        v->name);
    }
}

LLVMModuleRef merge_kind(struct worker *w, const struct plan *p, enum kind kind)
{
    struct merge g = {.w = w, .p = p, .kind = kind};
    LLVMTargetMachineRef tm = NULL;
    for (size_t i = 0; i < p->images.n && !tm; i++)
        if (p->images.v[i].arch->kind == kind)
            tm = machine_new(w, p, p->images.v[i].arch);
    g.m = LLVMModuleCreateWithNameInContext("gantry", p->ctx);
    LLVMSetSourceFileName(g.m, "gantry", strlen("gantry"));
    machine_apply(tm, g.m);
    LLVMDisposeTargetMachine(tm);
    if (!join_user_code(&g))
        return NULL;
    doubts_calls(w, p, g.m);
    define_words(&g);
    check_tables(&g);
    if (kind == KIND_NVPTX64) {
        nvptx_prepare(g.m, p);
        nvptx_only_read(w, p, g.m);
    }
    join(&g, p->libs[kind].module, "the device runtime");
    worker_stage(w, "merging the %s code", kind_names[kind]);
    each_global(&g, g.m, NULL, make_internal);
    if (kind == KIND_NVPTX64)
        each_global(&g, g.m, NULL, forget_cpu);
    passes_run(w, g.m, NULL, "globaldce");
    module_save(p, g.m, arena_printf(p->a, "merged.%s", kind_names[kind]));
    undefined_check(w, p, g.m, kind);
    return w->nerrors ? NULL : g.m;
}
