// Variables of this function, and static ones, that are reached through casts, by conditions, by statements: loops and
// statements of the host that touch them so touch what others name.
// RUN: sed '/CHECK/d' %s > source.c
// RUN: %gantry annotate -w --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -fno-strict-aliasing -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fno-strict-aliasing -fopenmp -foffload=disable -w written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -O1 -fno-strict-aliasing -w --offload-arch=emulated written.c -o out && %run_emulated32 ./out | cmp - want
// RUN: %gantry check -O1 -w written.c | cmp - want
#include <stdio.h>

enum { N = 100 };
struct pair {
    int x, y;
};
static int fixed[N];

static int sum_of(const int *a)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        sum = (sum * 3 + a[i]) % 1000003;
    return sum;
}

// CHECK-LABEL: int bytes(
// CHECK-NOT: enter data
// CHECK: #pragma omp target teams
// CHECK: #pragma omp target teams
// CHECK-LABEL: int chosen(
// CHECK: update from(a)
// CHECK-NEXT: update from(b)
// CHECK: update to(a)
// CHECK-NEXT: update to(b)
int bytes(int seed)
{
    int a[N], b[N];
    for (int i = 0; i < N; i++)
        a[i] = i + seed;
    for (int i = 0; i < 399; i++)
        ((unsigned char *)a)[i] = i * 3;
    for (int i = 0; i < N; i++)
        b[i] = a[i] = a[i] % 64 + 1;
    return sum_of(b);
}

int chosen(int seed)
{
    int a[N], b[N], sum = 0;
    for (int i = 0; i < N; i++) {
        a[i] = i + seed;
        b[i] = i * seed;
    }
    for (int i = 1; i < N; i++)
        (seed > 2 ? a : b)[i] = (seed > 2 ? a : b)[i - 1] + 1;
    for (int i = 0; i < N; i++)
        sum += a[i] - 2 * b[i];
    return sum;
}

// CHECK-LABEL: int statics(
// CHECK-NOT: enter data
// CHECK-LABEL: int pairs(
int statics(int seed)
{
    int sum = 0;
    for (int i = 0; i < N; i++)
        fixed[i] = i + seed;
    for (int i = 0; i < N; i++)
        *(short *)(fixed + i) = i * 3;
    for (int i = 0; i < N; i++)
        sum += fixed[i] * (i % 5);
    return sum;
}

int pairs(int seed)
{
    int a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i + seed;
    for (int i = 0; i < N / 2; i++)
        ((struct pair *)a)[i].y = i * 3;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 5);
    return sum;
}

// Iterations meet.
// CHECK-LABEL: int shifted(
// CHECK: #pragma omp target teams
// CHECK-NOT: #pragma omp
// CHECK: int scratch(
int shifted(int seed)
{
    int a[N];
    for (int i = 0; i < N; i++)
        a[i] = i + seed;
    for (int i = 0; i < N - 1; i++)
        a[i] = a[i] + ((unsigned char *)a)[4 * i + 4];
    long long s = 0;
    for (int i = 0; i < N; i++)
        s = (s * 3 + a[i]) % 1000003;
    return s;
}

// CHECK-NOT: private({{.*}}part
// CHECK-NOT: data map
int scratch(int seed)
{
    int part[4] = {1, 2, 3, 4}, a[N];
    for (int i = 0; i < N; i++) {
        a[i] = ((unsigned char *)part)[4] + i;
        for (int k = 0; k < 4; k++)
            part[k] = i * k + seed;
    }
    return sum_of(a);
}

// CHECK-LABEL: int cyclic(
// CHECK-NOT: private({{.*}}part
// CHECK-LABEL: int statement(
// CHECK-NOT: enter data
// CHECK-LABEL: int bits(
int cyclic(int seed)
{
    int part[4] = {3, 1, 2, 5}, a[N];
    for (int i = 0; i < N; i++) {
        part[i % 4] = i + seed;
        a[i] = ((int *)part)[(i + 1) % 4];
    }
    return sum_of(a);
}

int statement(int seed)
{
    int a[N], sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i + seed;
    for (int i = 1; i < N; i++)
        ({ a; })[i] = (0, a)[i - 1] + 1;
    for (int i = 0; i < N; i++)
        sum += a[i] * (i % 5);
    return sum;
}

int bits(int seed)
{
    float f = 1;
    int a[N];
    for (int i = 0; i < N; i++) {
        a[i] = (int)f % 1000;
        *(unsigned *)&f = 0x40000000u + i * 65536u * seed;
    }
    return sum_of(a);
}

int parts(int seed)
{
    struct pair p = {1, 2};
    int a[N];
    for (int i = 0; i < N; i++) {
        a[i] = p.y;
        ((int *)&p)[1] = i * seed;
    }
    return sum_of(a);
}

int main(void)
{
    printf("%d %d %d %d %d %d %d\n", bytes(3), chosen(3), chosen(1), statics(3), pairs(3), shifted(3), scratch(3));
    printf("%d %d %d %d\n", cyclic(3), statement(3), bits(3), parts(3));
}
