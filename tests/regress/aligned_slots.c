// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Alignment that a variable asks for, in slots and private copies: vector accesses need it. */
#define N 12
typedef float vec __attribute__((vector_size(16)));
#pragma omp declare target
static int off(const void *p) { return (int)((unsigned long)p % 16); }
#pragma omp end declare target
int main(void)
{
    int r[N] = {0}, t[N] = {0}, u[N] = {0};
#pragma omp target parallel for map(r) num_threads(8)
    for (int i = 0; i < N; i++) {
        char odd = 1, *po = &odd;
        _Alignas(16) float al[5];
        char b __attribute__((aligned(16))) = 3, b2 = 4, *pb = &b2;
        vec *v = (vec *)al;
        *v = (vec){1, 2, 3, 4};
        r[i] += off(po) * 0 + off(al) + off(&b);
#pragma omp simd
        for (int j = 0; j < 1; j++)
            r[i] += (int)(*v)[j] + b + *pb;
    }
#pragma omp target teams distribute map(t, u) thread_limit(32)
    for (int i = 0; i < N; i++) {
        char odd = 1, *po = &odd;
        _Alignas(16) float al[5];
        char b __attribute__((aligned(16))) = 3;
        vec *v = (vec *)al;
        *v = (vec){1, 2, 3, 4};
        t[i] = off(al) + off(&b);
#pragma omp parallel
        {
#pragma omp atomic
            u[i] += (int)(*v)[3] * *po;
        }
    }
    for (int i = 0; i < N; i++)
        if (r[i] != 8 || t[i] || u[i] % 4 || !u[i])
            return __builtin_printf("%d %d %d\n", r[i], t[i], u[i]), 1;
    return 0;
}
