/* count.c: counting on the emulated device (--count; docs/counters.md, include/gantry_emulated.h).
 * needs: the optimised module, without access checks and vector code.
 * sets: a call at each basic block and at each load, store, atomic and block copy; the table of COUNT_TABLE.
 * breaks: nothing; the calls should be inlined afterwards.
 *
 * The device runtime's code is counted like the user's: a GPU executes it too. What the emulated device reads
 * instead of a GPU's special registers (the record of the lane) is no memory. */
#include "access.h"

#include <stddef.h>
#include <string.h>

#include "gantry_emulated.h"

/* as the sites of access.h: not device data */
#define NUMBERS_SECTION ".rodata.gantry_counts"

static const char helpers_text[] = "@__gd_emu_self = external thread_local global ptr\n"
                                   "declare ptr @llvm.threadlocal.address.p0(ptr)\n"
                                   "declare void @__gd_emu_count_first(i32) #1\n"
                                   "declare void @__gd_emu_count_access(ptr, i64, i32) #1\n"
                                   "define internal void @gantry_count_access(ptr %p, i64 %n, i32 %site) #0 {\n"
                                   "  call void @__gd_emu_count_access(ptr %p, i64 %n, i32 %site)\n"
                                   "  ret void\n"
                                   "}\n"
                                   "define internal void @gantry_count_block(i32 %block, i64 %offset) #0 {\n"
                                   "  %at = call ptr @llvm.threadlocal.address.p0(ptr @__gd_emu_self)\n"
                                   "  %self = load ptr, ptr %at\n"
                                   "  %field = getelementptr i8, ptr %self, i64 %offset\n"
                                   "  %visits = load ptr, ptr %field\n"
                                   "  %place = getelementptr i32, ptr %visits, i32 %block\n"
                                   "  %old = load i32, ptr %place\n"
                                   "  %new = add i32 %old, 1\n"
                                   "  store i32 %new, ptr %place\n"
                                   "  %first = icmp eq i32 %old, 0\n"
                                   "  br i1 %first, label %tell, label %done, !prof !0\n"
                                   "tell:\n"
                                   "  call void @__gd_emu_count_first(i32 %block)\n"
                                   "  br label %done\n"
                                   "done:\n"
                                   "  ret void\n"
                                   "}\n"
                                   "attributes #0 = { alwaysinline nounwind }\n"
                                   "attributes #1 = { nounwind }\n"
                                   "!0 = !{!\"branch_weights\", i32 1, i32 2000}\n";

struct counting {
    struct inst t;
    LLVMValueRef block, access; /* the helpers */
    VEC(LLVMValueRef) blocks;   /* the numbers of each */
    VEC(LLVMValueRef) sites;
    VEC(LLVMValueRef) kernels;
};

/* ---- what counts as an instruction ---- */

/* Intrinsics that are not counted: marks for the optimiser, and the address of a variable of the team. */
static const char *const free_intrinsics[] = {"llvm.dbg.",       "llvm.lifetime.",     "llvm.assume",
                                              "llvm.invariant.", "llvm.experimental.", "llvm.threadlocal.address"};

static bool is_free_call(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMGetCalledValue(inst);
    size_t n;
    if (!LLVMIsAFunction(f) || !LLVMGetIntrinsicID(f))
        return false;
    const char *name = LLVMGetValueName2(f, &n);
    for (size_t i = 0; i < sizeof free_intrinsics / sizeof *free_intrinsics; i++)
        if (str_starts(name, free_intrinsics[i]))
            return true;
    return false;
}

static bool is_free(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMPHI:
    case LLVMAlloca:
    case LLVMUnreachable:
        return true;
    case LLVMCall:
        return is_free_call(inst);
    default:
        return false;
    }
}

static unsigned instructions(LLVMBasicBlockRef block)
{
    unsigned n = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        n += !is_free(i);
    return n;
}

/* ---- operations with floating-point numbers ---- */

struct operations {
    unsigned floats, doubles; /* of at most 32 bits, and of more */
};

/* calls that are some operations of a GPU's; others are no more than an instruction */
static const struct {
    const char *name;
    unsigned n;
} float_calls[] = {{"llvm.fma.", 2},    {"llvm.fmuladd.", 2}, {"llvm.sqrt.", 1},   {"llvm.minnum.", 1},
                   {"llvm.maxnum.", 1}, {"llvm.minimum.", 1}, {"llvm.maximum.", 1}};

