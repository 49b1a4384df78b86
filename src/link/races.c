/* races.c: what the judge of races sees of device code (-fcheck; runtime/check/races.c, docs/checks.md).
 * needs: the merged module with its access checks, values in registers (sroa).
 * sets: a call before every load, store, atomic and block copy of user code that other lanes could notice, before each
 * wait for a lock, and at each flush.   breaks: nothing.
 *
 * Left alone: the device runtime, whose own orders the judge is told by hooks of its own, and variables on the lane's
 * stack that are visible here, but those that iterations of simd loops or tasks share. Where one block of code loads
 * and stores the same place, the store alone is told: whoever conflicts with the load conflicts with the store, too. */
#include "access.h"

#include <string.h>

#include "gantry_emulated.h"

struct races {
    struct inst t;
    LLVMValueRef hooks[5], flush; /* the hooks by kind of access */
    LLVMTypeRef hook_type, flush_type;
    LLVMValueRef tell[2]; /* of variables on stacks that several share; NULL: nobody calls it */
    bool tasks;           /* the program has explicit tasks */
    VEC(LLVMValueRef) shared;
};
struct told {
    struct access x;
    enum __gd_emu_judged_kind kind;
    bool dropped;
};
typedef VEC(struct told) told_list;

/* ---- calls that wait for a lock ---- */
enum { LOCK_BYTES = 8 };

static bool is_lock_call(struct races *r, LLVMValueRef inst)
{
    static const char *const names[] = {"__gd_lock", "omp_set_lock", "omp_set_nest_lock"};
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = f && LLVMIsAFunction(f) ? value_name(r->t.p->a, f) : "";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* ---- which accesses ---- */

/* What the address is computed from, through offsets. */
static LLVMValueRef root_of(struct races *r, LLVMValueRef v)
{
    for (int depth = 0; depth < 64; depth++) {
        bool cast = LLVMIsAInstruction(v)    ? LLVMIsAGetElementPtrInst(v) || LLVMIsAAddrSpaceCastInst(v)
                    : LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) == LLVMGetElementPtr
                                             : false;
        bool shared = LLVMIsACallInst(v) && LLVMIsAFunction(LLVMGetCalledValue(v)) &&
                      LLVMGetIntrinsicID(LLVMGetCalledValue(v)) == r->t.tls_id;
        if (!cast && !shared && !(LLVMIsACallInst(v) && within_of(&r->t, v)))
            break;
        v = LLVMGetOperand(v, 0);
    }
    return v;
}

static bool tells_of_variable(const struct races *r, LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return f && (f == r->tell[0] || f == r->tell[1]);
}

static bool is_users(struct races *r, LLVMValueRef f)
{
    return !LLVMIsAFunction(f) || (LLVMGetIntrinsicID(f) == 0 && !is_runtime(f, value_name(r->t.p->a, f)));
}

/* May a function that is called, or a pointer in memory, lead a task to it? */
static bool goes_out(struct races *r, LLVMValueRef v, int depth)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef by = LLVMGetUser(u);
        bool moves = LLVMIsAGetElementPtrInst(by) || LLVMIsAPHINode(by) || LLVMIsASelectInst(by);
        if ((LLVMIsAStoreInst(by) && LLVMGetOperand(by, 0) == v) ||
            (LLVMIsACallInst(by) && is_users(r, LLVMGetCalledValue(by))) ||
            (moves && depth < 8 && goes_out(r, by, depth + 1)))
            return true;
    }
    return false;
}

/* Variables of the function's own that iterations of simd loops share, or tasks: generated code says which those are
 * that a task names; in programs with tasks others may reach one by their addresses. */
static void find_shared(struct races *r, LLVMValueRef f)
{
    r->shared.n = 0;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (tells_of_variable(r, i))
                vec_push(r->t.p->a, &r->shared, root_of(r, LLVMGetOperand(i, 0)));
            else if (r->tasks && LLVMIsAAllocaInst(i) && goes_out(r, i, 0))
                vec_push(r->t.p->a, &r->shared, i);
}

