/* uninit.c: memory that was never written, on the emulated device (--check; docs/checks.md).
 * needs: one module of user and library code.
 * sets: values in registers where code is optimised; shadows beside all values and memory; a call where user code
 * decides by, addresses with, or prints what is uninitialised. Memory instructions that it adds have the mark
 * `nosanitize`.   breaks: nothing.
 *
 * The work is done by LLVM's pass MemorySanitizer in its form for kernels, which leaves to us where shadows are: at
 * one place for each address of the process (gantry_emulated.h). After it has run, its reports get their place in the
 * source, and vanish in the device runtime; its origins, which it keeps in slots of 4 bytes, become the address that a
 * value was loaded from, so that no load of a program costs one of an origin. */
#include "uninit.h"

#include "shared.h"
#include "uninit_text.h"

#include <string.h>

#include "gantry_emulated.h"

struct finish { /* one function */
    struct uninit *u;
    bool user, clean; /* it reports; its parameters have no shadows */
    /* of the last addresses of shadows for a store: what they are for, what the pass stores there, and our call where
     * that is uninitialised */
    LLVMValueRef pointer, shadow_store, stored;
};

static bool has_attribute(LLVMValueRef f, const char *name)
{
    return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name,
                                         (unsigned)strlen(name)) != NULL;
}

static void add_attribute(struct uninit *u, LLVMValueRef f, const char *name)
{
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateStringAttribute(u->t.p->ctx, name, (unsigned)strlen(name), "", 0));
}

static void at(struct finish *x, LLVMValueRef inst)
{
    LLVMPositionBuilderBefore(x->u->t.b, inst);
    LLVMSetCurrentDebugLocation2(x->u->t.b, LLVMInstructionGetDebugLoc(inst));
}

static const char *callee_name(struct finish *x, LLVMValueRef v)
{
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    return f && LLVMIsAFunction(f) ? value_name(x->u->t.p->a, f) : "";
}

/* ---- rows: variables that begin uninitialised, stores of what was computed from such ---- */

static LLVMValueRef row_of_store(struct finish *x, LLVMValueRef inst)
{
    LLVMValueRef k = uninit_row(x->u, NULL, inst);
    return uninit_call(x->u, x->u->row, &k, 1);
}

/* ---- the team's variables ---- */

static void part_begins(struct uninit *u, LLVMValueRef address, uint64_t offset, uint64_t size, LLVMValueRef row)
{
    LLVMValueRef at = LLVMConstInt(u->t.i64, offset, 0), id = uninit_call(u, u->row, &row, 1);
    LLVMValueRef args[] = {LLVMBuildGEP2(u->t.b, u->ints[0], address, &at, 1, ""), LLVMConstInt(u->t.i64, size, 0), id};
    uninit_call(u, u->begin, args, 3);
}

/* The judge of races hears its name, by which it speaks of what a pointer leads to. */
static void tell_name(struct uninit *u, LLVMValueRef address, LLVMValueRef offset, LLVMValueRef size, LLVMValueRef name)
{
    LLVMTypeRef parameters[] = {u->t.ptr, u->t.i64, u->t.ptr};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(u->t.p->ctx), parameters, 3, 0);
    LLVMValueRef f = LLVMGetNamedFunction(u->t.m, "__gd_emu_tell_of_team");
    LLVMValueRef args[] = {LLVMBuildGEP2(u->t.b, u->ints[0], address, &offset, 1, ""), size, name};
    LLVMBuildCall2(u->t.b, type, f ? f : LLVMAddFunction(u->t.m, "__gd_emu_tell_of_team", type), args, 3, "");
}

/* member: a struct __gd_emu_member, whose row is as those of this module but for its type's name */
static void member_begins(struct uninit *u, LLVMValueRef address, LLVMValueRef member)
{
    enum { ROW, OFFSET, SIZE };
    LLVMValueRef row = LLVMGetAggregateElement(member, ROW), fields[UNINIT_ROW_FIELDS];
    LLVMValueRef offset = LLVMGetAggregateElement(member, OFFSET), size = LLVMGetAggregateElement(member, SIZE);
    for (unsigned i = 0; i < UNINIT_ROW_FIELDS; i++)
        fields[i] = LLVMGetAggregateElement(row, i);
    part_begins(u, address, LLVMConstIntGetZExtValue(offset), LLVMConstIntGetZExtValue(size),
                uninit_add_row(u, fields));
    tell_name(u, address, offset, size, fields[0]);
}

