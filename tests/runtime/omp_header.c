// Our omp.h: C and C++, gcc and clang, strict standards; every constant and size as in libomp's own header.
// RUN: %clang -std=c99 -pedantic-errors -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %clang -std=c23 -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %gcc -std=gnu89 -I%include -fsyntax-only %s
// RUN: %clang -x c++ -std=c++11 -pedantic-errors -Wall -Wextra -Werror -I%include -fsyntax-only %s
// RUN: %clang -x c++ -std=c++98 -I%include -fsyntax-only %s
// RUN: %clang -fopenmp -I%include -fsyntax-only %s
// RUN: %clang -DPRINT -I%include %s -o %t && %t > ours
// RUN: %clang -DPRINT -DTHEIRS -isystem /usr/lib/llvm-19/lib/clang/19/include %s -o %t && %t > theirs
// RUN: test -s ours && diff ours theirs
#include <omp.h>
#ifdef PRINT
#include <stdio.h>
#define VALUE(x) printf(#x " %lld\n", (long long)(x));
#define SIZE(x) printf("sizeof " #x " %d\n", (int)sizeof(x));
#ifdef GANTRY_OMP_H
#ifdef THEIRS
#error "this is ours"
#endif
#endif
int main(void) {
    VALUE(omp_sched_static) VALUE(omp_sched_dynamic) VALUE(omp_sched_guided) VALUE(omp_sched_auto)
    VALUE((int)omp_sched_monotonic)
    VALUE(omp_proc_bind_false) VALUE(omp_proc_bind_true) VALUE(omp_proc_bind_master)
    VALUE(omp_proc_bind_close)
    VALUE(omp_proc_bind_spread)
    VALUE(omp_pause_resume) VALUE(omp_pause_soft) VALUE(omp_pause_hard)
    VALUE(omp_sync_hint_none) VALUE(omp_lock_hint_uncontended) VALUE(omp_sync_hint_contended)
    VALUE(omp_sync_hint_nonspeculative) VALUE(omp_lock_hint_speculative) VALUE(kmp_lock_hint_hle)
    VALUE(kmp_lock_hint_rtm) VALUE(kmp_lock_hint_adaptive)
    VALUE(omp_default_mem_space) VALUE(omp_large_cap_mem_space) VALUE(omp_const_mem_space)
    VALUE(omp_high_bw_mem_space) VALUE(omp_low_lat_mem_space) VALUE(llvm_omp_target_host_mem_space)
    VALUE(llvm_omp_target_shared_mem_space) VALUE(llvm_omp_target_device_mem_space)
    VALUE(omp_null_allocator) VALUE(omp_default_mem_alloc) VALUE(omp_large_cap_mem_alloc)
    VALUE(omp_const_mem_alloc)
    VALUE(omp_high_bw_mem_alloc) VALUE(omp_low_lat_mem_alloc) VALUE(omp_cgroup_mem_alloc)
    VALUE(omp_pteam_mem_alloc)
    VALUE(omp_thread_mem_alloc) VALUE(llvm_omp_target_host_mem_alloc) VALUE(llvm_omp_target_shared_mem_alloc)
    VALUE(llvm_omp_target_device_mem_alloc)
    VALUE(omp_atk_sync_hint) VALUE(omp_atk_alignment) VALUE(omp_atk_access) VALUE(omp_atk_pool_size)
    VALUE(omp_atk_fallback) VALUE(omp_atk_fb_data) VALUE(omp_atk_pinned) VALUE(omp_atk_partition)
    VALUE(omp_atv_false) VALUE(omp_atv_true) VALUE(omp_atv_contended) VALUE(omp_atv_uncontended)
    VALUE(omp_atv_serialized) VALUE(omp_atv_sequential) VALUE(omp_atv_private) VALUE(omp_atv_all)
    VALUE(omp_atv_thread) VALUE(omp_atv_pteam) VALUE(omp_atv_cgroup) VALUE(omp_atv_default_mem_fb)
    VALUE(omp_atv_null_fb) VALUE(omp_atv_abort_fb) VALUE(omp_atv_allocator_fb) VALUE(omp_atv_environment)
    VALUE(omp_atv_nearest) VALUE(omp_atv_blocked) VALUE(omp_atv_interleaved) VALUE(omp_atv_default)
    VALUE(omp_ipr_fr_id) VALUE(omp_ipr_fr_name) VALUE(omp_ipr_vendor) VALUE(omp_ipr_vendor_name)
    VALUE(omp_ipr_device_num) VALUE(omp_ipr_platform) VALUE(omp_ipr_device) VALUE(omp_ipr_device_context)
    VALUE(omp_ipr_targetsync) VALUE(omp_ipr_first) VALUE(omp_irc_no_value) VALUE(omp_irc_success)
    VALUE(omp_irc_empty) VALUE(omp_irc_out_of_range) VALUE(omp_irc_type_int) VALUE(omp_irc_type_ptr)
    VALUE(omp_irc_type_str) VALUE(omp_irc_other) VALUE(omp_ifr_cuda) VALUE(omp_ifr_cuda_driver)
    VALUE(omp_ifr_opencl) VALUE(omp_ifr_sycl) VALUE(omp_ifr_hip) VALUE(omp_ifr_level_zero) VALUE(omp_ifr_last)
    VALUE(omp_control_tool_notool) VALUE(omp_control_tool_nocallback) VALUE(omp_control_tool_success)
    VALUE(omp_control_tool_ignored) VALUE(omp_control_tool_start) VALUE(omp_control_tool_pause)
    VALUE(omp_control_tool_flush) VALUE(omp_control_tool_end)
    SIZE(omp_lock_t) SIZE(omp_nest_lock_t) SIZE(omp_depend_t) SIZE(omp_event_handle_t) SIZE(omp_interop_t)
    SIZE(omp_allocator_handle_t) SIZE(omp_memspace_handle_t) SIZE(omp_alloctrait_t) SIZE(omp_sched_t)
    SIZE(omp_proc_bind_t) SIZE(omp_intptr_t) SIZE(omp_uintptr_t) SIZE(omp_sync_hint_t)
    return 0;
}
#endif
