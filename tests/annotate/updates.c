// Elements that iterations share and only reduce into: atomic updates, or a reduction of the one element.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --explain source.c | %FileCheck --check-prefix=WHY %s
// RUN: %gantry annotate source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
enum { N = 4000 };
int hist[64], seen[N], order[N]; double y[N], A[N][50], x[50]; long cost[N];

// A histogram. WHY: parallel: {{.*}}[GL103]
// WHY-NEXT: update    +: hist[px[i % N] & 63]
// CHECK: for (int i = 0; i < N * 10; i++)
// CHECK-NEXT: #pragma omp atomic
// CHECK-NEXT: hist[px[i % N] & 63]++;
static void histogram(const unsigned char *restrict px)
{
    for (int i = 0; i < N * 10; i++)
        hist[px[i % N] & 63]++;
}

// Rows: the loop over them is parallel without updates, that over the columns sums into one element.
// WHY: parallel: {{.*}}[GL101]
// WHY: parallel: {{.*}}[GL103]
// CHECK: for (int i = 0; i < N; i++)
// CHECK-NEXT: for (int j = 0; j < 50; j++)
// CHECK-NEXT: y[i] += A[i][j] * x[j];
static void rows(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 50; j++)
            y[i] += A[i][j] * x[j];
}

// One after another, each a sum. WHY: serial
// WHY: parallel: {{.*}}[GL103]
// CHECK: reduction(+: y[k:1])
static void one(double *restrict y)
{
    for (int k = 1; k < 3; k++) {
        y[k] = y[k - 1];
        for (int b = 0; b < N * 100; b++)
            y[k] += b & 1;
    }
}

// Both branches add; a store beside them would not. WHY: parallel: {{.*}}[GL103]
// CHECK: #pragma omp atomic
// CHECK-NEXT: order[
// CHECK: #pragma omp atomic
// CHECK-NEXT: order[
static void branches(void)
{
    for (int i = 0; i < N * 5; i++) {
        if (i % 3)
            order[i * 7 % N] = order[i * 7 % N] + 1;
        else
            order[i * 5 % N] -= 2;
    }
}

// The value is used, or another operator joins in, or it is read elsewhere. WHY: serial
// WHY: serial
// WHY: serial
// CHECK: static void not_alone
// CHECK-NOT: #pragma
// CHECK: static void largest
static void not_alone(void)
{
    for (int i = 0; i < N * 5; i++)
        seen[i % N] = hist[i % 64]++;
    for (int i = 0; i < N * 5; i++) {
        hist[i % 64] += 3;
        hist[i % 32] ^= 1;
    }
    for (int i = 0; i < N * 5; i++) {
        hist[i % 64] += 3;
        seen[i % N] = hist[7];
    }
}

// A maximum is parallel, but there is no directive for it. WHY: parallel: {{.*}}[GL103]
// WHY-NEXT: update    max: cost[i % 7]
// WHY-NEXT: none {{.*}}[GL508]
// CHECK-NOT: #pragma
static void largest(void)
{
    for (int i = 0; i < N * 20; i++)
        if (cost[i % 7] < i)
            cost[i % 7] = i;
}

// CHECK: int main
int main(void)
{
    unsigned char px[N];
    for (int i = 0; i < N; i++)
        px[i] = i * 7 % 200;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < 50; j++)
            A[i][j] = i + j;
    histogram(px);
    rows();
    one(y);
    branches();
    not_alone();
    largest();
    long s = 0;
    for (int i = 0; i < N; i++)
        s += order[i] * i + seen[i];
    for (int i = 0; i < 64; i++)
        s = s * 31 + hist[i];
    printf("%ld %g %g %g %ld\n", s, y[3], x[3], y[2], cost[3]);
}