/* Nothing that the program keeps in team-shared memory has been written when a team begins. */
static void variable_begins(void *data, LLVMValueRef v, LLVMValueRef address)
{
    struct uninit *u = data;
    const char *name = value_name(u->t.p->a, v);
    LLVMValueRef names = LLVMGetNamedGlobal(u->t.m, arena_printf(u->t.p->a, "%s" __GD_EMU_MEMBERS, name));
    LLVMValueRef members = names ? LLVMGetInitializer(names) : NULL;
    if (LLVMGetAlignment(v) < __GD_EMU_ORIGIN_BYTES)
        LLVMSetAlignment(v, __GD_EMU_ORIGIN_BYTES);
    for (unsigned i = 0; members && i < LLVMGetArrayLength2(LLVMTypeOf(members)); i++)
        member_begins(u, address, LLVMGetAggregateElement(members, i));
    if (!members)
        part_begins(u, address, 0, LLVMABISizeOfType(u->t.layout, LLVMGlobalGetValueType(v)),
                    uninit_row(u, name, NULL));
}

static void add_table(struct uninit *u)
{
    LLVMValueRef team = shared_function(u->t.p, u->t.m, u->t.b, "gantry_uninit_team", variable_begins, u);
    LLVMTypeRef type = u->rows.n ? LLVMTypeOf(u->rows.v[0]) : u->t.ptr;
    LLVMValueRef rows = LLVMConstArray2(type, u->rows.v, u->rows.n);
    LLVMValueRef fields[] = {table_constant(&u->t, "gantry_uninit_all", rows, SITE_SECTION),
                             LLVMGetNamedGlobal(u->t.m, "gantry_uninit_base"), team,
                             LLVMConstInt(u->t.i32, u->rows.n, 0)};
    LLVMValueRef table = LLVMConstStructInContext(u->t.p->ctx, fields, 4, 0);
    LLVMSetLinkage(table_constant(&u->t, UNINIT_TABLE, table, SITE_SECTION),
                   LLVMExternalLinkage); /* image.c names it */
}

/* ---- reports ---- */

static bool is_warning(struct finish *x, LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && LLVMGetCalledValue(i) == x->u->warning)
            return true;
    return false;
}

static bool asks(struct uninit *u, LLVMValueRef inst)
{
    return LLVMGetMetadata(inst, u->prints) || LLVMGetMetadata(inst, u->decides) || LLVMGetMetadata(inst, u->leads) ||
           LLVMGetMetadata(inst, u->counts) || LLVMGetMetadata(inst, u->calls);
}

/* The program's instruction that the pass looks at before a report: the next that is the program's; other reports about
 * it may be between. */
static LLVMValueRef asked_by(struct finish *x, LLVMValueRef report)
{
    LLVMBasicBlockRef b = LLVMGetInstructionParent(report);
    for (int blocks = 0; blocks < 16; blocks++) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMGetMetadata(i, x->u->own) || asks(x->u, i))
                return i;
        if (!end || !LLVMIsABranchInst(end))
            return NULL;
        unsigned n = LLVMGetNumSuccessors(end);
        b = LLVMGetSuccessor(end, n == 2 && is_warning(x, LLVMGetSuccessor(end, 0)) ? 1 : 0);
    }
    return NULL;
}

