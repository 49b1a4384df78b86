/* gantry_emulated.h: what code compiled for the emulated device calls in the process it runs in (implemented
 * in runtime/plugins/emulated), used by runtime/device/hw_emulated.h and by the access checks the device link
 * inserts.
 *
 * A lane is a fibre on an OS thread; a team never leaves its OS thread and each OS thread runs one team at a
 * time, so _Thread_local storage of an image is exactly team-shared memory.
 *
 * Everything here is visible to the dynamic linker: a process may hold several copies of the runtime (a
 * program and its plug-in libraries), and the copy that launches a kernel must find the one that the kernel's
 * image calls. */
#ifndef GANTRY_EMULATED_H
#define GANTRY_EMULATED_H

#pragma GCC visibility push(default)

/* Reports name the place of such a call: it must stay on the stack (no tail call) and must not be merged with another
 * one. */
#if defined(__clang__)
#define __GD_EMU_CALL __attribute__((convergent, nomerge, not_tail_called))
#else
#define __GD_EMU_CALL
#endif

/* ---- logical order: what code of programs built with -fcheck tells of *whose* code runs, so that it can be judged
 * which accesses the program orders and not which ones this run happened to order (docs/checks.md, runtime/check).
 *
 * A lane has a place. It is kept in memory of the lane (*__gd_emu_self->place) by stores in the generated code and in
 * the device runtime, and read when the lane touches memory. Whoever runs code for another has the other's place: all
 * lanes that run a team's code in an SPMD kernel, the lanes of a group outside of simd loops, workers that begin a
 * region. All is zero when a team begins.
 *
 * Two accesses of one launch are ordered by structure if they have the same D and then
 *     another (P, B), or the same T and then another G or the same L,           where
 *     D   is the iteration in `league` if there is one, else the team
 *     P, B   are `forks` and `barriers`
 *     T   is the iteration in `team` if there is one, else `thread`
 *     G   is `syncs`
 *     L   is the iteration in `group` if there is one (else none: the thread's code around simd loops);
 *         iterations k and l of one loop are ordered, too, if they are `safelen` or more apart
 * of both. Where `task` is not 0 in one of them the tasks decide first; locks, flushes and events may order what this
 * does not (the functions below). An iteration is there if `of` is not NULL, and it is the same one if of, instance and
 * number are; but where the program has asked for the number of its thread or team (`asked`), D is the team and T the
 * thread: it may well have made what follows from the number. Memory that belongs to one team, thread or lane knows
 * only the real ones (fields tid and team of the lane): D, T and L differ there only where these do. ---- */