static bool is_shared(const struct races *r, LLVMValueRef root)
{
    for (size_t i = 0; i < r->shared.n; i++)
        if (r->shared.v[i] == root)
            return true;
    return false;
}

static bool can_be_noticed(struct races *r, LLVMValueRef pointer)
{
    LLVMValueRef root = root_of(r, pointer);
    if (LLVMIsAAllocaInst(root))
        return is_shared(r, root);
    if (LLVMIsAGlobalVariable(root))
        return !LLVMIsGlobalConstant(root);
    return !is_by_value(&r->t, root);
}

static enum __gd_emu_judged_kind kind_of(const struct access *x)
{
    if (x->kind == SITE_ATOMIC)
        return LLVMIsALoadInst(x->inst) ? __GD_EMU_ATOMIC_READ : __GD_EMU_ATOMIC_WRITE;
    return x->kind == SITE_STORE ? __GD_EMU_WRITE : __GD_EMU_READ;
}

static void find(struct races *r, told_list *list, LLVMValueRef inst)
{
    access_list here = {0};
    struct access x;
    bool stores;
    if (atomic_call(&r->t, inst, &x, &stores)) {
        vec_push(r->t.p->a, list, (struct told){x, stores ? __GD_EMU_ATOMIC_WRITE : __GD_EMU_ATOMIC_READ, false});
        return;
    }
    if (is_lock_call(r, inst)) {
        x = (struct access){.inst = inst, .pointer = LLVMGetOperand(inst, 0), .kind = SITE_ATOMIC, .size = LOCK_BYTES};
        x.aligned = true;
        vec_push(r->t.p->a, list, (struct told){x, __GD_EMU_LOCK, false});
        return;
    }
    accesses_find(&r->t, &here, inst);
    for (size_t i = 0; i < here.n; i++)
        if (can_be_noticed(r, here.v[i].pointer))
            vec_push(r->t.p->a, list, (struct told){here.v[i], kind_of(&here.v[i]), false});
}

/* ---- one place, told once in a block of code ---- */

/* A call may change whose code runs, or let others run; those of other checks do not. */
static bool may_order(LLVMValueRef inst)
{
    if (LLVMIsAFenceInst(inst))
        return true;
    if (!LLVMIsACallInst(inst))
        return false;
    LLVMValueRef f = LLVMGetCalledValue(inst);
    if (!LLVMIsAFunction(f))
        return true;
    size_t n;
    const char *name = LLVMGetValueName2(f, &n);
    return LLVMGetIntrinsicID(f) == 0 && !is_inserted(name) && !str_starts(name, "__gd_emu_uninit") &&
           strcmp(name, "__gd_emu_tell_way") != 0;
}

static void tell_once(told_list *list, size_t from)
{
    struct told *now = &list->v[list->n - 1];
    for (size_t i = from; i + 1 < list->n; i++) {
        struct told *before = &list->v[i];
        bool plain = now->kind <= __GD_EMU_WRITE && before->kind <= __GD_EMU_WRITE;
        if (before->dropped || !plain || before->x.length || now->x.length || !same_place(&before->x, &now->x))
            continue;
        if (before->x.size >= now->x.size && before->kind >= now->kind)
            now->dropped = true;
        else if (before->x.size <= now->x.size && before->kind <= now->kind)
            before->dropped = true;
    }
}

/* ---- inserting ---- */

/* Of a member of what a kernel keeps in team-shared memory, and of what generated code tells of: as the program names
 * it.
 */
static LLVMValueRef name_told(struct races *r, LLVMValueRef root, LLVMValueRef pointer)
{
    for (LLVMValueRef v = pointer; v != root; v = LLVMGetOperand(v, 0))
        if (within_of(&r->t, v))
            return within_told(within_of(&r->t, v)).name;
    if (within_of(&r->t, root))
        return within_told(within_of(&r->t, root)).name;
    return LLVMIsAGlobalVariable(root) && LLVMIsThreadLocal(root) ? member_name(&r->t, root, pointer) : NULL;
}