static enum __gd_emu_uninit_use use_of(struct finish *x, LLVMValueRef inst)
{
    if (!inst)
        return __GD_EMU_UNINIT_DECISION;
    if (LLVMGetMetadata(inst, x->u->leads))
        return __GD_EMU_UNINIT_ADDRESS;
    if (LLVMGetMetadata(inst, x->u->counts))
        return __GD_EMU_UNINIT_LENGTH;
    if (LLVMGetMetadata(inst, x->u->calls))
        return __GD_EMU_UNINIT_CALL;
    if (asks(x->u, inst))
        return LLVMGetMetadata(inst, x->u->prints) ? __GD_EMU_UNINIT_OUTPUT : __GD_EMU_UNINIT_DECISION;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMStore:
    case LLVMAtomicRMW:
    case LLVMCall:
        return __GD_EMU_UNINIT_ADDRESS;
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return __GD_EMU_UNINIT_DIVISION;
    default:
        return __GD_EMU_UNINIT_DECISION;
    }
}

static void report(struct finish *x, LLVMValueRef call)
{
    struct uninit *u = x->u;
    if (x->user) {
        LLVMValueRef inst = asked_by(x, call);
        struct access place = {.inst = inst ? inst : call};
        at(x, call);
        LLVMValueRef args[] = {LLVMGetOperand(call, 0),
                               table_constant(&u->t, "gantry_site", site_constant(&u->t, &place), SITE_SECTION),
                               LLVMConstInt(u->t.i32, use_of(x, inst), 0)};
        uninit_call(u, u->found, args, 3);
    }
    LLVMInstructionEraseFromParent(call);
}

/* ---- origins ---- */

static void erase_with_users(LLVMValueRef inst)
{
    for (LLVMUseRef use; (use = LLVMGetFirstUse(inst)) != NULL;)
        erase_with_users(LLVMGetUser(use));
    LLVMInstructionEraseFromParent(inst);
}

/* The pass wants to keep the origin of what is stored at `address`. */
static void keep_origin(struct finish *x, LLVMValueRef address, LLVMValueRef store)
{
    struct uninit *u = x->u;
    at(x, store);
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (LLVMTypeOf(value) != u->t.i32)
        value = LLVMBuildTrunc(u->t.b, value, u->t.i32, "");
    LLVMValueRef args[] = {address, value, LLVMConstInt(u->t.i64, 0, 0), LLVMConstInt(u->t.i32, 0, 0)};
    x->stored = uninit_call(u, u->stored, args, 4);
    LLVMInstructionEraseFromParent(store);
}

static void origin_user(struct finish *x, LLVMValueRef address, LLVMValueRef user)
{
    struct uninit *u = x->u;
    if (LLVMIsALoadInst(user)) {
        at(x, user);
        LLVMReplaceAllUsesWith(user, uninit_call(u, u->origin, &address, 1));
        LLVMInstructionEraseFromParent(user);
    } else if (LLVMIsAStoreInst(user)) {
        keep_origin(x, address, user);
    } else if (LLVMIsAGetElementPtrInst(user) || LLVMIsACallInst(user)) {
        erase_with_users(user); /* more slots than we have; block copies of slots */
    } else {
        worker_fatal(u->t.w, "an origin is used in a way that is not known");
    }
}

static void addresses(struct finish *x, LLVMValueRef call, bool store)
{
    LLVMValueRef origins = NULL;
    x->pointer = store ? LLVMGetOperand(call, 0) : NULL;
    x->shadow_store = x->stored = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef part = LLVMGetUser(use);
        if (*LLVMGetIndices(part) == 1)
            origins = part;
        else if (store && LLVMGetFirstUse(part) && LLVMIsAStoreInst(LLVMGetUser(LLVMGetFirstUse(part))))
            x->shadow_store = LLVMGetUser(LLVMGetFirstUse(part));
    }
    for (LLVMUseRef use; origins && (use = LLVMGetFirstUse(origins)) != NULL;) {
        LLVMValueRef user = LLVMGetUser(use), address = LLVMGetOperand(call, 0);
        origin_user(x, address, user);
    }
}

/* ---- what the pass has put in ---- */

