/* shared.c: functions of the image that are called when a team begins, for the variables that its kernel keeps in
 * team-shared memory (include/gantry_emulated.h): what a kernel reads there must have been stored by the same team.
 * needs: one module of user and library code.   sets: __GD_EMU_POISON_SHARED, and what uninit.c asks for.
 * breaks: nothing. */
#include "shared.h"

#include <string.h>

#include "gantry_emulated.h"

/* ---- the variables ---- */

/* code of the runtime's: in a function of its own, or inlined already (early_inline.c) */
static bool is_of_runtime(const struct plan *p, LLVMValueRef inst)
{
    LLVMValueRef f = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    return is_runtime(f, value_name(p->a, f)) ||
           LLVMGetMetadata(inst, LLVMGetMDKindIDInContext(p->ctx, "nosanitize", 10));
}

static bool user_uses(const struct plan *p, LLVMValueRef v, int depth)
{
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && depth < 8; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user) ? !is_of_runtime(p, user)
                                     : LLVMIsAConstantExpr(user) && user_uses(p, user, depth + 1))
            return true;
    }
    return false;
}

/* Generated code keeps a kernel's variables in a structure with the kernel's name before this, or each in one of its
 * own, whose name goes on with this and its own name. */
#define OF_KERNEL "__sh"
#define OF_VARIABLE OF_KERNEL "$"

/* the kernel whose teams alone have the variable; NULL: all have it */
static LLVMValueRef entry_of(const struct plan *p, LLVMModuleRef m, LLVMValueRef v)
{
    const char *name = value_name(p->a, v), *own = strstr(name, OF_VARIABLE);
    int n = own ? (int)(own - name) : (int)(strlen(name) - (str_ends(name, OF_KERNEL) ? strlen(OF_KERNEL) : 0));
    return LLVMGetNamedFunction(m, arena_printf(p->a, "%.*s__entry", n, name));
}

/* ---- the functions ---- */

struct team_function {
    const struct plan *p;
    LLVMModuleRef m;
    LLVMBuilderRef b;
    LLVMValueRef f;
};

static void for_variable(struct team_function *t, LLVMValueRef v, shared_each *each, void *data)
{
    LLVMTypeRef ptr = LLVMPointerTypeInContext(t->p->ctx, 0);
    static const char intrinsic[] = "llvm.threadlocal.address";
    LLVMValueRef tls =
        LLVMGetIntrinsicDeclaration(t->m, LLVMLookupIntrinsicID(intrinsic, sizeof intrinsic - 1), &ptr, 1);
    LLVMValueRef entry = entry_of(t->p, t->m, v);
    LLVMBasicBlockRef here = LLVMAppendBasicBlockInContext(t->p->ctx, t->f, "");
    LLVMBasicBlockRef next = LLVMAppendBasicBlockInContext(t->p->ctx, t->f, "");
    if (entry)
        LLVMBuildCondBr(t->b, LLVMBuildICmp(t->b, LLVMIntEQ, LLVMGetParam(t->f, 0), entry, ""), here, next);
    else
        LLVMBuildBr(t->b, here);
    LLVMPositionBuilderAtEnd(t->b, here);
    each(data, v, LLVMBuildCall2(t->b, LLVMGlobalGetValueType(tls), tls, &v, 1, ""));
    LLVMBuildBr(t->b, next);
    LLVMPositionBuilderAtEnd(t->b, next);
}

LLVMValueRef shared_function(const struct plan *p, LLVMModuleRef m, LLVMBuilderRef b, const char *name,
                             shared_each *each, void *data)
{
    LLVMTypeRef ptr = LLVMPointerTypeInContext(p->ctx, 0);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->ctx), &ptr, 1, 0);
    struct team_function t = {p, m, b, LLVMAddFunction(m, name, type)};
    LLVMSetLinkage(t.f, LLVMInternalLinkage);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(p->ctx, t.f, ""));
    LLVMSetCurrentDebugLocation2(b, NULL);
    for (LLVMValueRef v = LLVMGetFirstGlobal(m); v; v = LLVMGetNextGlobal(v))
        if (!LLVMIsDeclaration(v) && LLVMIsThreadLocal(v) && user_uses(p, v, 0) &&
            !str_starts(value_name(p->a, v), "gantry_uninit_"))
            for_variable(&t, v, each, data);
    LLVMBuildRetVoid(b);
    return t.f;
}

/* ---- poison ---- */

struct poison {
    const struct plan *p;
    LLVMBuilderRef b;
    LLVMValueRef fill;
    LLVMTargetDataRef layout;
};

static void poison_variable(void *data, LLVMValueRef v, LLVMValueRef address)
{
    enum { WORD = 8 };
    struct poison *x = data;
    uint64_t size = LLVMABISizeOfType(x->layout, LLVMGlobalGetValueType(v));
    LLVMValueRef args[] = {address, LLVMConstInt(LLVMInt64TypeInContext(x->p->ctx), size, 0)};
    if (LLVMGetAlignment(v) < WORD)
        LLVMSetAlignment(v, WORD);
    LLVMBuildCall2(x->b, LLVMGlobalGetValueType(x->fill), x->fill, args, 2, "");
}

void shared_poison(const struct plan *p, LLVMModuleRef m)
{
    LLVMTypeRef args[] = {LLVMPointerTypeInContext(p->ctx, 0), LLVMInt64TypeInContext(p->ctx)};
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(p->ctx), args, 2, 0);
    struct poison x = {p, LLVMCreateBuilderInContext(p->ctx), LLVMAddFunction(m, "__gd_emu_poison", type),
                       LLVMGetModuleDataLayout(m)};
    LLVMValueRef f = shared_function(p, m, x.b, __GD_EMU_POISON_SHARED, poison_variable, &x);
    LLVMSetLinkage(f, LLVMExternalLinkage); /* image.c names it */
    LLVMDisposeBuilder(x.b);
}
