// RUN: %not %front --no-check %s 2>&1 | %FileCheck %s
#pragma omp requires unified_shared_memory, atomic_default_mem_order(seq_cst)
// CHECK: requires.c:[[#@LINE+1]]:22: error: 'requires reverse_offload' is not supported: devices do not wait for code that the host runs; end the region, call that code, and begin another region [GN0109]
#pragma omp requires reverse_offload
// CHECK: :[[#@LINE+1]]:22: error: unknown requirement 'unified_mem' [GN0109]
#pragma omp requires unified_mem
// CHECK: :[[#@LINE+1]]:1: error: 'target' stands outside any function [GN0106]
#pragma omp target
void f(void)
{
#pragma omp target
    ;
}
