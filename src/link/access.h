/* access.h: finding the loads, stores and atomics of device code, and naming their places; what the access
 * checks (instrument.c), the judge's hooks (races.c) and the counting (count.c) of the emulated device share. Private
 * to src/link. */
#ifndef GANTRY_LINK_ACCESS_H
#define GANTRY_LINK_ACCESS_H

#include "plan.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>

enum site_kind { SITE_LOAD, SITE_STORE, SITE_ATOMIC, SITE_UPDATE /* a load, and a store that follows it */ };
enum { ARGUMENT_STRING, ARGUMENT_READ, ARGUMENT_WRITTEN, ARGUMENT_LOOKED_AT }; /* see __gd_emu_argument */
/* Sites and their texts are for reports, not device data: they get sections of their own, the one for sites writable by
 * relocation because they contain addresses. */
#define SITE_SECTION ".data.rel.ro.gantry_sites"
#define TEXT_SECTION ".rodata.gantry_sites"

struct access {
    LLVMValueRef inst, pointer;
    LLVMValueRef length; /* NULL: size is constant */
    uint64_t size;
    enum site_kind kind;
    bool aligned;     /* aligned to its size: it lies in one granule of the shadow */
    unsigned promise; /* what its type says the address is divisible by */
};
struct text {
    const char *s;
    LLVMValueRef value;
};
struct numbered { /* a pointer, and the number of the block that it leads to */
    LLVMValueRef pointer, number;
};
struct kept { /* a value, and a variable of the function that holds it */
    LLVMValueRef value, slot;
};
struct inst {
    struct worker *w;
    const struct plan *p;
    LLVMModuleRef m;
    LLVMTargetDataRef layout;
    LLVMBuilderRef b;
    LLVMTypeRef i32, i64, ptr;
    /* the check functions; small[store][from][k] takes 1 << k bytes, range[from] any; from: and a block's number */
    LLVMValueRef small[2][2][4], range[2], index, block_of, argument, constant, frame, frame_left, straight, member;
    VEC(struct numbered) numbers; /* provenance.c */
    bool objects;                 /* lanes have some on their stacks that functions get */
    VEC(struct kept) kept;        /* of what generated code tells of pointers that are variables in memory */
    unsigned memcpy_id, memcpy_inline_id, memmove_id, memset_id, memset_inline_id, tls_id, byval, sret, nosanitize;
    VEC(struct text) texts;
    LLVMValueRef fn;
    const char *fn_name; /* as the user knows it */
    int last_line;
    const char *last_file;
};
typedef VEC(struct access) access_list;

struct base {
    LLVMValueRef root;   /* what the address is computed from */
    LLVMValueRef object; /* the variable, or a pointer to it; NULL = not known */
    uint64_t size;
    LLVMValueRef within; /* not NULL: generated code tells of the variable by this call */
    bool constant;       /* the address is object + offset */
    int64_t offset;
};

struct base base_of(struct inst *t, LLVMValueRef address);
bool is_by_value(struct inst *t, LLVMValueRef v); /* a structure's copy for this function, or its result */
/* Is it one address, in one block of code, and one line of the program? Then one check speaks for both. */
bool same_place(const struct access *a, const struct access *b);
/* What one block of the program's code was goes on in another, or NULL: a report that may be told on the way split it.
 * rest: it is such another. */
LLVMBasicBlockRef block_goes_on(struct inst *t, LLVMBasicBlockRef b);
bool block_is_rest(struct inst *t, LLVMBasicBlockRef b);
void call_insert(struct inst *t, LLVMValueRef f, LLVMValueRef *args, unsigned n);
void check_object(struct inst *t, const struct access *x, const struct base *base);
void inst_init(struct inst *t, struct worker *w, const struct plan *p, LLVMModuleRef m);
void inst_enter(struct inst *t, LLVMValueRef f, const char *name); /* the function looked at from now on */
bool inst_enter_program(struct inst *t, LLVMValueRef f);           /* the same; false, if it is none of the program's */
void inst_place(struct inst *t, LLVMValueRef like);                /* what is built next has the line of that */
void inst_stand(struct inst *t, LLVMValueRef before);              /* … and stands before it */
/* appends those of one instruction of the program, none of those with the mark `nosanitize`, which checks added */
void accesses_find(struct inst *t, access_list *list, LLVMValueRef inst);
/* Is it an atomic of OpenMP, a call of gantry_device_atomic.h? Then its access, and whether it may store. */
bool atomic_call(struct inst *t, LLVMValueRef inst, struct access *x, bool *stores);
/* Code of the device runtime, or of the launch: it works on the emulator's own memory. */
bool is_runtime(LLVMValueRef f, const char *name);
/* A helper of the checks themselves; a function that touches the lane's place and the team's state alone, and none of
 * the program's memory. */
