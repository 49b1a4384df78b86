/* access.c: the loads, stores and atomics of device code: where they stand, what their addresses are based on, and the
 * check against a variable that is visible there; see access.h. */
#include "access.h"

#include <string.h>

#include "gantry_emulated.h"

/* ---- sites ---- */

LLVMValueRef text_constant(struct inst *t, const char *s)
{
    for (size_t i = 0; i < t->texts.n; i++)
        if (strcmp(t->texts.v[i].s, s) == 0)
            return t->texts.v[i].value;
    LLVMValueRef c = LLVMConstStringInContext2(t->p->ctx, s, strlen(s), 0);
    LLVMValueRef g = table_constant(t, "gantry_text", c, TEXT_SECTION);
    vec_push(t->p->a, &t->texts, (struct text){s, g});
    return g;
}

/* struct __gd_emu_site */
LLVMValueRef site_constant(struct inst *t, const struct access *x)
{
    struct loc at = value_loc(t->p->a, x->inst);
    if (!at.line) { /* no place, since the compiler made or merged it: the nearest place before it */
        at.line = t->last_line;
        at.file = t->last_file;
    }
    t->last_line = at.line;
    t->last_file = at.file;
    LLVMValueRef fields[] = {
        text_constant(t, at.file),
        text_constant(t, t->fn_name),
        LLVMConstInt(t->i32, (unsigned)at.line, 0),
        LLVMConstInt(t->i32, (unsigned)at.col, 0),
        LLVMConstInt(t->i32, x->kind, 0),
        LLVMConstInt(t->i32, x->length ? 0 : x->size, 0),
    };
    return LLVMConstStructInContext(t->p->ctx, fields, sizeof fields / sizeof *fields, 0);
}

LLVMValueRef table_constant(struct inst *t, const char *name, LLVMValueRef c, const char *section)
{
    LLVMValueRef g = LLVMAddGlobal(t->m, LLVMTypeOf(c), name);
    LLVMSetInitializer(g, c);
    LLVMSetGlobalConstant(g, 1);
    LLVMSetLinkage(g, LLVMPrivateLinkage);
    LLVMSetSection(g, section);
    return g;
}

LLVMValueRef site_of(struct inst *t, const struct access *x)
{
    return table_constant(t, "gantry_site", site_constant(t, x), SITE_SECTION);
}

/* Static variables of a file are "gantry_v_NAME_HASH" in the module. */
const char *variable_name(struct inst *t, LLVMValueRef v)
{
    static const char prefix[] = "gantry_v_";
    const char *name = LLVMIsAGlobalVariable(v) && !LLVMIsThreadLocal(v) ? value_name(t->p->a, v) : "";
    const char *hash = strrchr(name, '_');
    if (str_starts(name, prefix) && hash > name + sizeof prefix - 1)
        name = arena_printf(t->p->a, "%.*s", (int)(hash - name - (long)sizeof prefix + 1), name + sizeof prefix - 1);
    return str_starts(name, "gantry_") || str_starts(name, ".") ? "" : name;
}

const char *local_name(struct inst *t, LLVMValueRef v)
{
    const char *name = LLVMIsAAllocaInst(v) ? value_name(t->p->a, v) : "", *end = strchr(name, '.');
    if (str_starts(name, "__gd_") || str_starts(name, "agg.")) /* Gantry's own, and a value's that has no name */
        return "";
    return end ? arena_printf(t->p->a, "%.*s", (int)(end - name), name) : name;
}

bool is_call_of(struct inst *t, LLVMValueRef v, const char *name)
{
    LLVMValueRef f = LLVMIsACallInst(v) ? LLVMGetCalledValue(v) : NULL;
    const char *callee = f && LLVMIsAFunction(f) ? value_name(t->p->a, f) : "";
    size_t n = strlen(name); /* of further files: NAME.1 … */
    return strncmp(callee, name, n) == 0 && (callee[n] == 0 || callee[n] == '.');
}

/* ---- variables that generated code tells of ----
 * By __gd_within(p, skip, bytes, name): what a parallel region gets by its address, copies of sections, variables of a
 * team. They are no blocks of device memory, so that no other check knows where they end. */
static const char *const told = "__gd_within";