static unsigned operations_of_call(LLVMValueRef inst)
{
    LLVMValueRef f = LLVMGetCalledValue(inst);
    size_t n;
    const char *name = LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) ? LLVMGetValueName2(f, &n) : "";
    for (size_t i = 0; i < sizeof float_calls / sizeof *float_calls; i++)
        if (str_starts(name, float_calls[i].name))
            return float_calls[i].n;
    return 0;
}

static bool is_narrow(LLVMTypeKind kind)
{
    return kind == LLVMFloatTypeKind || kind == LLVMHalfTypeKind || kind == LLVMBFloatTypeKind;
}

static bool is_float(LLVMTypeKind kind) { return is_narrow(kind) || kind == LLVMDoubleTypeKind; }

static void add_operations(struct operations *o, LLVMValueRef inst)
{
    unsigned n = 0;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
        n = 1;
        break;
    case LLVMAtomicRMW:
        n = is_float(LLVMGetTypeKind(LLVMTypeOf(inst)));
        break;
    case LLVMCall:
        n = operations_of_call(inst);
        break;
    default:
        break;
    }
    LLVMTypeRef type = LLVMTypeOf(inst);
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind) { /* of a program's own */
        n *= LLVMGetVectorSize(type);
        type = LLVMGetElementType(type);
    }
    *(is_narrow(LLVMGetTypeKind(type)) ? &o->floats : &o->doubles) += n;
}

static LLVMValueRef block_constant(const struct counting *c, LLVMBasicBlockRef block)
{
    struct operations o = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        add_operations(&o, i);
    LLVMValueRef fields[] = {LLVMConstInt(c->t.i32, instructions(block), 0), LLVMConstInt(c->t.i32, o.floats, 0),
                             LLVMConstInt(c->t.i32, o.doubles, 0)};
    return LLVMConstStructInContext(c->t.p->ctx, fields, 3, 0);
}

/* ---- inserting ---- */

static bool is_self(const struct counting *c, LLVMValueRef v)
{
    LLVMValueRef self = LLVMGetNamedGlobal(c->t.m, "__gd_emu_self");
    if (LLVMIsACallInst(v) && LLVMGetIntrinsicID(LLVMGetCalledValue(v)) == c->t.tls_id)
        v = LLVMGetOperand(v, 0);
    return self && v == self;
}

/* __gd_emu_self, or what it points to */
static bool is_lane_record(const struct counting *c, LLVMValueRef p)
{
    while (LLVMIsAGetElementPtrInst(p))
        p = LLVMGetOperand(p, 0);
    return is_self(c, p) || (LLVMIsALoadInst(p) && is_self(c, LLVMGetOperand(p, 0)));
}

