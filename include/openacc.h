/* openacc.h: routines of OpenACC 3.3 for programs that Gantry compiles, over the devices of OpenMP: one set of devices,
 * one table of what is present. docs/openacc.md lists what is here.
 *
 * The functions have names of their own for the linker, so that programs without OpenACC may have an acc_init() or
 * acc_free() of their own. Where a message or a profile should name the caller's line and variable, a macro of the same
 * name notes them first. */
#ifndef GANTRY_OPENACC_H
#define GANTRY_OPENACC_H

#include <omp.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum acc_device_t {
    acc_device_current = -1,
    acc_device_none = 0,
    acc_device_default = 1,
    acc_device_host = 2,
    acc_device_not_host = 4,
    acc_device_nvidia = 5,
    acc_device_radeon = 8
} acc_device_t;
typedef enum acc_async_t { acc_async_noval = -1, acc_async_sync = -2, acc_async_default = -3 } acc_async_t;
typedef enum acc_device_property_t { /* from acc_property_name on: of acc_get_property_string */
                                     acc_property_none = 0,
                                     acc_property_memory = 1,
                                     acc_property_free_memory = 2,
                                     acc_property_shared_memory_support = 3,
                                     acc_property_name = 65,
                                     acc_property_vendor = 66,
                                     acc_property_driver = 67
} acc_device_property_t;
typedef acc_device_property_t acc_property_t;

#ifdef __GANTRY__
#define __GANTRY_ACC(NAME) __asm__("__gantry_" #NAME)

/* ---- devices ---- */
int acc_get_num_devices(acc_device_t) __GANTRY_ACC(acc_get_num_devices);
void acc_set_device_type(acc_device_t) __GANTRY_ACC(acc_set_device_type);
acc_device_t acc_get_device_type(void) __GANTRY_ACC(acc_get_device_type);
void acc_set_device_num(int, acc_device_t) __GANTRY_ACC(acc_set_device_num);
int acc_get_device_num(acc_device_t) __GANTRY_ACC(acc_get_device_num);
size_t acc_get_property(int, acc_device_t, acc_device_property_t) __GANTRY_ACC(acc_get_property);
const char *acc_get_property_string(int, acc_device_t, acc_device_property_t) __GANTRY_ACC(acc_get_property_string);
void acc_init(acc_device_t) __GANTRY_ACC(acc_init);
void acc_init_device(int, acc_device_t) __GANTRY_ACC(acc_init_device);
void acc_shutdown(acc_device_t) __GANTRY_ACC(acc_shutdown);
void acc_shutdown_device(int, acc_device_t) __GANTRY_ACC(acc_shutdown_device);

/* ---- queues ---- */
int acc_async_test(int) __GANTRY_ACC(acc_async_test);
int acc_async_test_device(int, int) __GANTRY_ACC(acc_async_test_device);
int acc_async_test_all(void) __GANTRY_ACC(acc_async_test_all);
int acc_async_test_all_device(int) __GANTRY_ACC(acc_async_test_all_device);
void acc_wait(int) __GANTRY_ACC(acc_wait);
void acc_wait_device(int, int) __GANTRY_ACC(acc_wait_device);
void acc_wait_async(int, int) __GANTRY_ACC(acc_wait_async);
void acc_wait_device_async(int, int, int) __GANTRY_ACC(acc_wait_device_async);
void acc_wait_all(void) __GANTRY_ACC(acc_wait_all);
void acc_wait_all_device(int) __GANTRY_ACC(acc_wait_all_device);
void acc_wait_all_async(int) __GANTRY_ACC(acc_wait_all_async);
void acc_wait_all_device_async(int, int) __GANTRY_ACC(acc_wait_all_device_async);
int acc_wait_any(int, int[]) __GANTRY_ACC(acc_wait_any);
int acc_wait_any_device(int, int[], int) __GANTRY_ACC(acc_wait_any_device);
int acc_get_default_async(void) __GANTRY_ACC(acc_get_default_async);
void acc_set_default_async(int) __GANTRY_ACC(acc_set_default_async);

