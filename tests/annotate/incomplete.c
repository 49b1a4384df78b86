// Arrays whose declaration in front of a loop does not say how long they are: no directive names them as a whole there, and none of their length is in a test;
// behind the length they are mapped. Parameters and structures that are completed are as others.
// RUN: sed '/CHECK\|WHY\|RUN/d' %s > source.c
// RUN: %gantry annotate --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gantry annotate --least-work=0 --explain source.c | %FileCheck --check-prefix=WHY %s
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want && %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
#include <stdio.h>

extern double later[];
extern int table[][8];
extern double (*behind)[];
extern struct point only_here;
int tentative[];
struct point {
    double x, y;
};

// CHECK-LABEL: void fill(
// CHECK: #pragma omp parallel for
// CHECK-NEXT: for (int i
// WHY: host the declaration of an array in front of it does not say how long that is: nothing to map [GL517]
// WHY-NEXT: memory later
void fill(int n)
{
    for (int i = 0; i < n; i++)
        later[i] = i;
}

// No test of overlap either
// CHECK-LABEL: double beside(
// CHECK-NOT: #pragma
// CHECK: void places(
double beside(int n, double *p)
{
    double most = 0;
    for (int i = 0; i < n; i++)
        p[i] = later[i] * 2;
    return most;
}

void places(int n, const int *at)
{
    for (int i = 0; i < n; i++)
        later[at[i]] = i;
}

// CHECK-LABEL: void rows(
// CHECK-NOT: #pragma omp target
// CHECK: void parameter(
void rows(int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            table[i][j] = i + j;
    for (int i = 0; i < n; i++)
        (*behind)[i] = i;
    for (int i = 0; i < n; i++)
        tentative[0] += i;
    for (int i = 0; i < n; i++)
        only_here.x += i;
}

// CHECK: #pragma omp target teams distribute parallel for map(from: a[0:n > 0 ? n : 0])
void parameter(int n, double a[], double rows[][8])
{
    for (int i = 0; i < n; i++)
        a[i] = i;
    // CHECK: #pragma omp target teams distribute parallel for collapse(2) map(from: rows[0:n > 0 ? n : 0])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < 8; j++)
            rows[i][j] = i * j;
}

// What a block declares says nothing behind it.
double in_block(int n)
{
    extern double shown[50];
    for (int i = 0; i < n; i++)
        shown[i] = i;
    return shown[n - 1];
}
extern double shown[];
// CHECK-LABEL: void behind_block(
// CHECK-NOT: #pragma omp target
// CHECK: double later[100];
void behind_block(int n)
{
    for (int i = 0; i < n; i++)
        shown[i] += i;
}

double later[100];
int table[10][8];
double shown[50];
static double memory[100];
double (*behind)[] = (double (*)[]) & memory;
struct point only_here;

// CHECK-LABEL: double sum(
// CHECK: #pragma omp target teams distribute parallel for reduction(+: s) map(to: later)
static double sum(int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += later[i];
    return s;
}

int main(void)
{
    double a[10], b[10][8];
    int at[] = {3, 1, 2};
    fill(100);
    printf("%g ", sum(100));
    printf("%g ", beside(10, a));
    places(3, at);
    rows(10);
    parameter(10, a, b);
    printf("%g ", in_block(50));
    behind_block(50);
    printf("%g %d %d %g %g %g %g %g\n", sum(100), table[9][7], tentative[0], memory[9], only_here.x, a[9], b[9][7], shown[49]);
    return 0;
}
