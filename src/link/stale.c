/* stale.c: in images of programs with -fcheck, device code marks the bytes that it stores to, and looks whether those
 * that it loads are older than the host's (gantry_checker.h, docs/checks.md).
 * needs: values in registers (sroa), so that what is left is real memory.
 * sets: a call before every load and store of user code, and every store of the device runtime.   breaks: nothing.
 *
 * Stores of the runtime count because it may store results for the user; what it loads is its own affair. Local and
 * team-shared variables have no copy on the host. A launch that is judged runs on one thread of the system, and needs
 * no atomic updates of marks, which cost as much as all else of a store. */
#include "access.h"

#include <string.h>

#include "gantry_checker.h"

#define STRING(X) #X
#define NUMBER(X) STRING(X)
/* what the enumeration says, as LLVM's assembly needs it; held below */
#define SHIFT 21
#define STATE 262144
#define LAST 2097151
_Static_assert(GANTRY_CHUNK_SHIFT == SHIFT && GANTRY_CHUNK_BITS == STATE && GANTRY_STORED == 0 && GANTRY_OLD == 1,
               "the assembly has the states elsewhere");
_Static_assert(offsetof(struct gantry_chunk, state) == 0, "the states come first");

/* clang-format off */
#define BYTE(STATE_AT)                                                                                                 \
    "  %root = load ptr, ptr @gantry_check_root, !invariant.load !0\n"                                                 \
    "  %a = ptrtoint ptr %p to i64\n"                                                                                  \
    "  %i = lshr i64 %a, " NUMBER(SHIFT) "\n"                                                                          \
    "  %slot = getelementptr ptr, ptr %root, i64 %i\n"                                                                 \
    "  %chunk = load ptr, ptr %slot, !tbaa !2\n"                                                                                 \
    "  %none = icmp eq ptr %chunk, null\n"                                                                             \
    "  br i1 %none, label %done, label %look\n"                                                                        \
    "look:\n"                                                                                                          \
    "  %off = and i64 %a, " NUMBER(LAST) "\n"                                                                          \
    "  %byte = lshr i64 %off, 3\n"                                                                                     \
    "  %at = getelementptr i8, ptr %chunk, i64 %byte\n"                                                                \
    "  %sp = getelementptr i8, ptr %at, i64 " NUMBER(STATE_AT) "\n"                                                    \
    "  %s = load atomic i8, ptr %sp monotonic, align 1\n"                                                              \
    "  %low = trunc i64 %a to i8\n"                                                                                    \
    "  %shift = and i8 %low, 7\n"
#define LOAD(bytes, ones)                                                                                              \
    "define internal void @gantry_check_stale_load_" #bytes "(ptr %p, ptr %site) #0 {\n"                               \
    "  %some = load i8, ptr @gantry_check_device_old, !tbaa !2\n"                                                      \
    "  %all.new = icmp eq i8 %some, 0\n"                                                                               \
    "  br i1 %all.new, label %done, label %begin, !prof !1\n"                                                          \
    "begin:\n"                                                                                                         \
    BYTE(STATE)                                                                                                        \
    "  %mask = shl i8 " #ones ", %shift\n"                                                                             \
    "  %old = and i8 %s, %mask\n"                                                                                      \
    "  %good = icmp eq i8 %old, 0\n"                                                                                   \
    "  br i1 %good, label %done, label %slow, !prof !1\n"                                                              \
    "slow:\n"                                                                                                          \
    "  call void @gantry_check_device_reads(i64 %a, i64 " #bytes ", ptr %site)\n"                                      \
    "  br label %done\n"                                                                                               \
    "done:\n"                                                                                                          \
    "  ret void\n"                                                                                                     \
    "}\n"
#define STORE(bytes, ones)                                                                                             \
    "define internal void @gantry_check_stale_store_" #bytes "(ptr %p) #0 {\n"                                         \
    BYTE(0)                                                                                                            \
    "  %mask = shl i8 " #ones ", %shift\n"                                                                             \
    "  %set = and i8 %s, %mask\n"                                                                                      \
    "  %known = icmp eq i8 %set, %mask\n"                                                                              \
    "  br i1 %known, label %done, label %mark\n"                                                                       \
    "mark:\n"                                                                                                          \
    "  %on = load i8, ptr @gantry_check_judging, !tbaa !2\n"                                                           \
    "  %many = icmp eq i8 %on, 0\n"                                                                                    \
    "  br i1 %many, label %threads, label %alone\n"                                                                    \
    "alone:\n"                                                                                                         \
    "  %now = or i8 %s, %mask\n"                                                                                       \
    "  store atomic i8 %now, ptr %sp monotonic, align 1\n"                                                             \
    "  br label %done\n"                                                                                               \
    "threads:\n"                                                                                                       \
    "  %before = atomicrmw or ptr %sp, i8 %mask monotonic, align 1\n"                                                  \
    "  br label %done\n"                                                                                               \
    "done:\n"                                                                                                          \
    "  ret void\n"                                                                                                     \
    "}\n"
/* clang-format on */