enum { /* levels */
       __GD_EMU_LEAGUE = 1,
       __GD_EMU_TEAM = 2,
       __GD_EMU_GROUP = 4,
       __GD_EMU_OWNED = 8,      /* the threads share the iterations, and the program says which one gets which */
       __GD_EMU_CONCURRENT = 16 /* the iterations may run at once, even where one team or thread has them all */
};
struct __gd_emu_construct {         /* static data of the image */
    const char *file, *func, *name; /* name: "teams distribute", "barrier" … */
    int line, col;
    unsigned free;    /* levels at which the program leaves open who runs an iteration */
    unsigned one;     /* … unless there is one team alone: it may have asked for that (num_teams) */
    unsigned safelen; /* 0: none */
};
enum { __GD_EMU_RESULT = -1 }; /* number: what the construct itself stores at its end (reduction, lastprivate) */
struct __gd_emu_iteration {
    const struct __gd_emu_construct *of; /* NULL: none */
    unsigned long long number;           /* logical, from 0; of sections: which one; of single: 0 */
    unsigned instance; /* how many constructs of its level the team, or thread, had come to, this one included */
};
struct __gd_emu_place {
    unsigned row;     /* the judge's; 0 after every change of what follows */
    unsigned off;     /* not 0: accesses are Gantry's own, or ordered by it: not to be judged */
    unsigned asked;   /* __GD_EMU_LEAGUE: the lane has asked for its team's number; __GD_EMU_TEAM: for its thread's, in
                       * this parallel region; __GD_EMU_GROUP: also in the nested one */
    unsigned locks;   /* the judge's: what the thread holds */
    unsigned task;    /* the judge's: the explicit task; 0 = none */
    unsigned nested;  /* how many parallel regions of one thread, within the team's, it is in: they are the thread's own
                       * code, and their barriers are not the team's */
    unsigned several; /* a bit for each nested region, the innermost lowest: the program asked for several threads, so
                       * that iterations are told at the group's level: a nested region has no lanes */
    unsigned one;     /* not 0: what a nested region's threads do not all run: masked, iterations that are owned */
    unsigned forks;   /* parallel regions of the team begun and ended, so odd in one */
    unsigned barriers;             /* of the program, that the thread has passed in this region */
    unsigned thread;               /* its number + 1; 0 = the team's code outside parallel regions */
    unsigned threads;              /* of the region, 0 outside */
    unsigned syncs;                /* beginnings and ends of simd loops and nested regions, of this thread */
    unsigned distributed, divided; /* constructs so far that divide iterations among the teams, among the threads */
    const struct __gd_emu_construct *barrier; /* the last one passed in this region, NULL = none */
    struct __gd_emu_iteration league, team, group;
};

/* The next two are the emulated device's own. The caller's place as it is now is kept, and another lane of its team
 * or group takes it over (but for `off`): __GD_EMU_TEAM or __GD_EMU_GROUP. A lane may give its group a place before all
 * lanes of the team have taken the one before. */
void __gd_emu_place_give(unsigned level);
void __gd_emu_place_take(unsigned tid, unsigned level);

/* The others do nothing but in programs with the judge, runtime/check. They are called by each lane that runs the code,
 * so by all lanes of a team or group that run it together. `place` is as it is at the call. */
void __gd_emu_tell_fork(void); /* the lane begins to run code of a parallel region: place is the new one */
void __gd_emu_tell_join(void); /* … has ended it: place is the team's again */
/* The thread comes to a barrier of the program: explicit, or at the end of a construct; those at the ends of parallel
 * regions and all that are the device runtime's own do not count. `barriers` has been counted up. Not in nested ones.
 */
void __gd_emu_tell_barrier(const struct __gd_emu_construct *at);
/* All teams have come to a barrier of the league: what was before is ordered before all that follows. By one lane of
 * the team that came last, while all others wait for it. */
void __gd_emu_tell_meeting(void);
/* A variable begins in memory that others may have had: another iteration's, for one. */
void __gd_emu_tell_variable(const volatile void *p, unsigned long long size);
/* What the program calls a variable in team-shared memory: when each team begins. */
void __gd_emu_tell_of_team(const volatile void *p, unsigned long long size, const char *name);
/* A simd loop begins whose iterations share this variable; … the last n of them are no longer shared so. Where one lane
 * runs them all it may lie on the lane's stack, which is nobody else's otherwise. */
void __gd_emu_tell_lanes(const volatile void *p, unsigned long long size, const char *name);
void __gd_emu_tell_lanes_end(unsigned n);
/* The next explicit task shares this variable with the code that meets it. */
void __gd_emu_tell_shared(const volatile void *p, unsigned long long size, const char *name);
/* A nested parallel region begins for which the program asks for several threads: what lies on the lane's stack by now
 * is the thread's that met it, and its iterations share it; … is over. */
