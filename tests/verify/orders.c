// Values that depend on which thread comes first, beside others: the reference runs in other orders, too, to tell them apart.
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_PREEMPT=5 GANTRY_EMULATED_SEED=$s %run_emulated32 %t >out 2>err; \
// RUN:   test $? = 3 || { cat out err; exit 1; }; %FileCheck --input-file=err %s || exit 1; done
// RUN: grep -q "^sum 4950, 100 1 29$" out || { cat out; exit 1; }
// RUN: %gantry cc -fverify --dump=host -c %s -o %t.o | grep -c "__gantry_turn(__gd_i, __gd_n)" | grep -qx 5
#include <stdio.h>

enum { N = 100, ROWS = 5 };
static int list[N], winner = -1, first = -1, bin[7][N], used[7], sum, count, lost, late[N], pairs[ROWS][ROWS], seen[2];

int main(void)
{
    // CHECK-NOT: differs from
    // CHECK: orders.c:[[#@LINE+2]]: in main, {{.*}} 'count' on device 0 differs
    // CHECK-NEXT: {{^}}  count: device {{[0-9]+}}, CPU 100 (off by
#pragma omp target parallel for num_threads(64) map(tofrom : list, winner, first, used, bin, sum, count)
    for (int i = 0; i < N; i++) {
        int of_bin;
#pragma omp atomic compare
        if (first == -1) {
            first = i;
        }
#pragma omp atomic capture
        of_bin = used[i % 7]++;
        bin[i % 7][of_bin] = i;
#pragma omp critical
        {
            winner = i;
            sum += i;
        }
        count++; /* no atomic */
    }
    // CHECK-NOT: differs from
    // CHECK: orders.c:[[#@LINE+2]]: in main, {{.*}} 'lost' on device 0 differs
    // CHECK-NEXT: {{^}}  lost: device {{[0-9]+}}, CPU 29 (off by
#pragma omp target teams distribute parallel for collapse(2) num_teams(1) map(tofrom : pairs, lost, seen, late)
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < ROWS * 2; j++) {
            int old = 0;
            if (j % 3 == 2)
                continue;
#pragma omp atomic capture
            old = late[i]++;
            pairs[i][j % ROWS] = j % ROWS;
            seen[old % 2] = 1;
            lost += j % 3 + i % 2; /* no atomic */
        }
    // CHECK-NOT: differs from
    // CHECK: orders.c:[[#@LINE+1]], in main: not comparable (1 launch): values depend on which thread comes first
#pragma omp target teams distribute parallel for map(tofrom : winner)
    for (int i = 0; i < N; i++) {
#pragma omp critical
        winner = i;
    }
    // Whole lists are as good in another order.
    // CHECK: orders.c:[[#@LINE+1]], in main: within tolerance, list[{{.*}} the same elements are there in another order
#pragma omp target teams distribute map(tofrom : list) map(tofrom : sum)
    for (int r = 0; r < 4; r++) {
#pragma omp parallel for
        for (int i = 0; i < N / 4; i++) {
            int at;
#pragma omp atomic capture
            at = sum++;
            list[at - 4950] = r * 25 + i;
        }
    }
    printf("sum %d, %d %d %d\n", sum - N, count, pairs[4][1], lost);
    return 0;
}