/* the beginning of a variable's life, or what a check has added */
static bool stores_nothing(struct inst *t, LLVMValueRef inst)
{
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = f && LLVMIsAFunction(f) ? value_name(t->p->a, f) : "";
    return LLVMIsALoadInst(inst) || LLVMGetMetadata(inst, t->nosanitize) || is_inserted(name) ||
           str_starts(name, "llvm.lifetime.");
}

LLVMValueRef stored_once(struct inst *t, LLVMValueRef variable)
{
    LLVMValueRef value = NULL;
    if (!LLVMIsAAllocaInst(variable))
        return NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (stores_nothing(t, user))
            continue;
        if (value || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != variable)
            return NULL;
        value = LLVMGetOperand(user, 0);
    }
    return value;
}

struct within within_told(LLVMValueRef call)
{
    enum { SKIP = 1, BYTES, NAME };
    return (struct within){LLVMGetOperand(call, SKIP), LLVMGetOperand(call, BYTES), LLVMGetOperand(call, NAME)};
}

LLVMValueRef within_of(struct inst *t, LLVMValueRef v)
{
    LLVMValueRef call = LLVMIsALoadInst(v) ? stored_once(t, LLVMGetOperand(v, 0)) : v;
    return call && is_call_of(t, call, told) ? call : NULL;
}

static LLVMValueRef slot_of(struct inst *t, LLVMValueRef call, LLVMValueRef value)
{
    for (size_t i = 0; i < t->kept.n; i++)
        if (t->kept.v[i].value == value)
            return t->kept.v[i].slot;
    LLVMPositionBuilderBefore(t->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(t->fn)));
    LLVMValueRef slot = LLVMBuildAlloca(t->b, t->i64, "");
    LLVMPositionBuilderBefore(t->b, call);
    LLVMValueRef store = LLVMBuildStore(t->b, value, slot);
    LLVMSetMetadata(store, t->nosanitize, LLVMMDNodeInContext(t->p->ctx, NULL, 0));
    vec_push(t->p->a, &t->kept, (struct kept){value, slot});
    return slot;
}

/* What is computed at the call, where the builder stands; a pointer that is loaded may be so where that is not there,
 * and then it is kept beside it. */
static LLVMValueRef told_here(struct inst *t, const struct access *x, const struct base *base, LLVMValueRef value)
{
    if (base->within == base->object || LLVMIsAConstant(value))
        return value;
    LLVMValueRef slot = slot_of(t, base->within, value);
    LLVMPositionBuilderBefore(t->b, x->inst);
    value = LLVMBuildLoad2(t->b, t->i64, slot, "");
    LLVMSetMetadata(value, t->nosanitize, LLVMMDNodeInContext(t->p->ctx, NULL, 0));
    return value;
}

/* After the checks a told pointer is what it was. */
void within_end(struct inst *t)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(t->m); f; f = LLVMGetNextFunction(f))
        for (LLVMUseRef use = LLVMGetFirstUse(f), next; use; use = next) {
            LLVMValueRef call = LLVMGetUser(use);
            next = LLVMGetNextUse(use);
            if (!is_call_of(t, call, told))
                continue;
            LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
            LLVMInstructionEraseFromParent(call);
        }
}

/* ---- what an address is based on ---- */

bool gep_offset(struct inst *t, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int n = LLVMGetNumOperands(gep);
    for (int i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, (unsigned)i);
        if (!LLVMIsAConstantInt(index))
            return false;
        int64_t k = LLVMConstIntGetSExtValue(index);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            *offset += (int64_t)LLVMOffsetOfElement(t->layout, type, (unsigned)k);
            type = LLVMStructGetTypeAtIndex(type, (unsigned)k);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        *offset += k * (int64_t)LLVMABISizeOfType(t->layout, type);
    }
    return true;
}

static LLVMOpcode opcode_of(LLVMValueRef v)
{
    if (LLVMIsAInstruction(v))
        return LLVMGetInstructionOpcode(v);
    return LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : (LLVMOpcode)0;
}

static bool is_tls_address(struct inst *t, LLVMValueRef v)
{
    if (!LLVMIsACallInst(v))
        return false;
    LLVMValueRef f = LLVMGetCalledValue(v);
    return LLVMIsAFunction(f) && LLVMGetIntrinsicID(f) == t->tls_id;
}

/* What the program calls the member of v, a kernel's structure in team-shared memory, that the address lies in; NULL:
 * nobody knows. Where an index is not known it is the member that begins where the known part leads to. */