/* As the program writes it; the lock of critical(NAME) is "gantry_lock_NAME". */
static LLVMValueRef name_of(struct races *r, LLVMValueRef pointer)
{
    static const char lock[] = "gantry_lock_";
    LLVMValueRef root = root_of(r, pointer), given = name_told(r, root, pointer);
    if (given)
        return given;
    const char *name = LLVMIsAGlobalVariable(root) && !LLVMIsThreadLocal(root) ? value_name(r->t.p->a, root) : "";
    if (strcmp(name, "gantry_lock_unnamed") == 0)
        return text_constant(&r->t, "critical");
    if (str_starts(name, lock))
        return text_constant(&r->t, arena_printf(r->t.p->a, "critical(%s)", name + sizeof lock - 1));
    return text_constant(&r->t, LLVMIsAAllocaInst(root) ? local_name(&r->t, root) : variable_name(&r->t, root));
}

/* struct __gd_emu_judged_site; written to, since the judge numbers those that are executed */
static LLVMValueRef site(struct races *r, const struct told *told)
{
    LLVMValueRef fields[] = {site_constant(&r->t, &told->x), name_of(r, told->x.pointer),
                             LLVMConstInt(r->t.i32, told->kind, 0), LLVMConstInt(r->t.i32, 0, 0)};
    LLVMValueRef v = LLVMConstStructInContext(r->t.p->ctx, fields, sizeof fields / sizeof *fields, 0);
    LLVMValueRef g = LLVMAddGlobal(r->t.m, LLVMTypeOf(v), "gantry_judged_site");
    LLVMSetInitializer(g, v);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetSection(g, ".data.gantry_judged_sites");
    return g;
}

static void before(struct races *r, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(r->t.b, inst);
    LLVMSetCurrentDebugLocation2(r->t.b, LLVMInstructionGetDebugLoc(inst));
}

static void tell(struct races *r, const struct told *told)
{
    before(r, told->x.inst);
    LLVMValueRef n = told->x.length ? told->x.length : LLVMConstInt(r->t.i64, told->x.size, 0);
    if (LLVMTypeOf(n) != r->t.i64)
        n = LLVMBuildZExt(r->t.b, n, r->t.i64, "");
    LLVMValueRef args[] = {told->x.pointer, n, site(r, told)};
    LLVMBuildCall2(r->t.b, r->hook_type, r->hooks[told->kind], args, 3, "");
}

static bool has_order(LLVMValueRef inst)
{
    if (LLVMIsAAtomicCmpXchgInst(inst))
        return LLVMGetCmpXchgSuccessOrdering(inst) > LLVMAtomicOrderingMonotonic;
    bool atomic = LLVMIsALoadInst(inst) || LLVMIsAStoreInst(inst) || LLVMIsAAtomicRMWInst(inst);
    return atomic && LLVMGetOrdering(inst) > LLVMAtomicOrderingMonotonic;
}

static void tell_flush(struct races *r, LLVMValueRef at)
{
    before(r, at);
    LLVMValueRef both = LLVMConstInt(r->t.i32, __GD_EMU_RELEASE | __GD_EMU_ACQUIRE, 0);
    LLVMBuildCall2(r->t.b, r->flush_type, r->flush, &both, 1, "");
}

/* Fences and orders that users wrote as C11 or GNU atomics; of flushes generated code tells. An order is told as
 * flushes before and after, also where it is only one of the two. */
static void tell_orders(struct races *r, LLVMValueRef inst)
{
    if (LLVMGetMetadata(inst, r->t.nosanitize))
        return;
    if (LLVMIsAFenceInst(inst))
        tell_flush(r, inst);
    if (has_order(inst)) {
        tell_flush(r, inst);
        tell_flush(r, LLVMGetNextInstruction(inst));
    }
}

