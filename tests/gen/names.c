// RUN: cp %s %T/names.c && cd %T && %gantry cc --dump=device names.c >one && mkdir sub && cp names.c sub && cd sub && %gantry cc --dump=device names.c >../two
// RUN: cmp %T/one %T/two
// RUN: grep -o 'gantry_k_names_f_[0-9]*_[0-9a-z_]*(' %T/one | %FileCheck %s
/* kernel names: file, function, line, a number where one line holds several, a hash of the text; no folder */
#define PRAGMA(P) _Pragma(#P)
#define KERNEL(A) PRAGMA(omp target map(A[0:1])) A[0]++;
void f(int *a, int *b)
{
// CHECK: gantry_k_names_f_[[# @LINE + 2]]_{{[0-9a-f]+}}
// CHECK: gantry_k_names_f_[[# @LINE + 1]]_2_{{[0-9a-f]+}}
    KERNEL(a) KERNEL(b)
}