static const char helpers_text[] =
    "@gantry_check_root = external global ptr\n"
    "@gantry_check_device_old = external global i8\n"
    "@gantry_check_judging = external global i8\n"
    "declare void @gantry_check_device_reads(i64, i64, ptr) #1\n"
    "declare void @gantry_check_device_stores(i64, i64) #1\n"
    "define internal void @gantry_check_stale_load(ptr %p, i64 %n, ptr %site) #2 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  call void @gantry_check_device_reads(i64 %a, i64 %n, ptr %site)\n"
    "  ret void\n"
    "}\n"
    "define internal void @gantry_check_stale_store(ptr %p, i64 %n) #2 {\n"
    "  %a = ptrtoint ptr %p to i64\n"
    "  call void @gantry_check_device_stores(i64 %a, i64 %n)\n"
    "  ret void\n"
    "}\n" LOAD(1, 1) LOAD(2, 3) LOAD(4, 15) LOAD(8, 255) STORE(1, 1) STORE(2, 3) STORE(4, 15)
        STORE(8, 255) "attributes #0 = { alwaysinline nounwind }\n"
                      "attributes #1 = { cold nounwind memory(read, inaccessiblemem: readwrite) }\n"
                      "attributes #2 = { noinline nounwind }\n"
                      "!0 = !{}\n"
                      "!1 = !{!\"branch_weights\", i32 2000, i32 1}\n"
                      "!2 = !{!3, !3, i64 0}\n"
                      "!3 = !{!\"gantry states\", !4, i64 0}\n"
                      "!4 = !{!\"Simple C/C++ TBAA\"}\n";

struct marking {
    struct inst t;
    LLVMValueRef load[4], store[4], load_range, store_range; /* [k] takes 1 << k bytes */
};

/* A local or team-shared variable, a parameter's copy or a constant, as far as the address shows it */
static bool has_no_copy(struct inst *t, LLVMValueRef v)
{
    for (int depth = 0; depth < 64; depth++) {
        LLVMOpcode op = LLVMIsAInstruction(v)    ? LLVMGetInstructionOpcode(v)
                        : LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v)
                                                 : (LLVMOpcode)0;
        bool tls = op == LLVMCall && LLVMIsAFunction(LLVMGetCalledValue(v)) &&
                   LLVMGetIntrinsicID(LLVMGetCalledValue(v)) == t->tls_id;
        if (op != LLVMGetElementPtr && op != LLVMBitCast && op != LLVMAddrSpaceCast && !tls)
            break;
        v = LLVMGetOperand(v, 0);
    }
    if (LLVMIsAGlobalVariable(v))
        return LLVMIsThreadLocal(v) || LLVMIsGlobalConstant(v);
    return LLVMIsAAllocaInst(v) || is_by_value(t, v);
}

static void call(struct inst *t, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    LLVMBuildCall2(t->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static void mark(struct marking *m, const struct access *x, bool store)
{
    struct inst *t = &m->t;
    LLVMPositionBuilderBefore(t->b, x->inst);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(x->inst));
    LLVMValueRef n = x->length ? x->length : LLVMConstInt(t->i64, x->size, 0);
    LLVMValueRef site = store ? NULL : table_constant(t, "gantry_site", site_constant(t, x), SITE_SECTION);
    for (unsigned k = 0; k < 4; k++)
        if (x->aligned && x->size == 1u << k) {
            call(t, (store ? m->store : m->load)[k], (LLVMValueRef[]){x->pointer, site}, store ? 1 : 2);
            return;
        }
    call(t, store ? m->store_range : m->load_range, (LLVMValueRef[]){x->pointer, n, site}, store ? 2 : 3);
}

static bool is_load(const struct access *x)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(x->inst);
    return op == LLVMCall ? x->kind == SITE_LOAD : op != LLVMStore;
}

static bool is_store(const struct access *x)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(x->inst);
    return op == LLVMCall ? x->kind == SITE_STORE : op != LLVMLoad;
}

static void mark_function(struct marking *m, LLVMValueRef f, bool library)
{
    access_list all = {0};
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            accesses_find(&m->t, &all, i);
    for (size_t i = 0; i < all.n; i++) {
        if (has_no_copy(&m->t, all.v[i].pointer))
            continue;
        if (is_load(&all.v[i]) && !library)
            mark(m, &all.v[i], false);
        if (is_store(&all.v[i]))
            mark(m, &all.v[i], true);
    }
}

void stale_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    static const char *const names[] = {
        "gantry_check_stale_load_1",  "gantry_check_stale_load_2",  "gantry_check_stale_load_4",
        "gantry_check_stale_load_8",  "gantry_check_stale_store_1", "gantry_check_stale_store_2",
        "gantry_check_stale_store_4", "gantry_check_stale_store_8", "gantry_check_stale_load",
        "gantry_check_stale_store",
    };
    enum { N = sizeof names / sizeof *names };
    struct marking s = {0};
    LLVMValueRef f[N];
    inst_init(&s.t, w, p, m);
    helpers_join(&s.t, helpers_text, sizeof helpers_text - 1, names, N);
    for (size_t i = 0; i < N; i++)
        f[i] = LLVMGetNamedFunction(m, names[i]);
    memcpy(s.load, f, sizeof s.load);
    memcpy(s.store, f + 4, sizeof s.store);
    s.load_range = f[8];
    s.store_range = f[9];
    for (LLVMValueRef g = LLVMGetFirstFunction(m); g; g = LLVMGetNextFunction(g)) {
        const char *name = value_name(p->a, g);
        bool library = LLVMGetStringAttributeAtIndex(g, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTR_LIBRARY,
                                                     strlen(ATTR_LIBRARY)) ||
                       str_starts(name, "__gd_");
        if (LLVMIsDeclaration(g) || is_inserted(name) || is_bookkeeping(name) || str_ends(name, "__entry"))
            continue;
        inst_enter(&s.t, g, name);
        mark_function(&s, g, library);
    }
    LLVMDisposeBuilder(s.t.b);
    module_verify(w, m);
}
