/* present.h: interfaces between the files that carry out one construct's maps: present.c (items, entry, exit, update),
 * entries.c (entries and attached pointers) and moves.c (copies, and who waits for them). */
#ifndef GANTRY_PRESENT_H
#define GANTRY_PRESENT_H

#include "gantry_checker.h"
#include "host.h"

/* present.c */
struct gantry_loc gantry_item_place(const struct gantry_mapping *m, uint32_t i);
static inline struct gantry_pair gantry_pair_of(const struct gantry_dev *d, const struct gantry_entry *e)
{
    return (struct gantry_pair){.device = d->number,
                                .host = e->begin,
                                .dev = e->dev,
                                .size = e->end - e->begin,
                                .name = e->name,
                                .where = e->where,
                                .forever = e->infinite,
                                .unnamed = e->associated};
}
static inline uintptr_t item_begin(const struct gantry_mapping *m, uint32_t i) { return (uintptr_t)m->vals[i].begin; }

/* entries.c, under the write lock */
struct gantry_entry *gantry_entry_add(struct gantry_dev *d, uintptr_t begin, uint64_t size, uint64_t dev,
                                      const char *name, const struct gantry_loc *where); /* NULL: no memory */
void gantry_entry_unlink(struct gantry_dev *d, struct gantry_entry *e);
void gantry_entry_free(struct gantry_entry *e);
void gantry_entry_drop(struct gantry_dev *d, struct gantry_entry *e); /* both */
int gantry_remember_attached(const struct gantry_dev *d, struct gantry_entry *e, uint64_t offset, uint64_t value,
                             struct gantry_err *err);                     /* the pointer there leads to device memory */
size_t gantry_attached_from(const struct gantry_entry *e, uint64_t from); /* the first with offset >= from */
static inline bool gantry_counts_attachment(const struct gantry_map *map) /* as OpenACC does */
{
    enum { BOTH = GANTRY_MAP_ATTACH | GANTRY_MAP_REATTACH };
    return (map->flags & (uint32_t)BOTH) == BOTH;
}
static inline bool gantry_is_gone(const struct gantry_entry *e) { return !e->infinite && !e->count && !e->hold; }
bool gantry_must_attach(const struct gantry_mapping *m, uint32_t i); /* though both are there already */
int gantry_attach(struct gantry_mapping *m, uint32_t i);             /* attaches the pointer that leads to item
                                                                      * i */
int gantry_attach_waiting(struct gantry_mapping *m, uint32_t i, struct gantry_entry *e); /* attaches pointers that lie
                                                                                          * in the new entry e and were
                                                                                          * waiting for it */

/* pointers.c, under the write lock: what the pointer that leads to item i does on exit */
int gantry_detach(struct gantry_mapping *m, uint32_t i);

/* names.c */
const struct gantry_object *gantry_item_object(const struct gantry_mapping *m, uint32_t i);
const char *gantry_name_kept(const char *text); /* a copy that stays; NULL: no memory */

/* moves.c. Under the lock: */
int gantry_transfer(struct gantry_mapping *m, uint32_t i, uint32_t copy); /* GANTRY_MAP_TO, GANTRY_MAP_FROM */
bool gantry_must_wait(const struct gantry_mapping *m);
void gantry_entry_take(struct gantry_mapping *m, struct gantry_entry *e); /* m is its mover */
/* without it: */
int gantry_carry_out(struct gantry_mapping *m, bool backwards);
void gantry_all_moved(struct gantry_dev *d);
void gantry_wait_for_moves(struct gantry_dev *d, uint64_t seen);

#endif