/* ---- memory ---- */
void *acc_malloc(size_t) __GANTRY_ACC(acc_malloc);
void acc_free(void *) __GANTRY_ACC(acc_free);
void acc_memcpy_to_device(void *, void *, size_t) __GANTRY_ACC(acc_memcpy_to_device);
void acc_memcpy_to_device_async(void *, void *, size_t, int) __GANTRY_ACC(acc_memcpy_to_device_async);
void acc_memcpy_from_device(void *, void *, size_t) __GANTRY_ACC(acc_memcpy_from_device);
void acc_memcpy_from_device_async(void *, void *, size_t, int) __GANTRY_ACC(acc_memcpy_from_device_async);
void acc_memcpy_device(void *, void *, size_t) __GANTRY_ACC(acc_memcpy_device);
void acc_memcpy_device_async(void *, void *, size_t, int) __GANTRY_ACC(acc_memcpy_device_async);
void acc_memcpy_d2d(void *, void *, size_t, int, int) __GANTRY_ACC(acc_memcpy_d2d);
void acc_memcpy_d2d_async(void *, void *, size_t, int, int, int) __GANTRY_ACC(acc_memcpy_d2d_async);

/* ---- what is present ---- */
void *acc_deviceptr(void *) __GANTRY_ACC(acc_deviceptr);
void *acc_hostptr(void *) __GANTRY_ACC(acc_hostptr);
int acc_is_present(void *, size_t) __GANTRY_ACC(acc_is_present);
void acc_map_data(void *, void *, size_t) __GANTRY_ACC(acc_map_data);
void acc_unmap_data(void *) __GANTRY_ACC(acc_unmap_data);
void *acc_copyin(void *, size_t) __GANTRY_ACC(acc_copyin);
void acc_copyin_async(void *, size_t, int) __GANTRY_ACC(acc_copyin_async);
void *acc_create(void *, size_t) __GANTRY_ACC(acc_create);
void acc_create_async(void *, size_t, int) __GANTRY_ACC(acc_create_async);
void acc_copyout(void *, size_t) __GANTRY_ACC(acc_copyout);
void acc_copyout_async(void *, size_t, int) __GANTRY_ACC(acc_copyout_async);
void acc_copyout_finalize(void *, size_t) __GANTRY_ACC(acc_copyout_finalize);
void acc_copyout_finalize_async(void *, size_t, int) __GANTRY_ACC(acc_copyout_finalize_async);
void acc_delete(void *, size_t) __GANTRY_ACC(acc_delete);
void acc_delete_async(void *, size_t, int) __GANTRY_ACC(acc_delete_async);
void acc_delete_finalize(void *, size_t) __GANTRY_ACC(acc_delete_finalize);
void acc_delete_finalize_async(void *, size_t, int) __GANTRY_ACC(acc_delete_finalize_async);
void acc_update_device(void *, size_t) __GANTRY_ACC(acc_update_device);
void acc_update_device_async(void *, size_t, int) __GANTRY_ACC(acc_update_device_async);
void acc_update_self(void *, size_t) __GANTRY_ACC(acc_update_self);
void acc_update_self_async(void *, size_t, int) __GANTRY_ACC(acc_update_self_async);
void acc_attach(void **) __GANTRY_ACC(acc_attach);
void acc_attach_async(void **, int) __GANTRY_ACC(acc_attach_async);
void acc_detach(void **) __GANTRY_ACC(acc_detach);
void acc_detach_async(void **, int) __GANTRY_ACC(acc_detach_async);
void acc_detach_finalize(void **) __GANTRY_ACC(acc_detach_finalize);
void acc_detach_finalize_async(void **, int) __GANTRY_ACC(acc_detach_finalize_async);

/* OpenACC 1.0 */
void acc_async_wait(int) __GANTRY_ACC(acc_wait);
void acc_async_wait_all(void) __GANTRY_ACC(acc_wait_all);

/* OpenACC 2.0 */
void *acc_present_or_copyin(void *, size_t) __GANTRY_ACC(acc_copyin);
void *acc_pcopyin(void *, size_t) __GANTRY_ACC(acc_copyin);
void *acc_present_or_create(void *, size_t) __GANTRY_ACC(acc_create);
void *acc_pcreate(void *, size_t) __GANTRY_ACC(acc_create);

/* ---- where this runs: a constant on each side ---- */
static inline int __gantry_acc_there(acc_device_t type)
{
    return type == acc_device_not_host || type == acc_device_nvidia || type == acc_device_current;
}
#pragma omp declare variant(__gantry_acc_there) match(device = {kind(nohost)})
static inline int acc_on_device(acc_device_t type) { return type == acc_device_host || type == acc_device_current; }

