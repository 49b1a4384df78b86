/* openacc.h: routines of OpenACC 3.3 for programs that Gantry compiles, over those of OpenMP: one set of devices, one
 * table of what is present. docs/openacc.md lists what is here. */
#ifndef GANTRY_OPENACC_H
#define GANTRY_OPENACC_H

#include <omp.h>
#include <stddef.h>

typedef enum acc_device_t {
    acc_device_none = 0,
    acc_device_default = 1,
    acc_device_host = 2,
    acc_device_not_host = 4,
    acc_device_nvidia = 5,
    acc_device_current = 6
} acc_device_t;
enum { acc_async_noval = -1, acc_async_sync = -2 };

#ifdef __GANTRY__
char *(__gantry_acc_queue)(long);
void(__gantry_acc_default_queue)(long);

/* ---- devices ---- */
static inline int acc_get_num_devices(acc_device_t type)
{
    return type == acc_device_none ? 0 : type == acc_device_host ? 1 : omp_get_num_devices();
}
static inline void acc_set_device_num(int number, acc_device_t type)
{
    omp_set_default_device(type == acc_device_host ? omp_get_initial_device() : number);
}
static inline int acc_get_device_num(acc_device_t type)
{
    return type == acc_device_host ? 0 : omp_get_default_device();
}
static inline void acc_init(acc_device_t type) { (void)type; }
static inline void acc_shutdown(acc_device_t type) { (void)type; }
static inline int acc_on_device(acc_device_t type)
{
    int host = omp_is_initial_device();
    return type == acc_device_host ? host : type == acc_device_not_host || type == acc_device_nvidia ? !host : 0;
}

/* ---- memory ---- */
static inline void *acc_malloc(size_t bytes) { return omp_target_alloc(bytes, omp_get_default_device()); }
static inline void acc_free(void *there) { omp_target_free(there, omp_get_default_device()); }
static inline void acc_memcpy_to_device(void *there, void *here, size_t bytes)
{
    omp_target_memcpy(there, here, bytes, 0, 0, omp_get_default_device(), omp_get_initial_device());
}
static inline void acc_memcpy_from_device(void *here, void *there, size_t bytes)
{
    omp_target_memcpy(here, there, bytes, 0, 0, omp_get_initial_device(), omp_get_default_device());
}

/* ---- what is present ---- */
static inline void *acc_deviceptr(void *here) { return omp_get_mapped_ptr(here, omp_get_default_device()); }
static inline int acc_is_present(void *here, size_t bytes)
{
    int device = omp_get_default_device();
    return omp_target_is_present(here, device) && (!bytes || omp_target_is_present((char *)here + bytes - 1, device));
}
static inline void acc_map_data(void *here, void *there, size_t bytes)
{
    omp_target_associate_ptr(here, there, bytes, 0, omp_get_default_device());
}
static inline void acc_unmap_data(void *here) { omp_target_disassociate_ptr(here, omp_get_default_device()); }
static inline void *acc_copyin(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target enter data map(to : p[0 : bytes])
    return acc_deviceptr(p);
}
static inline void *acc_create(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target enter data map(alloc : p[0 : bytes])
    return acc_deviceptr(p);
}
static inline void acc_copyout(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target exit data map(from : p[0 : bytes])
}
static inline void acc_delete(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target exit data map(release : p[0 : bytes])
}
static inline void acc_copyout_finalize(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target exit data map(from : p[0 : bytes]) map(delete : p[0 : bytes])
}
static inline void acc_delete_finalize(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target exit data map(delete : p[0 : bytes])
}
static inline void acc_update_device(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target update to(present : p[0 : bytes])
}
static inline void acc_update_self(void *here, size_t bytes)
{
    char *p = (char *)here;
#pragma omp target update from(present : p[0 : bytes])
}

/* ---- queues ---- */
static inline void acc_wait(int queue)
{
#pragma omp taskwait depend(inout : *__gantry_acc_queue(queue))
}
static inline void acc_wait_all(void)
{
#pragma omp taskwait
}
static inline void acc_set_default_async(int queue) { __gantry_acc_default_queue(queue); }
#endif
#endif
