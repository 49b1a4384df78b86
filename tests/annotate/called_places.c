// Elements whose place functions compute: they are updated where the place is evaluated once; and rows of n / 2 elements.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --explain --least-work=0 source.c | %FileCheck %s
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %gcc -O1 source.c -o serial -lm && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc -lm && ./gcc | cmp - want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c -lm > checked && cmp checked want
#include <math.h>
#include <stdio.h>
static long count[64], other[64];
static long *aim = other;
static int at(int i, int j, int n) { return (i * n + j) % 64; }
static int drawn(int *state) { return *state = (*state * 5 + 1) % 64; }
static int aimed(int i) { return aim[i] % 64; }

static void updates(int n, const double *restrict r, int *restrict state)
{
    for (int i = 0; i < n; i++) count[(int)(sqrt(r[i]) / 2)] += 2; // by a function of the library
    for (int i = 0; i < n; i++) count[at(i, 3, 7)]++; // by one of the file
    for (int i = 0; i < n; i++) count[at(i, 3, 7)] = count[at(i, 3, 7)] + 1; // twice
    for (int i = 0; i < n; i++) count[drawn(state)] += 1; // by one with a state
    for (int i = 0; i < n; i++) other[aimed(i)] += 1; // by one that looks at what is updated
    for (int i = 0; i < n; i++) count[count[at(i, 1, 1)] & 63] += 1; // by an element itself
}
// CHECK: c:12: parallel: {{.*}}[GL103]
// CHECK: c:13: parallel: {{.*}}[GL103]
// CHECK: c:14: serial:
// CHECK: c:15: serial:
// CHECK: c:16: parallel under a test: {{.*}}[GL201]
// CHECK: test aim and other do not overlap
// CHECK: c:17: serial:

static void halves(int w, int h, int *restrict a, unsigned u)
{
    for (int y = 0; y < h; y++) for (int x = 0; x < w / 2; x++) a[y * (w / 2) + x] = y - x; // rows
    for (int y = 0; y < h; y++) for (int x = 0; x < (w + 1) / 2; x++) a[y * (w / 2) + x] = y - x; // that share an element if w is odd
    for (int y = 0; y < h; y++) for (int x = 0; x <= w / 2; x++) a[y * (w / 2) + x] = y - x; // and always: no test holds
    for (int y = 0; y < h; y++) for (int x = 0; x < 64; x++) a[64 * (y * (w / 8)) + x] = x; // no rows where w is less than 8
    for (int y = 0; y < h; y++) for (int x = 0; x < w >> 1; x++) a[y * (w >> 1) + x] = y - x; // rows
    for (int y = 0; y < h; y++) { for (int x = 0; x < w / 2; x++) a[y * (w / 2) + x] = y - x; w++; } // each longer than the last
}
// CHECK: c:22: parallel: {{.*}}[GL101]
// CHECK: c:22: parallel: {{.*}}[GL101]
// CHECK: c:23: parallel under a test: {{.*}}[GL203]
// CHECK: test 2 * (long)(w / 2) >= w
// CHECK: c:24: parallel under a test: {{.*}}[GL203]
// CHECK: test (w >= 1) && (2 * (long)(w / 2) == w + 1)
// CHECK: c:24: parallel: {{.*}}[GL101]
// CHECK: c:25: parallel under a test: {{.*}}[GL203]
// CHECK: test (w / 8) >= 1
// CHECK: c:26: parallel: {{.*}}[GL101]
// CHECK: c:27: serial:
// CHECK: c:27: parallel: {{.*}}[GL101]

int main(void)
{
    double r[500];
    static int a[4096];
    unsigned long sum = 0;
    int state = 3;
    for (int i = 0; i < 500; i++) r[i] = i * 7 % 600;
    for (int i = 0; i < 64; i++) other[i] = i * 5;
    updates(500 / 8, r, &state);
    for (int w = -3; w < 20; w++) {
        halves(w, 11, a, w);
        for (int i = 0; i < 2000; i++) sum = sum * 3 + a[i];
    }
    for (int i = 0; i < 64; i++) sum = sum * 3 + count[i] + other[i];
    printf("%lu\n", sum);
}
