/* image.c: the module object: images, kernel tables and the constructor that registers them with the host runtime.
 *
 * Constants are built field by field in the order of the structures in gantry_abi.h; LLVM lays them out as C
 * does. Each size is compared with that of the structure in the header, so that a difference is found at once. */
#include "plan.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"
#include "gantry_numbers.h"
#include "gantry_emulated.h"

#define STRING_OF_(x) #x
#define STRING_OF(x) STRING_OF_(x)
#define CONSTRUCTOR_PRIORITY "00101" /* before any constructor of a user, which may hold a target region */

struct build {
    struct worker *w;
    const struct plan *p;
    LLVMModuleRef m;
    LLVMTypeRef i8, i32, i64, ptr;
    LLVMTargetDataRef layout;
    bool emulated_data;
};

/* ---- constants ---- */

static LLVMValueRef num32(struct build *b, uint32_t v) { return LLVMConstInt(b->i32, v, 0); }

static LLVMValueRef num64(struct build *b, uint64_t v) { return LLVMConstInt(b->i64, v, 0); }

static LLVMValueRef null(struct build *b) { return LLVMConstPointerNull(b->ptr); }

static LLVMValueRef constant(struct build *b, const char *name, LLVMValueRef value)
{
    LLVMValueRef g = LLVMAddGlobal(b->m, LLVMTypeOf(value), name);
    LLVMSetInitializer(g, value);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    return g;
}

static LLVMValueRef bytes(struct build *b, const char *name, const char *s, size_t n)
{
    return constant(b, name, LLVMConstStringInContext2(b->p->ctx, s, n, 0));
}

static LLVMValueRef string(struct build *b, const char *s)
{
    LLVMValueRef g = bytes(b, "gantry_string", s, strlen(s));
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetUnnamedAddress(g, LLVMGlobalUnnamedAddr);
    return g;
}

/* A structure of the ABI; want is its size in C. */
static LLVMValueRef structure(struct build *b, LLVMValueRef *fields, unsigned n, size_t want)
{
    LLVMValueRef v = LLVMConstStructInContext(b->p->ctx, fields, n, 0);
    if (LLVMABISizeOfType(b->layout, LLVMTypeOf(v)) != want)
        worker_fatal(b->w, "a structure of the ABI has another size here than in C");
    return v;
}
#define STRUCTURE(b, T, ...)                                                                                           \
    structure((b), (LLVMValueRef[]){__VA_ARGS__}, sizeof((LLVMValueRef[]){__VA_ARGS__}) / sizeof(LLVMValueRef),        \
              sizeof(T))

static LLVMValueRef table(struct build *b, const char *name, LLVMValueRef *rows, size_t n)
{
    if (n == 0)
        return null(b);
    return constant(b, name, LLVMConstArray2(LLVMTypeOf(rows[0]), rows, n));
}

/* ---- the structures ---- */

static LLVMValueRef kernel_row(struct build *b, const struct kernel *k, bool emulated)
{
    LLVMValueRef entry = null(b);
    uint32_t width = emulated ? __GD_WARP_EMULATED : __GD_WARP_NVIDIA;
    if (emulated)
        entry = LLVMGetNamedFunction(b->m, arena_printf(b->p->a, "%s__entry", k->name));
    return STRUCTURE(b, struct gantry_kernel_info, string(b, k->name), string(b, k->file), string(b, k->func),
                     num32(b, (uint32_t)k->line), num32(b, k->final_mode), num32(b, kernel_group(k, width)),
                     num32(b, k->threads), num32(b, k->one_team), num32(b, k->scratch), num32(b, k->nparams),
                     num32(b, kernel_space(k, width)), entry);
}

static LLVMValueRef kernels(struct build *b, bool emulated)
{
    size_t n = b->p->s->kernels.n;
    LLVMValueRef *rows = arena_alloc(b->p->a, (n + 1) * sizeof *rows);
    for (size_t i = 0; i < n; i++)
        rows[i] = kernel_row(b, b->p->s->kernels.v[i], emulated);
    return table(b, emulated ? "gantry_emulated_kernels" : "gantry_kernels", rows, n);
}

