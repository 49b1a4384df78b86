// `#pragma ompx registers(n)` and --registers=N: a limit in PTX that ptxas takes, never larger than the launch bound leaves.
// RUN: %gantry cc -Wall -Wextra -O2 --offload-arch=sm_80,emulated --save-temps %s -o %t 2> err && cat err && %run_host %t && %run_emulated32 %t && sh %S/ptxas.sh sm_80.ptx
// RUN: grep "^.*registers.c:[0-9]*: warning: a lane of this region gets at most 64 registers, not 200: its clauses ask for teams of 1024 lanes.*\[GN0923\]" err && test $(grep -c warning: err) = 1
// RUN: sed -n '/^.visible .entry/s/.*registers_\([a-z]*\)_[0-9]*_[0-9a-f]*(.*/\1/p; s/^.maxnreg \([0-9]*\).*/\1/p' sm_80.ptx | tr '\n' ' ' > limits && cat limits && test "$(cat limits)" = "plain macro 36 operator 255 sections 24 chosen 24 bound 64 "
// RUN: %gantry cc -w -O2 --offload-arch=sm_80 --registers=48 --save-temps %s -o %t && grep -c "^.maxnreg 48" sm_80.ptx | grep -qx 1 && grep -c "^.maxnreg" sm_80.ptx | grep -qx 6 && sh %S/ptxas.sh sm_80.ptx
// RUN: %gantry cc -w --offload-arch=none -c %s -o %t.o && for n in 0 256 -1 x '' 8x 0x8; do %not --status 2 %gantry cc --registers=$n -c %s 2>&1 | grep -q "error: --registers=$n: a lane has 1 to 255 registers; auto gives" || exit 1; done
// RUN: %gantry cc -w --dump=link --registers 48 --registers=auto --offload-arch=sm_80 %s -o %t > said && grep -c "at most 24 registers a lane" said | grep -qx 2 && %not grep -q "at most 48" said
// RUN: %gantry explain -w %s | grep -c "^  registers 24 a lane at most on NVIDIA GPUs (line [0-9]*), what does not fit is spilled; elsewhere no limit$" | grep -qx 2
// What it costs is said where ptxas is; the estimate is cut.
// RUN: %gantry explain -w --resources %s > said; grep -A2 "kernel gantry_k_registers_macro" said > macro && cat macro && grep -q "^  registers    \(about \)\?36 a lane" macro && grep -q "^  limit        36 registers a lane" macro
// RUN: if grep -q ptxas said; then :; else grep -q "too few: [1-9][0-9]* bytes" macro && grep -q "without it [5-9][0-9], 0 bytes spilled, occupancy [1-9][0-9]* % with teams of 128 lanes" macro; fi
// Other compilers ignore the line.
// RUN: printf 'void f(int *a)\n{\n#pragma ompx registers(64)\n#pragma omp target\n    a[0]++;\n}\n' > o.c && %clang -fopenmp -Werror -fsyntax-only o.c && %gantry cc -Wall -Wextra -Werror -c o.c
#include <stdio.h>
enum { FEW = 24 };
#define LIMIT FEW + 12
static double a[10000], b[1000];

static void plain(void)
{
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < 100; i++)
        a[i] = i;
}

/* 20 values that live at the same time, of two registers each */
#define ALL(F) F(0) F(1) F(2) F(3) F(4) F(5) F(6) F(7) F(8) F(9) F(10) F(11) F(12) F(13) F(14) F(15) F(16) F(17) F(18) F(19)
#define LOAD(K) double x##K = a[i + 100 * K];
#define STEP(K) x##K = x##K * y + K;
#define STORE(K) a[i + 100 * K] = x##K;
static void macro(int n)
{
#pragma ompx registers(LIMIT)

#pragma omp target teams distribute parallel for map(tofrom : a) map(to : b)
    for (int i = 0; i < 100; i++) {
        ALL(LOAD)
        for (int t = 0; t < n; t++) {
            double y = b[t];
            ALL(STEP)
        }
        ALL(STORE)
    }
}

static void operator(void)
{
    _Pragma("ompx registers(0xff)")
#pragma omp target teams distribute parallel for map(tofrom : a)
    for (int i = 0; i < 100; i++)
        a[i]++;
}

static void sections(void)
{
#pragma ompx registers(FEW)
#pragma omp target parallel sections map(tofrom : a)
    {
#pragma omp section
        a[0]++;
#pragma omp section
        a[1]++;
    }
}

static void chosen(void)
{
#pragma ompx registers(FEW)
#pragma omp metadirective when(implementation = {vendor(llvm)} : target map(tofrom : a)) otherwise(target map(tofrom : a))
    a[2]++;
}

static void bound(void)
{
#pragma ompx registers(200)
#pragma omp target parallel for num_threads(1024) map(tofrom : a)
    for (int i = 0; i < 100; i++)
        a[i]++;
}

int main(void)
{
    plain();
    macro(0);
    operator();
    sections();
    chosen();
    bound();
    printf("%g %g %g %g\n", a[0], a[1], a[2], a[3]);
    return a[0] != 3 || a[1] != 4 || a[2] != 5 || a[3] != 5;
}
