/* library.c: the device runtime's bitcode. Modules are opened without reading function bodies; LLVM's linker reads
 * those that the program calls. */
#include "plan.h"
#include "../tables/tables.h"

#include <llvm-c/BitReader.h>

#include <errno.h>
#include <string.h>

/* Gives all definitions linkonce linkage: what no code refers to is left out. */
static void make_optional(LLVMModuleRef m, LLVMContextRef ctx)
{
    static const char *const keepers[] = {"llvm.used", "llvm.compiler.used"};
    for (size_t i = 0; i < sizeof keepers / sizeof *keepers; i++) {
        LLVMValueRef g = LLVMGetNamedGlobal(m, keepers[i]);
        if (g)
            LLVMDeleteGlobal(g);
    }
    LLVMAttributeRef mark = LLVMCreateStringAttribute(ctx, ATTR_LIBRARY, strlen(ATTR_LIBRARY), "", 0);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f))
            continue;
        LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, mark);
        if (LLVMGetLinkage(f) == LLVMExternalLinkage || LLVMGetLinkage(f) == LLVMWeakAnyLinkage)
            LLVMSetLinkage(f, LLVMLinkOnceODRLinkage);
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(m); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsDeclaration(g) && LLVMGetLinkage(g) == LLVMExternalLinkage)
            LLVMSetLinkage(g, LLVMLinkOnceODRLinkage);
}

static bool open_one(struct plan *p, struct diag *d, enum kind kind)
{
    const char *path = arena_printf(p->a, "%s/device/%s%s.bc", p->o->runtime_dir, kind_names[kind],
                                    kind == KIND_EMULATED && p->o->check_runtime ? ".checked" : "");
    LLVMMemoryBufferRef buf;
    LLVMModuleRef m;
    char *text = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &text)) {
        diag(d, DIAG_ERROR, (struct loc){.file = path}, "GN0910",
             "the device runtime cannot be read: %s; is Gantry installed completely?", text);
        LLVMDisposeMessage(text);
        return false;
    }
    if (LLVMGetBitcodeModuleInContext2(p->ctx, buf, &m)) {
        diag(d, DIAG_ERROR, (struct loc){.file = path}, "GN0910", "the device runtime is no valid bitcode");
        return false;
    }
    make_optional(m, p->ctx);
    if (kind == KIND_NVPTX64)
        nvptx_maths(m); /* bodies that are read later refer to the replacement */
    p->libs[kind].module = m;
    return true;
}

bool library_open(struct plan *p, struct diag *d)
{
    if (!open_one(p, d, KIND_NVPTX64)) /* always: its names are those that every device has */
        return false;
    return !p->wants[KIND_EMULATED] || open_one(p, d, KIND_EMULATED);
}

bool library_defines(const struct plan *p, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(p->libs[KIND_NVPTX64].module, name);
    return f && !LLVMIsDeclaration(f);
}

/* Does a device have the function? Besides those of the library, what the device itself supplies, and functions that
 * the compiler makes instructions of. */
bool library_knows(const struct plan *p, const char *name)
{
    const struct library_row *row = library_find(name);
    return (row && (row->place == LIBRARY_BUILT_IN || row->traits & LIBRARY_IS_PREFIX)) ||
           str_starts(name, "__builtin_") || library_defines(p, name);
}
