// C90, where a loop is no scope: Clang declares the second 'i' in the scope of the directive, and so does Gantry.
// RUN: for s in -std=gnu89 -std=c89 -ansi --std=c90; do %gantry cc --offload-arch=emulated $s %s -o %t 2> warnings && %run_host %t && %run_emulated32 %t || exit 1; done
// RUN: %FileCheck %s < warnings
// RUN: %not --status 1 %gantry cc -w -ansi -DTWICE -c %s -o bad.o 2>&1 | %FileCheck --check-prefix=TWICE %s
extern int printf(const char *, ...);
static __inline int restricted(int restricted) { return restricted; }

int main(void)
{
    int s = 0;
    // CHECK: old_standards.c:[[@LINE+1]]:10: warning: GCC does not allow variable declarations in for loop initializers
    for (int i = 0; i < 10; i++)
        s += i;
#pragma omp target map(tofrom: s)
    for (int i = 0; i < 10; i++)
        s += i;
#pragma omp target teams distribute parallel for reduction(+: s)
    for (int i = 0; i < 10; i++)
        s += i;
#ifdef TWICE
    // TWICE: old_standards.c:[[@LINE+1]]:14: error: redefinition of 'i'
    for (int i = 0; i < 10; i++)
        s += i;
#endif
    return restricted(s) != 135;
}