bool is_inserted(const char *name);
bool is_bookkeeping(const char *name);
bool is_call_of(struct inst *t, LLVMValueRef v,
                const char *name); /* … an inline function, of which each file has its own */
LLVMValueRef site_constant(struct inst *t, const struct access *x); /* a struct __gd_emu_site */
LLVMValueRef site_of(struct inst *t, const struct access *x);       /* the address of one */
LLVMValueRef text_constant(struct inst *t, const char *s);          /* of a string for reports */
const char *variable_name(struct inst *t, LLVMValueRef v);          /* as the program writes it; "": none of its own */
const char *local_name(struct inst *t, LLVMValueRef v);             /* … of one on the stack */
LLVMValueRef table_constant(struct inst *t, const char *name, LLVMValueRef c, const char *section);
unsigned attribute(const char *name); /* its number */
/* adds functions in LLVM's assembly to the module, for calls that are inserted next */
void helpers_join(struct inst *t, const char *text, size_t len, const char *const *names, size_t n);

/* provenance.c: the number of the block that an address was made from, as a value that is known wherever the address
 * is; NULL: nobody can know it */
LLVMValueRef provenance(struct inst *t, LLVMValueRef address);
/* Checks an access to a variable that is visible here, where the builder stands; false: it is to something else */
bool object_checked(struct inst *t, const struct access *x);
/* Variables that generated code tells of, by __gd_within. The call that v is the result of, or a load of;
 * what is told (in bytes; NULL: v is no such pointer); takes all calls away. */
struct within {
    LLVMValueRef skip, bytes, name;
};
LLVMValueRef within_of(struct inst *t, LLVMValueRef v);
LLVMValueRef member_name(struct inst *t, LLVMValueRef v, LLVMValueRef address);
struct within within_told(LLVMValueRef call);
void within_end(struct inst *t);
/* what a variable holds that is stored to by one instruction alone, as pointers at -O0; NULL: it is none */
LLVMValueRef stored_once(struct inst *t, LLVMValueRef variable);
/* adds what an address computation of constants adds; false: its indices are not known */
bool gep_offset(struct inst *t, LLVMValueRef gep, int64_t *offset);
/* members.c: checks an access to an array that is a member of a structure; where the builder stands is left open */
void members_check(struct inst *t, const struct access *x);
/* The type of an array that is a member, of whose first element this is the address as Clang computes it of the
 * member's name; NULL: it is another address */
LLVMTypeRef member_decayed(LLVMValueRef v);
/* what a pointer that is a variable in memory holds where the access comes to it, or NULL */
LLVMValueRef member_pointer_held(struct inst *t, LLVMValueRef v, const struct access *x);
/* "s.a", "s[].a"; "s.": one of s, nobody knows which; NULL: that of a variable which is reached by a pointer */
const char *member_path(struct inst *t, LLVMValueRef at);
/* constants.c: is it a store to a constant that is visible here? Then it is told instead of being checked. */
bool constant_told(struct inst *t, const struct access *x, const struct base *base);
void constants_table(struct inst *t); /* of all constants that device code can have pointers to */
/* objects_of_lanes.c: marks what objects_tell (plan.h) will tell of; false: there is none */
bool objects_find(struct inst *t);
/* arguments.c: inserts questions before a call of a library function that follows pointers */
void arguments_check(struct inst *t, LLVMValueRef call);

#endif
