/* instrument.c: access checks of the emulated device (include/gantry_emulated.h).
 * needs: one module of user and library code, values in registers (sroa) so that what is left is real memory.
 * sets: a check before every load, store, atomic and block copy of user code.   breaks: nothing.
 *
 * Three cases. An access to a variable that is visible here (local, team-shared, file scope) at a constant offset
 * inside it needs no check; at a variable offset it is checked against that variable. Everything else is checked
 * against the device arena, and must lie in the block of memory that its address was made from (provenance.c). In an
 * interruptible image (link.h) no two accesses share a check, and variables that lanes share are checked against the
 * arena, too: a lane is interrupted in checks. Functions of the device runtime are left alone. Checks are calls to the
 * small functions of checks.h, which the optimiser inlines; so places in the source stay exact. */
#include "access.h"

#include "checks.h"

#include <stdlib.h>
#include <string.h>

/* ---- inserting ---- */

/* Can the access reach another block than its root? What is no further than the least red zone cannot, nor can the
 * root itself; roots that several paths lead to may have moved on the way. */
static bool may_leave(const struct inst *t, const struct access *x, const struct base *base)
{
    enum { RED_ZONE = 64 };
    if (t->objects || /* there is none between those on a stack */
        !base->constant || x->length || LLVMIsAPHINode(base->root) || LLVMIsASelectInst(base->root))
        return true;
    return base->offset < -RED_ZONE || base->offset > RED_ZONE || base->offset + (int64_t)x->size > RED_ZONE;
}

static void check_arena(struct inst *t, const struct access *x, const struct base *base)
{
    /* Programs that move a pointer far out of its block and back are not rare: only who asks for it gets this. */
    LLVMValueRef number = t->p->o->provenance && may_leave(t, x, base) ? provenance(t, x->pointer) : NULL;
    LLVMValueRef args[4] = {x->pointer};
    unsigned n = 1, k = 0;
    while (k < 4 && !(x->aligned && x->size == 1u << k))
        k++;
    LLVMPositionBuilderBefore(t->b, x->inst);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(x->inst));
    if (k == 4)
        args[n++] = x->length ? x->length : LLVMConstInt(t->i64, x->size, 0);
    if (number)
        args[n++] = number;
    LLVMValueRef site = args[n++] = site_of(t, x);
    if (k == 4 && !x->length && x->promise > 1) {
        LLVMValueRef straight[] = {x->pointer, LLVMConstInt(t->i64, x->promise, 0), args[1], site};
        call_insert(t, t->straight, straight, 4);
    }
    call_insert(t, k < 4 ? t->small[x->kind != SITE_LOAD][number != NULL][k] : t->range[number != NULL], args, n);
}

/* Does a pointer that generated code tells of lead to what the kernel got? Then it is a part of a block of device
 * memory, of which less may be mapped than the code says: what a section is reduced to. */
static bool is_in_argument(struct inst *t, LLVMValueRef told)
{
    LLVMValueRef root = told ? base_of(t, LLVMGetOperand(told, 0)).root : NULL;
    if (root && LLVMIsALoadInst(root))
        root = stored_once(t, LLVMGetOperand(root, 0));
    const struct node *f = root && LLVMIsAArgument(root) ? summary_find(t->p->s, value_name(t->p->a, t->fn)) : NULL;
    return f && f->is_kernel;
}

static void check(struct inst *t, const struct access *x)
{
    struct base base = base_of(t, x->pointer);
    LLVMPositionBuilderBefore(t->b, x->inst);
    LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(x->inst));
    if (constant_told(t, x, &base))
        return;
    if (base.object)
        check_object(t, x, &base);
    bool shared = base.object && (base.within || LLVMIsAGlobalVariable(base.object));
    if (!base.object || (t->p->o->interruptible && shared) || is_in_argument(t, base.within))
        check_arena(t, x, &base);
    if (t->p->o->check)
        members_check(t, x);
}