void __gd_emu_tell_nested(void);
void __gd_emu_tell_nested_end(void);
/* A critical construct or lock is held from now on; is about to be given back. Nest locks: by the outermost alone. */
void __gd_emu_tell_lock(const volatile void *lock);
void __gd_emu_tell_critical(const volatile void *lock); /* a critical construct: given back as a lock is */
void __gd_emu_tell_unlock(const volatile void *lock);
void __gd_emu_tell_new_lock(const volatile void *lock); /* it is set up: what was there before is another */
/* A function begins, or a branch has led, with this block of the code; in programs linked with --lockstep. */
void __gd_emu_tell_way(unsigned long long block);
/* A flush: what came before is visible to whoever sees a later atomic store of the thread's (release); what comes after
 * sees what was released to an earlier atomic load (acquire). So an atomic construct with an order is a relaxed access
 * with flushes around. */
enum { __GD_EMU_RELEASE = 1, __GD_EMU_ACQUIRE = 2 };
void __gd_emu_tell_flush(unsigned what);
/* What came before release(key) is ordered before what comes after a later acquire(key): ordered regions, doacross
 * loops, events of detached tasks. Keys are unique in a team and launch, but for `of_device`: in the launch. */
void __gd_emu_tell_release(unsigned long long key, _Bool of_device);
void __gd_emu_tell_acquire(unsigned long long key, _Bool of_device);
/* Explicit tasks run at once, on the lane that meets them, between begin and end; logically they may run until the next
 * taskwait of the same task, the end of a task group around them, or barrier, at the same time as what follows, unless
 * they are `undeferred`, and as other tasks, unless their dependences order them; those of a thread that is alone never
 * run at the same time. A taskloop that does not say how many iterations a task has is told as tasks of one iteration.
 * Depend rows hold for the next begin or taskwait. frame: of the function that meets the task; what lies above it on
 * the stack is of its callers, who may have given it the address. */
enum { __GD_EMU_IN = 1, __GD_EMU_OUT, __GD_EMU_MUTEXINOUTSET, __GD_EMU_INOUTSET };
void __gd_emu_tell_depend(unsigned kind, const volatile void *address); /* address NULL: omp_all_memory */
void __gd_emu_tell_task_begin(const struct __gd_emu_construct *of, _Bool undeferred, const void *frame);
void __gd_emu_tell_task_end(void);
void __gd_emu_tell_taskwait(void);
void __gd_emu_tell_taskgroup_begin(void);
void __gd_emu_tell_taskgroup_end(void);

/* for tests: prints the place of the calling lane after `tag`, a line on stdout */
void __gd_emu_print_place(const char *tag);

struct __gd_emu_lane {                 /* hardware ids of the running lane */
    unsigned tid, ntid, team, nteams;  /* lane number in the block, block size in lanes */
    unsigned lane, width;              /* in the warp, warp width (32 or 64) */
    unsigned long long dynamic_shared; /* address of the team's dynamic shared memory, 0 if none */
    unsigned *visits;                  /* images linked with --count: executions of each basic block */
    struct __gd_emu_place *place;      /* programs built with -fcheck: see "logical order" */
};
extern _Thread_local struct __gd_emu_lane *__gd_emu_self;

/* A barrier counts by whole warps: a warp has arrived when all its lanes that have not ended wait there.
 * lanes = how many lanes the barrier waits for, rounded up to whole warps; 0 = all live lanes of the team. id
 * is 0 … 15. */
__GD_EMU_CALL void __gd_emu_barrier(unsigned id, unsigned lanes);
/* Barrier 0 for all live lanes, in two halves: one lane goes on as soon as all have come, and is told so; the others
 * wait until it calls release, before any other operation for which lanes wait. */
__GD_EMU_CALL _Bool __gd_emu_elect(void);
__GD_EMU_CALL void __gd_emu_release(void);
/* These three wait until every live lane named in the mask has called the same one with the same mask; the
 * caller must be in it. The value of a lane that is not in the mask, or has ended, is
 * 0x7ffa7ffa7ffa7ffa. */
