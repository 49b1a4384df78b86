/* summary.h: the merged summary tables of a program (docs/summary-format.md). Private to src/link. */
#ifndef GANTRY_LINK_SUMMARY_H
#define GANTRY_LINK_SUMMARY_H

#include "link.h"

enum summary_flag {
#define FLAG(BIT, NAME, WORD) FLAG_##NAME = 1 << BIT,
#include "gantry_summary.def"
#undef FLAG
};

struct kernel {
    const char *name, *file, *func, *why, *origin;
    int line;
    uint32_t mode, threads, max_threads, one_team, scratch, nparams;
    uint32_t registers; /* of a lane at most, on NVIDIA GPUs; 0: any */
    struct node *node;
    /* decided */
    uint32_t final_mode; /* enum gantry_mode */
    bool needs_state;
    VEC(struct parallel *) regions; /* regions whose threads have several lanes (crews.c) */
    const char *reason;             /* of a mode or state that calls into other files decided */
};
struct parallel { /* a parallel region with simd loops for the lanes of its threads */
    const char *name, *file, *origin;
    int line, row; /* row: its place in the table, for messages */
    uint32_t simd, group, limit, leaders, is_inline, space;
    struct node *owner;
    struct parallel *next; /* of the same owner */
    struct call *calls;    /* in its threads' code */
    /* decided (crews.c) */
    uint32_t called_group; /* what the functions that it calls prefer; 0: they have no simd loops */
    uint32_t size;         /* lanes of a thread, on devices with warps that wide */
    uint32_t lane_stack;   /* bytes of each thread's lane stack, for simd loops of functions that it calls */
    const char *why;
};
struct call {
    struct node *callee;
    const char *file;
    int line;
    struct call *next;
};
struct node { /* a kernel or function, or a name that is only called */
    const char *name, *file;
    int line;
    bool has_row, is_kernel, seen; /* seen: crews.c's mark while it walks */
    uint32_t group, limit;         /* for a function's simd loops: as for a region */
    uint32_t lane_stack;           /* bytes that the function uses of its caller's lane stack … */
    uint32_t deepest;              /* … and with it the functions that it calls (crews.c) */
    unsigned flags;                /* own */
    unsigned reach;                /* own and those of everything that can be called */
    const char *through[2];        /* callees from which the flags PARALLEL and QUERY come; NULL: the flag is its own */
    struct call *calls, **last_call;
    struct parallel *regions;
};
struct device_var {
    const char *name, *file, *origin;
    int line;
    uint64_t size;
};
struct summary {
    struct arena *a;
    struct diag *d;
    VEC(struct kernel *) kernels;
    VEC(struct node *) nodes;
    VEC(struct device_var *) vars;
    VEC(struct parallel *) regions;
    struct node **table; /* by name, open addressing */
    size_t cap;
};

struct summary *summary_new(struct arena *a, struct diag *d);
bool summary_add(struct summary *s, const struct record *r); /* false after a message */
/* in_library tells whether the device library defines a name; false after a message */
bool summary_decide(struct summary *s, const struct link_options *o, bool (*in_library)(void *ctx, const char *name),
                    void *ctx);
void summary_print(const struct summary *s, FILE *f);
struct node *summary_find(const struct summary *s, const char *name);
struct kernel *summary_kernel(const struct summary *s, const char *name);
/* the mode word of gantry_device.h */
uint32_t kernel_mode_word(const struct kernel *k);

/* crews.c. `width`: lanes of a warp at most, for a kind of device: no group is larger */
bool crews_decide(struct summary *s, const struct link_options *o); /* false after a message */
void crews_advise(const struct summary *s, const struct link_options *o);
uint32_t crew_word(const struct parallel *p, uint32_t width);  /* of gantry_device.h */
uint32_t kernel_group(const struct kernel *k, uint32_t width); /* as in struct gantry_kernel_info */
uint32_t kernel_space(const struct kernel *k, uint32_t width);
uint32_t crews_most_lanes(const struct summary *s, uint32_t width);
bool crews_have_lane_stacks(const struct summary *s); /* has some region a lane stack? */
bool summary_frames(const struct summary *s);         /* does some function open a parallel region? */
bool summary_unified(const struct summary *s);        /* may kernels access the host's memory? */
/* limits.c: on NVIDIA GPUs; 0: any number */
uint32_t kernel_bound(const struct kernel *k);     /* lanes of a team */
uint32_t kernel_registers(const struct kernel *k); /* of a lane */
void limits_advise(const struct summary *s);
void crew_print(const struct parallel *p, FILE *f);

#endif