/* A call may free memory; LLVM's intrinsics and other checks do not. */
static bool may_free(struct inst *t, LLVMValueRef inst)
{
    if (LLVMGetInstructionOpcode(inst) != LLVMCall)
        return false;
    LLVMValueRef f = LLVMGetCalledValue(inst);
    return !LLVMIsAFunction(f) || (LLVMGetIntrinsicID(f) == 0 && !is_inserted(value_name(t->p->a, f)));
}

/* Is the access checked already by an earlier one of the same place, as the store of `x += 1` is by its load? That one
 * then speaks for both. */
static bool covered(access_list *list, size_t from, const struct access *x)
{
    for (size_t i = from; i < list->n; i++) {
        struct access *before = &list->v[i];
        if (before->length || x->length || before->size < x->size || !same_place(before, x))
            continue;
        if (before->kind == SITE_LOAD && x->kind != SITE_LOAD)
            before->kind = SITE_UPDATE;
        return true;
    }
    return false;
}

static void check_block(struct inst *t, LLVMBasicBlockRef block)
{
    access_list all = {0}, here = {0};
    size_t since = 0; /* checks before this one no longer hold */
    for (LLVMBasicBlockRef b = block; b; b = block_goes_on(t, b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            struct access atomic;
            bool stores;
            here.n = 0;
            accesses_find(t, &here, i);
            if (atomic_call(t, i, &atomic, &stores)) {
                atomic.kind = stores ? SITE_ATOMIC : SITE_LOAD;
                vec_push(t->p->a, &here, atomic);
            }
            for (size_t k = 0; k < here.n; k++)
                if (t->p->o->interruptible || !covered(&all, since, &here.v[k]))
                    vec_push(t->p->a, &all, here.v[k]);
            if (may_free(t, i))
                since = all.n;
        }
    for (size_t i = 0; i < all.n; i++)
        check(t, &all.v[i]);
    for (LLVMBasicBlockRef b = block; b; b = block_goes_on(t, b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            if (LLVMIsACallInst(i))
                arguments_check(t, i);
}

/* ---- functions ---- */

/* What the function's own variables take of the stack, at least: the optimiser lets those share a place that are not in
 * use at the same time. */
static uint64_t frame_bytes(struct inst *t, LLVMValueRef f)
{
    uint64_t sum = 0, most = 0;
    for (LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)); i; i = LLVMGetNextInstruction(i)) {
        LLVMValueRef count = LLVMIsAAllocaInst(i) ? LLVMGetOperand(i, 0) : NULL;
        if (!count || !LLVMIsAConstantInt(count))
            continue;
        uint64_t n = LLVMConstIntGetZExtValue(count) * LLVMABISizeOfType(t->layout, LLVMGetAllocatedType(i));
        sum += n;
        most = n > most ? n : most;
    }
    return t->p->o->opt_level ? most : sum;
}

/* what a call takes in the program without -fcheck, where the function may call itself (depth.c); else 0 */
static uint64_t level_bytes(LLVMValueRef f)
{
    unsigned n = 0;
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, ATTR_FRAME,
                                                       sizeof ATTR_FRAME - 1);
    return a ? strtoull(LLVMGetStringAttributeValue(a, &n), NULL, 10) : 0;
}

static void leave_frame(struct inst *t, LLVMValueRef f, LLVMValueRef bytes)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b), last = end ? LLVMGetPreviousInstruction(end) : NULL;
        if (!end || !LLVMIsAReturnInst(end))
            continue;
        bool must = last && LLVMIsACallInst(last) && LLVMGetTailCallKind(last) == LLVMTailCallKindMustTail;
        LLVMPositionBuilderBefore(t->b, must ? last : end);
        LLVMSetCurrentDebugLocation2(t->b, LLVMInstructionGetDebugLoc(end));
        call_insert(t, t->frame_left, &bytes, 1);
    }
}

/* Checked code has larger stacks than the program asks for, since it needs more: what the variables alone take, or the
 * levels of recursion without checks, is judged by what was asked for. */
