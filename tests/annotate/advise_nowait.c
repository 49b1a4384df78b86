// `gantry advise` and constructs that do not wait: they count where a `taskwait` of their own block waits for them, and nothing is copied before it;
// else the reason says so.
// RUN: sed '/CHECK\|SAID\|RUN/d' %s > source.c
// RUN: %gantry advise source.c -o written.c | sed 's/source\.c:[0-9]*:/FILE:/' > said && %FileCheck %s < written.c && %FileCheck --check-prefix=SAID %s < said
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %clang -w -fopenmp -fsyntax-only written.c
// RUN: %gantry cc -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -O1 written.c > checked && cmp checked want
// A task that somebody else might wait for: no taskwait waits for known constructs alone.
// RUN: sed 's/^static void step(/static void task(long *a)\n{\n#pragma omp task\n    a[0]++;\n}\n\n&/' source.c > tasks.c
// RUN: %gantry advise tasks.c > said && grep -c 'no .taskwait. behind it in its block says until when .GL622' said | grep -x 4 && %not grep -q GL601 said
// The same where a jump may lead past the one that waits.
// RUN: sed 's/^    show("meanwhile".*/    if (n > 3)\n        return;/' source.c > jumps.c
// RUN: %gantry advise jumps.c > said && grep -c 'GL622' said | grep -x 4 && %not grep -q GL601 said
#include <stdio.h>
#include <stdlib.h>

static void show(const char *what, const long *a, int n)
{
    long s = 0;
    for (int i = 0; i < n; i++)
        s = (s * 3 + a[i]) % 10007;
    printf("%s %ld\n", what, s);
}

static void step(int n, long *restrict a, long *restrict b)
{
#pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n])
    for (int i = 0; i < n; i++)
        a[i] = (a[i] * 5 + 1) % 1009;
#pragma omp target teams distribute parallel for nowait map(tofrom: b[0:n])
    for (int i = 0; i < n; i++)
        b[i] = (b[i] * 7 + 1) % 1009;
#pragma omp taskwait
}

// CHECK: static void steps
// CHECK: #pragma omp target data if(rounds >= 1) map(tofrom: a[0:n], b[0:n])
// CHECK-NEXT: for (int k
static void steps(int n, long *restrict a, long *restrict b, int rounds)
{
    for (int k = 0; k < rounds; k++)
        step(n, a, b);
}

// One after the other, by what they depend on; the data leaves when all have ended.
// CHECK: static void chain
// CHECK: #pragma omp target enter data map(to: b[0:n])
// CHECK: #pragma omp taskwait
// CHECK-NEXT: #pragma omp target exit data map(from: b[0:n])
static void chain(int n, long *restrict a, long *restrict b)
{
#pragma omp target teams distribute parallel for nowait map(tofrom: b[0:n]) depend(out: b[0])
    for (int i = 0; i < n; i++)
        b[i] = (b[i] * 5 + 1) % 1009;
#pragma omp target teams distribute parallel for nowait map(to: a[0:n]) map(tofrom: b[0:n]) depend(in: a[0]) depend(inout: b[0])
    for (int i = 0; i < n; i++)
        b[i] = (b[i] * 5 + a[i]) % 1009;
    show("meanwhile", a, 3);
#pragma omp taskwait
}

// The host touches what is beside the part that stays in the meantime.
// CHECK: static void parts
// CHECK: pragma omp target data map(tofrom: a[0:n - 1])
// CHECK-NOT: target update
static void parts(int n, long *restrict a)
{
    for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n - 1])
        for (int i = 0; i < n - 1; i++)
            a[i] = (a[i] * 5 + 1) % 1009;
        a[n - 1] += k;
#pragma omp taskwait
    }
}

// It is part of what stays: an update there would bring what is being computed.
// CHECK: static void within
// CHECK-NOT: pragma omp target {{(enter )?}}data
// CHECK: int main
static void within(int n, long *restrict a)
{
    for (int k = 0; k < 4; k++) {
#pragma omp target teams distribute parallel for nowait map(tofrom: a[0:n - 1])
        for (int i = 0; i < n - 1; i++)
            a[i] = (a[i] * 5 + 1) % 1009;
        a[n - 1] += k;
#pragma omp taskwait
#pragma omp target teams distribute parallel for map(tofrom: a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = (a[i] * 3 + 1) % 1009;
    }
}

// SAID: FILE: a: not proved: {{.*}} [GL611]

int main(int argc, char **argv)
{
    int n = 1000 + (argc > 1 ? atoi(argv[1]) : 0);
    long *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    for (int i = 0; i < n; i++) {
        a[i] = i % 7;
        b[i] = i % 5;
    }
    steps(n, a, b, 5);
    show("steps", a, n);
    if (n < 0)
        return 1;
    chain(n, a, b);
    if (n < 0)
        return 1;
    show("chain", b, n);
    if (n < 0)
        return 1;
    parts(n, a);
    if (n < 0)
        return 1;
    within(n, a);
    show("parts", a, n);
    free(a);
    free(b);
    return 0;
}
