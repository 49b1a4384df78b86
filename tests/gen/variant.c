// RUN: %gantry cc --dump=host -c %s -o %t.o | %FileCheck --check-prefix=HOST %s
// RUN: %gantry cc --dump=device -c %s -o %t.o | %FileCheck --check-prefix=DEV %s
// RUN: %gantry explain %s | %FileCheck --check-prefix=EXPLAIN %s
/* Calls name their variant; the host's compiler does not choose again. Device code holds no variant that nobody takes. */
// EXPLAIN: variant.c:[[#@LINE+21]]: chosen for the initial device: base itself
// EXPLAIN: variant.c:[[#@LINE+20]]: chosen for NVIDIA GPUs: gpu for base
// EXPLAIN: variant.c:[[#@LINE+19]]: chosen for the emulated GPU: gpu for base
// EXPLAIN: variant.c:[[#@LINE+19]]: chosen for NVIDIA GPUs: gpu for here
// EXPLAIN: variant.c:[[#@LINE+18]]: chosen for the emulated GPU: here itself
// HOST-NOT: #pragma omp declare variant
// DEV-NOT: int base(
int gpu(int x) { return x + 1; }
int par(int x) { return x + 2; }
#pragma omp declare variant(gpu) match(device={kind(gpu)})
#pragma omp declare variant(par) match(construct={parallel})
int base(int x) { return x; }
#pragma omp declare variant(gpu) match(device={arch(nvptx64)})
int here(int x) { return x; }
void f(int *a)
{
// HOST: a[0] = base(0);
// DEV: a[0] = gpu(0);
// DEV: a[1] = __builtin_choose_expr(__gantry_here() == 1, gpu, here)(0);
#pragma omp target map(a[0:3])
    {
        a[0] = base(0);
        a[1] = here(0);
    }
// HOST: #pragma omp parallel
// HOST: a[2] = par(0);
#pragma omp parallel
    a[2] = base(0);
}
#pragma omp begin declare variant match(construct={target})
int late(int x) { return x + 3; }
#pragma omp end declare variant
int late(int x) { return x; }
// DEV: a[0] = late__variant_{{[0-9a-f]+}}(1);
void g(int *a)
{
#pragma omp target map(a[0:1])
    a[0] = late(1);
}
