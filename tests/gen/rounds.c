// Threads do four of a short loop's iterations behind one comparison (src/analysis/plan/rounds.c); of other loops they do each by itself.
// RUN: %gantry cc --no-apart --dump=device %s | %FileCheck %s
// RUN: %gantry cc --no-rounds --dump=device %s | %not grep -E '__gd_full_rounds|__GD_UNROLL'
// RUN: %gantry cc --no-narrow --dump=device %s | %not grep -E '__gd_full_rounds|__GD_UNROLL'
// RUN: %gantry cc --no-apart -O2 --offload-arch=sm_70 --save-temps -c %s -o %t.o && %gantry cc --no-apart -O2 --offload-arch=sm_70 --save-temps -shared %t.o -o %t.so && %FileCheck --check-prefix=PTX %s <sm_70.ptx
void fires(int n, int m, unsigned short s, const float *y, float *x)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_rounds_fires_
// CHECK: unsigned __gd_j = (unsigned)__gd_l.lo;
// CHECK: const unsigned __gd_step = __GD_NARROW(__gd_l.stride);
// CHECK: const unsigned __gd_full = __gd_full_rounds(4, __gd_l.hi, __gd_step);
// CHECK: for (; __gd_j < __gd_full; __gd_j += 4 * __gd_step) {
// CHECK: int __gd_value = (int)__gd_j;
// CHECK: __GD_UNROLL
// CHECK: for (int __gd_round = 0; __gd_round < 4; __gd_round++, __gd_value += (int)__gd_step) {
// CHECK: int i = __gd_value;
// CHECK: x[i] += y[i];
// CHECK: for (; __gd_j < (unsigned)__gd_l.hi; __gd_j += __gd_step) {
// CHECK: x[i] += y[i];
// the addresses of a round are those of the one before and a stride
// PTX-LABEL: .entry gantry_k_rounds_fires
// PTX: mul.wide.s32
// PTX-COUNT-4: st.global.f32
// PTX: setp.lt.u32
// PTX-NEXT: bra
// PTX: mul.wide.s32
// PTX: st.global.f32
// PTX: setp.lt.u32
#pragma omp target teams distribute parallel for map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++)
        x[i] += y[i];
// CHECK-LABEL: __GD_KERNEL gantry_k_rounds_fires_
// CHECK: int __gd_value = (int)__gd_lb0 - (int)__gd_j * 3;
// CHECK: __gd_value -= (int)__gd_step * 3) {
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = n - 1; i >= 0; i -= 3) {
        if (x[i] > 2)
            continue;
        x[i] = 2;
    }
// a loop of a team's threads, within the teams', which is none
// CHECK-LABEL: __GD_KERNEL gantry_k_rounds_fires_
// CHECK: for (unsigned __gd_j
// CHECK: int __gd_value = 1 + (int)__gd_j;
// CHECK: unsigned short k = (unsigned short)(__gd_value);
#pragma omp target teams distribute map(x[ : n])
    for (int i = 1; i < n; i++)
#pragma omp parallel for
        for (unsigned short k = 1; k <= s; k++)
            x[k] = i;
// the combined loop with a range of its own
// CHECK-LABEL: __GD_KERNEL gantry_k_rounds_fires_
// CHECK: __GD_TEAMS
// CHECK: int __gd_value = (int)(__gd_d.lo + __gd_j);
#pragma omp target teams distribute parallel for dist_schedule(static, 64) map(x[ : n])
    for (int i = 0; i < n; i++)
        x[i] = 1;
}

void stays_away(int n, long m, const float *y, float *x)
{
// CHECK-LABEL: __GD_KERNEL gantry_k_rounds_stays_away_
// CHECK-NOT: __GD_UNROLL
// 64 bits
#pragma omp target teams distribute parallel for map(x[ : n])
    for (long i = 0; i < m; i++)
        x[i] = 1;
// blocks, chunks, on demand
#pragma omp target teams distribute parallel for schedule(static) map(x[ : n])
    for (int i = 0; i < n; i++)
        x[i] = 1;
#pragma omp target parallel for schedule(dynamic, 2) map(x[ : n])
    for (int i = 0; i < n; i++)
        x[i] = 1;
// a loop inside, a call, a label, a construct, what exists once
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++)
            x[i] += k;
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
        x[i] = __builtin_sinf(x[i]);
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++) {
        if (x[i] > 1)
            goto out;
        x[i] = 1;
    out:;
    }
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
#pragma omp atomic
        x[0] += 1;
// its last value
    float last = 0;
#pragma omp target teams distribute parallel for lastprivate(last) map(x[ : n])
    for (int i = 0; i < n; i++)
        last = x[i];
    x[0] = last;
// a long body
#define MORE(I) x[I] = y[I] * 3 + y[I + 1] * 4 + y[I + 2] * 5 + y[I + 3] * 6 + 7;
#pragma omp target teams distribute parallel for map(x[ : n], y[ : n])
    for (int i = 0; i < n; i++) {
        MORE(i) MORE(i + 4) MORE(i + 8) MORE(i + 12)
    }
// the lanes', whose stride is constant: LLVM unrolls those by itself
#pragma omp target teams distribute parallel for map(x[ : n])
    for (int i = 0; i < n; i++)
#pragma omp simd
        for (int k = 0; k < n; k++)
            x[k] = i;
}