LLVMValueRef member_name(struct inst *t, LLVMValueRef v, LLVMValueRef address)
{
    enum { ROW, OFFSET, SIZE };
    LLVMValueRef names = LLVMGetNamedGlobal(t->m, arena_printf(t->p->a, "%s" __GD_EMU_MEMBERS, value_name(t->p->a, v)));
    LLVMValueRef members = names ? LLVMGetInitializer(names) : NULL;
    bool constant = true;
    int64_t at = 0;
    for (int depth = 0; depth < 64 && address != v; depth++) {
        if (opcode_of(address) == LLVMGetElementPtr)
            constant = gep_offset(t, address, &at) && constant;
        address = LLVMGetOperand(address, 0);
    }
    for (unsigned i = 0; members && i < LLVMGetArrayLength2(LLVMTypeOf(members)); i++) {
        LLVMValueRef m = LLVMGetAggregateElement(members, i);
        uint64_t begin = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(m, OFFSET));
        uint64_t size = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(m, SIZE));
        if (constant ? (uint64_t)at - begin < size : (uint64_t)at == begin)
            return LLVMGetAggregateElement(LLVMGetAggregateElement(m, ROW), 0);
    }
    return NULL;
}

/* Structures passed or returned by value live in the caller's frame: checked like local variables. */
static uint64_t by_value_size(struct inst *t, LLVMValueRef argument)
{
    unsigned n = LLVMCountParams(t->fn), kinds[2] = {t->byval, t->sret};
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetParam(t->fn, i) != argument)
            continue;
        for (int k = 0; k < 2; k++) {
            LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(t->fn, i + 1, kinds[k]);
            if (a)
                return LLVMABISizeOfType(t->layout, LLVMGetTypeAttributeValue(a));
        }
    }
    return 0;
}

bool is_by_value(struct inst *t, LLVMValueRef v) { return LLVMIsAArgument(v) && by_value_size(t, v); }

static uint64_t object_size(struct inst *t, LLVMValueRef v)
{
    if (LLVMIsAAllocaInst(v)) {
        LLVMValueRef count = LLVMGetOperand(v, 0);
        uint64_t n = LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : 0;
        return n * LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(v));
    }
    if (LLVMIsAGlobalVariable(v) && !LLVMIsDeclaration(v))
        return LLVMABISizeOfType(t->layout, LLVMGlobalGetValueType(v));
    return LLVMIsAArgument(v) ? by_value_size(t, v) : 0;
}

struct base base_of(struct inst *t, LLVMValueRef v)
{
    struct base r = {.constant = true};
    for (int depth = 0; depth < 64; depth++) {
        LLVMOpcode op = opcode_of(v);
        if (op == LLVMGetElementPtr)
            r.constant = r.constant && gep_offset(t, v, &r.offset);
        else if (op != LLVMBitCast && op != LLVMAddrSpaceCast && !is_tls_address(t, v))
            break;
        v = LLVMGetOperand(v, 0);
    }
    /* the address of a thread-local variable must be taken by its intrinsic, not by its name */
    r.within = within_of(t, v);
    r.size = r.within ? 0 : object_size(t, v);
    r.object = r.within || r.size ? v : NULL;
    r.root = v;
    return r;
}

static LLVMValueRef object_address(struct inst *t, LLVMValueRef object)
{
    if (!LLVMIsAGlobalVariable(object) || !LLVMIsThreadLocal(object))
        return object;
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(t->m, t->tls_id, &t->ptr, 1);
    LLVMTypeRef type = LLVMIntrinsicGetType(t->p->ctx, t->tls_id, &t->ptr, 1);
    return LLVMBuildCall2(t->b, type, f, &object, 1, "");
}

/* ---- the check against a variable ---- */

void call_insert(struct inst *t, LLVMValueRef f, LLVMValueRef *args, unsigned n)
{
    LLVMBuildCall2(t->b, LLVMGlobalGetValueType(f), f, args, n, "");
}

static LLVMValueRef name_of_object(struct inst *t, LLVMValueRef object)
{
    const char *name = object && LLVMIsAAllocaInst(object) ? local_name(t, object)
                       : object                            ? variable_name(t, object)
                                                           : "";
    return *name ? text_constant(t, name) : LLVMConstPointerNull(t->ptr);
}

