/* strands.h: what the files share that judge the order of target constructs among themselves and with the host
 * (docs/checks.md, GC402 and GC403). All of it happens between check_enter and check_leave, but for strand_here. */
#ifndef GANTRY_CHECK_STRANDS_H
#define GANTRY_CHECK_STRANDS_H

#include "prompt.h"

#pragma GCC visibility push(hidden)

struct __gd_emu_site; /* gantry_emulated.h */

/* ---- strands.c: tasks of the host, and what happened before what. A slot is a row of strands of which each happened
 * before the next; a moment is a point in time of one. ---- */
struct moment {
    uint32_t slot, clock;
};
struct past { /* of a slot, all up to this clock; up to the other one … */
    uint32_t slot, clock;
    uint32_t sure; /* … also where locks and atomics are come to in another order than in this run */
};
struct order { /* what happened before: of each slot the last moment; shared, never changed; NULL: nothing */
    uint32_t refs, n;
    struct past at[]; /* by slot */
};
/* ---- pasts.c ---- */
struct order *order_share(struct order *o);
void order_drop(struct order *o);
bool order_has(const struct order *o, struct moment m);
bool order_has_surely(const struct order *o, struct moment m);
void order_join(struct order **o, struct order *other);               /* *o comes after other, too; */
void order_join_by_luck(struct order **o, const struct order *other); /* … in this run */
void order_add(struct order **o, const struct past *m, uint32_t n);   /* … and these, by slot; */
void order_add_moment(struct order **o, struct moment m);             /* … and this one, if it has a slot */

struct ends { /* what somebody will wait for, as orders and, apart from them, moments */
    struct end *v;
    uint32_t n, room;
};
struct group; /* a taskgroup */
struct team;
struct depended;     /* what tasks have named in depend clauses */
struct frame;        /* tool.c */
struct lane_memory { /* of a simd loop: the end of its function's frame, and what lanes share below */
    uintptr_t end;
    uint32_t n;
    const struct gantry_shared *shared;
};
struct strand { /* a task: implicit, explicit, or the initial one of a thread */
    uint64_t serial;
    uint32_t refs;
    uint32_t root;     /* which initial task it stems from: other roots are ordered by means that nobody sees */
    struct moment now; /* the last moment of which others know may be this one: strand_moment */
    uint32_t told;     /* the clock of which others know */
    struct epochs epochs;
    uint64_t parts;             /* of its iterations in this phase: their epochs.thread; 0: none */
    struct order *before;       /* what happened before it, up to now */
    struct order *lasting;      /* … before it began to add its share of a reduction, while it does */
    struct order *known;        /* … and its own moment `told`, as others get it */
    struct order *fenced;       /* … as the last flush released it, for atomic stores to come; NULL: there was none */
    struct order *seen;         /* what atomic loads have met, for flushes to come */
    struct strand *parent;      /* NULL: a root */
    struct strand *prev, *next; /* strands that have not ended */
    struct team *team;
    struct team *met;     /* of the parallel region that it is at */
    struct group *group;  /* the innermost that waits for it and its descendants */
    uint32_t phase;       /* barriers that its implicit task had passed */
    struct ends children; /* that have ended since it last waited */
    struct depended *depended;
    struct members **after; /* which it waits for before it starts, and sets whose members exclude it */
    uint32_t nafter;
    struct strand *outer;    /* of an implicit task: the one around it that its thread has */
    struct strand *taskwait; /* with depend clauses, as a task that it waits for */
    struct strand *waiting;  /* the one that waits around it on its thread */
    uint32_t nopen;          /* children that have not ended */
    uint32_t promised;       /* the clock that it will have when it has ended, for those whom libomp did not let wait */
    const struct frame *frame; /* where it entered libomp, once it has created a task */
    bool started, ended, adds;
    bool detached; /* its code is done, and it ends by an event */
    bool counted;  /* in check_beside */
    bool implicit, undeferred, final;
    bool disorderly; /* at a construct whose barriers order nothing for the program */
    bool iterates;   /* what is here is a part that whichever thread is free gets; the thread's task is the parent */
    enum { PART_ITERATIONS, PART_OF_TEAM, PART_LANE } part; /* … a section, or what one thread does for all */
    const struct lane_memory *lanes;                        /* the thread of a simd loop's lanes; else NULL */
    bool thread;               /* an implicit task without a team: a thread that the program has made */
    bool fresh;                /* an implicit task at such a part, which nobody has asked for */
    bool asked;                /* … or a task, which has asked which thread it is, so that it knows what is its own */
    struct strand *iterations; /* … which have been asked for */
    uint32_t niterations;      /* of those that its thread was at since its last barrier */
    uint32_t taker;            /* check_taker of its thread */
    uint32_t thread_number;    /* owned_thread of the one that runs it; 0: several did, or nobody knows */
    struct {
        uintptr_t begin, end;
    } frames; /* of an implicit task: its thread's stack */
    struct {  /* memory that is nobody's once it has ended: frames, its captured variables */
        uintptr_t begin, end;
    } own[2];
    uint32_t began;  /* its first clock, once it has started */
    uint32_t number; /* of an implicit task: its thread's in the team, of so many; … */
    uint32_t threads;
    uint32_t barriers;     /* … to which it has come */
    struct waiter *waiter; /* host_waits.c: the thread that it began on, … */
    uint32_t waits;        /* … when that had so many */
    uint32_t since;        /* number of the last access of the host's before its frames were its own */
};
/* An implicit task comes to iterations, or a section, that any thread of its team might have got: they become a strand
 * of their own if somebody asks for it; … has left them. */
