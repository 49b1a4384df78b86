/* uninit.h: what the two halves of the tracking of uninitialised memory share, before LLVM's pass and after it. Private
 * to src/link. */
#ifndef GANTRY_LINK_UNINIT_H
#define GANTRY_LINK_UNINIT_H

#include "access.h"

/* how the shadow of memory changes with an atomic update: keeps what it had, or has that of the new value alone, or
 * nothing was stored; the words that __gd_emu_uninit_update takes */
enum uninit_update { UNINIT_ADDS, UNINIT_REPLACES, UNINIT_FAILED };

/* what shadows and the context of calls are for alias analysis */
enum uninit_type { UNINIT_SHADOW, UNINIT_CONTEXT, UNINIT_TYPES };

struct uninit {
    struct inst t;
    LLVMTypeRef ints[4]; /* i8, i16, i32, i64 */
    LLVMValueRef origin, row, clean, warning, found, stored, copied, string, updated, begin, shuffle, ballot, update[4],
        never[4];
    VEC(LLVMValueRef) rows; /* struct __gd_emu_uninit_row */
    LLVMValueRef mark;      /* an empty node: the metadata below either have it or not */
    /* an instruction of the program; one that a check added; a store of what an operation has computed; instructions
     * that ask for a value and do nothing else, since it is printed, or since the host's library or a choice decides by
     * it, or an atomic or a copy addresses by it, or it says how much a copy has, or it is a function that is called;
     * what a variable begins with that is no part of a structure or an array; atomics without an order */
    unsigned own, made, computed, prints, decides, leads, counts, calls, whole, relaxed;
    unsigned kept;                /* the program's, though it has the mark of `made` while the pass runs */
    unsigned upwards, everywhere; /* marks of where a shadow spreads (uninit_before.c) */
    LLVMValueRef types[UNINIT_TYPES];
    unsigned tbaa;
};

/* uninit_locals.c */
LLVMValueRef uninit_call(struct uninit *u, LLVMValueRef f, LLVMValueRef *args, unsigned n);
void uninit_locals_begin(struct uninit *u); /* before sroa */
void uninit_locals_end(struct uninit *u);   /* after it */
/* the number of a new row: of a variable, or where name is NULL of a store; inst: where it begins, or NULL */
LLVMValueRef uninit_row(struct uninit *u, const char *name, LLVMValueRef inst);
LLVMValueRef uninit_row_said(struct uninit *u, const char *said, LLVMValueRef inst);  /* a name, or as __GD_COPY says */
LLVMValueRef uninit_row_of(struct uninit *u, LLVMValueRef alloca, LLVMValueRef inst); /* … of a local variable */
enum { UNINIT_ROW_FIELDS = 6 };
LLVMValueRef uninit_add_row(struct uninit *u, LLVMValueRef *fields); /* those of struct __gd_emu_uninit_row */

/* uninit_before.c: what the pass does not see is written out, and the program's instructions are marked */
void uninit_before(struct uninit *u);
#define ATTR_CLEAN "gantry-clean-parameters"
#define ATTR_USER "gantry-user"         /* functions of the program: they report */
#define ATTR_SHADOWED "gantry-shadowed" /* all that have shadows: those, and the device runtime's */

#define UNINIT_PARAMETER "_msarg" /* so the names begin of addresses of parameters' shadows, and of their origins */
/* uninit_context.c: shadows of calls are made visible to the optimiser, after the pass */
void uninit_types(struct uninit *u);
void uninit_context(struct uninit *u, LLVMValueRef f);

#endif
