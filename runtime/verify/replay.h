/* replay.h: gantry replay (docs/replay.md), the part that is in the program: one region of a recording runs alone,
 * before main. The files stand in verify.h's list. */
#ifndef GANTRY_REPLAY_H
#define GANTRY_REPLAY_H

#include "../../lib/check/golden.h"
#include "verify.h"

/* ---- regions.c ---- */
struct gantry_directive { /* FUNCTION:LINE of a directive */
    const char *text;
    uint32_t length; /* of FUNCTION */
    int32_t line;
};
bool gantry_directive_of(const char *text, struct gantry_directive *out); /* false: not FUNCTION:LINE */
/* The program's region there; of several (a function of a header), that of the kernel or else the file. NULL, and err
 * says which there are. */
const struct gantry_region *gantry_region_at(const struct gantry_directive *p, const char *kernel, const char *file,
                                             struct gantry_err *err);

/* ---- asks.c: GANTRY_REPLAY ---- */
struct gantry_replay_asked {
    const char *file;
    const char *region, *as;        /* as: where it is in this program, if not where it was recorded; "" */
    uint64_t launch;                /* 0: the first that was recorded */
    uint64_t teams, threads, lanes; /* 0: as recorded */
    const char *arch;               /* "" */
    uint64_t times;                 /* launches to be timed */
    const char *times_to;           /* the file that gets each time, in microseconds; or "" */
    const char *limits_to;          /* the file that gets what a team of the kernel may have and takes; or "" */
    bool place;                     /* host: the region in place, by all threads */
    bool host;                      /* the region's host form runs, not its kernel */
    bool null;                      /* pointers that nothing knows become NULL */
};
const struct gantry_replay_asked *gantry_replay_asked(void); /* NULL: main runs */

/* ---- rebuild.c ---- */
struct gantry_recorded {                      /* an array of the recording, in this process */
    const struct golden_array *array, *after; /* after: what the launch made of it; or NULL */
    char *bytes;                              /* as the device has them */
    uint64_t device;                          /* of blocks */
    void *host;                               /* the address under which the present table has it */
    struct gantry_block *block;
};
struct gantry_replay {
    const struct gantry_replay_asked *asked;
    const struct golden_api *golden;
    struct golden_file *file;
    const struct golden_checkpoint *before, *after; /* after: or NULL */
    const struct gantry_region *region;             /* the program's */
    struct gantry_dev *dev;
    struct gantry_recorded *arrays; /* of before */
    uint32_t n;
};
void gantry_replay_arrays(struct gantry_replay *r); /* of r->before, their results in r->after */
void gantry_rebuild(struct gantry_replay *r);       /* errors end the program */
void gantry_rebuild_again(struct gantry_replay *r); /* as it was before the launch */
/* Fills the shadow with what was recorded after the launch; arrays without that are hidden. */
void gantry_recorded_fill(const struct gantry_replay *r, struct gantry_compared *c);
bool gantry_is_block(const struct golden_array *a); /* of device memory */
/* the value of a field of the recorded launch; `none` where it has no such field */
int64_t gantry_recorded_launch(const struct gantry_replay *r, const char *field, int64_t none);

#endif
