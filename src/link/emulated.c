/* emulated.c: host code for the emulated device.
 * needs: summary decided.   sets: the module that image.c adds its tables to.   breaks: the library's module. */
#include "plan.h"

#include <string.h>

/* Local-exec addressing of team-shared (thread-local) variables is several times faster, and right in executables
 * only. The flag is the largest of all modules' in LLVM's rules, so it is set after they joined. */
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

/* Once the optimiser is done nothing need be visible: the tables refer to what the runtime wants, and names may be the
 * same as the host's. */
static void hide_all(LLVMModuleRef m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) {
            LLVMSetVisibility(f, LLVMDefaultVisibility);
            LLVMSetLinkage(f, LLVMInternalLinkage);
        }
}

/* All data of the image in one section, whose edges the linker knows: device code may take its address and use it
 * anywhere. Strings and tables for reports are not device data. */
static bool gather_data(LLVMModuleRef m)
{
    bool any = false;
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g)) {
        const char *section = LLVMGetSection(g);
        if (LLVMIsDeclaration(g))
            continue;
        LLVMSetVisibility(g, LLVMDefaultVisibility);
        LLVMSetLinkage(g, LLVMInternalLinkage);
        if (LLVMIsThreadLocal(g) || (section && *section))
            continue;
        LLVMSetGlobalConstant(g, 0); /* one section cannot be read-only in parts */
        LLVMSetUnnamedAddress(g, LLVMNoUnnamedAddr);
        LLVMSetSection(g, EMULATED_SECTION);
        any = true;
    }
    return any;
}

LLVMModuleRef emulated_image(struct worker *w, const struct plan *p, bool *data)
{
    const struct arch_row *arch = arch_find("emulated");
    LLVMModuleRef m = merge_kind(w, p, KIND_EMULATED);
    if (!m)
        return NULL;
    LLVMTargetMachineRef tm = machine_new(w, p, arch);
    position_independence(p, m);
    if (p->o->access_checks) {
        worker_stage(w, "inserting access checks");
        if (p->o->opt_level > 0)
            passes_run(w, p, m, tm, "function(sroa,early-cse)");
        instrument(w, p, m);
        module_save(p, m, "checked.emulated");
    }
    worker_stage(w, "optimising for emulated");
    passes_run(w, p, m, tm, passes_default(p));
    module_save(p, m, "optimised.emulated");
    hide_all(m);
    *data = gather_data(m);
    return m;
}
