// Loops that are exchanged with --reorder, and those that are better as they are.
// RUN: sed '/CHECK\|RUN\|HINT/d' %s > source.c
// RUN: %gantry annotate --reorder source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gantry annotate source.c | grep -A1 'long j = 0; j < M; j++) // a column' | grep -q '++i'
// RUN: %gantry annotate --explain source.c | %FileCheck %s --check-prefix=HINT
// RUN: %gantry annotate --reorder --explain source.c | grep -q 'order *the loops of lines [0-9]* and [0-9]* are exchanged: .*GL602'
// RUN: test $(%gantry annotate --reorder --json source.c | grep -c '"exchanged": true') = 3
// RUN: %gcc -O1 source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: %clang -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
#include <stdio.h>

enum { N = 300, M = 200 };
static int t[N][M], u[M][N], cube[20][30][40];
#define FOR(V, TO) for (int V = 0; V < (TO); V++)

static int columns(int n)
{
    // CHECK: #pragma omp target teams distribute parallel for collapse(2)
    // CHECK: {{^}}    for (int i = 1; i < n - 1; ++i) // a column
    // CHECK-NEXT: {{^}}        for (long j = 0; j < M; j++)
    // CHECK-NEXT: t[i][j] = i * 3 + (int)j;
    // HINT: the loops of lines [[#]] and [[#]] would be faster exchanged (--reorder): {{.*}}GL602
    for (long j = 0; j < M; j++) // a column
        for (int i = 1; i < n - 1; ++i)
            t[i][j] = i * 3 + (int)j;
    int s = 0;
    // CHECK: for (int j = M - 1; j >= 0; j--) {
    // CHECK: for (int i = 0; i < N; i++)
    for (int i = 0; i < N; i++) {
        for (int j = M - 1; j >= 0; j--)
            s += u[j][i] * t[i][j] + u[j][i];
    }
    return s;
}

// the loop that has the unit stride goes inside, wherever it was
static void three(void)
{
    // CHECK: collapse(3)
    // CHECK: for (int i = 0; i < 20; i++)
    // CHECK-NEXT: for (int j = 0; j < 30; j++)
    // CHECK-NEXT: for (int k = 0; k < 40; k++)
    for (int k = 0; k < 40; k++)
        for (int j = 0; j < 30; j++)
            for (int i = 0; i < 20; i++)
                cube[i][j][k] = i * j - k;
}

// as good one way as the other; right as it is; one reads what the other wrote; variables that live on; macros
static int others(void)
{
    // CHECK-LABEL: static int others
    // CHECK: for (int j = 0; j < M; j++)
    // CHECK-NEXT: for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++)
            u[j][i] += t[i][j];
    // CHECK: for (int j = 0; j < M; j++)
    // CHECK-NEXT: for (int i = 0; i < N; i++)
    for (int j = 0; j < M; j++)
        for (int i = 0; i < N; i++)
            u[j][i] += i;
    // CHECK: for (int j = 1; j < M; j++)
    // CHECK: for (int i = 1; i < N; i++)
    for (int j = 1; j < M; j++)
        for (int i = 1; i < N; i++)
            t[i][j] = t[i - 1][j - 1] + 1;
    int i, j;
    // CHECK: {{^}}        for (i = 0; i < N; i++)
    for (j = 0; j < M; j++)
        for (i = 0; i < N; i++)
            t[i][j] += 2;
    // CHECK: FOR(b, M)
    FOR(b, M)
        FOR(a, N)
            t[a][b] += 2;
    return i + j;
}

int main(void)
{
    int x = columns(N);
    three();
    x += others();
    long s = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            s += t[i][j] * (i % 7) + u[j][i] * (j % 5) + cube[i % 20][j % 30][(i + j) % 40];
    printf("%d %ld\n", x, s);
    return 0;
}