/* A variable begins. It has its 32 bytes, of which an origin is kept, for itself. */
static void begins(struct finish *x, LLVMValueRef call)
{
    struct uninit *u = x->u;
    LLVMValueRef variable = LLVMGetOperand(call, 0);
    if (LLVMIsAAllocaInst(variable) && x->user && LLVMGetAlignment(variable) < __GD_EMU_ORIGIN_BYTES)
        LLVMSetAlignment(variable, __GD_EMU_ORIGIN_BYTES);
    at(x, call);
    LLVMValueRef id = LLVMConstInt(u->t.i32, 0, 0);
    if (x->user) {
        LLVMValueRef k = uninit_row_of(u, variable, call);
        id = uninit_call(u, u->row, &k, 1);
    }
    LLVMValueRef args[] = {variable, LLVMGetOperand(call, 1), id};
    uninit_call(u, u->begin, args, 3);
    LLVMInstructionEraseFromParent(call);
}

static void inserted_call(struct finish *x, LLVMValueRef call)
{
    const char *name = callee_name(x, call);
    if (!str_starts(name, "__msan_"))
        return;
    if (LLVMGetCalledValue(call) == x->u->warning)
        report(x, call);
    else if (str_starts(name, "__msan_metadata_ptr_for_"))
        addresses(x, call, str_starts(name, "__msan_metadata_ptr_for_store"));
    else if (strcmp(name, "__msan_poison_alloca") == 0)
        begins(x, call);
}

/* ---- the program's own instructions ---- */

/* The pass takes the results of atomic updates for initialised, and says so in memory before each: what is there stays,
 * for the call behind (uninit_before.c). */
static void keep_shadow(struct finish *x, LLVMValueRef inst)
{
    if (x->pointer != LLVMGetOperand(inst, 0) || !x->shadow_store)
        return;
    LLVMInstructionEraseFromParent(x->shadow_store);
    x->shadow_store = NULL;
}

/* A store of what was computed: if it is uninitialised, copying it back is a fault, which names this place. */
static void computed_store(struct finish *x, LLVMValueRef inst)
{
    struct uninit *u = x->u;
    if (x->pointer != LLVMGetOperand(inst, 1) || !x->stored)
        return;
    uint64_t bytes = LLVMStoreSizeOfType(u->t.layout, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    at(x, x->stored);
    LLVMSetOperand(x->stored, 2, LLVMConstInt(u->t.i64, bytes, 0));
    LLVMSetOperand(x->stored, 3, row_of_store(x, inst));
}

/* What is undefined here is uninitialised, as its shadow says: the optimiser must not make more of it. */
static void define(LLVMValueRef inst)
{
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        LLVMValueRef v = LLVMGetOperand(inst, (unsigned)i);
        if (LLVMIsUndef(v))
            LLVMSetOperand(inst, (unsigned)i, LLVMConstNull(LLVMTypeOf(v)));
    }
}

/* The pass makes atomics acquire and release. The program did not ask for that, and the judge of races takes it for an
 * order of the program's. */
static void relax(LLVMValueRef inst)
{
    if (LLVMIsAAtomicCmpXchgInst(inst))
        LLVMSetCmpXchgSuccessOrdering(inst, LLVMAtomicOrderingMonotonic);
    else
        LLVMSetOrdering(inst, LLVMAtomicOrderingMonotonic);
}

static void own(struct finish *x, LLVMValueRef inst)
{
    struct uninit *u = x->u;
    define(inst);
    if (LLVMGetMetadata(inst, u->relaxed))
        relax(inst);
    if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst))
        keep_shadow(x, inst);
    if (LLVMGetMetadata(inst, u->computed))
        computed_store(x, inst);
    if (LLVMGetMetadata(inst, u->kept))
        LLVMSetMetadata(inst, u->made, NULL);
}

/* The shadow of a mark (uninit_before.c), `shadow * 1`, spreads to the bits above its lowest, or to all. A constant has
 * no instruction. */
