/* profile.h: GANTRY_PROFILE, where the time of a program went (docs/see.md): readers of the runtime's events.
 *
 * Layers: a file uses files of the lines above its own; tests/house/rooms.py reads this list and holds it:
 *
 *   kept.c         memory that stays to the end
 *   sort.c         lists in order
 *   text.c         texts that grow, numbers with their units
 *   files.c        the files that are written: their names, one process each
 *   json.c         JSON, through a buffer of this process alone
 *   waits.c        what libomp tells of taskwait and taskgroup
 *   sums.c         the sums: per thread, a row for each region, variable and direction
 *   hash.c         a hash of the bytes of a copy
 *   slots.c        the table by which a library calls functions of others
 *   heap.c         memory that the program gives back
 *   found.c        rows that found what others had mapped
 *   items.c        list items of directives
 *   moves.c        what moved though it need not
 *   groups.c       by the loops in front of which it could be mapped (from here for five lines: hoist.h)
 *   stays.c        what may stay on the device while these run
 *   updates.c      what is brought up to date then
 *   syncs.c        … where the host uses it
 *   hoist.c        where to map it instead
 *   advice.c       what to change for that
 *   table.c        the sums as text
 *   summary.c      the sums as JSON
 *   timeline.c     every event, as a trace that Perfetto and chrome://tracing show
 *   records.c      what tools of others get of a device (from here to the next line: ompt.h)
 *   ompt.c         tools of others, through libomp
 *   tool.c         between libomp and such a tool
 *   acc_prof.c     the tools interface of OpenACC
 *   ranges.c       NVTX and roctx
 *   profile.c      what GANTRY_PROFILE asks for */
#ifndef GANTRY_PROFILE_H
#define GANTRY_PROFILE_H

#include <string.h>

#include "../host/host.h"

/* What is known of launches and regions in place alone: of most rows there is none. */
struct profile_kernel {
    uint64_t known; /* of so many of them it is known what they need: */
    struct gantry_needed needed;
    struct gantry_layers layers; /* the last launch's, and the counts of all */
    struct gantry_grid grid;     /* of the first one */
    uint32_t group, mode;        /* of its kernel */
    bool marches;                /* gantry_marches */
    bool shapes_differ;
    const char *phases; /* a copy of the words that name the phases of a single launch, or NULL */
    const char *tuned;  /* the row of GANTRY_TUNED that the first of … */
    uint64_t heeds;     /* … so many followed */
    bool rows_differ;
};
/* The sum of all events with the same op, device, name and place. Strings are copies: libraries may be unloaded. */
struct profile_row {
    struct profile_row *next, *older; /* with the same hash; of all */
    enum gantry_op op;
    int device;
    const char *name, *file, *func;
    int line;
    const void *code; /* where the program called, if nothing else says the place */
    const char *what; /* constructs: "target", "target enter data" … */
    uint64_t calls, bytes;
    double total, own; /* microseconds; own: without what has rows of its own */
    double least, most, compiling;
    struct profile_kernel *kernel; /* of PROFILE_REGIONS; else NULL */
};
struct profile_thread {
    unsigned number, queue; /* queue: 0 = one of the program's own */
    double inside;          /* microseconds in events */
    uint64_t events;
};
struct profile {
    struct profile_row **rows; /* n of them, what takes most time first */
    size_t n;
    struct profile_thread *threads;
    size_t nthreads;
    double wall, inside; /* since the program began; of it, in events of the thread that ended the program */
    uint64_t events;
    double cost;                                         /* microseconds of the profile itself */
    double total[GANTRY_OP_COUNT], own[GANTRY_OP_COUNT]; /* of all rows */
    unsigned jumps;                                      /* how often the clock was behind what it had said */
    bool shows_all;                                      /* the table is not cut */
};
enum { /* kinds of rows, by GANTRY_OP_… */
       PROFILE_REGIONS = 1u << GANTRY_OP_LAUNCH | 1u << GANTRY_OP_HOST,
       PROFILE_COPIES = 1u << GANTRY_OP_TO | 1u << GANTRY_OP_FROM | 1u << GANTRY_OP_WITHIN | 1u << GANTRY_OP_FILL,
       PROFILE_MEMORY = 1u << GANTRY_OP_ALLOC | 1u << GANTRY_OP_FREE,
       PROFILE_WAITS = 1u << GANTRY_OP_WAIT,
       PROFILE_RUNTIME = 1u << GANTRY_OP_CONSTRUCT,
       PROFILE_SETUP = 1u << GANTRY_OP_OPEN | 1u << GANTRY_OP_LOAD,
};

