// A function with a simd loop, called by threads of one lane: no more PTX instructions than without the directive. (What it
// would share with lanes costs nothing either.)
// RUN: count() { %gantry cc -O3 --offload-arch=sm_70 "$@" --save-temps %s -o %t.x && grep -cE '^[[:space:]]+[@a-z].*;$' sm_70.ptx; }; \
// RUN: plain=$(count) && test "$plain" -gt 20 && for g in 1 8; do if [ $g = 1 ]; then more="--simd-group=1"; else more="--lockstep"; fi; \
// RUN:     with=$(count -DSIMD $more) && test "$with" -le "$plain" || { echo "$more: $with instructions, $plain without simd"; exit 1; }; done
#ifdef SIMD
#define LANES(x) _Pragma(x)
#else
#define LANES(x)
#endif

#pragma omp declare target
static double row(int n, const double *a, const double *x)
{
    double sum = 0, t[8];
    LANES("omp simd")
    for (int k = 0; k < 8; k++)
        t[k] = x[k];
    LANES("omp simd reduction(+: sum)")
    for (int k = 0; k < n; k++)
        sum += a[k] * t[k % 8];
    return sum;
}
#pragma omp end declare target

void rows(int n, const double *a, const double *x, double *y)
{
#pragma omp target teams distribute parallel for
    for (int i = 0; i < n; i++)
        y[i] = row(n, a + (long)i * n, x);
}
int main(void) {}
