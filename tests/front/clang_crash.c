// RUN: %not %gantry cc -c --offload-arch=emulated %s -o %t.o 2>&1 | %FileCheck %s
/* Clang 19's own check crashes at this; what is wrong is said all the same, and where. */
void f(const int n)
{
#pragma omp target
    {
        const int one = 1;
// CHECK: clang_crash.c:[[#@LINE+2]]: error: cannot assign to variable 'one' with const-qualified type 'const int'
#pragma omp atomic
        one++;
    }
}