/* ---- kept.c ---- */
void *kept_new(size_t n);          /* n bytes of 0 that nobody frees; NULL: no memory */
char *kept_text(const char *text); /* a copy */

/* ---- sort.c ---- */
void sort_all(void *list, size_t n, size_t size, int (*order)(const void *, const void *)); /* as qsort */

/* ---- text.c ---- */
struct text { /* {0}: an empty one */
    char *s;  /* n bytes, without a 0 at the end until text_end */
    size_t n, room;
    bool failed; /* there was no memory for all of it */
    bool lent;   /* s is room of the caller's, while that is enough */
};
#define TEXT_IN(ROOM) ((struct text){.s = (ROOM), .room = sizeof(ROOM), .lent = true})
void text_free(struct text *t);
/* As fprintf, of %s %d %u %f (at most three digits, nothing negative) and %%; width, precision, - and the lengths l, ll
 * and z. */
void text_write(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
enum { TEXT_AHEAD = 32 };                 /* bytes that may be written behind the n of them */
bool text_grow(struct text *t, size_t n); /* false: no memory */
static inline bool text_has_room(struct text *t, size_t n)
{
    return t->n + n + TEXT_AHEAD <= t->room || text_grow(t, n);
}
static inline void text_append(struct text *t, const char *s, size_t n)
{
    if (!text_has_room(t, n))
        return;
    memcpy(t->s + t->n, s, n);
    t->n += n;
}
static inline void text_put(struct text *t, const char *s) { text_append(t, s, strlen(s)); }
static inline void text_fill(struct text *t, size_t n) /* n spaces */
{
    if (!text_has_room(t, n))
        return;
    for (size_t i = 0; i < n; i += TEXT_AHEAD) /* more than asked for, in one step */
        memset(t->s + t->n + i, ' ', TEXT_AHEAD);
    t->n += n;
}
/* Are all eight bytes from ' ' to '~'? */
static inline bool text_is_plain(uint64_t bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101), high = each * 0x80;
    return !((bytes | (bytes + each) | (((bytes | high) - each * ' ') ^ high)) & high);
}
/* Where c, or the word, is in s; NULL: nowhere. And how long "a" of a[0:n], s of s.a, p of p->a, pointer of "pointer of
 * p" is. Short texts are not worth a call of the C library's. */
static inline const char *text_at(const char *s, char c)
{
    while (*s && *s != c)
        s++;
    return *s ? s : NULL;
}
const char *text_find(const char *s, const char *word);
static inline size_t text_root(const char *name)
{
    size_t n = 0;
    while (name[n] && name[n] != '.' && name[n] != '[' && name[n] != ' ' && name[n] != '-')
        n++;
    return n;
}
char *text_end(struct text *t);          /* the caller frees it (or t, if room was lent); NULL: no memory */
const char *file_base(const char *path); /* without its folder */
/* What text_end gave, which is freed, in OpenACC's words; NULL: no memory */
char *text_in_acc_words(char *openmp);
/* into out, of TEXT_SIZE bytes; they end in its middle, and begin at what is returned: TEXT_AHEAD bytes may be read
 * from there */
enum { TEXT_SIZE = 2 * TEXT_AHEAD, TEXT_END = TEXT_AHEAD - 1 };
static inline size_t text_length(const char *out, const char *begin) { return (size_t)(out + TEXT_END - begin); }
const char *text_number(char *out, uint64_t v);
const char *text_time(char *out, double microseconds);          /* "12.3 ms" */
const char *text_bytes(char *out, double bytes);                /* "8.00 MB", of 1,000,000 bytes */
const char *text_count(char *out, double n);                    /* "8.00 M" */
const char *text_percent(char *out, double part, double whole); /* "12.3" */

