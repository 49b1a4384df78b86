// LABELS: run
// REQUIRES: gdb
// A breakpoint on a line in a region stops there and nowhere else, with the region's variables, in place and on the emulated GPU;
// so does one after it, and one in a function that the region calls.
// RUN: %gantry cc -O0 -g --offload-arch=emulated %s -o %t
// RUN: at() { grep -n "// at $1$" %s | cut -d: -f1; }; printf '%%s\n' 'set debuginfod enabled off' 'set confirm off' "break $(at loop) if i == 42" "break $(at nest) if i == 3 && j == 2" "break $(at twice) if x == 84" "break $(at once)" "break $(at after)" run 'p 1000 + i' 'p 2000 + k' 'p n' c 'p x' c 'p 3000 + 10 * i + j' c 'p t' c 'p s' c > commands
// RUN: for e in %run_host %run_emulated32; do OMP_NUM_THREADS=2 $e gdb -batch -x commands %t > log 2>&1; grep -e '^[$]' -e '^Breakpoint .*, ' -e exited log | sed 's/0x[0-9a-f]*//g' > stops; %FileCheck --input-file=stops %s || { cat log; exit 1; }; done
#include <stdio.h>

#pragma omp declare target
static int twice(int x)
{
    return 2 * x; // at twice
}
#pragma omp end declare target

int main(void)
{
    int n = 100, s = 0, a[100], b[100];
#pragma omp target teams distribute parallel for map(from: a[0:n])
    for (int i = 0; i < n; i++) {
        int k = 2 * i;
        a[i] = k + 1; // at loop
        if (i == 42)
            a[i] = twice(k);
    }
#pragma omp target teams distribute parallel for collapse(2) map(from: b)
    {
        for (int i = 0; i < 10; i++)
            for (int j = 0; j < 10; j++)
                b[10 * i + j] = i - j; // at nest
    }
#pragma omp target map(tofrom: s)
    {
        int t = n + 1;
        s = t; // at once
    }
    s += a[5] + b[0]; // at after
    return printf("%d\n", s) != 4;
}
// CHECK:      Breakpoint {{1[., ].*}} at {{.*}}gdb.c:23
// CHECK-NEXT: $1 = 1042
// CHECK-NEXT: $2 = 2084
// CHECK-NEXT: $3 = 100
// CHECK-NEXT: Breakpoint {{3[., ].*}} (x=84) at {{.*}}gdb.c:13
// CHECK-NEXT: $4 = 84
// CHECK-NEXT: Breakpoint {{2[., ].*}} at {{.*}}gdb.c:31
// CHECK-NEXT: $5 = 3032
// CHECK-NEXT: Breakpoint {{4[., ].*}} at {{.*}}gdb.c:36
// CHECK-NEXT: $6 = 101
// CHECK-NEXT: Breakpoint {{5[., ].*}} at {{.*}}gdb.c:38
// CHECK-NEXT: $7 = 101
// CHECK-NEXT: [Inferior 1 (process {{[0-9]+}}) exited normally]
