/* values.h: what objects consist of, what their numbers are, how far these may differ. Compiled into two libraries:
 * libgantry_check.so and libgantry_verify.a. */
#ifndef GANTRY_VALUES_H
#define GANTRY_VALUES_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* ---- layout.c: struct gantry_object's layout (gantry_abi.h), read once ---- */
struct gantry_layout;
struct gantry_field {
    const char *name; /* in the text */
    uint32_t length;  /* of name */
    uint64_t offset;  /* of a bit-field: in bits */
    struct gantry_layout *of;
    uint32_t bits; /* of a bit-field; else 0 */
};
struct gantry_layout {
    char kind;                    /* a letter of struct gantry_object's; '[' array, '{' structure, ':' bit-fields */
    bool many;                    /* the object is the first of many */
    bool pointers;                /* it may hold some */
    uint64_t size, count, values; /* values: numbers and pointers in it */
    struct gantry_layout *inner;  /* of arrays */
    struct gantry_field *fields;  /* of structures, and of bit-fields that share bytes */
    uint32_t nfields;
};
struct gantry_leaf { /* a number or a pointer in an object */
    char kind;       /* f d g h i u b p ? : */
    uint32_t bytes;
    uint64_t begin;                   /* in the object */
    const struct gantry_layout *unit; /* ':': the bit-fields there */
};
struct gantry_text { /* appended to, up to its size */
    char s[256];
};
void gantry_text_add(struct gantry_text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* NULL: no text, not understood, or no memory. The text stays the layout's. */
struct gantry_layout *gantry_layout_parse(const char *text);
void gantry_layout_free(struct gantry_layout *l);
/* The same for a text that stays where it is as long as the program runs; read once. By one thread at a time. */
const struct gantry_layout *gantry_layout_of(const char *text);
/* The number or pointer that byte `at` belongs to; false: none (padding). path: gets its name in the object, "[3].x";
 * or NULL */
bool gantry_layout_leaf(const struct gantry_layout *l, uint64_t at, struct gantry_leaf *out, struct gantry_text *path);

/* ---- number.c ---- */
union gantry_number { /* the bytes of a leaf */
    unsigned char bytes[16];
    float f;
    double d;
    long double g;
};
bool gantry_is_float(char kind);
bool gantry_same(char kind, uint32_t bytes, const void *a, const void *b); /* NaN is NaN */
/* Do two leaves hold the same values? NaN is NaN, and what lies between bit-fields does not count. */
bool gantry_leaf_same(const struct gantry_leaf *l, const void *a, const void *b);
long double gantry_value(char kind, uint32_t bytes, const void *p);
long double gantry_ulp(char kind, uint32_t bytes, const void *p); /* the distance to the next number; integers: 0 */
uint64_t gantry_ulps(char kind, const void *a, const void *b);    /* how many steps of the format they are apart; 0:
                                                                   * unknown */
/* A bit-field's value, as an integer of 8 bytes of the kind of field->of */
void gantry_bits_get(const struct gantry_field *field, uint32_t bytes, const void *unit, union gantry_number *out);
void gantry_bits_put(const struct gantry_field *field, uint32_t bytes, void *unit, const union gantry_number *value);
void gantry_number_text(char kind, uint32_t bytes, const void *p, struct gantry_text *out);
long double gantry_off_by(char kind, uint32_t bytes, const void *a, const void *b); /* INFINITY where one is NaN */
/* " (off by 2, 50 %, 3 ULP)": how far a is from the reference b; nothing for what has no distance */
void gantry_distance_text(char kind, uint32_t bytes, const void *a, const void *b, struct gantry_text *out);

/* ---- tolerance.c: a file of lines that say for which elements they are and how far these may differ ---- */
struct gantry_tolerance {
    struct gantry_tolerance *next;
    int line;
    char place[160], variable[128]; /* "" = any; place: FUNCTION:LINE, or a path of scopes */
    char kind;                      /* 0 = any */
    double abs, rel;
    uint64_t ulp;
    atomic_uint_fast64_t used;
};
struct gantry_tolerances {
    char path[4096];
    struct gantry_tolerance *first;
    int line; /* of the mistake; 0: the file cannot be read */
    char error[512];
};
/* paths: places may be paths of scopes. false: line and error say why */
bool gantry_tolerances_read(struct gantry_tolerances *t, const char *path, bool paths);
void gantry_tolerances_free(struct gantry_tolerances *t);
bool gantry_place_is_in(const char *place, const char *region); /* the same, or a check or scope in a path of scopes */
bool gantry_tolerance_is_for(const struct gantry_tolerance *t, const char *place, const char *variable, char kind);
/* How far a floating-point number may be from the reference p */
long double gantry_tolerance_allows(const struct gantry_tolerance *t, char kind, uint32_t bytes, const void *p);

/* ---- rank.c ---- */
const char *gantry_rank(void);      /* of a process of MPI, in digits; NULL: it is none */
const char *gantry_rank_text(void); /* ": rank 3", after the name of who reports; "": it is none */

/* ---- page.c: a report is written in one piece, as other processes report to the same place ---- */
struct gantry_page {
    FILE *f, *to;
    char *text;
    size_t n;
};
FILE *gantry_page_begin(struct gantry_page *p, FILE *to); /* to itself where memory is out */
void gantry_page_end(struct gantry_page *p);

/* ---- sketch.c: a small map of where in an array the differences are ---- */
enum { SKETCH_COLUMNS = 64, SKETCH_LINES = 16 };
struct gantry_sketch {
    uint64_t values, rows, row_bytes, columns; /* of the array; columns: of the map */
    uint64_t marks;
    bool marked[SKETCH_LINES][SKETCH_COLUMNS];
};
void gantry_sketch_begin(struct gantry_sketch *s, uint64_t bytes, uint64_t values, uint64_t rows);
void gantry_sketch_mark(struct gantry_sketch *s, uint64_t at); /* a byte of the array */
void gantry_sketch_print(const struct gantry_sketch *s, FILE *f);

#endif
