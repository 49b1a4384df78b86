/* gantry_checker.h: what the host runtime and the emulated device tell the judge of programs built with -fcheck
 * (runtime/check, docs/checks.md). In other programs gantry_checker is NULL.
 *
 * Each entry may be NULL. They are called from any thread; device addresses are those of the emulated device, which are
 * addresses of the process. */
#ifndef GANTRY_CHECKER_H
#define GANTRY_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "gantry_abi.h"

struct __gd_emu_lane;  /* gantry_emulated.h */
struct gantry_message; /* gantry_findings.h */

struct gantry_pair { /* host memory and its copy on a device */
    int device;
    uintptr_t host;
    uint64_t dev, size;                 /* dev 0: there is none */
    const char *name;                   /* the list item; NULL: unknown */
    struct gantry_loc where;            /* of the list item */
    int forever;                        /* declare target, omp_target_associate_ptr */
    int unnamed;                        /* … of which the name is the routine's, until a list item leads there */
    const struct gantry_object *object; /* what lies at `base`, as the program names it; NULL: unknown */
    uintptr_t base;
    int private; /* a copy that the construct made for itself */
};

/* ---- what instrumented code looks at: a chunk of states for each 2 MiB of the process's addresses of which something
 * is mapped, or is device memory; host and emulated device have one address space. Each state is a bit per byte. ----
 */
enum {
    GANTRY_CHUNK_SHIFT = 21,
    GANTRY_CHUNK_BITS = (1 << GANTRY_CHUNK_SHIFT) / 8, /* bytes of one state */
    GANTRY_LINE = 64,                                  /* bytes that share what is kept of places */
    GANTRY_CHUNK_LINES = (1 << GANTRY_CHUNK_SHIFT) / GANTRY_LINE,
    GANTRY_PLACE = 16, /* … of who stored: stacks and heaps begin anywhere, but at a multiple of it */
    GANTRY_CHUNK_PLACES = (1 << GANTRY_CHUNK_SHIFT) / GANTRY_PLACE,
};
enum gantry_state {
    GANTRY_STORED,    /* stored to since the states were last looked through */
    GANTRY_OLD,       /* another copy is newer, unless STORED */
    GANTRY_NEWER,     /* stored to since the copies were equal */
    GANTRY_UNDEFINED, /* nobody has given it a value, unless STORED */
    GANTRY_CARRIED,   /* host: copied by a construct that the host may meet without an order */
    GANTRY_STATES,
};
struct gantry_chunk {
    unsigned char state[GANTRY_STATES][GANTRY_CHUNK_BITS];
    uint32_t storer[GANTRY_CHUNK_PLACES];        /* host: code that stored last, by the lower half of its address */
    uint16_t maker[GANTRY_CHUNK_LINES];          /* host: the region that made it old, by a number of stale.c's */
    unsigned char seen[1 << GANTRY_CHUNK_SHIFT]; /* host: what was there when it became old */
    unsigned char device;                        /* it is device memory */
};
extern struct gantry_chunk **gantry_check_root __attribute__((visibility("default"))); /* by address >> SHIFT */
/* What device code asks before all else: may some of what regions load be OLD? Are plain accesses
 * of the launch that runs judged? */
extern unsigned char gantry_check_device_old __attribute__((visibility("default")));
extern unsigned char gantry_check_judging __attribute__((visibility("default")));

/* why bytes are copied: a map begins or ends, or does so with `always`, or an update asks for it */
enum gantry_wanted { GANTRY_BY_MAP, GANTRY_BY_ALWAYS, GANTRY_BY_UPDATE };

struct gantry_host_pointer {
    char name[300];
    struct gantry_loc where;
    uint64_t value;
};

struct gantry_checker {
    void (*opened)(int device); /* before it has memory */
    /* device memory [addr, addr + size) came to be, for the variable `name` of the construct at `where` (either may be
     * NULL), or ceased to be */
    void (*allocated)(int device, uint64_t addr, uint64_t size, const char *name, const struct gantry_loc *where);
    void (*freed)(int device, uint64_t addr, uint64_t size);
    /* after bytes were copied from the host, or within devices, or filled; before they are copied to the host */
    void (*copied_to)(int device, uint64_t to, const void *from, uint64_t n);
    void (*copied_within)(int device, uint64_t to, uint64_t from, uint64_t n);
    void (*filled)(int device, uint64_t to, uint64_t n);
    void (*copying_from)(int device, void *to, uint64_t from, uint64_t n);
    /* what was copied there is no value for the program: its list items ask for none */
    void (*valueless)(int device, uint64_t at, uint64_t n);
    /* … since no list item names these members of a structure, of which others are listed, as `item` is; is this such a
     * one, and what does the program call it? */
    void (*unlisted)(const struct gantry_pair *item, uint64_t at, uint64_t n);
    bool (*is_unlisted)(uint64_t at, char *name, unsigned room);
    bool (*path)(uint64_t at, char *name, unsigned room); /* what the program calls it: "p[5].v[1]" */

