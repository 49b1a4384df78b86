/* ompt.h: the declarations of OMPT (OpenMP 5.2, 19) that are needed, with the specification's numbers. */
#ifndef GANTRY_PROFILE_OMPT_H
#define GANTRY_PROFILE_OMPT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

union ompt_data {
    uint64_t value;
    void *ptr;
};
typedef void *ompt_lookup(const char *name);
struct ompt_tool { /* ompt_start_tool_result_t */
    int (*initialize)(ompt_lookup *lookup, int device, union ompt_data *);
    void (*finalize)(union ompt_data *);
    union ompt_data data;
};
enum { OMPT_BEGIN = 1, OMPT_END = 2 };
enum {
    OMPT_TARGET = 8,
    OMPT_DATA_OP = 9,
    OMPT_SUBMIT = 10,
    OMPT_DEVICE_INITIALIZE = 12,
    OMPT_SYNC_REGION_WAIT = 16
}; /* callbacks, types of records */

/* ---- records.c: what happened on a device, in buffers of the tool's ---- */
struct ompt_record { /* ompt_record_ompt_t */
    int type;
    uint64_t time, thread, target; /* nanoseconds of gantry_now */
    union {
        struct {
            int kind, endpoint, device;
            uint64_t task, target;
            const void *code;
        } construct;
        struct {
            uint64_t op;
            int kind;
            const void *src;
            int src_device;
            const void *dst;
            int dst_device;
            size_t bytes;
            uint64_t end;
            const void *code;
        } data;
        struct {
            uint64_t op;
            unsigned requested, granted;
            uint64_t end;
        } kernel;
    };
};
_Static_assert(sizeof(struct ompt_record) == 104, "as in the omp-tools.h of LLVM 19");

void *records_device(int device); /* the handle for device_initialize; NULL: no such device */
void records_opened(int device, uint32_t units);
void *records_lookup(const char *name); /* the functions that a tool may ask for there */
int records_wanted(int device, int type);
void records_add(int device, const struct ompt_record *r);
void records_end(void); /* what is left goes to the tools, and nothing more is noted */

/* ---- ompt.c ---- */
extern bool ompt_ends_in_order;    /* tool.c calls ompt_end before the tool's own end */
bool ompt_tells(int event);        /* is it one of ours? */
void ompt_callbacks_changed(void); /* libomp has others now */
void ompt_end(void);               /* buffers go to the tool, its devices end, and nothing more is told */
void ompt_nobody(void);            /* a callback that is none */

/* ---- waits.c ---- */
struct ompt_tool *waits_tool(void); /* as which libomp tells us */

#endif
