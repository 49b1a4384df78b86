/* Context selectors (OpenMP 5.2, 7.1 to 7.3), `device={kind(gpu)}, user={condition(n > 9)}`: how they are read, and
 * whether they match the places where code may run. Shared by metadirective.c and variant.c. */
#ifndef GANTRY_SELECTOR_H
#define GANTRY_SELECTOR_H

#include "../pragma/parser.h"
#include "source_text.h"

/* Where a text is executed. One device C serves both images, but each is compiled for itself, so that __gantry_here()
 * tells them apart as a constant. */
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
    unsigned tok;
};
struct selector {
    VEC(struct trait) traits;
    bool wrong; /* and that was reported */
};
struct match {
    const char *condition; /* to be tested at run time, in C; NULL: none */
    int64_t score;
};

/* tokens [r.b, r.e) of p's line in f->src */
void selector_parse(struct front *f, struct pragma *p, struct range r, struct selector *s);
bool selector_matches(struct front *f, const struct selector *s, enum where where, const struct constructs *around,
                      struct match *m);
bool selector_is_part(const struct selector *a,
                      const struct selector *b); /* strictly: b says all that a says, and more */
bool selector_has(const struct selector *s, enum trait_set set, const char *name); /* name NULL: any of the set */

/* dispatch.c: parameters of base that tokens `names` name, a bit each; the host's call under r gets these as device
 * pointers; a call of one of two functions, with the same arguments (NULL: there are none) */
uint64_t dispatch_adjusted(struct front *f, struct parser *ps, const struct func *base, struct range names);
struct adjustment {     /* of a variant's arguments (OpenMP 5.2, 7.5.2, 7.5.3) */
    uint64_t needs;     /* those in adjust_args(need_device_ptr: …), one bit each */
    unsigned nappended; /* objects of append_args */
    uint64_t syncs;     /* those of them with targetsync */
};
void dispatch_appended(struct parser *ps, struct range objects, struct adjustment *a);
void dispatch_adjust(struct front *f, const struct region *r, uint32_t after_name, const struct adjustment *a);
struct patch *dispatch_conditional(struct front *f, const struct ref *call, struct slice condition, const char *if_true,
                                   const char *otherwise);

/* The value of a number, as selector_constants.c writes what is constant; false: the text is another. */
bool literal_value(const char *expression, int64_t *value);
/* `target teams distribute`: the constructs that such a directive stands for; *block: it has a statement; false: no
 * directive */
bool directive_constructs(const char *text, struct constructs *c, bool *block);

#endif