static LLVMValueRef symbols(struct build *b, size_t *count)
{
    size_t n = b->p->s->vars.n;
    LLVMValueRef *rows = arena_alloc(b->p->a, (n + 4) * sizeof *rows);
    *count = 0;
    for (size_t i = 0; i < n; i++) {
        const struct device_var *v = b->p->s->vars.v[i];
        LLVMValueRef g = LLVMGetNamedGlobal(b->m, v->name);
        if (g) {
            uint64_t size = LLVMABISizeOfType(b->layout, LLVMGlobalGetValueType(g));
            rows[(*count)++] = STRUCTURE(b, struct gantry_symbol, string(b, v->name), g, num64(b, size));
        }
    }
    LLVMValueRef counts = LLVMGetNamedGlobal(b->m, COUNT_TABLE);
    if (counts)
        rows[(*count)++] = STRUCTURE(b, struct gantry_symbol, string(b, __GD_EMU_COUNTS), counts, num64(b, 0));
    LLVMValueRef uninit = LLVMGetNamedGlobal(b->m, UNINIT_TABLE);
    if (uninit)
        rows[(*count)++] = STRUCTURE(b, struct gantry_symbol, string(b, __GD_EMU_UNINIT), uninit, num64(b, 0));
    LLVMValueRef poison = LLVMGetNamedFunction(b->m, __GD_EMU_POISON_SHARED);
    rows[(*count)++] = STRUCTURE(b, struct gantry_symbol, string(b, __GD_EMU_POISON_SHARED), poison, num64(b, 0));
    LLVMValueRef constants = LLVMGetNamedGlobal(b->m, CONSTANT_TABLE);
    if (constants)
        rows[(*count)++] = STRUCTURE(b, struct gantry_symbol, string(b, __GD_EMU_CONSTANTS), constants, num64(b, 0));
    return table(b, "gantry_emulated_symbols", rows, *count);
}