void check_object(struct inst *t, const struct access *x, const struct base *base)
{
    struct within w = {LLVMConstNull(t->i64), LLVMConstInt(t->i64, base->size, 0), name_of_object(t, base->object)};
    if (base->within) {
        w = within_told(base->within);
        w.skip = told_here(t, x, base, w.skip);
        w.bytes = told_here(t, x, base, w.bytes);
    }
    bool whole = LLVMIsAConstantInt(w.bytes) && LLVMIsNull(w.skip);
    uint64_t size = whole ? LLVMConstIntGetZExtValue(w.bytes) : 0;
    bool inside = base->offset >= 0 && x->size <= size && (uint64_t)base->offset <= size - x->size;
    if (!x->length && base->constant && inside)
        return;
    LLVMValueRef n = x->length ? x->length : LLVMConstInt(t->i64, x->size, 0), object = object_address(t, base->object);
    if (!LLVMIsNull(w.skip))
        object = LLVMBuildGEP2(t->b, LLVMInt8TypeInContext(t->p->ctx), object, &w.skip, 1, "");
    LLVMValueRef args[] = {x->pointer, n, object, w.bytes, w.name, site_of(t, x)};
    call_insert(t, t->index, args, 6);
}

bool object_checked(struct inst *t, const struct access *x)
{
    struct base base = base_of(t, x->pointer);
    if (base.object)
        check_object(t, x, &base);
    return base.object != NULL;
}

/* ---- the same place twice ---- */

/* Values that are computed alike are equal; what loads find, or calls return, is compared by who does so. */
static bool same_value(LLVMValueRef a, LLVMValueRef b, int depth)
{
    if (a == b)
        return true;
    if (!depth || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) || LLVMTypeOf(a) != LLVMTypeOf(b))
        return false;
    LLVMOpcode op = LLVMGetInstructionOpcode(a);
    bool cast = op == LLVMSExt || op == LLVMZExt || op == LLVMTrunc;
    bool pure = cast || op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl || op == LLVMGetElementPtr;
    int n = LLVMGetNumOperands(a);
    if (!pure || op != LLVMGetInstructionOpcode(b) || n != LLVMGetNumOperands(b))
        return false;
    if (op == LLVMGetElementPtr && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
        return false;
    for (int i = 0; i < n; i++)
        if (!same_value(LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i), depth - 1))
            return false;
    return true;
}

bool same_place(const struct access *a, const struct access *b)
{
    enum { DEPTH = 6 };
    if (a->pointer == b->pointer)
        return true;
    return LLVMGetDebugLocLine(a->inst) == LLVMGetDebugLocLine(b->inst) && same_value(a->pointer, b->pointer, DEPTH);
}

/* ---- blocks that reports about uninitialised values have split ---- */

static unsigned blocks_before(LLVMBasicBlockRef b)
{
    unsigned n = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use; use = LLVMGetNextUse(use))
        n++;
    return n;
}

static LLVMValueRef branch_of(LLVMBasicBlockRef b, unsigned ways)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
    return end && LLVMIsABranchInst(end) && LLVMGetNumSuccessors(end) == ways ? end : NULL;
}

static bool reports_only(struct inst *t, LLVMBasicBlockRef b)
{
    for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
        if (!LLVMGetMetadata(i, t->nosanitize) && i != LLVMGetBasicBlockTerminator(b) &&
            !(LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) &&
              is_inserted(value_name(t->p->a, LLVMGetCalledValue(i)))))
            return false;
    return true;
}

LLVMBasicBlockRef block_goes_on(struct inst *t, LLVMBasicBlockRef b)
{
    LLVMValueRef end = branch_of(b, 2);
    for (unsigned k = 0; end && k < 2; k++) {
        LLVMBasicBlockRef aside = LLVMGetSuccessor(end, k), on = LLVMGetSuccessor(end, 1 - k);
        LLVMValueRef back = branch_of(aside, 1);
        if (back && aside != on && LLVMGetSuccessor(back, 0) == on && blocks_before(aside) == 1 &&
            blocks_before(on) == 2 && reports_only(t, aside))
            return on;
    }
    return NULL;
}

bool block_is_rest(struct inst *t, LLVMBasicBlockRef b)
{
    for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef from = LLVMGetUser(use);
        if (LLVMIsABranchInst(from) && block_goes_on(t, LLVMGetInstructionParent(from)) == b)
            return true;
    }
    return false;
}

