/* src/analysis/sharing.h: who has which variable. There is a row for each construct, variable and data-sharing
 * attribute (OpenMP 5.2, sections 5.4, 5.5 and 5.8), made from the clauses, and from OpenMP's rules for variables that
 * no clause lists. Passes and generators look rows up, or go through those of a construct; none of them reads
 * attributes from clause lists. */
#ifndef GANTRY_SHARING_H
#define GANTRY_SHARING_H

#include "../region/region.h"

/* One bit each, since questions are about sets of them. */
enum attribute {
    ATTR_SHARED = 1 << 0,
    ATTR_PRIVATE = 1 << 1,
    ATTR_FIRSTPRIVATE = 1 << 2,
    ATTR_LASTPRIVATE = 1 << 3,
    ATTR_CONDITIONAL = 1 << 4, /* lastprivate(conditional: x) */
    ATTR_LINEAR = 1 << 5,
    ATTR_LOOP = 1 << 6,             /* variable of an associated loop */
    ATTR_REDUCTION = 1 << 7,        /* its modifiers are the clause's */
    ATTR_IN_REDUCTION = 1 << 8,     /* of a task: at its end it adds to the task group's original */
    ATTR_TARGET_REDUCTION = 1 << 9, /* in_reduction of a target construct: a task of the host adds to the original */
    ATTR_TASK_REDUCTION = 1 << 10,
    ATTR_COPYPRIVATE = 1 << 11,
    ATTR_MAPPED = 1 << 12,
    ATTR_IS_DEVICE_PTR = 1 << 13,
    ATTR_HAS_DEVICE_ADDR = 1 << 14,
    ATTR_USE_DEVICE_PTR = 1 << 15,
    ATTR_USE_DEVICE_ADDR = 1 << 16,
    ATTR_ALLOCATOR = 1 << 17, /* uses_allocators */
    ATTR_MOVED = 1 << 18,     /* to or from of target update */

    ATTRS_LAST = ATTR_LASTPRIVATE | ATTR_CONDITIONAL,
    ATTRS_REDUCED = ATTR_REDUCTION | ATTR_IN_REDUCTION,
    ATTRS_COPIED = ATTR_PRIVATE | ATTR_FIRSTPRIVATE | ATTRS_LAST | ATTRS_REDUCED, /* a clause makes copies */
    ATTRS_MOTION = ATTR_MAPPED | ATTR_MOVED,
    ATTRS_OWN = ATTRS_COPIED | ATTR_LOOP, /* the construct has an instance of its own */
    ATTRS_ALL = (1 << 19) - 1,
};

/* Where a row comes from. */
enum sharing_rule {
    RULE_CLAUSE,      /* a clause with the variable in its list */
    RULE_LOOP,        /* predetermined: the variable of an associated loop */
    RULE_LINEAR,      /* linear implies it: each copy starts from the original, the last is stored back */
    RULE_DEFAULT,     /* default(private), default(firstprivate) */
    RULE_TASK,        /* in a task: shared if its team shares the variable, else firstprivate */
    RULE_EVENT,       /* a task has a copy of the handle of its event (detach) */
    RULE_TASK_TARGET, /* in_reduction of a target construct: maps variables that no clause maps */
};

/* Where the construct's instance of the variable is on the device; of a reduced array or section, its elements. */
enum storage {
    STORAGE_HOST,      /* not in device code: the host compiler decides */
    STORAGE_ORIGINAL,  /* there is no copy */
    STORAGE_STACK,     /* of the thread or lane, or of the team's one thread */
    STORAGE_TEAM,      /* a slot of team-shared memory, or of a function's frame there */
    STORAGE_FAR,       /* a slot in the device's heap, since team-shared memory is full */
    STORAGE_GROUP,     /* group space: one for the lanes of a thread */
    STORAGE_HEAP,      /* the device's */
    STORAGE_ALLOCATOR, /* memory of the allocator that a clause names */
};

struct sharing { /* a row; what its pass has written is never changed */
    const struct var *var;
    enum attribute attribute;
    enum sharing_rule rule;
    const struct clause *clause; /* the clause that lists it; for a rule, one made by Gantry that would say the same;
                                  * NULL: RULE_LOOP */
    const struct item *item;     /* in that clause; NULL: RULE_LOOP */
    enum storage storage;        /* storage.c */
    bool one_for_all;            /* storage.c: one instance, that all threads or lanes of the construct's level reach */
    struct sharing *next;        /* of the construct: clauses as they are written, then loops, then other rules */
    struct sharing *near;        /* sharing.c's own: the next one in the same bucket of the hash table */
};

/* Adds a row by rule for the variable v. `like`: a clause that would say the same; the item is copied. */
void sharing_add(struct arena *a, const struct region *r, const struct var *v, enum attribute is, enum sharing_rule by,
                 const struct clause *like, const struct item *item);

/* The first row of r about v with an attribute of the set; NULL: there is none. */
const struct sharing *sharing_of(const struct region *r, const struct var *v, unsigned set);
/* … and the next such row of the same construct about the same variable */
const struct sharing *sharing_again(const struct sharing *s, unsigned set);
const struct sharing *sharing_first(const struct region *r, unsigned set); /* of r with such an attribute */
const struct sharing *sharing_next(const struct sharing *s, unsigned set);
/* Loops over the rows of r with these attributes, and over those of them that are about v. */
#define for_each_row(s, r, set) for (const struct sharing *s = sharing_first(r, set); s; s = sharing_next(s, set))
#define for_each_row_of(s, r, v, set)                                                                                  \
    for (const struct sharing *s = sharing_of(r, v, set); s; s = sharing_again(s, set))
struct sharing *sharing_rows(const struct region *r); /* all, by their `next`: for storage.c, which completes them */

/* Is some variable of r both firstprivate and lastprivate or the like, so that copies start from the original and one
 * is stored back? Then no thread may store to the original before all have read it. */
bool copies_both_ways(const struct region *r);

struct analysis;
void sharing_print(struct analysis *a, FILE *f); /* --dump=sharing */

#endif