__GD_EMU_CALL void __gd_emu_warp_sync(unsigned long long mask);
__GD_EMU_CALL unsigned long long __gd_emu_shuffle(unsigned long long mask, unsigned long long value, unsigned src_lane);
__GD_EMU_CALL unsigned long long __gd_emu_ballot(unsigned long long mask, int pred);
unsigned long long __gd_emu_active(void); /* lanes that go together: here always the caller alone */
/* Where a branch that lanes of a warp took differently is over. With GANTRY_EMULATED_LOCKSTEP they wait here until
 * all live lanes of the warp have come, or wait at one that is less deep: inner branches end first; otherwise nothing.
 */
__GD_EMU_CALL void __gd_emu_reconverge(unsigned depth);
__GD_EMU_CALL void __gd_emu_yield(void); /* a spinning lane must let others run */
/* By one lane, while all others of its team wait for it: waits until the word is another. The launch's teams are
 * resident. wake: after a store to such a word. */
__GD_EMU_CALL void __gd_emu_wait_while(const volatile unsigned *p, unsigned value);
void __gd_emu_wake(const volatile unsigned *p);
void __gd_emu_chance(void); /* where a seed is set, the lane may let others run: at what decides who comes first */
unsigned long long __gd_emu_clock(void); /* nanoseconds */
/* from the device arena; NULL when it is full */
__GD_EMU_CALL void *__gd_emu_malloc(unsigned long long size);
__GD_EMU_CALL void __gd_emu_free(void *p);
__GD_EMU_CALL unsigned long long __gd_emu_size_of(const void *p); /* of what __gd_emu_malloc gave, for realloc */
/* of the block that begins there the program may use no more than [p, p + size); p is divisible by 8 */
void __gd_emu_narrow(void *begin, void *p, unsigned long long size);
/* … and reports call it so; the name stays where it is, and may be compared by its address */
void __gd_emu_name(void *begin, const char *name, const char *file, int line);
/* The program reaches the block that p points into, too, by this pointer, which may point elsewhere. */
void __gd_emu_reached(const void *p, const void *by);
/* what and file may be NULL */
__GD_EMU_CALL _Noreturn void __gd_emu_trap(const char *what, const char *file, int line);

/* ---- access check. Device memory is one reserved range [base, base+size); shadow holds a byte per 8 bytes
 * of it: how many of them, from the first, may be used (0 = none … 8 = all), and marks: of an attached pointer
 * (0x80) and of constant data (0xc0), which may be loaded. A check passes at once when the
 * access lies in the range and its shadow allows it; anything else goes to __gd_emu_bad_access, which still
 * accepts the lane's own stack, team-shared memory and the image's globals, and otherwise reports variable,
 * place and lane, and ends the program with a non-zero status. Base, size and shadow never change once a
 * device is open. Where lanes may be interrupted at any access (GANTRY_EMULATED_PREEMPT), size is 0: then
 * each access that is checked goes to __gd_emu_bad_access, which lets other lanes run, too. ---- */
extern unsigned char *__gd_emu_shadow;
extern unsigned long long __gd_emu_base, __gd_emu_size;
/* For each 256 bytes of the range the number of the block of memory that lies there, 0 where none does: an address that
 * is computed from a pointer to one block must lie in the same. Where it does not, __gd_emu_bad_block is called with
 * the number of the pointer's, and returns where that is in order: a kernel may get pointers that point beside the
 * section of an array that is mapped. */
extern unsigned *__gd_emu_blocks;
/* Numbers of blocks of the host's heap have this bit, in programs that require unified_shared_memory and were built
 * with -fcheck (runtime/check/hosts.c). 0: none is known there. */
#define __GD_EMU_HOST_BLOCK 0x40000000u
/* … and of objects on the lane's own stack */
unsigned __gd_emu_host_block(const volatile void *p);
/* With -fcheck: an object on the lane's stack whose address goes to functions begins, and ends; the record lies on the
 * stack, too. Numbers of these have all bits of __GD_EMU_OBJECT. */