/* ---- finding ---- */

static void add(struct inst *t, access_list *list, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type,
                enum site_kind kind)
{
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0)
        return;
    uint64_t size = LLVMStoreSizeOfType(t->layout, type);
    if (size)
        vec_push(
            t->p->a, list,
            (struct access){inst, pointer, NULL, size, kind, LLVMGetAlignment(inst) >= size, LLVMGetAlignment(inst)});
}

static void add_block(struct inst *t, access_list *list, LLVMValueRef inst, unsigned operand, enum site_kind kind)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, operand), n = LLVMGetOperand(inst, 2);
    struct access x = {.inst = inst, .pointer = pointer, .length = n, .kind = kind};
    LLVMAttributeRef align = LLVMGetCallSiteEnumAttribute(inst, operand + 1, attribute("align"));
    x.promise = align ? (unsigned)LLVMGetEnumAttributeValue(align) : 1;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) != 0)
        return;
    if (LLVMIsAConstantInt(n)) {
        x.length = NULL;
        x.size = LLVMConstIntGetZExtValue(n);
        if (!x.size)
            return;
    }
    vec_push(t->p->a, list, x);
}

static void add_call(struct inst *t, access_list *list, LLVMValueRef inst)
{
    LLVMValueRef f = LLVMGetCalledValue(inst);
    unsigned id = LLVMIsAFunction(f) ? LLVMGetIntrinsicID(f) : 0;
    if (!id)
        return;
    bool copies = id == t->memcpy_id || id == t->memcpy_inline_id || id == t->memmove_id;
    if (copies)
        add_block(t, list, inst, 1, SITE_LOAD);
    if (copies || id == t->memset_id || id == t->memset_inline_id)
        add_block(t, list, inst, 0, SITE_STORE);
}

void accesses_find(struct inst *t, access_list *list, LLVMValueRef inst)
{
    if (LLVMGetMetadata(inst, t->nosanitize))
        return;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
        add(t, list, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst),
            LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered ? SITE_ATOMIC : SITE_LOAD);
        break;
    case LLVMStore:
        add(t, list, inst, LLVMGetOperand(inst, 1), LLVMTypeOf(LLVMGetOperand(inst, 0)),
            LLVMGetOrdering(inst) > LLVMAtomicOrderingUnordered ? SITE_ATOMIC : SITE_STORE);
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        add(t, list, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(LLVMGetOperand(inst, 1)), SITE_ATOMIC);
        break;
    case LLVMCall:
        add_call(t, list, inst);
        break;
    default:
        break;
    }
}

bool atomic_call(struct inst *t, LLVMValueRef inst, struct access *x, bool *stores)
{
    static const struct {
        const char *name;
        bool stores;
    } rows[] = {{"__gd_word_load", false},
                {"__gd_word_store", true},
                {"__gd_word_cas", true},
                {"__gd_word_exchange", true},
                {"__gd_word_add", true}};
    LLVMValueRef f = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    const char *name = f && LLVMIsAFunction(f) ? value_name(t->p->a, f) : "";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        LLVMValueRef size = LLVMGetOperand(inst, 1);
        *x = (struct access){.inst = inst, .pointer = LLVMGetOperand(inst, 0), .kind = SITE_ATOMIC, .aligned = true};
        if (LLVMIsAConstantInt(size))
            x->size = LLVMConstIntGetZExtValue(size);
        else
            x->length = size;
        *stores = rows[i].stores;
        return true;
    }
    return false;
}

/* ---- functions ---- */

bool is_inserted(const char *name)
{
    static const char *const names[] = {"gantry_check_", "gantry_block_", "gantry_uninit_", "__msan_"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_starts(name, names[i]))
            return true;
    return false;
}

/* entry.c and state.c of the device runtime, and gantry_told.h */
bool is_bookkeeping(const char *name)
{
    static const char *const begins[] = {"__gd_tell_", "__gd_place",  "__gd_on",
                                         "__gd_off",   "tell_alone_", "__gd_within"};
    static const char *const names[] = {"__gd_spmd_begin",        "__gd_spmd_region",   "__gd_spmd_end",
                                        "__gd_spmd_thread",       "__gd_spmd_nthreads", "__gd_virtual_team",
                                        "__gd_virtual_teams_end", "state_begin",        "icvs_begin"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (str_starts(name, begins[i]))
            return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0)
            return true;
    return false;
}

