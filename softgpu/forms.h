/* forms.h: the table of instructions: what a form is called, the types of its operands, what runs it. */
#ifndef GANTRY_SOFTGPU_FORMS_H
#define GANTRY_SOFTGPU_FORMS_H

#include "softgpu.h"

/* PTX's types, and those of ops.def; name, bits, width of the row */
#define TYPES(X)                                                                                                       \
    X(pred, 1, W_PRED)                                                                                                 \
    X(w, 32, W_32)                                                                                                     \
    X(u8, 8, W_32)                                                                                                     \
    X(s8, 8, W_32)                                                                                                     \
    X(b8, 8, W_32)                                                                                                     \
    X(u16, 16, W_32)                                                                                                   \
    X(s16, 16, W_32)                                                                                                   \
    X(b16, 16, W_32)                                                                                                   \
    X(f16, 16, W_32)                                                                                                   \
    X(f16s, 16, W_32)                                                                                                  \
    X(bf16, 16, W_32)                                                                                                  \
    X(f16x2, 32, W_32)                                                                                                 \
    X(bf16x2, 32, W_32)                                                                                                \
    X(u32, 32, W_32)                                                                                                   \
    X(s32, 32, W_32)                                                                                                   \
    X(b32, 32, W_32)                                                                                                   \
    X(f32, 32, W_32)                                                                                                   \
    X(f32z, 32, W_32)                                                                                                  \
    X(f32s, 32, W_32)                                                                                                  \
    X(f32zs, 32, W_32)                                                                                                 \
    X(u64, 64, W_64)                                                                                                   \
    X(s64, 64, W_64)                                                                                                   \
    X(b64, 64, W_64)                                                                                                   \
    X(f64, 64, W_64)                                                                                                   \
    X(f64s, 64, W_64)
enum type {
    TYPE_NONE,
#define TYPE(NAME, BITS, WIDTH) TYPE_##NAME,
    TYPES(TYPE)
#undef TYPE
        TYPE_COUNT
};
struct type_row {
    const char *name;
    uint8_t bits, width;
};
extern const struct type_row types[TYPE_COUNT];

enum { /* insn.sub of comparisons */
       JOIN_AND = 1,
       JOIN_OR,
       JOIN_XOR,
       JOIN_KIND = 3,
       JOIN_NOT = 4,
       JOIN_BOTH = 8
};

struct form {
    const char *name; /* as the identifier in ops.def: underscores for points */
    handler *run;
    uint8_t n, type[MOST_OPERANDS]; /* operands; the first is the result */
    bool compares;
};
extern const struct form common_forms[], float_forms[], rare_forms[], half_forms[];
extern const size_t common_count, float_count, rare_count, half_count;
/* by PTX's name, "add.rn.f32"; NULL: there is none */
const struct form *form_find(const char *text, size_t n);
enum type type_find(const char *text, size_t n); /* "u32"; TYPE_NONE */

/* how many bytes the text of all forms takes at most */
enum { FORM_TEXT = 64 };
void form_text(const struct form *f, char out[FORM_TEXT]);

#endif