void strand_iterates(struct strand *s, int part);
/* Of a loop's iterations, of which the thread has had so many: how many are judged as one? A strand costs as much as
 * some thirty accesses, and what a conflict repeats shows at the begin. */
uint64_t strand_piece(uint64_t done);
void strand_iterated(struct strand *s);
void strand_knows_itself(struct strand *s);  /* from now on all of its iterations are the thread's */
struct strand *strand_now(struct strand *s); /* s, or the iterations that its thread is at */
bool strands_in_parallel(uint32_t root);     /* is a parallel region, or thread, of it under way? */
bool strands_keep_accesses(void);            /* of several that are there at once; as the knob says */
uint32_t strands_tasks(void);                /* those that are open, without initial ones */
struct strand *strand_here(void);            /* that this thread runs; NULL: unknown */
/* This thread's implicit task, or the lanes that it runs; NULL: nobody tells of tasks. libomp 19 wants no data of
 * implicit tasks where their threads meet a taskwait with depend clauses, so that they have none: they are known by
 * their threads. */
extern _Thread_local struct strand *strand_implicit;
void strand_is_here(struct strand *s);
struct strand *strand_share(struct strand *s);
void strand_drop(struct strand *s);
struct moment strand_moment(struct strand *s);          /* of what it does now */
bool strand_gone(const struct strand *s, uintptr_t at); /* memory of it, or of one it stems from, that has ended */
struct strand *strands_open(void);                      /* those that have not ended, by `next` */
void strands_renew(void);                               /* what was remembered of cells holds no longer */

struct strand *strand_root(void);
struct strand *strand_thread(struct strand *maker); /* a thread that the program makes; */
void strand_thread_over(void);                      /* … it has ended, before all that can still come */
struct strand *strand_create(struct strand *parent, bool undeferred);
enum depend_kind { DEPEND_IN, DEPEND_OUT, DEPEND_EXCLUSIVE, DEPEND_INOUTSET, DEPEND_KINDS };
void strand_depends(struct strand *s, uintptr_t at, enum depend_kind kind);
void strand_depends_anew(struct strand *parent, uintptr_t at); /* another object lies there from now on */
void strand_depends_on_all(struct strand *s);                  /* omp_all_memory */
void strand_start(struct strand *s);
void strand_end(struct strand *s);
void strand_follows(struct strand *s, struct strand *other); /* what comes in s comes after what other did so far */
uint32_t strand_waits(struct strand *s);                     /* for its children; returns how many have ended */
void group_begin(struct strand *s);
uint32_t group_end(struct strand *s);
bool strand_is_in_group(const struct strand *s, const struct group *g);
/* Must s end before the other one, which has not started, may start, by their dependences? */
bool strand_comes_before(const struct strand *s, const struct strand *other);
struct team *team_begin(struct strand *encountering, bool lone); /* lone: the program wants one thread */
uint32_t team_level(const struct team *t);                       /* parallel regions around its threads, its own too */
struct strand *team_strand(struct team *t, bool alone);          /* alone: the team's only one */
uint32_t team_end(struct team *t, struct strand *encountering);
struct arrival {     /* at a barrier */
    uint32_t number; /* of the thread's; from 1 */
    int kind;        /* OMPT's */
    uint32_t thread;
    const void *code;
};
struct arrival *team_arrival(struct team *t); /* the first one at the latest of its barriers */
void barrier_begin(struct strand *s);
void barrier_end(struct strand *s);
struct order *strand_past(struct strand *s);           /* as another gets it that begins now */
void strand_learns(struct strand *s, struct order *o); /* what comes in s comes after all of that */
/* It adds its share of a reduction: what it learns now it forgets when it has added, after a moment that others know */
void strand_adds(struct strand *s);
void strand_added(struct strand *s);
static inline const struct order *strand_lasting(const struct strand *s) { return s->adds ? s->lasting : s->before; }