/* ---- files.c ---- */
const char *file_rank(void); /* of this process among those that a launcher started; NULL: alone */
struct out;                  /* a file that is written, whatever the program closes */
/* Opens what GANTRY_PROFILE names, %r and %p replaced, empty and for this process alone; NULL after a warning. */
struct out *file_open(const char *pattern);
struct out *file_stderr(void);                            /* as it is now; NULL: it is closed */
bool file_put(struct out *o, const char *text, size_t n); /* once false, always: errno */
bool file_shut(struct out *o);
const char *file_called(const struct out *o);
void file_unwritable(const char *name, int error);

/* ---- json.c: one writer at a time ---- */
struct json;
struct json *json_open(const char *pattern);
void json_bytes(struct json *o, const char *s, size_t n);
static inline void json_text(struct json *o, const char *s) { json_bytes(o, s, strlen(s)); } /* as it is */
void json_quoted(struct json *o, const char *s);                                             /* with quotes */
void json_count(struct json *o, uint64_t v);
void json_micro(struct json *o, double microseconds); /* three digits after the point */
struct json_number { /* made once, written several times: the end of `text`, from `begin` on */
    unsigned char begin;
    char text[31];
};
struct json_number json_number_of(uint64_t v);
struct json_number json_micro_of(double microseconds);
void json_number(struct json *o, const struct json_number *d);
size_t json_number_length(const struct json_number *d);
char *json_put_number(char *to, const struct json_number *d); /* returns its end */
void json_room(struct json *o, size_t n);                     /* so many bytes will stand together in the buffer */
const char *json_here(const struct json *o);                  /* where the next byte will stand */
/* After json_room: bytes may be written from there on, which end at `end`. */
char *json_place(struct json *o);
void json_placed(struct json *o, const char *end);
void json_field(struct json *o, const char *key, const char *value); /* ,"key":"value"; nothing if that is NULL */
void json_mark(struct json *o);                                      /* an item ends here */
void json_back(struct json *o);                                      /* to the last mark that is not written yet */
void json_flush(struct json *o);
void json_close(struct json *o);

/* ---- tool.c ---- */
extern const char tool_here;

/* ---- sums.c ---- */
void sums_start(void);
/* All rows of the program, sorted, which ends: the first call takes them. */
const struct profile *sums_take(void);
double profile_total(const struct profile *p, unsigned ops);
double profile_own(const struct profile *p, unsigned ops);
const char *profile_where(const struct profile_row *r); /* of a region: "host: if is false"; or NULL: on a device */
const char *profile_mode(const struct profile_row *r);  /* of a launch */

/* ---- hash.c ---- */
struct bytes_hash {
    uint64_t low, high;
};
struct bytes_hash hash_copy(const void *data, size_t n);
/* The same of device memory, which is read from there in pieces; one thread at a time. false: it could not be read. */
bool hash_device(const struct gantry_dev *d, uint64_t address, size_t n, struct bytes_hash *out);

/* ---- slots.c ---- */
/* From now on the library, by the beginning of its file's name, calls `function` where it calls `symbol`. */
bool slot_replace(const char *library, const char *symbol, void *function);
struct slot {
    const char *symbol;
    void *function;
};
/* Likewise the program, and its libraries, but for those of the system. */
void slots_replace_in_program(const struct slot *slots, size_t n);

/* ---- heap.c ---- */
struct heap_note { /* of memory that was given back */
    uintptr_t begin, end;
};
enum { HEAP_NOTES = 256, HEAP_STEP = 2 };
extern atomic_bool heap_has_notes;
void heap_watch(uintptr_t begin); /* a copied piece begins there */
/* Takes the notes since the last call, of memory in which watched pieces may begin: first[0], first[HEAP_STEP] … Until
 * the next call they stay; one thread at a time. *all: there were more. */
size_t heap_notes(const struct heap_note **first, bool *all);

/* ---- found.c ---- */
void found_add(const struct gantry_map *row);
bool found_has(const struct gantry_map *row); /* or there were too many to know */