static void spread(struct finish *x, LLVMValueRef mark, bool everywhere)
{
    LLVMBuilderRef b = x->u->t.b;
    LLVMValueRef product = LLVMGetPreviousInstruction(mark), to, v = LLVMGetOperand(mark, 0);
    if (product != v && product && LLVMGetInstructionOpcode(product) == LLVMMul &&
        !LLVMGetMetadata(product, x->u->own) && LLVMGetOperand(product, 1) == LLVMGetOperand(mark, 1)) {
        at(x, mark);
        LLVMValueRef shadow = LLVMGetOperand(product, 0);
        LLVMTypeRef type = LLVMTypeOf(shadow);
        if (everywhere)
            to = LLVMBuildSExt(b, LLVMBuildICmp(b, LLVMIntNE, shadow, LLVMConstNull(type), ""), type, "");
        else
            to = LLVMBuildOr(b, shadow, LLVMBuildNeg(b, shadow, ""), "");
        LLVMReplaceAllUsesWith(product, to);
        LLVMInstructionEraseFromParent(product);
    }
    LLVMReplaceAllUsesWith(mark, v);
    LLVMInstructionEraseFromParent(mark);
}

/* A parameter's shadow is read in the first block, from the context. */
static void clean_parameter(struct finish *x, LLVMValueRef load)
{
    LLVMValueRef p = LLVMGetOperand(load, 0);
    if (x->clean && str_starts(value_name(x->u->t.p->a, p), UNINIT_PARAMETER))
        LLVMReplaceAllUsesWith(load, LLVMConstNull(LLVMTypeOf(load)));
}

static void instruction(struct finish *x, LLVMValueRef inst)
{
    struct uninit *u = x->u;
    if (asks(u, inst)) {
        LLVMInstructionEraseFromParent(inst);
    } else if (LLVMGetMetadata(inst, u->upwards) || LLVMGetMetadata(inst, u->everywhere)) {
        spread(x, inst, LLVMGetMetadata(inst, u->everywhere) != NULL);
    } else if (LLVMGetMetadata(inst, u->own)) {
        own(x, inst);
    } else {
        LLVMSetMetadata(inst, u->made, u->mark);
        if (LLVMIsALoadInst(inst))
            clean_parameter(x, inst);
        if (LLVMIsACallInst(inst))
            inserted_call(x, inst);
    }
}

static void finish_function(struct uninit *u, LLVMValueRef f)
{
    struct finish x = {.u = u, .user = has_attribute(f, ATTR_USER), .clean = has_attribute(f, ATTR_CLEAN)};
    inst_enter(&u->t, f, value_name(u->t.p->a, f));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b), next; i; i = next) {
            next = LLVMGetNextInstruction(i); /* what goes while i is looked at is never right behind it */
            instruction(&x, i);
        }
}

/* ---- the pass ---- */

static void join_helpers(struct uninit *u)
{
    static const char *const names[] = {"__msan_get_context_state",
                                        "__msan_unpoison_alloca",
                                        "__msan_metadata_ptr_for_load_1",
                                        "__msan_metadata_ptr_for_load_2",
                                        "__msan_metadata_ptr_for_load_4",
                                        "__msan_metadata_ptr_for_load_8",
                                        "__msan_metadata_ptr_for_load_n",
                                        "__msan_metadata_ptr_for_store_1",
                                        "__msan_metadata_ptr_for_store_2",
                                        "__msan_metadata_ptr_for_store_4",
                                        "__msan_metadata_ptr_for_store_8",
                                        "__msan_metadata_ptr_for_store_n",
                                        "gantry_uninit_origin",
                                        "gantry_uninit_row",
                                        "gantry_uninit_clean",
                                        "gantry_uninit_begin",
                                        "gantry_uninit_shuffle",
                                        "gantry_uninit_ballot",
                                        "gantry_uninit_found",
                                        "gantry_uninit_stored",
                                        "gantry_uninit_copied",
                                        "gantry_uninit_string",
                                        "gantry_uninit_updated",
                                        "gantry_uninit_update_i8",
                                        "gantry_uninit_update_i16",
                                        "gantry_uninit_update_i32",
                                        "gantry_uninit_update_i64",
                                        "gantry_uninit_never_1",
                                        "gantry_uninit_never_2",
                                        "gantry_uninit_never_4",
                                        "gantry_uninit_never_8"};
    enum { OURS = 12 };
    LLVMValueRef *const functions[] = {&u->origin,   &u->row,       &u->clean,     &u->begin,     &u->shuffle,
                                       &u->ballot,   &u->found,     &u->stored,    &u->copied,    &u->string,
                                       &u->updated,  &u->update[0], &u->update[1], &u->update[2], &u->update[3],
                                       &u->never[0], &u->never[1],  &u->never[2],  &u->never[3]};
    size_t n = sizeof names / sizeof *names;
    helpers_join(&u->t, uninit_text, sizeof uninit_text - 1, names, n);
    for (size_t i = OURS; i < n; i++)
        *functions[i - OURS] = LLVMGetNamedFunction(u->t.m, names[i]);
}