static void call(struct counting *c, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    LLVMBuildCall2(c->t.b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static void before(struct counting *c, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(c->t.b, inst);
    LLVMSetCurrentDebugLocation2(c->t.b, LLVMInstructionGetDebugLoc(inst));
}

static void count_access(struct counting *c, const struct access *x)
{
    if (is_lane_record(c, x->pointer))
        return;
    LLVMValueRef n = x->length ? x->length : LLVMConstInt(c->t.i64, x->size, 0);
    if (LLVMTypeOf(n) != c->t.i64) {
        before(c, x->inst);
        n = LLVMBuildZExt(c->t.b, n, c->t.i64, "");
    }
    LLVMValueRef args[] = {x->pointer, n, LLVMConstInt(c->t.i32, c->sites.n, 0)};
    vec_push(c->t.p->a, &c->sites, site_constant(&c->t, x));
    before(c, x->inst);
    call(c, c->access, args, 3);
}

/* The first place after the allocas of a block: a call that is inlined before them would split the block, and the
 * optimiser expects allocas in the function's first one. */
static LLVMValueRef first_place(LLVMBasicBlockRef block)
{
    LLVMValueRef at = LLVMGetFirstInstruction(block);
    for (LLVMValueRef i = at; i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i))
            at = LLVMGetNextInstruction(i);
    return at;
}

static void count_block(struct counting *c, LLVMBasicBlockRef block)
{
    access_list all = {0};
    LLVMValueRef numbers = block_constant(c, block);
    for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
        accesses_find(&c->t, &all, i);
    for (size_t i = 0; i < all.n; i++)
        count_access(c, &all.v[i]);
    LLVMValueRef args[] = {LLVMConstInt(c->t.i32, c->blocks.n, 0),
                           LLVMConstInt(c->t.i64, offsetof(struct __gd_emu_lane, visits), 0)};
    vec_push(c->t.p->a, &c->blocks, numbers);
    before(c, first_place(block));
    call(c, c->block, args, 2);
}

static void count_function(struct counting *c, LLVMValueRef f)
{
    const char *name = value_name(c->t.p->a, f);
    if (LLVMIsDeclaration(f) || str_starts(name, "gantry_count_") || strcmp(name, __GD_EMU_POISON_SHARED) == 0)
        return;
    inst_enter(&c->t, f, name);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        count_block(c, b);
}

/* ---- team-shared memory that a kernel can reach, as ptxas would allocate it ---- */

struct reach {
    struct counting *c;
    VEC(LLVMValueRef) seen; /* functions and variables, each once */
    uint64_t bytes;
};

static void reach_value(struct reach *r, LLVMValueRef v)
{
    if (LLVMIsAFunction(v) || LLVMIsAGlobalVariable(v)) {
        for (size_t i = 0; i < r->seen.n; i++)
            if (r->seen.v[i] == v)
                return;
        vec_push(r->c->t.p->a, &r->seen, v);
    } else if (LLVMIsAConstant(v) && !LLVMIsAConstantDataSequential(v)) {
        for (int i = 0; i < LLVMGetNumOperands(v); i++)
            reach_value(r, LLVMGetOperand(v, (unsigned)i));
    }
}

static void reach_from(struct reach *r, LLVMValueRef v)
{
    if (LLVMIsAGlobalVariable(v)) {
        if (LLVMIsThreadLocal(v) && !LLVMIsDeclaration(v))
            r->bytes += LLVMABISizeOfType(r->c->t.layout, LLVMGlobalGetValueType(v));
        else if (!LLVMIsDeclaration(v))
            reach_value(r, LLVMGetInitializer(v));
        return;
    }
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(v); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            for (int k = 0; k < LLVMGetNumOperands(i); k++)
                reach_value(r, LLVMGetOperand(i, (unsigned)k));
}

static void add_kernel(struct counting *c, const char *name)
{
    LLVMValueRef entry = LLVMGetNamedFunction(c->t.m, arena_printf(c->t.p->a, "%s__entry", name));
    if (!entry)
        return;
    struct reach r = {.c = c};
    reach_value(&r, entry);
    for (size_t i = 0; i < r.seen.n; i++)
        reach_from(&r, r.seen.v[i]);
    LLVMValueRef fields[] = {entry, LLVMConstInt(c->t.i64, r.bytes, 0)};
    vec_push(c->t.p->a, &c->kernels, LLVMConstStructInContext(c->t.p->ctx, fields, 2, 0));
}

/* ---- the table ---- */

static LLVMValueRef array(struct counting *c, const char *name, LLVMValueRef *v, size_t n, const char *section)
{
    if (n == 0)
        return LLVMConstPointerNull(c->t.ptr);
    return table_constant(&c->t, name, LLVMConstArray2(LLVMTypeOf(v[0]), v, n), section);
}

static void add_table(struct counting *c)
{
    LLVMValueRef fields[] = {
        LLVMConstInt(c->t.i32, c->blocks.n, 0),
        LLVMConstInt(c->t.i32, c->sites.n, 0),
        LLVMConstInt(c->t.i32, c->kernels.n, 0),
        LLVMConstInt(c->t.i32, 0, 0),
        array(c, "gantry_count_blocks", c->blocks.v, c->blocks.n, NUMBERS_SECTION),
        array(c, "gantry_count_sites", c->sites.v, c->sites.n, SITE_SECTION),
        array(c, "gantry_count_kernels", c->kernels.v, c->kernels.n, SITE_SECTION),
    };
    LLVMValueRef v = LLVMConstStructInContext(c->t.p->ctx, fields, sizeof fields / sizeof *fields, 0);
    if (LLVMABISizeOfType(c->t.layout, LLVMTypeOf(v)) != sizeof(struct __gd_emu_count_table))
        worker_fatal(c->t.w, "the table of counters has another size here than in C");
    table_constant(&c->t, COUNT_TABLE, v, SITE_SECTION);
}

void count_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    static const char *const names[] = {"gantry_count_block", "gantry_count_access"};
    struct counting c = {0};
    inst_init(&c.t, w, p, m);
    for (size_t i = 0; i < p->s->kernels.n; i++)
        add_kernel(&c, p->s->kernels.v[i]->name);
    helpers_join(&c.t, helpers_text, sizeof helpers_text - 1, names, 2);
    c.block = LLVMGetNamedFunction(m, names[0]);
    c.access = LLVMGetNamedFunction(m, names[1]);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        count_function(&c, f);
    LLVMDisposeBuilder(c.t.b);
    add_table(&c);
    module_verify(w, m);
}
