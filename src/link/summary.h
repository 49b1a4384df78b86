/* summary.h: the merged summary tables of a program (docs/summary-format.md). Private to src/link. */
#ifndef GANTRY_LINK_SUMMARY_H
#define GANTRY_LINK_SUMMARY_H

#include "link.h"

enum summary_flag {
    FLAG_PARALLEL = 1,
    FLAG_BARRIER = 2,
    FLAG_QUERY = 4,
    FLAG_INDIRECT = 8,
    FLAG_ATOMIC = 16,
    FLAG_EFFECT = 32,
};

struct kernel {
    const char *name, *file, *func, *why, *origin;
    int line;
    uint32_t mode, group, threads, max_threads, one_team, scratch, nparams;
    struct node *node;
    /* decided */
    uint32_t final_mode; /* enum gantry_mode */
    bool needs_state;
    const char *reason; /* of a mode or state that the file alone did not give */
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
    bool has_row, is_kernel;
    unsigned flags;         /* own */
    unsigned reach;         /* own and those of everything that can be called */
    const char *through[2]; /* who brings parallel, query: the callee's name, NULL = own */
    struct call *calls, **last_call;
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
    struct node **table; /* by name, open addressing */
    size_t cap;
};

struct summary *summary_new(struct arena *a, struct diag *d);
bool summary_add(struct summary *s, const struct record *r); /* false after a message */
/* in_library tells whether the device library defines a name */
void summary_decide(struct summary *s, bool (*in_library)(void *ctx, const char *name), void *ctx);
void summary_print(const struct summary *s, FILE *f);
struct node *summary_find(const struct summary *s, const char *name);
struct kernel *summary_kernel(const struct summary *s, const char *name);
/* the mode word of gantry_device.h */
uint32_t kernel_mode_word(const struct kernel *k);
const char *mode_name(uint32_t mode);

#endif