struct __gd_emu_object {
    struct __gd_emu_object *next;
    const volatile void *at;
    unsigned long long size;
    const char *name;
    unsigned number;
};
#define __GD_EMU_OBJECT 0x60000000u
__GD_EMU_CALL void __gd_emu_object_begins(struct __gd_emu_object *o, const volatile void *p, unsigned long long size,
                                          const char *name);
__GD_EMU_CALL void __gd_emu_object_ends(struct __gd_emu_object *o);
unsigned __gd_emu_object_block(const volatile void *p); /* 0: none is there */
/* With -fcheck: the block of a variable whose address is kept has ended, before its function returns; it begins anew,
 * or the function returns (src/link/scopes.c). The record lies on the stack. */
__GD_EMU_CALL void __gd_emu_scope_ends(struct __gd_emu_object *o, const volatile void *p, unsigned long long size,
                                       const char *name);
__GD_EMU_CALL void __gd_emu_scope_begins(struct __gd_emu_object *o);
/* With -fcheck: the call that comes next gives a function, as its parameter k, an array of so many bytes that is a
 * member; the function takes that, and asks of each access by the parameter (src/link/members_given.c) */
struct __gd_emu_given {
    const volatile void *at; /* NULL: nobody knows how much the parameter leads to */
    unsigned long long size, element;
    const char *name;
};
__GD_EMU_CALL void __gd_emu_member_given(unsigned k, const volatile void *at, unsigned long long size,
                                         unsigned long long element, const char *name);
__GD_EMU_CALL void __gd_emu_member_taken(struct __gd_emu_given *g, unsigned k, const volatile void *at);
struct __gd_emu_site;
__GD_EMU_CALL void __gd_emu_member_inside(const struct __gd_emu_given *g, const volatile void *p,
                                          unsigned long long size, const struct __gd_emu_site *site);
struct __gd_emu_constant { /* a constant of the image; a table of them ends with an address NULL */
    const void *p;
    unsigned long long size;
    const char *name; /* "": it has none */
};
#define __GD_EMU_CONSTANTS "__gd_emu_constants" /* the symbol of an image that has one */
struct __gd_emu_site {                          /* one per load or store in the program; static data of the image */
    const char *file, *func;
    int line, col;
    unsigned kind; /* 0 load, 1 store, 2 atomic, 3 a load, and a store that follows */
    unsigned size; /* bytes; 0 = known at run time only */
};
__GD_EMU_CALL void __gd_emu_bad_access(const volatile void *p, unsigned long long size,
                                       const struct __gd_emu_site *site);
__GD_EMU_CALL void __gd_emu_bad_block(const volatile void *p, unsigned long long size, unsigned number,
                                      const struct __gd_emu_site *site);
/* a store to a constant of the image, whose name this is; "": it has none */
__GD_EMU_CALL void __gd_emu_constant(const volatile void *p, unsigned long long size, const char *name,
                                     const struct __gd_emu_site *site);
/* With -fcheck: a function begins, or is left, that takes so many bytes of the stack in the program without. Of those
 * with large variables, and those that may call themselves. */
__GD_EMU_CALL void __gd_emu_frame(unsigned long long bytes, const struct __gd_emu_site *site);
__GD_EMU_CALL void __gd_emu_frame_left(unsigned long long bytes);
/* The address is not divisible by `by`, as a GPU demands for its type. */
__GD_EMU_CALL void __gd_emu_misaligned(const volatile void *p, unsigned long long size, unsigned long long by,
                                       const struct __gd_emu_site *site);
/* A library function gets this pointer. kind: 0 to a string, of which it looks at no more than n bytes; 1 to n bytes
 * that it reads, 2 that it writes; 3 to such a string of which its answer may depend on the beginning alone
 * (__gd_emu_looks). */
__GD_EMU_CALL void __gd_emu_argument(const volatile void *p, unsigned long long n, unsigned kind, const char *function,
                                     const struct __gd_emu_site *site);
