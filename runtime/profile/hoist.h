/* hoist.h: what the files that say where to map data instead share (hoist.c). Memory of hoists is given back together.
 *
 * A group is what has a name in front of the same loop, or, where no loop is known, one directive. Where several loops
 * run the same constructs, as one that warms up and one that is timed, each gets a directive of its own; updates at the
 * constructs are for all of them, and do nothing where the data is not mapped. Such groups are a cluster. */
#ifndef GANTRY_PROFILE_HOIST_H
#define GANTRY_PROFILE_HOIST_H

#include "profile.h"

struct entry { /* an item that could be mapped at a place */
    struct move_item *item;
    const struct move_place *place; /* NULL: none is known */
};
struct name { /* in front of the loop */
    const char *text;
    size_t first; /* the number of the first item with it */
    const struct move_item *item;
    bool sent, returned, moved, over, idle, unwritten;
    bool synced;       /* idle, but for statements of the host in front of which, or behind which, updates stand */
    bool unset;        /* nothing has been stored in it yet */
    bool ended;        /* the host has it in any case when the loop ends */
    bool fresh;        /* all that is sent is sent by updates */
    bool source;       /* the host's is sent again within the loop */
    bool still;        /* what is sent stays as it was: the host may read it */
    bool joined;       /* members are mapped with it */
    bool member;       /* it lies in a structure, and is not what a pointer in one leads to */
    const char *whole; /* the name of the structure that it is a member of, which is mapped in its place; or NULL */
};
struct group {
    struct entry *entries;
    size_t n;
    struct name *names;
    size_t nnames;
    struct move_item **others; /* not of the group, and may use its memory while the loop runs */
    size_t nothers;
    bool sends;     /* one of them does, without an update */
    size_t npieces; /* of memory, that its items were */
    bool apart;     /* as enter data and exit data */
    struct cluster *of;
};
struct cluster { /* of one group, if no loop is known */
    struct cluster *next;
    struct group **groups; /* by their places */
    size_t n;
    const char *why; /* it cannot be written as it stands; NULL: it can */
    struct hoist said;
};
struct hoists {
    struct moves *all;
    struct entry *entries;
    struct group *groups;
    size_t ngroups;
    struct cluster *clusters;
};

static inline bool item_enters(const struct move_item *m)
{
    return m->construct == GANTRY_ENTER_DATA && !m->data_region;
}
static inline bool item_is_update(const struct move_item *m) { return m->construct == GANTRY_UPDATE; }

/* ---- groups.c ---- */
/* Does what is sent undo what a region has stored, or might it in another run? */
bool item_undoes(const struct move_item *m);
bool group_has(const struct group *g, const struct move_item *m);
struct group *group_of(struct hoists *h, struct move_item *m, const struct move_place *place); /* NULL: in none */
struct name *group_name_by(const struct group *g, const char *text, size_t n);
struct name *group_name_of(const struct group *g,
                           const struct entry *e); /* of a member with its structure: that one's */
int names_by_item(const void *a, const void *b);
/* The group and those of other loops that run the same, each with its names; NULL: no memory */
struct cluster *cluster_of(struct hoists *h, struct group *g);

/* ---- stays.c ---- */
/* Which names lie idle while the loops run, and what else uses their memory then; false: no loop is known */
bool cluster_settle(struct hoists *h, struct cluster *c);
bool item_is_sent_anew(const struct move_item *m); /* before a construct, which needs what the host has */
size_t items_first_of_line(const struct moves *all, const char *file, int line); /* its place in all->sorted */

/* ---- updates.c ---- */
bool item_needs(const struct move_item *m, bool to); /* an update at its construct: to the device in front, or back */
const char *item_device_clause(const struct move_item *m, size_t *n); /* " device(1)" of its words, or NULL */
void hoist_add_line(struct cluster *c, const char *how, const char *file, int line, char *text); /* takes text */
void hoist_next_line(struct text *f);
void updates_put(struct hoists *h, struct cluster *c, struct text *note);
struct update { /* at a statement that begins or ends in a line of the file */
    const char *file, *name;
    bool to, behind;
};
/* Stands the update there already? Of those in other places, even near by, it is not known what the host does in
 * between, nor whether the same code comes to them. */
bool update_stands(const struct moves *all, const struct update *u, int line);

/* ---- syncs.c ---- */
void syncs_put(struct hoists *h, struct cluster *c, struct text *note);

#endif
