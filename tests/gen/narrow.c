// Devices number the iterations of a loop with 32 bits where there are surely at most 2^31 (src/analysis/plan/narrow.c), and nowhere else.
// RUN: %gantry cc --no-rounds --dump=device %s | %FileCheck %s
// RUN: %gantry cc --no-narrow --dump=device %s | %not grep -E 'unsigned __gd_j|__GD_FEW'
// RUN: %gantry cc --no-rounds -O2 --offload-arch=sm_70 --save-temps -c %s -o %t.o && %gantry cc --no-rounds -O2 --offload-arch=sm_70 --save-temps -shared %t.o -o %t.so && %FileCheck --check-prefix=PTX %s <sm_70.ptx
void fires(int n, int m, unsigned short s, float *x)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: __GD_FEW(__gd_n);
// CHECK: for (unsigned __gd_j = (unsigned)__gd_l.lo; __gd_j < (unsigned)__gd_l.hi; __gd_j += __GD_NARROW(__gd_l.stride)) {
// CHECK: const unsigned long __gd_k = __gd_j;
// CHECK: int i = (int)__gd_k;
// PTX-LABEL: .entry gantry_k_narrow_fires
// PTX: mul.wide
// PTX-NOT: shr.s64
// PTX: st.global.f32
// PTX-NOT: setp.{{[a-z]+}}.{{[us]}}64
// PTX: setp.{{[a-z]+}}.u32
// PTX-NEXT: bra
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
        x[i] = 1;
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: for (unsigned __gd_j
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = n - 1; i >= 0; i -= 2)
        x[i] = 2;
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: for (unsigned __gd_j
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = n; i > -1; i--)
        x[i] = 2;
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: for (unsigned __gd_j
#pragma omp target teams distribute parallel for map(x[ : n])
    for (unsigned short i = s; i < s; i++)
        x[i] = 3;
// the teams' loop and the threads'
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: for (unsigned __gd_j
// CHECK: for (unsigned __gd_j
#pragma omp target teams distribute map(x[ : n])
    for (int i = 1; i < n; i++)
#pragma omp parallel for
        for (int k = 0; k <= m; k++)
            x[k] = i;
// the lanes'
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_fires_
// CHECK: for (unsigned __gd_j
// CHECK: for (unsigned __gd_j = (unsigned)(__gd_lane(__gd_crew)); __gd_j < (unsigned)__gd_n; __gd_j +=
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int k = 0; k < m; k++)
            x[k] = i;
}

#pragma omp begin declare target
static void stays_away_end(float *x) { x[0] = 0; }
#pragma omp end declare target

void stays_away(int n, long m, unsigned u, float *x)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_narrow_stays_away_
// CHECK-NOT: unsigned __gd_j
// 64 bits
#pragma omp target teams distribute parallel for map(x[ : n])
    for (long i = 0; i < m; i++)
        x[i] = 1;
// a bound of 64 bits, or beyond the variable's type
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < m; i++)
        x[i] = 1;
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < u; i++)
        x[i] = 1;
// up to 2^32 - 1
#pragma omp target teams distribute parallel for map(x[ : n])
    for (unsigned i = 0; i < u; i++)
        x[i] = 1;
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = -n; i < n; i++)
        x[0] = i;
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = n; i > -2; i--)
        x[0] = i;
// a product
#pragma omp target teams distribute parallel for collapse(2) map(x[ : n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            x[i] = k;
// CHECK-NOT: unsigned __gd_j
// CHECK: stays_away_end
#pragma omp target map(x[ : n])
    stays_away_end(x);
}