/* printf gets this format and these arguments. Two sites: for what it reads, and for what it writes. */
__GD_EMU_CALL void __gd_emu_format(const char *function, const struct __gd_emu_site *reads,
                                   const struct __gd_emu_site *writes, const char *format, ...);
/* index outside a local or shared array whose size is known; name: of the variable, or NULL */
_Noreturn void __gd_emu_bad_index(const volatile void *p, unsigned long long size, const volatile void *object,
                                  unsigned long long object_size, const char *name, const struct __gd_emu_site *site);

/* … outside an array of elements of so many bytes, which is a member of a structure; returns where that is not asked
 * for
 */
__GD_EMU_CALL void __gd_emu_bad_member(const volatile void *p, unsigned long long size, const volatile void *object,
                                       unsigned long long object_size, unsigned long long element, const char *name,
                                       const struct __gd_emu_site *site);

/* ---- a symbol of each image: a function, void (void (*entry)(void **)), that fills what the kernel with this entry
 * has in team-shared memory, by the other one here, with the pattern of memory that was never written. Called at the
 * beginning of each team where GANTRY_EMULATED_POISON is on: what a kernel reads of it must have been written by the
 * same team. ---- */
#define __GD_EMU_POISON_SHARED "__gd_emu_poison_shared"
void __gd_emu_poison(void *p, unsigned long long size);

/* ---- counting: images linked with --count (docs/counters.md). Each basic block adds one to its place in
 * the lane's visits, and calls __gd_emu_count_first when that was 0; each load, store and atomic calls
 * __gd_emu_count_access. The numbers of blocks and sites are those of the image's table, which is the symbol
 * __GD_EMU_COUNTS of the image. ---- */
#define __GD_EMU_COUNTS "__gd_emu_counts"
struct __gd_emu_count_block { /* of each basic block: */
    unsigned instructions;
    unsigned float_operations, double_operations; /* with numbers of at most 32 bits, and of more; a * b + c is two */
};
struct __gd_emu_count_kernel {
    void (*entry)(void **);
    unsigned long long shared; /* bytes of team-shared variables that the kernel can reach */
};
struct __gd_emu_count_table {
    unsigned nblocks, nsites, nkernels, unused;
    const struct __gd_emu_count_block *blocks;
    const struct __gd_emu_site *sites;
    const struct __gd_emu_count_kernel *kernels;
};
void __gd_emu_count_first(unsigned block);
__GD_EMU_CALL void __gd_emu_count_access(const volatile void *p, unsigned long long size, unsigned site);

/* ---- the judge: images linked with --check (docs/checks.md, runtime/check). Before each access of user code that
 * others could notice one of these is called, with its site. ---- */
enum __gd_emu_judged_kind {
    __GD_EMU_READ,
    __GD_EMU_WRITE,
    __GD_EMU_ATOMIC_READ,
    __GD_EMU_ATOMIC_WRITE,
    __GD_EMU_LOCK /* a lock, or a critical construct, that the lane will wait for */
};
struct __gd_emu_judged_site {
    struct __gd_emu_site at;
    const char *name; /* of the variable, where it is one of file scope, or of the critical construct; else "" */
    unsigned kind;    /* enum __gd_emu_judged_kind */
    unsigned number;  /* the judge's own; 0 until the site is executed */
};
void __gd_emu_judge_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site);
void __gd_emu_judge_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site);
void __gd_emu_judge_atomic_read(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site);
void __gd_emu_judge_atomic_write(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site);
void __gd_emu_judge_lock(const volatile void *p, unsigned long long size, struct __gd_emu_judged_site *site);
/* A function of the library is about to follow p: how as in __gd_emu_argument, which has been asked. */
void __gd_emu_called(const volatile void *p, unsigned long long n, unsigned how, struct __gd_emu_judged_site *site);