/* ---- released.c: what was released by a key happened before what is acquired by it; sure: in each run, if it comes
 * to both ---- */
void strand_releases(struct strand *s, uint64_t key, bool sure);
void strand_acquires(struct strand *s, uint64_t key);
void strand_forgets(uint64_t key);                                   /* … nothing was released by it */
bool strand_released_beside(const struct strand *s, uint64_t key);   /* … by somebody whom nothing orders before s */
void strand_flushes(struct strand *s, bool acquires, bool releases); /* a fence */
/* An atomic load or store of the flag at this address; orders: it is an acquire, or a release, itself */
void strand_loads_flag(struct strand *s, uintptr_t at, bool orders);
void strand_stores_flag(struct strand *s, uintptr_t at, bool orders);
bool strand_is_released(uint64_t key);                         /* … was anything? */
bool strand_flag_matters(const struct strand *s, bool stores); /* … of one that is not */

/* ---- host_barriers.c: a thread, or a task on it, comes to a barrier; true: it waits for ever, which has been told
 * ---- */
bool barrier_is_program_s(int kind); /* OMPT's number, of one to which all threads of a team must come */
bool barrier_is_in_vain(struct strand *thread, const struct strand *task, int kind, const void *code);

/* ---- host_waits.c: who waits for whom; what goes on for ever is told, and the program ends ---- */
enum lock_kind { LOCK_OF_CRITICAL, LOCK_SIMPLE, LOCK_NEST, LOCK_POSIX };
/* This thread, before it takes one, which keeps its owner's number (the kernel's) there; NULL: nowhere; … */
void waits_for_lock(const void *at, enum lock_kind kind, const int *owner, const void *caller);
void waits_no_more(const void *at, enum lock_kind kind, const void *caller); /* … it has it; */
void waits_gives_lock(const void *at, enum lock_kind kind);                  /* … before it gives it back */
void waits_forget(const void *at);                                           /* nobody has it */
/* between check_enter and check_leave: */
enum wait_kind {
    WAIT_CHILDREN, /* of s */
    WAIT_GROUP,    /* the innermost taskgroup of s */
    WAIT_DEPEND,   /* what s->taskwait depends on */
    WAIT_BARRIER
};
bool waits_begin(const struct strand *s, enum wait_kind kind, const void *code); /* true: told; the program shall end */
void waits_end(void);
void waits_start(struct strand *s);                         /* s begins on this thread */
_Noreturn void waits_ended(void);                           /* the process ends, for these reasons */
void waits_kept(const struct strand *s, const char *until); /* s ends: which locks does it keep? */

/* ---- hangs.c: other waits; who is at one goes on when somebody else has done something, who may be at one, too. Not
 * between check_enter and check_leave ---- */
enum stop_kind {
    STOP_NONE,
    STOP_JOIN,      /* on: a strand, of which the thread has a reference */
    STOP_CONDITION, /* key: hangs_signalled before */
    STOP_SEMAPHORE,
    STOP_BARRIER,
    STOP_READ,
    STOP_WRITE,
    STOP_TURN, /* ordered; on: the strand */
    STOP_SINK  /* … a dependence on the iteration whose key it is */
};
void hangs_stop(enum stop_kind kind, const void *on, uint64_t key, const void *code);
void hangs_go(void);
uint64_t hangs_signalled(const void *condition); /* how often */
void hangs_signal(const void *condition);
void hangs_takes(const void *lock, bool writes); /* a read-write lock, which it has; */
void hangs_gives(const void *lock);              /* … before it gives it back */
void hangs_thread_begins(void);                  /* that the program has made; between check_enter and check_leave */
void hangs_thread_ends(void);
void hangs_has_handlers(void); /* the program handles signals, which may come at any time */
void hangs_made_thread(void);  /* the runtime has */