/* ---- the caller's place ---- */
void __gantry_acc_at(const char *file, int line, const char *function, const char *arguments);
#ifndef __cplusplus
#define __GANTRY_ACC_AT(A) __gantry_acc_at(__FILE__, __LINE__, __func__, A)
#define acc_set_device_type(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_set_device_type)(__VA_ARGS__))
#define acc_set_device_num(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_set_device_num)(__VA_ARGS__))
#define acc_init(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_init)(__VA_ARGS__))
#define acc_init_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_init_device)(__VA_ARGS__))
#define acc_async_test(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_async_test)(__VA_ARGS__))
#define acc_async_test_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_async_test_device)(__VA_ARGS__))
#define acc_async_test_all_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_async_test_all_device)(__VA_ARGS__))
#define acc_wait(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait)(__VA_ARGS__))
#define acc_async_wait(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_async_wait)(__VA_ARGS__))
#define acc_wait_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_device)(__VA_ARGS__))
#define acc_wait_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_async)(__VA_ARGS__))
#define acc_wait_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_device_async)(__VA_ARGS__))
#define acc_wait_all_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_all_device)(__VA_ARGS__))
#define acc_wait_all_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_all_async)(__VA_ARGS__))
#define acc_wait_all_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_all_device_async)(__VA_ARGS__))
#define acc_wait_any(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_any)(__VA_ARGS__))
#define acc_wait_any_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_wait_any_device)(__VA_ARGS__))
#define acc_set_default_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_set_default_async)(__VA_ARGS__))
#define acc_memcpy_to_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_to_device)(__VA_ARGS__))
#define acc_memcpy_to_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_to_device_async)(__VA_ARGS__))
#define acc_memcpy_from_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_from_device)(__VA_ARGS__))
#define acc_memcpy_from_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_from_device_async)(__VA_ARGS__))
#define acc_memcpy_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_device)(__VA_ARGS__))
#define acc_memcpy_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_device_async)(__VA_ARGS__))
#define acc_memcpy_d2d(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_d2d)(__VA_ARGS__))
#define acc_memcpy_d2d_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_memcpy_d2d_async)(__VA_ARGS__))
#define acc_map_data(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_map_data)(__VA_ARGS__))
#define acc_free(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_free)(__VA_ARGS__))
#define acc_unmap_data(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_unmap_data)(__VA_ARGS__))
#define acc_copyin(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyin)(__VA_ARGS__))
#define acc_copyin_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyin_async)(__VA_ARGS__))
#define acc_create(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_create)(__VA_ARGS__))
#define acc_create_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_create_async)(__VA_ARGS__))
#define acc_copyout(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyout)(__VA_ARGS__))
#define acc_copyout_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyout_async)(__VA_ARGS__))
#define acc_copyout_finalize(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyout_finalize)(__VA_ARGS__))
#define acc_copyout_finalize_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_copyout_finalize_async)(__VA_ARGS__))
#define acc_delete(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_delete)(__VA_ARGS__))
#define acc_delete_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_delete_async)(__VA_ARGS__))
#define acc_delete_finalize(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_delete_finalize)(__VA_ARGS__))
#define acc_delete_finalize_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_delete_finalize_async)(__VA_ARGS__))
#define acc_update_device(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_update_device)(__VA_ARGS__))
#define acc_update_device_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_update_device_async)(__VA_ARGS__))
#define acc_update_self(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_update_self)(__VA_ARGS__))
#define acc_update_self_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_update_self_async)(__VA_ARGS__))
#define acc_attach(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_attach)(__VA_ARGS__))
#define acc_attach_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_attach_async)(__VA_ARGS__))
#define acc_detach(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_detach)(__VA_ARGS__))
#define acc_detach_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_detach_async)(__VA_ARGS__))
#define acc_detach_finalize(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_detach_finalize)(__VA_ARGS__))
#define acc_detach_finalize_async(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_detach_finalize_async)(__VA_ARGS__))
#define acc_present_or_copyin(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_present_or_copyin)(__VA_ARGS__))
#define acc_pcopyin(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_pcopyin)(__VA_ARGS__))
#define acc_present_or_create(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_present_or_create)(__VA_ARGS__))
#define acc_pcreate(...) (__GANTRY_ACC_AT(#__VA_ARGS__), (acc_pcreate)(__VA_ARGS__))
#endif
#endif
#ifdef __cplusplus
}
#endif
#endif
