/* Context selectors (OpenMP 5.2, 7.1 to 7.3), `device={kind(gpu)}, user={condition(n > 9)}`: read from a pragma and
 * matched against the places where code may run. Shared by metadirective.c and variant.c. */
#ifndef GANTRY_SELECTOR_H
#define GANTRY_SELECTOR_H

#include "../pragma/parser.h"
#include "source_text.h"

/* Where code runs. Both kinds of device share one device C, which is compiled once for each, so that __gantry_here() is
 * a constant in each. */
enum where { ON_HOST, ON_NVIDIA, ON_EMULATED, NWHERES, ANYWHERE = NWHERES };
extern const char *const where_names[NWHERES];

enum { MOST_CONSTRUCTS = 40 };
struct constructs { /* around a place, from the outermost in */
    const char *name[MOST_CONSTRUCTS];
    unsigned n;
};
void constructs_add(struct constructs *c, const char *name);

enum trait_set { SET_CONSTRUCT, SET_DEVICE, SET_TARGET_DEVICE, SET_IMPLEMENTATION, SET_USER, NSETS };
struct trait { /* set={name(score(s): properties)} */
    enum trait_set set;
    const char *name;
    bool scored;
    int64_t score;
    VEC(const char *) properties;
    unsigned tok, value; /* its name, its first property: tokens of the pragma */
};
struct selector {
    VEC(struct trait) traits;
    bool wrong; /* it is malformed, which has been reported */
};
struct match {
    const char *condition; /* to be tested at run time, in C; NULL: none */
    int64_t score;
};

/* Names of the functions that variant_text.c puts before a `declare variant` begin so: they ask what its selector asks
 * of the run. */
#define VARIANT_CONDITION "__gantry_condition_of_"

/* tokens [r.b, r.e) of p's line in f->src */
void selector_parse(struct front *f, struct pragma *p, struct range r, struct selector *s);
bool selector_matches(struct front *f, const struct selector *s, enum where where, const struct constructs *around,
                      struct match *m);
const char *selector_condition(struct front *f, const struct selector *s); /* what only the run knows; NULL: nothing */
bool selector_is_part(const struct selector *a,
                      const struct selector *b); /* strictly: b says all that a says, and more */
bool selector_has(const struct selector *s, enum trait_set set, const char *name); /* name NULL: any of the set */

/* ---- dispatch.c: the text of calls ---- */
struct adjustment {     /* of a variant's arguments under `dispatch` (OpenMP 5.2, 7.5.2, 7.5.3) */
    uint64_t needs;     /* those in adjust_args(need_device_ptr: …), one bit each */
    unsigned nappended; /* objects of append_args */
    uint64_t syncs;     /* those of them with targetsync */
};
uint64_t dispatch_adjusted(struct front *f, struct parser *ps, const struct func *base, struct range names);
void dispatch_appended(struct parser *ps, struct range objects, struct adjustment *a);

struct arm { /* a function that a call takes if the condition holds, asked after those of the arms before */
    const struct func *func, *condition; /* condition NULL: nothing is asked, and this is the last arm */
    const char *asked;                   /* the condition as text */
    bool asks_device;                    /* it asks about devices */
    const struct adjustment *adjust;     /* NULL: none */
};
struct arms { /* a VEC */
    struct arm *v;
    size_t n, cap;
};
struct taken {                          /* by a call on one kind of device */
    struct arms as_is, without_context; /* the second: if `nocontext` holds; empty where that is known */
};
bool same_taken(const struct taken *a, const struct taken *b);
struct asked { /* by `dispatch` when the program runs; NULL: it does not */
    const struct clause *no_variants, *no_context;
};
struct call_text {
    const struct ref *call; /* of the base function */
    struct asked asked;
    const struct region *dispatch; /* the call is its statement; or NULL */
    bool in_region, on_device;
};
/* The change of the text that makes the call take what it takes, on NVIDIA GPUs and on another kind of device, or twice
 * the same; NULL: none. */
struct patch *call_patch(struct front *f, const struct call_text *c, const struct taken *t, const struct taken *other);
void dispatch_over(struct front *f, const struct region *r); /* the host is done with the objects of the call */

/* The value of a literal (selector_constants.c replaces constants by literals); false: the expression is not
 * constant. */
bool literal_value(const char *expression, int64_t *value);
/* `target teams distribute`: the constructs that such a directive stands for; *block: it has a statement; false: no
 * directive */
bool directive_constructs(const char *text, struct constructs *c, bool *block);

/* ---- variant_lines.c ---- */
struct calls { /* a VEC: the texts of calls, in source order */
    struct slice *v;
    size_t n, cap;
};
/* Makes the texts of pragma lines call what host code calls. */
void variant_lines(struct front *f, const struct calls *calls);

#endif
