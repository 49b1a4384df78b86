// Arrays that a loop stores to all of are not copied to the device.
// RUN: sed '/CHECK/d' %s > source.c
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gantry cc -O1 -w --offload-arch=emulated written.c -o out && ./out | cmp - want
// RUN: %gantry check -O1 -w written.c | cmp - want
#include <stdio.h>

enum { N = 20000 };
struct pair {
    int x, y;
};
static int global[N];

// CHECK-LABEL: int all(
// CHECK: enter data map(alloc: a)
// CHECK: map(from: a{{[),]}}
int all(int seed)
{
    int a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i % seed;
    for (int i = 0; i < N; i++)
        sum += a[i];
    return sum;
}

// every second element, all but the last one, under a condition, one member, after it has been read: what was there counts
// CHECK-LABEL: int some(
// CHECK: enter data map(to: a, b, c, d, global)
// CHECK-NOT: parallel for map(from:
// CHECK-LABEL: int jumped(
int some(int seed)
{
    int a[N] = {1}, b[N] = {2}, c[N] = {3}, sum = 0;
    struct pair d[N] = {{4, 5}};
    for (int i = 0; i < N / 2; i++)
        a[2 * i] = i % seed;
    for (int i = 0; i < N - 1; i++)
        b[i] = i % seed;
    for (int i = 0; i < N; i++)
        if (i % seed)
            c[i] = i;
    for (int i = 0; i < N; i++)
        d[i].x = i % seed;
    for (int i = 0; i < N; i++)
        global[i] = global[i] / 2 + i % seed;
    for (int i = 0; i < N; i++)
        sum += a[i] + b[i] + c[i] % 7 + d[i].x + d[i].y + global[i];
    return sum;
}

// A goto jumps over stores, and leaves loops in the middle.
// CHECK: parallel for map(from: b, a)
// CHECK-NOT: parallel for map(from: a
// CHECK-NOT: private(part)
// CHECK-LABEL: int main
int jumped(int seed)
{
    int a[N], b[N], part[4] = {1, 2, 3, 4}, sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = b[i] = i % seed;
    for (int i = 0; i < N; i++) {
        if (i % 7 == 3)
            goto next;
        a[i] = 3 * i;
    next:;
    }
    for (int i = 0; i < N; i++) {
        for (int k = 0; k < 4; k++) {
            if (k == i % 5)
                goto out;
            part[k] = i;
        }
    out:
        b[i] = part[0] + part[3];
    }
    for (int i = 0; i < N; i++)
        sum += a[i] % 11 + b[i] % 5;
    return sum;
}

int main(void)
{
    for (int i = 0; i < N; i++)
        global[i] = 5;
    printf("%d %d %d\n", all(7), some(5), jumped(3));
    return 0;
}
