/* objects_of_lanes.c: in programs with -fcheck, arrays and structures on a lane's stack whose addresses go to
 * functions: there nobody sees where they end. The function that has them tells the emulated device of each, as long as
 * it lives, so that a pointer to it leads to a number as one to a block of device memory does (provenance.c,
 * __gd_emu_host_block). Some bytes that nobody uses lie behind each, so that a pointer to its end leads to no other.
 *
 * Which they are is found before checks are inserted, whose calls get addresses, too; they are told of after these. */
#include "access.h"

#include <string.h>

static const char mark[] = "gantry_object";

static unsigned mark_id(const struct plan *p) { return LLVMGetMDKindIDInContext(p->ctx, mark, sizeof mark - 1); }

/* ---- which go to functions ---- */
static bool goes_out(struct inst *t, LLVMValueRef v, unsigned depth);

static bool call_takes(struct inst *t, LLVMValueRef call, unsigned depth)
{
    static const char *const same[] = {"__gd_within", "__gd_shifted", "__gd_section"};
    LLVMValueRef f = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(f))
        return true;
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (is_call_of(t, call, same[i]))
            return goes_out(t, call, depth);
    const char *name = value_name(t->p->a, f);
    return LLVMGetIntrinsicID(f) == 0 && !is_inserted(name) && !str_starts(name, "__gd_");
}

static bool use_goes_out(struct inst *t, LLVMValueRef user, LLVMValueRef v, unsigned depth)
{
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == v;
    if (LLVMIsACallInst(user))
        return call_takes(t, user, depth);
    if (LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsAAddrSpaceCastInst(user) ||
        LLVMIsAFreezeInst(user))
        return goes_out(t, user, depth);
    return LLVMIsAPHINode(user) || LLVMIsASelectInst(user);
}

static bool goes_out(struct inst *t, LLVMValueRef v, unsigned depth)
{
    enum { DEEPEST = 16 };
    bool out = false;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && !out && depth < DEEPEST; use = LLVMGetNextUse(use))
        out = use_goes_out(t, LLVMGetUser(use), v, depth + 1);
    return out;
}

static bool is_object(struct inst *t, LLVMValueRef i)
{
    LLVMValueRef count = LLVMIsAAllocaInst(i) ? LLVMGetOperand(i, 0) : NULL;
    LLVMTypeKind kind = count ? LLVMGetTypeKind(LLVMGetAllocatedType(i)) : LLVMVoidTypeKind;
    return (kind == LLVMArrayTypeKind || kind == LLVMStructTypeKind) && LLVMIsAConstantInt(count) &&
           LLVMConstIntGetZExtValue(count) == 1 && *local_name(t, i) && goes_out(t, i, 0);
}

bool objects_find(struct inst *t)
{
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(t->m); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f) || is_runtime(f, value_name(t->p->a, f)))
            continue;
        for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i))
            if (is_object(t, i)) {
                LLVMSetMetadata(i, mark_id(t->p), LLVMMDNodeInContext(t->p->ctx, NULL, 0));
                any = true;
            }
    }
    return any;
}

/* ---- what is told ---- */
enum { BEHIND = 16, NODE_WORDS = 5 /* struct __gd_emu_object */ };
struct object {
    LLVMValueRef at, node, size, name;
};
typedef VEC(LLVMValueRef) value_list;

static LLVMValueRef function(struct inst *t, const char *name, unsigned n)
{
    LLVMTypeRef params[] = {t->ptr, t->ptr, t->i64, t->ptr};
    LLVMValueRef f = LLVMGetNamedFunction(t->m, name);
    return f ? f : LLVMAddFunction(t->m, name, LLVMFunctionType(LLVMVoidTypeInContext(t->p->ctx), params, n, 0));
}

static void begins(struct inst *t, const struct object *o, LLVMValueRef before)
{
    LLVMValueRef args[] = {o->node, o->at, o->size, o->name};
    inst_stand(t, before);
    call_insert(t, function(t, "__gd_emu_object_begins", 4), args, 4);
}

static void ends(struct inst *t, const struct object *o, LLVMValueRef before)
{
    LLVMValueRef node = o->node;
    inst_stand(t, before);
    call_insert(t, function(t, "__gd_emu_object_ends", 1), &node, 1);
}

/* the same variable, with what lies behind it */
static struct object make_room(struct inst *t, LLVMValueRef old)
{
    uint64_t n = LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(old));
    const char *name = local_name(t, old), *whole = value_name(t->p->a, old);
    LLVMTypeRef byte = LLVMInt8TypeInContext(t->p->ctx);
    struct object o = {.size = LLVMConstInt(t->i64, n, 0), .name = text_constant(t, name)};
    LLVMPositionBuilderBefore(t->b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(t->fn)));
    LLVMSetCurrentDebugLocation2(t->b, NULL);
    o.node = LLVMBuildAlloca(t->b, LLVMArrayType2(t->i64, NODE_WORDS), "__gd_object");
    LLVMPositionBuilderBefore(t->b, old);
    o.at = LLVMBuildAlloca(t->b, LLVMArrayType2(byte, n + BEHIND), "");
    LLVMSetAlignment(o.at, LLVMGetAlignment(old));
    LLVMReplaceAllUsesWith(old, o.at);
    LLVMInstructionEraseFromParent(old);
    LLVMSetValueName2(o.at, whole, strlen(whole));
    return o;
}

static void marks_of_life(struct inst *t, const struct object *o, value_list *starts, value_list *stops)
{
    for (LLVMUseRef use = LLVMGetFirstUse(o->at); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef call = LLVMGetUser(use), f = LLVMIsACallInst(call) ? LLVMGetCalledValue(call) : NULL;
        const char *name = f && LLVMIsAFunction(f) ? value_name(t->p->a, f) : "";
        if (str_starts(name, "llvm.lifetime.start"))
            vec_push(t->p->a, starts, call);
        else if (str_starts(name, "llvm.lifetime.end"))
            vec_push(t->p->a, stops, call);
    }
}

/* Others may have its place before and after its life. */
static void tell_life(struct inst *t, const struct object *o)
{
    value_list starts = {0}, stops = {0};
    marks_of_life(t, o, &starts, &stops);
    for (size_t i = 0; i < starts.n; i++) {
        LLVMSetOperand(starts.v[i], 0, LLVMConstInt(t->i64, UINT64_MAX, 0)); /* all of it */
        begins(t, o, LLVMGetNextInstruction(starts.v[i]));
    }
    for (size_t i = 0; i < stops.n; i++) {
        LLVMSetOperand(stops.v[i], 0, LLVMConstInt(t->i64, UINT64_MAX, 0));
        ends(t, o, stops.v[i]);
    }
    if (!starts.n)
        begins(t, o, LLVMGetNextInstruction(o->at));
}

static void tell_ends(struct inst *t, const struct object *o)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(t->fn); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end && LLVMIsAReturnInst(end))
            ends(t, o, end);
    }
}

static void tell_of_function(struct inst *t)
{
    value_list marked = {0};
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(t->fn)); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsAAllocaInst(i) && LLVMGetMetadata(i, mark_id(t->p)))
            vec_push(t->p->a, &marked, i);
    for (size_t i = 0; i < marked.n; i++) {
        struct object o = make_room(t, marked.v[i]);
        tell_life(t, &o);
        tell_ends(t, &o);
    }
}

void objects_tell(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct inst t;
    inst_init(&t, w, p, m);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        if (inst_enter_program(&t, f))
            tell_of_function(&t);
    LLVMDisposeBuilder(t.b);
    module_verify(w, m);
}