/* ---- items.c, moves.c ---- */
enum waste { /* include/gantry_advice.def */
#define ADVICE(ID, CLASS, TEXT) WASTE_##CLASS,
#include "gantry_advice.def"
#undef ADVICE
             WASTES,
};
enum {
    MOVES_SMALL = 128, /* bytes: flags, sums and the like, whose values may repeat */
    MOVES_ITEMS = 64,  /* of a piece of memory; with more it counts as copied both ways */
};
struct move_sync { /* of the compiler's: a statement of the host that uses what the item names */
    const char *file, *name, *when;
    int first, last;
    unsigned ways; /* as in struct gantry_sync */
};
struct move_place {           /* a loop of the host that runs the directive, as the compiler sees it, or a call */
    char *file, *func, *name; /* name: of the item in front of the loop */
    int line, col, end;
    uint32_t path;            /* as in struct gantry_around, … */
    bool is_call, is_stretch; /* … and so are these; for the item: */
    bool moved, over;     /* the loop gives the pointer other values; what it leads to behind the loop is only freed */
    bool idle, unwritten; /* the host leaves the data alone while the loop runs; it stores nothing there */
    bool unset;           /* it is new memory, in which nothing has been stored */
    bool synced;          /* the host uses it in the statements of `syncs` alone */
    struct move_item **times; /* those of constructs in the loop that a run may leave out, of the same memory */
    size_t ntimes;
    struct move_sync *syncs;
    size_t nsyncs;
};
static inline bool move_is_one_place(const struct move_place *x, const struct move_place *y)
{
    return x->line == y->line && x->col == y->col && x->end == y->end && strcmp(x->file, y->file) == 0;
}
struct move_row { /* of the directive's map clauses */
    char *name;
    uint32_t flags;
};
struct move_piece { /* of host memory, copied as a whole */
    int device;
    uintptr_t host;
    uint64_t bytes;
    struct move_item **items; /* that it was */
    size_t nitems;
    const struct move_item *local; /* one of those, if it is a variable of a block */
    double first, latest;          /* when it was copied or allocated */
    double died;                   /* when the program gave its memory back; 0: it has not */
    bool again;                    /* one of the same place is counted already */
    bool crossed;                  /* another one overlaps it */
    bool inside;                   /* it is a member, within a structure that is mapped as a whole, too */
    unsigned mark;
    const char *named; /* hoist.c: where it would be mapped */
};
struct move_item { /* a list item of a directive, for one device */
    struct move_item *next, *same_hash;
    size_t number;
    int device, line, col, directive; /* directive: the line where it begins */
    int last; /* the construct's last line; 0: no directives can stand in front of it and behind it */
    char *name, *file, *func;
    enum gantry_construct construct; /* of target data: enter data as it begins, exit data as it ends; and … */
    bool data_region;
    bool is_supposed;             /* of a construct that may not have run: nothing but what its directive says */
    bool known;                   /* the flags are: it stands in the directive itself */
    const struct gantry_map *row; /* there; NULL: in none. To compare alone: its library may be gone */
    bool keeps;                   /* the construct sends back all that it stores there */
    bool reached;                 /* a launch may have stored to memory that was taken for it */
    uint32_t flags;               /* enum gantry_map_flags */
    uint64_t to, from, tos, froms, allocs, largest; /* bytes; numbers; of one copy or block */
    uint64_t tos_not_compared, tos_changed;         /* compared with what came or went last: not, other */
    double first, latest;                           /* when it was copied or allocated */
    uint64_t tos_undo;   /* the same as before, where a region had stored something else, … */
    bool may_undo;       /* … or nobody looked whether one had */
    bool sent, returned; /* its memory was copied there; came back changed */
    bool came_changed;   /* copied back with other bytes than its last copy had, or a region might have changed them */
    uint64_t in_vain;    /* copies back of an end of data, of what no region had used */
    bool may_change;     /* what came back unchanged: a region stores there, or may */
    const struct move_item *before; /* of another directive, which copied it before it was sent again, … */
    uint64_t times_before;          /* … so often */
    struct move_place *places;      /* the first is that to map it at */
    size_t nplaces;
    struct move_piece **pieces; /* at the end: that it was, and … */
    size_t npieces;
    struct move_item **mates; /* … all items of its directive */
    size_t nmates;
    int listed;            /* the line of a region that lists it, too, and found it there; 0: none */
    bool hoisted;          /* advice.c: it should be mapped elsewhere, … */
    bool stays, unwritten; /* … hoist.c: where the host leaves it alone; stores nothing to it */
    unsigned mark, touched, mark_of_directive;
    char *words;       /* of the directive, without map clauses; NULL: they cannot be put together again */
    bool acc, kernels; /* it is OpenACC's; and `kernels` */
    struct move_row *rows;
    size_t nrows;
    struct move_waste *waste; /* WASTES of them: move_no_waste, while it is all 0 */
};
struct move_waste {
    uint64_t times, bytes;
    double time; /* microseconds */
};
extern struct move_waste move_no_waste[WASTES];
struct moves {
    const struct move_item *items;
    uint64_t to, from; /* bytes of all copies */
    uint64_t other_to,
        other_from; /* of those, what is of no item: attached pointers, omp_target_memcpy, firstprivate */
    uint64_t lost;  /* bytes that were not followed: there were too many pieces of memory */
    uint64_t hashed, not_compared, bytes_not_compared; /* bytes of large copies; copies */
    double spent;                                      /* microseconds for all this */
    struct move_item **sorted;                         /* nitems of them, by directive */
    size_t nitems;
    struct move_item **supposed; /* likewise, of constructs that may not have run */
    size_t nsupposed;
    unsigned marks; /* the last one of hoist.c's */
};
void moves_start(void);
struct moves *moves_sum(void); /* NULL: not asked for, or … */
extern bool moves_are_cut;     /* … a signal came in the middle of it */