static void judge_block(struct races *r, LLVMBasicBlockRef block)
{
    told_list list = {0};
    size_t since = 0;
    for (LLVMBasicBlockRef b = block; b; b = block_goes_on(&r->t, b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            size_t n = list.n;
            find(r, &list, i);
            if (list.n == n + 1)
                tell_once(&list, since);
            if (may_order(i))
                since = list.n;
        }
    for (size_t i = 0; i < list.n; i++)
        if (!list.v[i].dropped)
            tell(r, &list.v[i]);
    for (LLVMBasicBlockRef b = block; b; b = block_goes_on(&r->t, b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            tell_orders(r, i);
}

static void judge_function(struct races *r, LLVMValueRef f)
{
    if (!inst_enter_program(&r->t, f))
        return;
    find_shared(r, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        if (!block_is_rest(&r->t, b))
            judge_block(r, b);
}

/* Plain accesses ask first whether the launch is judged. Hooks change nothing that the program's code sees, so that the
 * optimiser moves its accesses as it likes, and keeps what it has loaded: they read what the lane's place is, and set
 * its row, to which generated code stores by volatile accesses alone. Other lanes run in none of those of plain
 * accesses. */
#define PLAIN(kind)                                                                                                    \
    "declare void @__gd_emu_judge_" kind "(ptr, i64, ptr) #1\n"                                                        \
    "define internal void @gantry_check_judge_" kind "(ptr %p, i64 %n, ptr %site) #0 {\n"                              \
    "  %on = load i8, ptr @gantry_check_judging, !tbaa !0\n"                                                           \
    "  %none = icmp eq i8 %on, 0\n"                                                                                    \
    "  br i1 %none, label %done, label %judge\n"                                                                       \
    "judge:\n"                                                                                                         \
    "  call void @__gd_emu_judge_" kind "(ptr %p, i64 %n, ptr %site)\n"                                                \
    "  br label %done\n"                                                                                               \
    "done:\n"                                                                                                          \
    "  ret void\n"                                                                                                     \
    "}\n"
static const char helpers_text[] = "@gantry_check_judging = external global i8\n" PLAIN("read")
    PLAIN("write") "attributes #0 = { alwaysinline nounwind }\n"
                   "attributes #1 = { nounwind willreturn memory(read, inaccessiblemem: readwrite) }\n"
                   "!0 = !{!1, !1, i64 0}\n"
                   "!1 = !{!\"gantry states\", !2, i64 0}\n"
                   "!2 = !{!\"Simple C/C++ TBAA\"}\n";
#undef PLAIN

static LLVMValueRef declare(struct races *r, const char *name, LLVMTypeRef type)
{
    static const char *const words[] = {"nounwind", "willreturn"};
    LLVMValueRef f = LLVMAddFunction(r->t.m, name, type);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(r->t.p->ctx, attribute(words[i]), 0));
    return f;
}

void races_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    static const char *const plain[] = {"gantry_check_judge_read", "gantry_check_judge_write"};
    static const char *const others[] = {"__gd_emu_judge_atomic_read", "__gd_emu_judge_atomic_write",
                                         "__gd_emu_judge_lock"};
    struct races r = {0};
    inst_init(&r.t, w, p, m);
    LLVMTypeRef parameters[] = {r.t.ptr, r.t.i64, r.t.ptr}, nothing = LLVMVoidTypeInContext(p->ctx);
    r.hook_type = LLVMFunctionType(nothing, parameters, 3, 0);
    r.flush_type = LLVMFunctionType(nothing, &r.t.i32, 1, 0);
    helpers_join(&r.t, helpers_text, sizeof helpers_text - 1, plain, 2);
    for (size_t i = 0; i < 2; i++)
        r.hooks[__GD_EMU_READ + i] = LLVMGetNamedFunction(m, plain[i]);
    for (size_t i = 0; i < 3; i++)
        r.hooks[__GD_EMU_ATOMIC_READ + i] = declare(&r, others[i], r.hook_type);
    r.tell[0] = LLVMGetNamedFunction(m, "__gd_emu_tell_lanes");
    r.tell[1] = LLVMGetNamedFunction(m, "__gd_emu_tell_shared");
    r.tasks = LLVMGetNamedFunction(m, "__gd_emu_tell_task_begin");
    r.flush = LLVMGetNamedFunction(m, "__gd_emu_tell_flush");
    if (!r.flush)
        r.flush = declare(&r, "__gd_emu_tell_flush", r.flush_type);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        judge_function(&r, f);
    within_end(&r.t);
    LLVMDisposeBuilder(r.t.b);
    module_verify(w, m);
}
