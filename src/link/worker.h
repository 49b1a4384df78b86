/* worker.h: LLVM runs in child processes, so that its crash is a message here. Private to src/link.
 *
 * A worker tells its parent over a pipe which stage it has reached and which diagnostics it found; the parent
 * prints them. Results are files, or memory that both share. */
#ifndef GANTRY_LINK_WORKER_H
#define GANTRY_LINK_WORKER_H

#include "link.h"

struct worker { /* the child's side */
    struct arena *arena;
    int pipe;
    int nerrors;
};
__attribute__((format(printf, 2, 3))) void worker_stage(struct worker *w, const char *fmt, ...);
__attribute__((format(printf, 5, 6))) void worker_diag(struct worker *w, enum diag_level level, struct loc loc,
                                                       const char *id, const char *fmt, ...);
/* LLVM gave up, or returned what it must not: becomes an internal error of the parent. Never returns. */
_Noreturn __attribute__((format(printf, 2, 3))) void worker_fatal(struct worker *w, const char *fmt, ...);
extern struct worker *worker_self; /* for LLVM's call-backs that carry no context */

struct job {
    void (*run)(struct worker *w, void *ctx);
    void *ctx;
    bool waits; /* may call jobs_wait: it needs the results of the others */
};
/* Runs all jobs at once. 0 = all well, -1 = errors were reported; a crash ends in internal_error, after
 * save() has kept what is needed to repeat it (it returns the folder, or NULL). */
int jobs_run(struct arena *a, struct diag *d, const struct job *jobs, size_t n, const char *(*save)(void *ctx),
             void *save_ctx);
void jobs_wait(struct worker *w); /* until all jobs that do not wait have ended, with success or not */

#endif