/* NULL: the event, within that of its construct, is of no list item, or of a copy that a construct makes for itself. */
struct move_item *item_of(const struct gantry_event *e, const struct gantry_event *construct);
bool move_is_added(const struct move_item *m);        /* by the compiler: it has no name in the program */
const char *move_leads_to(const struct move_item *m); /* "p->a[0:n]", of p's structure on the way there; else NULL */
struct move_item *items_all(void);
struct move_item *items_supposed(void);                             /* of constructs that may not have run */
struct move_item **items_sorted(struct move_item *list, size_t *n); /* by directive; each gets its mates */

bool move_is_idle_member(const struct move_item *m);
/* Did its construct find data there at times that another directive had mapped? */
bool move_finds_others(const struct move_item *m);

/* ---- hoist.c, groups.c: where to map instead what is `hoisted`, with all that is mapped in the same loop ---- */
struct hoist_line {
    const char *how, *file; /* "in front" of the line, "behind" it */
    int line;
    char *text;
};
struct hoist {
    bool whole;                     /* the lines are to be written, and results stay; else … */
    char *directive, *where, *note; /* … the directive is its map clauses alone; note: lines, or "" */
    struct hoist_line *lines;
    size_t nlines;
};
#define HOIST_UPDATES                                                                                                  \
    "where the host reads it in between: 'target update from' in front of that\n"                                      \
    "where the host changes it: 'target update to' behind that"
struct hoists *hoists_make(struct moves *all);
/* NULL, and *both is set: around both of their directives. within: its own directive runs again and again */
const struct hoist *hoist_of(struct hoists *h, struct move_item *m, bool within, const struct move_item **both);
void hoists_free(struct hoists *h);

/* ---- advice.c: what to change, from the sums of moves.c ---- */
void advice_table(struct text *t, double wall,
                  bool all);         /* all: however many there are, and however little they cost */
void advice_summary(struct json *o); /* members of an object */

/* ---- table.c ---- */
void table_print(struct text *t, const struct profile *p);

/* ---- summary.c ---- */
void summary_process(struct json *o); /* who wrote it: program, process, rank, node, when it began */
void summary_write(struct json *o, const struct profile *p);

/* ---- timeline.c ---- */
bool timeline_start(const char *path);

/* ---- acc_prof.c ---- */
void acc_prof_start(void);

/* ---- ompt.c, ranges.c: where somebody listens ---- */
void ompt_start(void);
void ranges_start(bool nvtx, bool roctx); /* asked for by name */

#endif