/* ---- exclusive.c: this thread takes a lock that is known by an address, or gives it back; … ---- */
void lock_orders(const void *lock, bool takes);
void lock_learns(const void *lock);              /* … comes after those who gave it back; … */
void hand_orders(const void *thing, bool takes); /* … or what others hand on, one way in each run */
void lock_begins(const void *lock); /* it is made, or gone: what was done with another one there is no longer known */
bool lock_held_beside(const void *lock, const void *caller); /* is who tries to take it, there, to be refused? */

/* ---- posix_locks.c: is this code the program's, and not the runtime's? ---- */
bool check_is_program(const void *caller);

/* ---- owned.c: memory that a thread keeps to itself, for all iterations that it gets of a loop ---- */
void owned_begins(struct strand *s); /* implicit: where it begins, on its thread */
bool owned_by_both(const struct strand *a, const struct strand *b, uintptr_t at); /* one thread ran them */
bool owned_by_thread(const struct strand *a, const struct strand *b,
                     uintptr_t at); /* … and it is its own in all tasks */
uint32_t owned_thread(void);        /* the number of this thread, from 1; 0: there is no memory for one more */
uintptr_t owned_stack_begin(void);  /* 0: nobody knows */
uintptr_t owned_stack_end(void);

/* ---- left.c: frames that tasks share variables of ---- */
void left_created(struct strand *task, const struct strand *by); /* on this thread */
void left_waited(const struct strand *s);                        /* … for some of these, perhaps */

/* ---- held.c: the locks that this thread has, as the number of a set. Readers' key of a lock is the lock. ---- */
void held_takes(const void *lock);
void held_shares(const void *lock); /* … as others may have it at the same time */
void held_gives(const void *lock);
bool held_any(void);
uint16_t held_now(void);                     /* 0: none */
bool held_in_common(uint16_t a, uint16_t b); /* … or perhaps */

/* ---- luck.c: accesses that only locks and atomics have ordered ---- */
struct host_access;
void luck_ordered(const struct host_access *old, const struct host_access *now, uintptr_t at);
void luck_comes(uintptr_t at, uint64_t n, const void *caller); /* this thread is about to make an access; */
/* … or to take a lock, as the thread of this number in a parallel region that has this one */
void luck_delays(uint32_t number, uint64_t region);

/* ---- beside.c: what the host has done while there were others. check.h: check_beside ---- */
struct host_access {
    struct strand *by;
    struct moment at;
    const void *caller;
    uint32_t older; /* number of the one before it that may still be met, too */
    uint8_t bytes;  /* of the four: a bit for each */
    uint8_t atomic; /* as in enum host_kind; 0: it is none */
    uint16_t held;  /* locks: held_now */
};
const struct host_access *host_access_of(uintptr_t at, bool store, uint64_t *next); /* NULL: nobody, up to *next */
const struct host_access *host_access_older(const struct host_access *a);
extern atomic_uint constructs_kept;      /* so many have copied what the host may meet, which is GANTRY_CARRIED; */
extern atomic_uint constructs_unsettled; /* … odd while these states are made anew */
void host_access_keep(struct strand *s, uintptr_t at, uint64_t n, enum host_kind kind, const void *caller);
/* Memory that it takes back; rests: nobody else gets it for a while. Else what was done there is looked at alone. */
void host_access_frees(struct strand *s, uintptr_t at, uint64_t n, bool rests, const void *caller);
uint32_t host_accesses_made(void); /* the number of the last one */
void host_accesses_retire(void);   /* somebody has waited */

/* ---- frees.c: which code takes memory back; between check_enter and check_leave ---- */
void frees_know(const void *code, const char *how);
const char *frees_by(const void *code); /* "free"; NULL: it does not */

/* ---- meetings.c: what is told of the host beside a construct ---- */
enum { ROUTINE = GANTRY_UPDATE + 1000 };                   /* as a construct: omp_target_memcpy and the like */
const char *construct_word(const struct gantry_region *r); /* "region", "update" */
void construct_add_nowait(struct gantry_message *m, const struct gantry_region *r);
/* what lies there of the item, in quotes */
void construct_element(const struct gantry_pair *p, uintptr_t at, uint64_t n, char *out, unsigned room);
struct meeting {
    const struct gantry_region *region;
    const void *caller; /* the host's code */
    const char *what;   /* "stores to", "reads"; of memory that goes: who frees it, or NULL, where a function returns */
    struct gantry_pair item;
    uintptr_t at;
    uint64_t n;
    bool brought;           /* the construct copies back, or else to the device */
    bool deferred;          /* it has nowait, */
    bool child;             /* … and a taskwait of the host's strand would wait for it */
    uint64_t serial, begun; /* of the construct among all that have begun, and how many these are; 0: this is told later
                             */
};
void host_meets(const struct strand *s, const struct meeting *m);
void host_gone(const struct meeting *m);
void meetings_tell(uint32_t root); /* those of the parallel region that is over */

