/* gantry.h: the public interface of Gantry's runtime beyond OpenMP: version, transfer and launch counters. */
#ifndef GANTRY_H
#define GANTRY_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define GANTRY_VERSION_MAJOR 0
#define GANTRY_VERSION_MINOR 1
#define GANTRY_VERSION_PATCH 0

/* "0.1.0", of the runtime that is linked in */
const char *gantry_version(void);

enum { GANTRY_ALL_DEVICES = -1 };

/* Counters of calls and of bytes, since the last gantry_reset_stats; counting begins with the first call of one of
 * these functions, or where GANTRY_STATS is set with the program: others cost nothing. Copies are those that move bytes
 * between host and device; kernel arguments and the runtime's own scratch memory are not counted. */
struct gantry_stats {
    uint64_t to_calls, to_bytes;     /* host to device */
    uint64_t from_calls, from_bytes; /* device to host */
    uint64_t allocs, alloc_bytes, frees;
    uint64_t launches;
};
/* The counters of one device, or the sums of all (GANTRY_ALL_DEVICES). */
void gantry_get_stats(int device, struct gantry_stats *out);

/* The same for one list item, named as the clause names it ("a[0:n]") or by its base variable ("a", which
 * adds up all its items; GANTRY_ALL_DEVICES: on all devices). Returns the number of items that matched; with 0 *out is
 * all zeros. */
int gantry_get_variable_stats(int device, const char *name, struct gantry_stats *out);
void gantry_reset_stats(void);

/* Bytes of device memory that mapped variables hold now; *entries (may be NULL): how many mappings there are. */
uint64_t gantry_mapped_bytes(int device, uint64_t *entries);

/* What device `device` is. Returns 0, or -1 where there is no such device. */
struct gantry_device_info {
    const char *kind; /* "cuda", "emulated" */
    char name[128], arch[32], driver[64];
    uint64_t memory; /* bytes */
    /* lanes of a warp; multiprocessors; the most lanes of a team; the most bytes of team-shared memory */
    uint32_t warp, units, max_threads, shared;
};
int gantry_get_device_info(int device, struct gantry_device_info *out);

/* The name of the i-th kind of device that the runtime knows, from 0; NULL when i is too large. *devices: how many of
 * it this process has; *why_none: the reason where it has none. */
const char *gantry_kind(int i, int *devices, const char **why_none);

/* Launches that are repeated, as one (docs/wavefront.md, "Graphs"). *graph is NULL before the first time. Between begin
 * and end the target regions that the calling thread meets run on a device at the end, in their order, or earlier:
 * before any other construct or routine copies, maps or launches there. So the program's results are the same as
 * without these calls. Regions that map what is not on the device already run where they stand. Where the same regions
 * come again, with the same lists, their launches are ready: values that they take are exchanged, and on NVIDIA GPUs
 * all of them are one launch of the driver's. A thread is in one graph at a time, and a graph in one thread. In place
 * they do nothing. */
struct gantry_graph;
void gantry_graph_begin(struct gantry_graph **graph);
void gantry_graph_end(struct gantry_graph **graph);
void gantry_graph_free(struct gantry_graph **graph); /* which has ended; *graph is NULL then */

/* In programs compiled with -fcheck: the program means that these bytes of the host differ from their copies on
 * devices, and what it does about their mapping; nothing is told about them from here on (docs/checks.md). Elsewhere it
 * does nothing. */
void gantry_check_expect(const void *p, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
