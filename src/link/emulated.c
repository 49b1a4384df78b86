/* emulated.c: host code for the emulated device.
 * needs: summary decided.   sets: the module that image.c adds its tables to.   breaks: the library's module. */
#include "plan.h"

#include <string.h>

/* Local-exec addressing of team-shared (thread-local) variables is several times faster, but valid in executables only.
 * When LLVM joins modules the largest value of this flag wins, so it is set afterwards. */
static void position_independence(const struct plan *p, LLVMModuleRef m)
{
    static const char pie[] = "PIE Level";
    LLVMTypeRef i32 = LLVMInt32TypeInContext(p->ctx);
    LLVMMetadataRef level = LLVMValueAsMetadata(LLVMConstInt(i32, p->o->pic ? 0 : 2, 0));
    unsigned n = LLVMGetNamedMetadataNumOperands(m, "llvm.module.flags");
    LLVMValueRef *flags = arena_alloc(p->a, (n + 1) * sizeof *flags);
    LLVMGetNamedMetadataOperands(m, "llvm.module.flags", flags);
    for (unsigned i = 0; i < n; i++) {
        LLVMValueRef parts[3];
        unsigned len;
        if (LLVMGetMDNodeNumOperands(flags[i]) != 3)
            continue;
        LLVMGetMDNodeOperands(flags[i], parts);
        const char *name = LLVMGetMDString(parts[1], &len);
        if (name && len == sizeof pie - 1 && memcmp(name, pie, len) == 0) {
            LLVMReplaceMDNodeOperandWith(flags[i], 2, level);
            return;
        }
    }
    if (!p->o->pic)
        LLVMAddModuleFlag(m, LLVMModuleFlagBehaviorOverride, pie, sizeof pie - 1, level);
}

/* Makes everything internal once the optimiser is done: the tables refer to what the runtime needs, and names may be
 * the same as the host's. */
static void hide_all(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) {
            LLVMSetVisibility(f, LLVMDefaultVisibility);
            LLVMSetLinkage(f, LLVMInternalLinkage);
        }
}

struct gather {
    const struct plan *p;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    LLVMBuilderRef fill; /* not NULL: variables get their initial values when the program starts */
    struct sb storage;   /* in that case the variables as assembly, since LLVM would write zeros to the file in a named
                          * section */
};

/* Data of the image: what device code may point to anywhere. Strings and tables for reports are not. */
static bool is_data(LLVMValueRef g)
{
    const char *section = LLVMGetSection(g);
    return !LLVMIsDeclaration(g) && !LLVMIsThreadLocal(g) && !(section && *section);
}

static uint64_t zero_bytes(const struct gather *g)
{
    uint64_t n = 0;
    for (LLVMValueRef v = LLVMGetFirstGlobal(g->m); v; v = LLVMGetNextGlobal(v))
        if (is_data(v) && LLVMIsNull(LLVMGetInitializer(v)))
            n += LLVMABISizeOfType(g->layout, LLVMGlobalGetValueType(v));
    return n;
}

static void begin_fill(struct gather *g)
{
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(g->p->ctx), NULL, 0, 0);
    LLVMValueRef f = LLVMAddFunction(g->m, FILL_FUNCTION, type);
    LLVMSetLinkage(f, LLVMInternalLinkage);
    g->fill = LLVMCreateBuilderInContext(g->p->ctx);
    LLVMPositionBuilderAtEnd(g->fill, LLVMAppendBasicBlockInContext(g->p->ctx, f, ""));
}

static void initial_value(struct gather *g, LLVMValueRef v, uint64_t size, unsigned align)
{
    LLVMValueRef copy = LLVMAddGlobal(g->m, LLVMGlobalGetValueType(v), "gantry_initial");
    LLVMSetInitializer(copy, LLVMGetInitializer(v));
    LLVMSetGlobalConstant(copy, 1);
    LLVMSetLinkage(copy, LLVMPrivateLinkage);
    LLVMSetAlignment(copy, align);
    LLVMSetSection(copy, ".data.rel.ro.gantry_initial");
    LLVMBuildMemCpy(g->fill, v, align, copy, align, LLVMConstInt(LLVMInt64TypeInContext(g->p->ctx), size, 0));
}

