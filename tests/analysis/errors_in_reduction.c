// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
#pragma omp declare target
int global;
#pragma omp end declare target

void f(void)
{
#pragma omp taskgroup task_reduction(+ : global)
    {
// CHECK: errors_in_reduction.c:[[#@LINE+1]]:{{[0-9]+}}: error: 'in_reduction' of 'global', which is 'declare target': the device has a copy of its own, where the host's tasks have theirs; use a variable that is mapped [GN0216]
#pragma omp target in_reduction(+ : global)
        global++;
    }
}