static unsigned kind(struct uninit *u, const char *name)
{
    return LLVMGetMDKindIDInContext(u->t.p->ctx, name, (unsigned)strlen(name));
}

/* All code is looked at, that of launches too; there nothing is uninitialised: a kernel's arguments come from the host.
 */
static void choose(struct uninit *u, LLVMValueRef f)
{
    const char *name = value_name(u->t.p->a, f);
    unsigned sanitize = LLVMGetEnumAttributeKindForName("sanitize_memory", 15);
    unsigned leave = LLVMGetEnumAttributeKindForName("disable_sanitizer_instrumentation", 33);
    if (LLVMIsDeclaration(f))
        return;
    if (is_bookkeeping(name)) { /* it gives values to none of the program's memory */
        LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                                LLVMCreateEnumAttribute(u->t.p->ctx, leave, 0));
        return;
    }
    add_attribute(u, f, ATTR_SHADOWED);
    if (str_ends(name, "__entry"))
        return;
    LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex,
                            LLVMCreateEnumAttribute(u->t.p->ctx, sanitize, 0));
    if (!is_runtime(f, name))
        add_attribute(u, f, ATTR_USER);
    for (size_t i = 0; i < u->t.p->s->kernels.n; i++)
        if (strcmp(u->t.p->s->kernels.v[i]->name, name) == 0)
            add_attribute(u, f, ATTR_CLEAN);
}

void uninit_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm, bool loops)
{
    struct uninit u = {0};
    inst_init(&u.t, w, p, m);
    for (unsigned k = 0; k < 4; k++)
        u.ints[k] = LLVMIntTypeInContext(p->ctx, 8u << k);
    u.mark = LLVMMetadataAsValue(p->ctx, LLVMMDNodeInContext2(p->ctx, NULL, 0));
    u.own = kind(&u, "gantry.own");
    u.relaxed = kind(&u, "gantry.relaxed");
    u.computed = kind(&u, "gantry.computed");
    u.prints = kind(&u, "gantry.prints");
    u.decides = kind(&u, "gantry.decides");
    u.leads = kind(&u, "gantry.leads");
    u.counts = kind(&u, "gantry.counts");
    u.calls = kind(&u, "gantry.calls");
    u.whole = kind(&u, "gantry.whole");
    u.upwards = kind(&u, "gantry.upwards");
    u.everywhere = kind(&u, "gantry.everywhere");
    u.kept = kind(&u, "gantry.kept");
    u.made = kind(&u, "nosanitize");
    uninit_types(&u);
    if (p->o->opt_level > 0) {
        uninit_locals_begin(&u);
        passes_run(w, m, tm, "function(sroa)"); /* more folds the first members of structures: members.c */
        uninit_locals_end(&u);
        if (loops)
            passes_run(w, m, tm, "function(tailcallelim)");
    }
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        choose(&u, f);
    join_helpers(&u);
    uninit_before(&u);
    passes_run(w, m, tm, "msan<recover;kernel;track-origins=1>");
    u.warning = LLVMGetNamedFunction(m, "__msan_warning");
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (has_attribute(f, ATTR_SHADOWED)) {
            uninit_context(&u, f);
            finish_function(&u, f);
        }
    add_table(&u);
    LLVMDisposeBuilder(u.t.b);
    module_verify(w, m);
    passes_run(w, m, tm, "globaldce"); /* texts of the pass have no names, which assembly could not have twice */
}