static void check_frame(struct inst *t, LLVMValueRef f)
{
    enum { LARGE = 1024 };
    uint64_t variables = frame_bytes(t, f), level = level_bytes(f);
    uint64_t n = variables >= LARGE && variables > level ? variables : level;
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f));
    while (LLVMIsAAllocaInst(first))
        first = LLVMGetNextInstruction(first);
    if (!n)
        return;
    LLVMMetadataRef scope = LLVMGetSubprogram(f);
    LLVMMetadataRef at =
        scope ? LLVMDIBuilderCreateDebugLocation(t->p->ctx, LLVMDISubprogramGetLine(scope), 0, scope, NULL) : NULL;
    LLVMPositionBuilderBefore(t->b, first);
    LLVMSetCurrentDebugLocation2(t->b, at);
    LLVMValueRef bytes = LLVMConstInt(t->i64, n, 0), args[] = {bytes, LLVMConstPointerNull(t->ptr)};
    LLVMValueRef call = LLVMBuildCall2(t->b, LLVMGlobalGetValueType(t->frame), t->frame, args, 2, "");
    LLVMSetOperand(call, 1, site_of(t, &(struct access){.inst = call, .kind = SITE_STORE, .size = n}));
    leave_frame(t, f, bytes);
}

static void check_function(struct inst *t, LLVMValueRef f)
{
    if (!inst_enter_program(t, f))
        return;
    if (t->p->o->check)
        check_frame(t, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        if (!block_is_rest(t, b))
            check_block(t, b);
}

static void add_checks(struct inst *t)
{
    const char *names[] = {"gantry_check_load_1",       "gantry_check_load_2",       "gantry_check_load_4",
                           "gantry_check_load_8",       "gantry_check_load_from_1",  "gantry_check_load_from_2",
                           "gantry_check_load_from_4",  "gantry_check_load_from_8",  "gantry_check_store_1",
                           "gantry_check_store_2",      "gantry_check_store_4",      "gantry_check_store_8",
                           "gantry_check_store_from_1", "gantry_check_store_from_2", "gantry_check_store_from_4",
                           "gantry_check_store_from_8", "gantry_check_range",        "gantry_check_from",
                           "gantry_check_index",        "gantry_block_of",           "gantry_check_argument",
                           "gantry_check_constant",     "gantry_check_frame",        "gantry_check_frame_left",
                           "gantry_check_straight",     "gantry_check_member"};
    enum { SMALL = sizeof t->small / sizeof t->small[0][0][0], BLOCK_OF = SMALL + 3 };
    LLVMValueRef *const others[] = {&t->range[0], &t->range[1], &t->index,      &t->block_of, &t->argument,
                                    &t->constant, &t->frame,    &t->frame_left, &t->straight, &t->member};
    t->objects = t->p->o->check && objects_find(t);
    if (summary_unified(t->p->s) || t->objects)
        names[BLOCK_OF] = "gantry_block_of_any";
    helpers_join(t, checks_text, sizeof checks_text - 1, names, sizeof names / sizeof *names);
    if (t->p->o->interruptible) /* other lanes may store during a check */
        LLVMRemoveEnumAttributeAtIndex(LLVMGetNamedFunction(t->m, "__gd_emu_bad_access"),
                                       (LLVMAttributeIndex)LLVMAttributeFunctionIndex, attribute("memory"));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        *(i < SMALL ? &t->small[0][0][0] + i : others[i - SMALL]) = LLVMGetNamedFunction(t->m, names[i]);
}

void instrument(struct worker *w, const struct plan *p, LLVMModuleRef m)
{
    struct inst t;
    inst_init(&t, w, p, m);
    add_checks(&t);
    constants_table(&t);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f))
        check_function(&t, f);
    if (!p->o->check) /* else races.c names what is told */
        within_end(&t);
    LLVMDisposeBuilder(t.b);
    module_verify(w, m);
}
