/* access.h: finding the loads, stores and atomics of device code, and naming their places; what the access
 * checks (instrument.c), the judge's hooks (races.c) and the counting (count.c) of the emulated device share. Private
 * to src/link. */
#ifndef GANTRY_LINK_ACCESS_H
#define GANTRY_LINK_ACCESS_H

#include "plan.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

enum site_kind { SITE_LOAD, SITE_STORE, SITE_ATOMIC };
/* Sites and their texts are for reports, not device data: they get sections of their own, the one for sites writable by
 * relocation because they contain addresses. */
#define SITE_SECTION ".data.rel.ro.gantry_sites"
#define TEXT_SECTION ".rodata.gantry_sites"

struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef length; /* NULL: size is constant */
    uint64_t size;
    enum site_kind kind;
    bool aligned; /* aligned to its size: it lies in one granule of the shadow */
};
struct text {
    const char *s;
    LLVMValueRef value;
};
struct inst {
    struct worker *w;
    const struct plan *p;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    LLVMTypeRef i32, i64, ptr;
    LLVMValueRef small[4], range, index; /* the check functions; small[k] takes 1 << k bytes */
    unsigned memcpy_id, memcpy_inline_id, memmove_id, memset_id, memset_inline_id, tls_id, byval, sret, nosanitize;
    VEC(struct text) texts;
    LLVMValueRef fn;
    const char *fn_name; /* as the user knows it */
    int last_line;
    const char *last_file;
};
typedef VEC(struct access) access_list;

void inst_init(struct inst *t, struct worker *w, const struct plan *p, LLVMModuleRef m);
void inst_enter(struct inst *t, LLVMValueRef f, const char *name); /* the function looked at from now on */
/* appends those of one instruction of the program, none of those with the mark `nosanitize`, which checks added */
void accesses_find(struct inst *t, access_list *list, LLVMValueRef inst);
/* Code of the device runtime, or of the launch: it works on the emulator's own memory. */
bool is_runtime(LLVMValueRef f, const char *name);
LLVMValueRef site_constant(struct inst *t, const struct access *x); /* a struct __gd_emu_site */
LLVMValueRef text_constant(struct inst *t, const char *s);          /* each text once */
LLVMValueRef table_constant(struct inst *t, const char *name, LLVMValueRef c, const char *section);
unsigned attribute(const char *name); /* its number */
/* adds functions in LLVM's assembly to the module, for calls that are inserted next */
void helpers_join(struct inst *t, const char *text, size_t len, const char *const *names, size_t n);

#endif
