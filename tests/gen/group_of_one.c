// Threads of one lane: a nest with simd loops has no more PTX instructions than the same nest without them, whoever runs
// the threads' code. And kernels whose lanes share memory link for NVIDIA, where its size is the launch's to say.
// RUN: count() { %gantry cc -O3 --offload-arch=sm_70 --simd-group=$1 "${@:2}" --save-temps %s -o %t.$1 && grep -cE '^[[:space:]]+[@a-z].*;$' sm_70.ptx; }; \
// RUN: plain=$(count 1) && test "$plain" -gt 100 || exit 1; \
// RUN: for mode in auto spmd generic; do \
// RUN:     with=$(count 1 -DSIMD --parallel-mode=$mode) && test "$with" -le "$plain" || { echo "$mode: $with instructions, $plain without simd"; exit 1; }; \
// RUN: done; count 8 -DSIMD --parallel-mode=generic > n && grep -q 'extern .shared .align 16 .b8 __gd_dynamic_shared' sm_70.ptx
#ifdef SIMD
#define LANES(x) _Pragma(x)
#else
#define LANES(x)
#endif

void rows(long n, const int *offset, const int *column, const double *value, const double *x, double *y)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        double sum = 0;
        LANES("omp simd reduction(+: sum)")
        for (int k = offset[i]; k < offset[i + 1]; k++)
            sum += value[k] * x[column[k]];
        y[i] = sum;
    }
}

void planes(long nx, long ny, long nz, const double *a, double *b)
{
#pragma omp target teams distribute
    for (long x = 1; x < nx; x++) {
#pragma omp parallel for
        for (long y = 0; y < ny; y++) {
            LANES("omp simd")
            for (long z = 0; z < nz; z++)
                b[(x * ny + y) * nz + z] = 2 * a[((x - 1) * ny + y) * nz + z];
        }
    }
}

void once(long n, int m, float *a, int *visits)
{
#pragma omp target teams distribute parallel for
    for (long i = 0; i < n; i++) {
        visits[i]++;
        LANES("omp simd collapse(2)")
        for (int k = 0; k < m; k++)
            for (int l = 0; l < 4; l++)
                a[(i * m + k) * 4 + l] *= visits[i];
    }
}

int main(void)
{
    return 0;
}