/* ---- threads.c: threads and tasks of the host among themselves. Two accesses of the word at `word` that nothing
 * orders, the old one with its number; false: that was of memory that lay there before ---- */
bool threads_meet(const struct host_access *old, uint32_t number, bool stored, const struct host_access *now,
                  bool stores, uintptr_t word);
/* … two that only locks and atomics have ordered, in this run */
void threads_might_meet(const struct host_access *old, uint32_t number, const struct host_access *now, uintptr_t word);
void threads_tell(void); /* no parallel region is under way */

/* ---- reduced.c: is it a copy that the tasks of a thread reduce into? ---- */
bool reduced_by_tasks(uintptr_t at);

/* ---- conflicts.c: what is told of two constructs that nothing orders ---- */
enum run_kind { /* host memory: copies; device memory: what a region does, and copies */
                RUN_TAKEN,
                RUN_BROUGHT,
                RUN_LOADED,
                RUN_STORED,
                RUN_ATOMIC_READ,
                RUN_ATOMIC_STORED,
                RUN_COPIED_FROM,
                RUN_COPIED_TO,
                RUN_KINDS
};
struct conflict_side {
    const struct gantry_region *region;
    enum run_kind kind;
    const struct __gd_emu_site *site; /* NULL: a copy */
    struct gantry_pair item;
    bool deferred, apart; /* apart: a routine with _async */
    bool job;             /* with nowait */
};
struct conflict {
    struct conflict_side side[2];
    uintptr_t at;
};
void conflict_found(const struct conflict *found);

/* ---- constructs.c ---- */
void construct_encountered(const void *job, const struct gantry_region *r, int device, const struct gantry_val *vals);
void construct_started(const void *job, int deferred);
void tool_waits_for(const void *dependences, int n); /* tool.c: libomp's */
void tool_waits_apart(void);                         /* … of another task, which has no task of libomp's */
void tool_routine(const char *name, const void *caller, const void *dependences, int n); /* with _async */
struct strand *
tool_strand(void); /* of this thread, also where libomp knew nothing of it; NULL: nobody tells of tasks */
void tool_thread_begins(struct strand *s); /* this thread is one that the program has made */
void tool_thread_ends(struct strand *s);   /* … or would have; between check_enter and check_leave */
struct strand *tool_lanes_begin(const struct lane_memory *memory); /* the thread of a team of its own */
void tool_lanes_end(struct strand *s);
void construct_begins(const void *job, const struct gantry_region *r, int device);
void construct_ends(void);
void construct_routine(const char *name, const void *caller); /* omp_target_memcpy and the like: up to construct_ends */
const struct gantry_region *construct_of_routine(const char *name, const void *caller); /* NULL: no memory */
void construct_routine_task(struct strand *s, const char *name, const void *caller); /* _async: s, which ends with it */
void construct_touches(int device, uint64_t at, uint64_t n, int store);
bool construct_touches_host(uintptr_t at, uint64_t n, bool store); /* false: it is the calling task that does */
bool construct_judged(void); /* does this thread carry out a construct of which somebody wants to know? */
#define NO_ITEM UINT32_MAX
uint32_t construct_item(const struct gantry_pair *p); /* what the runs lie in; host: where they count from */
/* what it does with [begin, end): device memory by the address of its host counterpart, if it has one */
void construct_runs(enum run_kind kind, uintptr_t begin, uintptr_t end, uint32_t item,
                    const struct __gd_emu_site *site);
void construct_moves(const struct gantry_pair *p, bool to, bool wanted); /* before the copy, and before stale.c */
void data_end_moves(const struct gantry_pair *p);                        /* data_ends.c */
void construct_holds(const struct gantry_pair *p, int to, int from);     /* … and whether or not it copies */
void constructs_retire(uint32_t credit); /* somebody has waited: who is ordered before all that can come? */
/* Is there one with nowait to come, with an item that lies there, or one under way that will bring what does? */
bool constructs_await(uintptr_t at, uint64_t n);
/* how: who frees it; NULL: a function returns. true: it was told */
bool constructs_and_free(uintptr_t at, uint64_t n, const char *how, const void *caller);

#pragma GCC visibility pop
#endif