/* ---- uninitialised memory: images linked with --check (docs/checks.md). A bit of shadow for each bit of memory says
 * that it was never written; it lies where the address with some bits turned over leads. An origin says where an
 * uninitialised value comes from: the address it was loaded from, in units of 32 bytes, of which the low 31 bits are
 * kept; or, with the highest bit, a row of an image. A slot for each 32 bytes holds the origin of what was stored there
 * last of uninitialised values. A bit for each byte says that such a value was computed, not only moved. All are 0 for
 * memory that nobody has poisoned. The program's part of this is runtime/check. ---- */
#define __GD_EMU_SHADOW_FLIP 0x500000000000ull
#define __GD_EMU_ORIGINS 0x100000000000ull  /* slots: 4 bytes at this + address / 8, rounded down to 4 */
#define __GD_EMU_COMPUTED 0x400000000000ull /* bits: bit address % 8 of the byte at this + address / 8 */
#define __GD_EMU_ORIGIN_BYTES 32
#define __GD_EMU_ORIGIN_ROW 0x80000000u
enum __gd_emu_uninit_use {
    __GD_EMU_UNINIT_DECISION, /* a branch, a loop's end, a switch */
    __GD_EMU_UNINIT_ADDRESS,
    __GD_EMU_UNINIT_DIVISION,
    __GD_EMU_UNINIT_OUTPUT, /* printed */
    __GD_EMU_UNINIT_LENGTH, /* of a copy */
    __GD_EMU_UNINIT_CALL,   /* the function that is called */
};
struct __gd_emu_uninit_row {        /* a local variable that begins uninitialised, or a store of what was computed */
    const char *name, *file, *func; /* name: of the variable; NULL for a store */
    int line, col;
    const char *clause; /* that makes this copy of a variable, there; NULL: none does */
};
#define __GD_EMU_MEMBERS "__members"
struct __gd_emu_member { /* of S, which a kernel keeps in team-shared memory; S__members is an array of them */
    struct __gd_emu_uninit_row row;
    unsigned long long offset, size;
};
struct __gd_emu_uninit_table {
    const struct __gd_emu_uninit_row *rows;
    unsigned *base; /* set when the image is loaded: the number of its first row among those of all images */
    void (*team)(void (*entry)(void **)); /* called when a team begins: its team-shared variables have no values */
    unsigned n;
};
#define __GD_EMU_UNINIT "__gd_emu_uninit_rows" /* the symbol of an image that has one */
__GD_EMU_CALL void __gd_emu_uninit(unsigned origin, const struct __gd_emu_site *site, unsigned use);
/* an uninitialised value was stored; row: of the store where it was computed, of that many bytes */
void __gd_emu_uninit_stored(const volatile void *p, unsigned origin, unsigned long long bytes, unsigned row);
/* after an atomic update by a value with this shadow: sets the memory's, and returns what that was. how: 0 adds, 1
 * replaces, 2 nothing was stored */
unsigned long long __gd_emu_uninit_update(const volatile void *p, unsigned long long bytes, unsigned long long shadow,
                                          unsigned origin, unsigned how);
void __gd_emu_uninit_copied(const volatile void *to, const volatile void *from, unsigned long long n);
void __gd_emu_uninit_string(const volatile char *s); /* the host's library has stored a string there */
/* A function of the library is about to compare up to `most` bytes with those that `other` leads to, or to look for the
 * byte `other`. It stops where its answer is known; the bytes up to there must have values. */
enum __gd_emu_looks {
    __GD_EMU_LOOKS_COMPARES,
    __GD_EMU_LOOKS_COMPARES_TEXT,    /* to the end of the string at most */
    __GD_EMU_LOOKS_COMPARES_LETTERS, /* the same, and small ones are as good as capitals */
    __GD_EMU_LOOKS_FINDS,
    __GD_EMU_LOOKS_FINDS_IN_TEXT,
};
void __gd_emu_looks(const volatile void *p, unsigned long long other, unsigned long long most, unsigned how,
                    const char *function, const struct __gd_emu_site *site);
