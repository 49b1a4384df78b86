// RUN: %gantry cc %O --offload-arch=emulated -fPIC -shared %s -DLIBRARY -o %t.so && %gantry cc %O --offload-arch=emulated %s -o %t %t.so && %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* A header may declare variables that a library with it neither defines nor uses. */
extern int ours;
extern const double table[3];
#pragma omp declare target enter(ours, table)
int in_library(int x);
#ifdef LIBRARY
int in_library(int x)
{
#pragma omp target map(tofrom: x)
    x *= 2;
    return x;
}
#else
int ours = 5;
const double table[3] = {1.5, 2.5, 3.5};
int main(void)
{
    int r = 0;
#pragma omp target map(from: r)
    r = (int)(table[0] + table[2]) + ours;
    return r != 10 || in_library(4) != 8;
}
#endif