static LLVMValueRef section_edge(struct build *b, const char *name)
{
    if (!b->emulated_data)
        return null(b);
    LLVMValueRef g = LLVMAddGlobal(b->m, b->i8, name);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

static LLVMValueRef emulated(struct build *b, const struct arch_row *arch)
{
    size_t nsymbols;
    LLVMValueRef syms = symbols(b, &nsymbols);
    LLVMValueRef image = STRUCTURE(
        b, struct gantry_image, num32(b, GANTRY_MAGIC), num32(b, GANTRY_ABI_VERSION),
        num32(b, sizeof(struct gantry_image)), num32(b, (uint32_t)b->p->s->kernels.n), string(b, arch->plugin),
        string(b, arch->name), null(b), num64(b, 0), kernels(b, true), syms, num64(b, nsymbols),
        section_edge(b, "__start_" EMULATED_SECTION), section_edge(b, "__stop_" EMULATED_SECTION));
    return constant(b, "gantry_image_emulated", image);
}

static size_t shared_size(const struct image *image)
{
    struct stat st;
    return fstat(image->shared_fd, &st) ? 0 : (size_t)st.st_size;
}

bool images_ready(const struct plan *p)
{
    for (size_t i = 0; i < p->images.n; i++)
        if (p->images.v[i].shared_fd >= 0 && shared_size(&p->images.v[i]) == 0)
            return false;
    return true;
}

static LLVMValueRef ptx(struct build *b, const struct image *image, LLVMValueRef table_of_kernels)
{
    const struct arch_row *arch = image->arch;
    size_t n = shared_size(image);
    const char *text = mmap(NULL, n, PROT_READ, MAP_SHARED, image->shared_fd, 0);
    if (text == MAP_FAILED)
        worker_fatal(b->w, "PTX for %s cannot be read", arch->name);
    LLVMValueRef data = bytes(b, arena_printf(b->p->a, "gantry_ptx_%s", arch->name), text, n);
    LLVMValueRef v = STRUCTURE(b, struct gantry_image, num32(b, GANTRY_MAGIC), num32(b, GANTRY_ABI_VERSION),
                               num32(b, sizeof(struct gantry_image)), num32(b, (uint32_t)b->p->s->kernels.n),
                               string(b, arch->plugin), string(b, arch->name), data, num64(b, n + 1), table_of_kernels,
                               null(b), num64(b, 0), null(b), null(b));
    return constant(b, arena_printf(b->p->a, "gantry_image_%s", arch->name), v);
}

/* Mutable: the runtime keeps its own pointer in it. */
static LLVMValueRef module_object(struct build *b, LLVMValueRef images)
{
    LLVMValueRef v = STRUCTURE(b, struct gantry_module, num32(b, GANTRY_MAGIC), num32(b, GANTRY_ABI_VERSION),
                               num32(b, sizeof(struct gantry_module)), num32(b, (uint32_t)b->p->images.n), images,
                               string(b, b->p->o->module_name), null(b));
    LLVMValueRef g = LLVMAddGlobal(b->m, LLVMTypeOf(v), STRING_OF(GANTRY_MODULE));
    LLVMSetInitializer(g, v);
    LLVMSetVisibility(g, LLVMHiddenVisibility);
    return g;
}

/* static void name(void) { first(); callee(&module); }, and its address in the section of constructors or
 * destructors. (LLVM's own lists would become .ctors here, which not every linker supports.) */
static void at_load(struct build *b, const char *section, const char *name, const char *callee, LLVMValueRef module,
                    LLVMValueRef first)
{
    LLVMTypeRef nothing = LLVMVoidTypeInContext(b->p->ctx);
    LLVMTypeRef call_type = LLVMFunctionType(nothing, &b->ptr, 1, 0);
    LLVMValueRef target = LLVMAddFunction(b->m, callee, call_type);
    LLVMValueRef f = LLVMAddFunction(b->m, name, LLVMFunctionType(nothing, NULL, 0, 0));
    LLVMSetLinkage(f, LLVMInternalLinkage);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(b->p->ctx);
    LLVMPositionBuilderAtEnd(builder, LLVMAppendBasicBlockInContext(b->p->ctx, f, ""));
    if (first)
        LLVMBuildCall2(builder, LLVMGlobalGetValueType(first), first, NULL, 0, "");
    LLVMBuildCall2(builder, call_type, target, &module, 1, "");
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    LLVMValueRef g = LLVMAddGlobal(b->m, b->ptr, arena_printf(b->p->a, "%s_at", name));
    LLVMSetInitializer(g, f);
    LLVMSetLinkage(g, LLVMInternalLinkage);
    LLVMSetSection(g, section);
}

void image_build(struct worker *w, const struct plan *p, LLVMModuleRef m, bool emulated_data)
{
    struct build b = {.w = w, .p = p, .m = m, .emulated_data = emulated_data};
    worker_stage(w, "writing the images");
    b.i8 = LLVMInt8TypeInContext(p->ctx);
    b.i32 = LLVMInt32TypeInContext(p->ctx);
    b.i64 = LLVMInt64TypeInContext(p->ctx);
    b.ptr = LLVMPointerTypeInContext(p->ctx, 0);
    b.layout = LLVMGetModuleDataLayout(m);
    LLVMValueRef *rows = arena_alloc(p->a, p->images.n * sizeof *rows);
    LLVMValueRef plain = p->wants[KIND_NVPTX64] ? kernels(&b, false) : NULL;
    for (size_t i = 0; i < p->images.n; i++)
        rows[i] = p->images.v[i].arch->kind == KIND_EMULATED ? emulated(&b, p->images.v[i].arch)
                                                             : ptx(&b, &p->images.v[i], plain);
    LLVMValueRef module = module_object(&b, table(&b, "gantry_images", rows, p->images.n));
    at_load(&b, ".init_array." CONSTRUCTOR_PRIORITY, "gantry_register", "__gantry_register_module", module,
            LLVMGetNamedFunction(m, FILL_FUNCTION));
    at_load(&b, ".fini_array." CONSTRUCTOR_PRIORITY, "gantry_unregister", "__gantry_unregister_module", module, NULL);
}
