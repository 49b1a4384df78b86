// RUN: %gantry cc -O1 --offload-arch=emulated %s %S/Inputs/frames_unseen_other.c -o %t && %run_host %t && %run_emulated32 %t && GANTRY_EMULATED_SEED=5 %run_emulated64 %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d && %gantry cc -O2 -DALONE --offload-arch=sm_70 --save-temps %s %S/Inputs/frames_unseen_other.c -o x && grep -q st.global sm_70.ptx
// RUN: cd %t.d && %not grep -q team_state sm_70.ptx
/* A function hands the address of a variable to one of another file, which might open a parallel region: the variable's place is
 * asked of the team's state only where some function does, and then there is one. */
#ifdef ALONE
#define check_begin(c, v) (void)0
#define check_end() 0
#define CHECK_INT(got, want, ...) (void)0
#else
#include "check.h"
#endif

#pragma omp declare target
void change(int *p);
void all(int *p, int n);
static void one(int *out, int i)
{
    int x = i;
    change(&x);
    *out = x;
}
#pragma omp end declare target
enum { N = 1001 };

int main(int argc, char **argv)
{
    static int a[N];
    check_begin(argc, argv);
#ifndef ALONE
#pragma omp target map(from: a)
    all(a, N);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 4 * i, "all, a[%d]", i);
#endif
#pragma omp target teams distribute parallel for map(from: a)
    for (int i = 0; i < N; i++)
        one(&a[i], i);
    for (int i = 0; i < N; i++)
        CHECK_INT(a[i], 2 * i + 1, "a[%d]", i);
    return check_end();
}
