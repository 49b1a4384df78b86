// ROW: begin declare target indirect
// SPEC: 5.1 7.8.3
#include "check.h"

#pragma omp begin declare target indirect
static double half(double x) { return x / 2 + (omp_is_initial_device() != 0); }
static double square(double x) { return x * x; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    double (*f[2])(double) = {half, square}, out[37];
    int on_host = 0;
    check_begin(argc, argv);
#pragma omp target map(from: on_host)
    on_host = omp_is_initial_device() != 0;
#pragma omp target teams distribute parallel for map(to: f) map(from: out)
    for (int i = 0; i < 37; i++)
        out[i] = f[i % 2](i);
    for (int i = 0; i < 37; i++)
        CHECK_REAL(out[i], i % 2 ? i * i : i / 2.0 + on_host, 0, "out[%d]", i);
    return check_end();
}
