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

/* Counters since the start of the program or the last gantry_reset_stats. Copies are those that move bytes
 * between host and device; bytes of kernel arguments and of the runtime's own scratch memory are not counted.
 */
struct gantry_stats {
    uint64_t to_calls, to_bytes;     /* host to device */
    uint64_t from_calls, from_bytes; /* device to host */
    uint64_t allocs, alloc_bytes, frees;
    uint64_t launches;
};
void gantry_get_stats(int device, struct gantry_stats *out);

/* The same for one list item, named as the clause names it ("a[0:n]") or by its base variable ("a", which
 * adds up all its items). Returns the number of names that matched. */
int gantry_get_variable_stats(int device, const char *name, struct gantry_stats *out);
void gantry_reset_stats(void);

/* Bytes of device memory now held by mapped variables, and how many mappings there are. */
uint64_t gantry_mapped_bytes(int device, uint64_t *entries);

/* What device `device` is. Returns 0, or -1 when there is no such device. */
struct gantry_device_info {
    const char *kind; /* "cuda", "emulated" */
    char name[128], arch[32], driver[64];
    uint64_t memory;
    uint32_t warp, units, max_threads, shared;
};
int gantry_get_device_info(int device, struct gantry_device_info *out);

/* Kinds the runtime knows: number i of them, whether it has devices here, or why not. NULL when i is too
 * large. */
const char *gantry_kind(int i, int *devices, const char **why_none);

#ifdef __cplusplus
}
#endif
#endif
