// What a reader of loops overlooks: counters that wrap, jumps into a loop, what runs after exit(), memory lent to a stream,
// several declarations in a line. What is written prints what the serial program prints, on the device and in place.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial -lm && ./serial > want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry -lm && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <stdio.h>
#include <stdlib.h>
#define N 300

// CHECK: static long a[N], b[N];
// CHECK-NEXT: #pragma omp declare target link(a)
// CHECK-NEXT: {{^}} static double x[N];
static long a[N], b[N]; static double x[N];
// CHECK: #pragma omp declare target
// CHECK-NEXT: static long third(int i)
// CHECK-NEXT: #pragma omp end declare target
// CHECK-NEXT: {{^}} static int calls;
static long third(int i) { return a[i / 3]; } static int calls;

static void functions(int n)
{
    // CHECK: #pragma omp target
    for (int i = 0; i < n; i++)
        x[i] = third(i);
    calls++;
}

// An unsigned number beyond its bound goes on past 0; a loop of OpenMP's would not run at all.
// CHECK: static void wrapping
static void wrapping(unsigned from, unsigned to)
{
    // CHECK-NOT: #pragma
    for (unsigned i = 4294967290u; i != 20; i++)
        b[i + 10 & 63] += i & 7;
    for (unsigned i = from; i != to; i++)
        b[i + 10 & 63] += i & 3;
    for (unsigned i = 20; i != 4294967290u; i--)
        b[i + 10 & 63] += i & 5;
    for (unsigned char i = 0; i < 254; i += 7)
        b[i] += 1;
    for (signed char i = 100; i != -100; i++)
        b[i + 128] += 2;
    // CHECK: for (int k = 0;
    for (int k = 0; k < 3; k++)
        for (unsigned char i = 250; i != 10; i++)
            a[i] += a[255 - i] + k;
}

// Those that cannot
// CHECK: static void counting
static void counting(size_t n, unsigned from, const unsigned char small)
{
    // CHECK: #pragma omp target
    for (size_t i = 0; i != n; i++)
        a[i] += 1;
    // CHECK: #pragma omp target
    for (unsigned i = 8; i != 100; i++)
        a[i] += 1;
    // CHECK: #pragma omp target
    for (unsigned char i = 0; i < small; i++)
        a[i] += 1;
    // CHECK: #pragma omp target
    for (unsigned char i = 0; i < 240; i += 7)
        a[i] += 1;
    // CHECK: #pragma omp target
    for (unsigned i = from; i < n; i += 3)
        a[i] += 1;
}

// CHECK: static void entered
static void entered(int n, int how)
{
    int i = 5;
    // CHECK-NOT: #pragma
    if (how > 3)
        goto in;
    for (i = 0; i < n; i++) {
        b[i] = 0;
    in:
        a[i] += b[i];
    }
    switch (how) {
    case 0:
        for (i = 0; i < n; i++) {
            a[i] = 3;
        default:
            b[i] += a[i];
        }
    }
    // CHECK: static void buffered
}

static char buffer[8192];
static void buffered(void)
{
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    // CHECK-NOT: data map
    for (int k = 0; k < 3; k++) {
        for (int i = 6000; i < 8000; i++)
            buffer[i] = (char)(k + i);
        printf("round %d\n", k);
        for (int i = 6000; i < 8000; i++)
            buffer[i] += 1;
    }
    fflush(stdout);
    setvbuf(stdout, NULL, _IOFBF, 100);
}

static void last(void)
{
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 3 + a[i] + b[i];
    printf("%ld %d\n", sum & 0xffffff, calls);
}

static void maybe(int k)
{
    if (k == 1)
        exit(0);
}

// CHECK: static void rounds
static void rounds(void) // what last() shows is not on the device while maybe() runs
{
    // CHECK-NEXT: {
    // CHECK-NEXT: for (int k
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < N; i++)
            a[i] = a[i] * 3 % 1000 + 1;
        for (int i = 0; i < N; i++)
            b[i] += a[i];
        // CHECK: target exit data map(from: a)
        // CHECK-NEXT: maybe(k)
        maybe(k);
    }
}

int main(void)
{
    atexit(last);
    for (int i = 0; i < N; i++)
        a[i] = i * 7 % 31;
    functions(N);
    wrapping(4294967200u, 10);
    counting(200, 3, 90);
    entered(50, 4);
    buffered();
    rounds();
    return 0;
}
