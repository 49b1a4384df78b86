// Under -fcheck the runtime's loops are inlined before checks are inserted, and what the launch alone decides is asked
// first: nothing of a loop's own numbers has shadows in memory, plain accesses ask whether the launch is judged, and
// whether anything on the device is old. At -O0 nothing is inlined; atomics are judged always; and what was never
// written is told though it went through the runtime's loop.
// RUN: mkdir -p %T/on %T/off && cd %T/on && %gantry cc -O2 -fcheck --offload-arch=emulated --save-temps %s -o %t
// RUN: cd %T/on; kernel() { awk "/^define.*@gantry_k_early_inline_$1_[0-9a-f_]+\(/{p=1} p{print} /^}/{p=0}" checked.emulated.ll; }; \
// RUN: for k in scale demand unset; do kernel $k > $k.ll; %not grep -E 'call .*@__gd_(loop_|divider|split)' $k.ll || exit 1; done; \
// RUN: kernel scale | %FileCheck %s --check-prefix=SCALE && kernel total | %FileCheck %s --check-prefix=TOTAL
// RUN: %FileCheck %s --check-prefix=GUARD < %T/on/optimised.emulated.ll
// Shadows of arguments go to an inlined function by registers, to any other through memory.
// RUN: cd %T/on; code() { awk "/^define.*@$1\(/{p=1} p{print} /^}/{p=0}" optimised.emulated.ll; }; \
// RUN: code 'gantry_k_early_inline_scale_[0-9a-f_]+' | %not grep 'load .*%_msarg' && code far | grep -q 'load .*%_msarg'
// RUN: GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %not %t 2> %t.out && %FileCheck %s --check-prefix=TOLD < %t.out
// RUN: cd %T/off && %gantry cc -O0 -fcheck --offload-arch=emulated --save-temps %s -o %t.0
// RUN: grep -q 'call .*@__gd_loop_begin' %T/off/checked.emulated.ll
// LABELS: compile
#pragma omp declare target
static const int table[4] = {1, 2, 3, 4};
static inline float near(long i, float x) { return i > 3 ? x : 2 * x; }
__attribute__((noinline)) static float far(long i, float x) { return i > 3 ? x : 2 * x; }
#pragma omp end declare target

// one load and one store of the program's memory; the constant and the loop need neither judge nor marks
// SCALE-NOT: stale_load
// SCALE: call void @gantry_check_judge_read
// SCALE-NEXT: call void @gantry_check_stale_load_4
// SCALE-NOT: {{judge_read|judge_write|stale_load|stale_store}}
// SCALE: call void @gantry_check_judge_write
// SCALE-NEXT: call void @gantry_check_stale_store_4
// SCALE-NOT: {{judge_read|judge_write|stale_load|stale_store}}
static void scale(long n, float *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (long i = 0; i < n; i++)
        a[i] = near(i, a[i]) * table[i & 3];
}

static void demand(long n, float *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) schedule(dynamic)
    for (long i = 0; i < n; i++)
        a[i] += far(i, a[i]);
}

// TOTAL-NOT: gantry_check_judge
// TOTAL: call void @__gd_emu_judge_atomic_write
// TOTAL-NOT: gantry_check_judge
static void total(long n, long *a)
{
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
    for (long i = 0; i < n; i++) {
#pragma omp atomic
        a[0] += i;
    }
}

// TOLD-NOT: gantry: error
// TOLD: early_inline.c:[[@LINE+5]]:38: gantry: error: a decision depends on 'most', which was never written [GC201]
// TOLD-NOT: gantry: error
static void unset(long n, long *a)
{
    long most;
#pragma omp target teams distribute parallel for map(tofrom: a[0:n]) private(most)
    for (long i = 0; i < most; i++)
        a[i]++;
}

// GUARD: load i8, ptr @gantry_check_judging
// GUARD: load i8, ptr @gantry_check_device_old
int main(void)
{
    long a[9] = {0};
    float f[9] = {0};
    scale(9, f);
    demand(9, f);
    total(9, a);
    unset(3, a);
}