/* what an atomic update has left there; row: of its place */
void __gd_emu_uninit_updated(const volatile void *p, unsigned long long bytes, unsigned row);
struct __gd_emu_uninit_value {
    unsigned long long shadow;
    unsigned origin;
};
/* device memory that is about to be copied to the host: tells what must not be seen there */
void __gd_emu_uninit_result(unsigned long long from, unsigned long long n);
/* where the uninitialised value of this byte comes from */
struct __gd_emu_uninit_from {
    char name[160]; /* a phrase */
    char more[768]; /* lines */
    const char *advice;
    _Bool variable; /* another one than what the byte belongs to */
};
void __gd_emu_uninit_from(unsigned long long addr, struct __gd_emu_uninit_from *out);
__GD_EMU_CALL unsigned long long __gd_emu_uninit_shuffle(unsigned long long mask, unsigned long long value,
                                                         unsigned src_lane, struct __gd_emu_uninit_value *v);
__GD_EMU_CALL unsigned long long __gd_emu_uninit_ballot(unsigned long long mask, int pred,
                                                        struct __gd_emu_uninit_value *v);

/* ---- for tests and tools: what the last finished launch on a device did. Returns 0, or -1 where there was
 * none. ---- */
struct gantry_emu_counters {
    unsigned long long teams, lanes;
    unsigned long long barriers, syncs, shuffles, votes, yields; /* by lane */
    unsigned long long switches;                                 /* from one lane to another */
    unsigned long long stacks;  /* lanes that waited at the same time, at most, on one OS thread */
    unsigned long long workers; /* OS threads that took part */

    /* All from here on by a model (docs/counters.md), and 0 unless the image was linked with --count. Warps,
     * requests: lanes of a warp that executed one place for the n-th time since the warp last came together
     * are taken to have done so at once. Sectors: 32 bytes; least: in which the bytes touched would fit. */
    unsigned long long counted;           /* 1: they are there */
    unsigned long long segments;          /* of warps, from one coming together to the next */
    unsigned long long warp_instructions; /* issued for a whole warp */
    unsigned long long lane_instructions; /* executed by a lane */
    unsigned long long idle_lanes;        /* lanes that had not ended and did not take part, over all issues */
    unsigned long long empty_lanes;       /* places in the warp with no lane, or one that has ended */
    unsigned long long loads, load_bytes, load_requests, load_sectors, load_least; /* device memory */
    unsigned long long stores, store_bytes, store_requests, store_sectors, store_least;
    unsigned long long atomics, atomic_bytes, atomic_requests, atomic_sectors, atomic_least;
    unsigned long long shared_accesses; /* team-shared memory, by lane */
    unsigned long long local_accesses;  /* the lane's own stack */
    unsigned long long parameter_reads; /* of the launch's arguments */
    unsigned long long warp_barriers;   /* arrivals of a warp at a team barrier */
    unsigned long long shared_bytes;    /* of team-shared memory, per team */
    /* team-shared memory by warp: passes, in each of which a bank (of 32, by words of 4 bytes) gives one word; least:
     * if no two lanes met at a bank */
    unsigned long long shared_requests, shared_passes, shared_least;
    unsigned long long float_operations, double_operations; /* see struct __gd_emu_count_block */
    /* different bytes of device memory that a launch loads, and that it stores to */
    unsigned long long distinct_read_bytes, distinct_written_bytes;
};
int gantry_emulated_counters(int device, struct gantry_emu_counters *out);

/* ---- between copies of the runtime: where a copy keeps what its images read ---- */
#define __GD_EMU_COPY_VERSION 4
struct __gd_emu_copy {
    unsigned version;
    struct __gd_emu_lane **(*self)(void); /* of the calling OS thread */
    unsigned char **shadow;
    unsigned **blocks;
    unsigned long long *base, *size, *arena; /* arena: bytes of it, also where size is 0 */
};
extern const struct __gd_emu_copy __gd_emu_copy;

#pragma GCC visibility pop
#endif
