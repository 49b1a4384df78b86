/* decode.h: decode.c and the files beside it, which decode one kind of instruction each. */
#ifndef GANTRY_SOFTGPU_DECODE_H
#define GANTRY_SOFTGPU_DECODE_H

#include "build.h"

/* decode_operands.c: the words of an opcode, between its dots */
struct words {
    const char *at[16];
    size_t n[16];
    int count, next;
};
struct words opcode_split(const struct token *opcode);
bool opcode_is(const struct words *w, int k, const char *text);
/* takes the next word if it is one of a list that ends with NULL: its place in it, or -1 */
int opcode_take(struct words *w, const char *const *list);
bool opcode_skip(struct words *w, const char *text);
enum type opcode_take_type(struct words *w);
/* errors of the statement: the instruction is not known; words are left; it has another number of operands */
_Noreturn void decode_unknown(struct build *b, const struct statement *s);
void decode_all_taken(struct build *b, const struct statement *s, const struct words *w);
void decode_wants(struct build *b, const struct statement *s, uint32_t least, uint32_t most);
/* registers, constants and the values of operands: references (rows.h) */
enum bank bank_of(enum width w);
uint32_t vreg_ref(struct build *b, uint32_t vreg);
uint32_t operand_constant(struct build *b, uint64_t bits, enum width width);
struct insn *decode_emit(struct build *b, struct insn i);
/* the address that a name stands for, in 64 bits */
uint32_t operand_of_symbol(struct build *b, const struct symbol *s, int64_t addend);
uint32_t operand_fit(struct build *b, uint32_t ref, enum width has, enum width wanted, int line);
uint32_t operand_use(struct build *b, const struct operand *o, enum type type);
/* where a result goes; narrower ones than the register are extended by decode_finish */
uint32_t operand_define(struct build *b, const struct operand *o, enum type type);
/* an instruction with the guard of its statement; and its end */
struct insn decode_base(struct build *b, const struct statement *s);
void decode_finish(struct build *b, struct insn i);

/* ---- rules: by the first word of the opcode (decode.c) ---- */
/* decode_memory.c */
void decode_access(struct build *b, struct statement *s, struct words *w, bool store);
void decode_atomic(struct build *b, struct statement *s, struct words *w, bool result);
void decode_fence(struct build *b, struct statement *s, struct words *w);
void decode_prefetch(struct build *b, struct statement *s, struct words *w);
void decode_cvta(struct build *b, struct statement *s, struct words *w);
void decode_isspacep(struct build *b, struct statement *s, struct words *w);
void decode_alloca(struct build *b, struct statement *s, struct words *w);
void decode_stack(struct build *b, struct statement *s, struct words *w, bool restores);

/* decode_compute.c */
void decode_form(struct build *b, struct statement *s, const struct form *f);
void decode_compare(struct build *b, struct statement *s, struct words *w);
void decode_mov(struct build *b, struct statement *s, struct words *w);
bool decode_carry(struct build *b, struct statement *s, struct words *w);

/* decode_lanes.c */
void decode_shfl(struct build *b, struct statement *s, struct words *w);
void decode_vote(struct build *b, struct statement *s, struct words *w);
void decode_match(struct build *b, struct statement *s, struct words *w);
void decode_redux(struct build *b, struct statement *s, struct words *w);
void decode_elect(struct build *b, struct statement *s, struct words *w);
void decode_activemask(struct build *b, struct statement *s, struct words *w);
void decode_barrier(struct build *b, struct statement *s, struct words *w);

/* decode_control.c */
void decode_flow(struct build *b, struct statement *s, enum flow flow);
void decode_bra(struct build *b, struct statement *s, struct words *w);
void decode_brx(struct build *b, struct statement *s, struct words *w);
void decode_sleep(struct build *b, struct statement *s, struct words *w);
void decode_call(struct build *b, struct statement *s, struct words *w);

#endif