static void store_as_zeros(struct gather *g, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(v);
    uint64_t size = LLVMABISizeOfType(g->layout, type);
    unsigned align = LLVMGetAlignment(v) ? LLVMGetAlignment(v) : LLVMABIAlignmentOfType(g->layout, type);
    if (!LLVMIsNull(LLVMGetInitializer(v)))
        initial_value(g, v, size, align);
    LLVMSetInitializer(v, NULL); /* declared: the storage is in the assembly */
    LLVMSetSection(v, "");
    LLVMSetLinkage(v, LLVMExternalLinkage);
    LLVMSetVisibility(v, LLVMHiddenVisibility);
    const char *name = value_name(g->p->a, v);
    sb_printf(&g->storage, "\t.balign %u\n\t.type \"%s\",@object\n\"%s\":\n\t.zero %llu\n\t.size \"%s\", %llu\n", align,
              name, name, (unsigned long long)size, name, (unsigned long long)size);
}

static void keep_in_section(LLVMValueRef v)
{
    LLVMSetGlobalConstant(v, 0); /* one section cannot be read-only in parts */
    LLVMSetUnnamedAddress(v, LLVMNoUnnamedAddr);
    LLVMSetSection(v, EMULATED_SECTION);
}

/* All data of the image in one section, whose beginning and end the linker defines symbols for. Large zero-initialised
 * variables must take no space in the file: if there are any, the section has no contents, and the other variables get
 * their values when the program starts. */
static bool gather_data(const struct plan *p, LLVMModuleRef m)
{
    enum { MANY_ZEROS = 64 << 10 };
    struct gather g = {.p = p, .m = m, .layout = LLVMGetModuleDataLayout(m)};
    bool any = false;
    if (zero_bytes(&g) > MANY_ZEROS)
        begin_fill(&g);
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v)) {
        if (LLVMIsDeclaration(v))
            continue;
        LLVMSetVisibility(v, LLVMDefaultVisibility);
        LLVMSetLinkage(v, LLVMInternalLinkage);
        if (!is_data(v))
            continue;
        any = true;
        if (g.fill)
            store_as_zeros(&g, v);
        else
            keep_in_section(v);
    }
    if (g.fill) {
        LLVMBuildRetVoid(g.fill);
        LLVMDisposeBuilder(g.fill);
        const char *text =
            arena_printf(p->a, "\t.section " EMULATED_SECTION ",\"aw\",@nobits\n%s\t.text\n", g.storage.s);
        LLVMAppendModuleInlineAsm(m, text, strlen(text));
        sb_free(&g.storage);
    }
    return any;
}

/* Frames larger than a page touch each page of it in order: a lane that uses up its stack stops at the guard page below
 * it, and never reaches the next lane's. */
static void touch_stack_pages(const struct plan *p, LLVMModuleRef m)
{
    static const char name[] = "probe-stack", how[] = "inline-asm";
    LLVMAttributeRef a = LLVMCreateStringAttribute(p->ctx, name, sizeof name - 1, how, sizeof how - 1);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f))
            LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
}

LLVMModuleRef emulated_image(struct worker *w, const struct plan *p, bool *data)
{
    const struct arch_row *arch = arch_find("emulated");
    LLVMModuleRef m = merge_kind(w, p, KIND_EMULATED);
    if (!m)
        return NULL;
    LLVMTargetMachineRef tm = machine_new(w, p, arch);
    position_independence(p, m);
    touch_stack_pages(p, m);
    shared_poison(p, m);
    if (p->o->access_checks && !p->o->count) { /* the instructions of the checks would be counted */
        bool loops = false;
        if (p->o->check)
            depth_counted(w, p, m, tm, &loops);
        worker_stage(w, "inserting access checks");
        if (p->o->check)
            uninit_copies(p, m);
        if (p->o->check && p->o->lockstep)
            ways_instrument(w, p, m);
        if (p->o->check && p->o->opt_level > 0)
            early_inline(w, p, m, tm);
        if (p->o->check) {
            scopes_tell(w, p, m);
            members_known(w, p, m);
            members_given(w, p, m);
        }
        if (p->o->check)
            uninit_instrument(w, p, m, tm, loops);
        else if (p->o->opt_level > 0)
            passes_run(w, m, tm, "function(sroa,early-cse)");
        instrument(w, p, m);
        if (p->o->check) {
            races_instrument(w, p, m);
            stale_instrument(w, p, m);
            objects_tell(w, p, m);
        }
        module_save(p, m, "checked.emulated");
    }
    worker_stage(w, "optimising for emulated");
    if (p->o->count)
        team_size_own(w, p, m, tm);
    passes_run(w, m, tm, passes_default(p));
    module_save(p, m, "optimised.emulated");
    if (p->o->count) {
        worker_stage(w, "inserting counters");
        count_instrument(w, p, m);
        passes_run(w, m, tm, "always-inline");
        module_save(p, m, "counted.emulated");
    }
    hide_all(m);
    *data = gather_data(p, m);
    return m;
}