    /* ---- the judge of races and barriers. Where `alone` says so launches come one at a time, each on one OS thread,
     * or of resident teams one at a time, so that the judge sees one order of everything and says the same in each run.
     * ---- */
    bool (*alone)(void);
    void (*launch_begins)(int device, const struct gantry_kernel_info *kernel, uint32_t lanes, uint32_t width);
    void (*launch_ends)(void);
    void (*team_begins)(uint32_t team); /* here its lanes have places of zeros */
    /* of a launch whose teams wait for each other, on an OS thread each, of which one runs at a time: this team runs
     * from here on. Told before it begins, and when it has waited. */
    void (*team_goes_on)(uint32_t team);
    void (*lane_begins)(const struct __gd_emu_lane *lane, uint64_t stack_low, uint64_t stack_high);
    void (*lane_ends)(const struct __gd_emu_lane *lane);

    /* ---- blocks of the host's heap that device code accesses (hosts.c). number: of the block that the address was
     * made from, as of __gd_emu_host_block; 0: the one that lies there ---- */
    bool (*heap_outside)(unsigned number);          /* is an access outside of this block a fault? */
    bool (*heap_bad)(uint64_t addr, uint64_t size); /* has what lies there been freed, or does it end before? */
    bool (*heap_describe)(unsigned number, uint64_t addr, uint64_t size, struct gantry_message *m); /* is it freed? */

    /* Mapped data holds a host pointer that leads to addr, or to what lies before it: what the program calls it, and
     * where it is mapped. false: none does */
    bool (*host_pointer)(uint64_t addr, struct gantry_host_pointer *out);

    /* ---- host memory and its copies (stale.c, misuse.c) ---- */
    /* a variable of declare target, before the host's code that may store to it: devices have its initial value */
    void (*declared)(const struct gantry_var *v);
    void (*mapped)(const struct gantry_pair *p); /* an entry of the present table came to be, before it is copied */
    void (*part)(const struct gantry_pair *p);   /* … for several list items, of which this is one */
    void (*unmapped)(const struct gantry_pair *p, const struct gantry_loc *by); /* and is about to go */
    /* a construct holds [p->host, + size) of an entry from now on, and brings it, or would if it came alone */
    void (*holds)(const struct gantry_pair *p, int to, int from);
    void (*named)(const struct gantry_pair *item, uint64_t dev); /* a list item of another name leads there */
    void (*attached)(int device, uint64_t at); /* the pointer there leads to device memory from now on */
    /* bytes of an entry are about to be copied; by: the construct */
    void (*moving_to)(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted);
    void (*moving_from)(const struct gantry_pair *p, const struct gantry_loc *by, enum gantry_wanted wanted);
    /* omp_target_memcpy: device memory that may have a host counterpart is written; host: the source, or NULL */
    void (*written)(int device, uint64_t at, uint64_t n, const void *host);
    /* omp_target_memset: it has been */
    void (*set)(int device, uint64_t at, uint64_t n, const char *routine, const void *caller);
    void (*launching)(int device, const struct gantry_region *r);
    void (*launched)(int device, const struct gantry_region *r);
    void (*absent)(const struct gantry_pair *p, const char *construct); /* an update or exit of what is not mapped */
    /* larger than what is mapped, in an update or a map; is that told? */
    int (*resized)(const struct gantry_pair *p, const struct gantry_pair *there, int update);
    /* a list item that cannot be mapped, of which the program is about to die; is that told? */
    int (*faulty)(const struct gantry_loc *where, const char *name, const char *text, int absent);
    void (*expect)(const void *p, size_t bytes); /* gantry_check_expect */
    /* a routine is about to access memory that the program says is the host's; other: the address of a device that it
     * copies to or from, or 0 */
    void (*host_side)(uint64_t at, uint64_t n, int store, uint64_t other, const void *caller);
    /* omp_target_memcpy_rect: dimension k of one side, the destination's if `store` */
    void (*dimension)(const char *routine, int store, int device, int k, uint64_t volume, uint64_t offset,
                      uint64_t extent, const void *caller);
    /* the two sides of a copy of a routine, NULL when it is over */
    void (*sides)(const void *dst, const void *src);
    /* a routine begins, and what device memory it is about to access; `ends` says that it is over */
    void (*routine)(const char *name, const void *caller);
    /* … one with _async, which is a task: the calling task is about to wait for libomp's dependences of it, and is not
     * ordered by that; then the task begins */
    void (*waits_apart)(void);
    void (*routine_task)(const char *name, const void *caller, const void *dependences, int n);
    void (*device_side)(int device, uint64_t at, uint64_t n, int store);
    struct gantry_loc (*place)(const void *caller); /* of host code; its texts hold until the thread asks again */
    void (*device_block)(int device, uint64_t at, uint64_t n,
                         const void *caller); /* omp_target_alloc; n = 0: it is freed */

    /* ---- the order of constructs (constructs.c). A job is a construct with nowait: encountered in the task that meets
     * it, started in the task that it is, deferred unless that task is included in another; then it begins in any
     * thread. Other constructs have no job. ---- */
    void (*encountered)(const void *job, const struct gantry_region *r, int device, const struct gantry_val *vals);
    void (*started)(const void *job, int deferred);
    void (*waits_for)(const void *dependences, int n); /* libomp's; the calling task is about to wait for them */
    void (*begins)(const void *job, const struct gantry_region *r, int device);
    void (*ends)(void);
};
extern const struct gantry_checker *gantry_checker; /* runtime/host/findings.c; set before main */

#define GANTRY_TELL(EVENT, ...)                                                                                        \
    do {                                                                                                               \
        if (gantry_checker && gantry_checker->EVENT)                                                                   \
            gantry_checker->EVENT(__VA_ARGS__);                                                                        \
    } while (0)

#endif