bool is_runtime(LLVMValueRef f, const char *name)
{
    return LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTR_LIBRARY,
                                         strlen(ATTR_LIBRARY)) ||
           str_starts(name, "__gd_") || is_inserted(name) || str_ends(name, "__entry");
}

static const char *user_name(const struct plan *p, const char *name)
{
    for (size_t i = 0; i < p->s->kernels.n; i++) {
        const struct kernel *k = p->s->kernels.v[i];
        if (str_starts(name, k->name))
            return k->func;
    }
    return name;
}

void inst_enter(struct inst *t, LLVMValueRef f, const char *name)
{
    t->fn = f;
    t->fn_name = user_name(t->p, name);
    t->last_line = 0;
    t->numbers.n = t->kept.n = 0;
    t->last_file = "";
}

bool inst_enter_program(struct inst *t, LLVMValueRef f)
{
    const char *name = value_name(t->p->a, f);
    if (LLVMIsDeclaration(f) || is_runtime(f, name))
        return false;
    inst_enter(t, f, name);
    return true;
}

/* Calls in a function with debug information need a place. */
void inst_place(struct inst *t, LLVMValueRef like)
{
    LLVMMetadataRef at = LLVMIsAInstruction(like) ? LLVMInstructionGetDebugLoc(like) : NULL;
    LLVMMetadataRef scope = LLVMGetSubprogram(t->fn);
    if (!at && scope)
        at = LLVMDIBuilderCreateDebugLocation(t->p->ctx, 0, 0, scope, NULL);
    LLVMSetCurrentDebugLocation2(t->b, at);
}

void inst_stand(struct inst *t, LLVMValueRef before)
{
    LLVMPositionBuilderBefore(t->b, before);
    inst_place(t, before);
}

void helpers_join(struct inst *t, const char *text, size_t len, const char *const *names, size_t n)
{
    LLVMModuleRef m;
    char *why = NULL;
    LLVMMemoryBufferRef buf = LLVMCreateMemoryBufferWithMemoryRange(text, len, "helpers of the emulated device", 1);
    if (LLVMParseIRInContext(t->p->ctx, buf, &m, &why))
        worker_fatal(t->w, "%s", why);
    LLVMSetTarget(m, LLVMGetTarget(t->m));
    LLVMSetDataLayout(m, LLVMGetDataLayoutStr(t->m));
    for (size_t i = 0; i < n; i++) /* external while the modules are joined, or the linker would leave them out */
        LLVMSetLinkage(LLVMGetNamedFunction(m, names[i]), LLVMExternalLinkage);
    if (LLVMLinkModules2(t->m, m))
        worker_fatal(t->w, "the helpers of the emulated device cannot be linked");
    for (size_t i = 0; i < n; i++)
        LLVMSetLinkage(LLVMGetNamedFunction(t->m, names[i]), LLVMInternalLinkage);
}

unsigned attribute(const char *name) { return LLVMGetEnumAttributeKindForName(name, strlen(name)); }

static unsigned intrinsic(const char *name) { return LLVMLookupIntrinsicID(name, strlen(name)); }

void inst_init(struct inst *t, struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    *t = (struct inst){.w = w, .p = p, .m = m};
    t->layout = LLVMGetModuleDataLayout(m);
    t->i32 = LLVMInt32TypeInContext(p->ctx);
    t->i64 = LLVMInt64TypeInContext(p->ctx);
    t->ptr = LLVMPointerTypeInContext(p->ctx, 0);
    t->memcpy_id = intrinsic("llvm.memcpy");
    t->memcpy_inline_id = intrinsic("llvm.memcpy.inline");
    t->memmove_id = intrinsic("llvm.memmove");
    t->memset_id = intrinsic("llvm.memset");
    t->memset_inline_id = intrinsic("llvm.memset.inline");
    t->tls_id = intrinsic("llvm.threadlocal.address");
    t->byval = attribute("byval");
    t->sret = attribute("sret");
    t->nosanitize = LLVMGetMDKindIDInContext(p->ctx, "nosanitize", 10);
    t->b = LLVMCreateBuilderInContext(p->ctx);
}
