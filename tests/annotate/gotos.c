// RUN: sed '/CHECK\|RUN/d' %s > source.c && %gantry annotate --no-data --least-work=0 source.c -o written.c && %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -fopenmp -foffload=disable written.c -o gcc && ./gcc | cmp - want
// RUN: OMP_NUM_THREADS=3 %gantry check written.c > got 2> log; cat log; cmp got want && grep -q 'nothing found' log
/* A goto leads over stores: what is not stored to comes back as it was. */
#include <stdio.h>
#include <stdlib.h>

enum { N = 200 };

void over_a_store(int n, int *a)
{
    // CHECK: target{{.*}} map(tofrom: a[
    for (int i = 0; i < n; i++) {
        if (i == 7)
            goto next;
        a[i] = i;
    next:;
    }
}

void out_of_a_loop(int n, int *restrict a, const int *restrict b)
{
    // CHECK: target{{.*}} map(to: b[
    // CHECK-NEXT: map(tofrom: a[
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < 3; j++)
            if (b[j] == i)
                goto out;
        a[i] = 2 * i;
    out:;
    }
}

void out_of_a_block(int n, int *a)
{
    // CHECK: target{{.*}} map(tofrom: a[
    for (int i = 0; i < n; i++) {
        {
            if (i % 3 == 1)
                goto end;
        }
        a[i] = 3 * i;
    end:;
    }
}

void forth_and_on(int n, int *restrict a, int *restrict b)
{
    // CHECK: target teams
    // CHECK-NEXT: map(tofrom: a[{{.*}} b[
    for (int i = 0; i < n; i++) {
        a[i] = i + 1;
        if (i & 1)
            goto both;
        b[i] = i;
    both:
        a[i] += 5;
    }
}

/* A test of overlap has a serial copy behind it: the label would be there twice. */
void no_second_label(int n, int *a, const int *b)
{
    // CHECK: void no_second_label
    // CHECK-NEXT: {
    // CHECK-NEXT: for
    for (int i = 0; i < n; i++) {
        if (b[i] > 9)
            goto next;
        a[i] = b[i];
    next:;
    }
}

static int sum(const int *a)
{
    int s = 0;
    for (int i = 0; i < N; i++)
        s = s * 31 + a[i];
    return s;
}

int main(void)
{
    int *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b);
    for (int k = 0; k < 5; k++) {
        for (int i = 0; i < N; i++)
            a[i] = i * 17 % 23 + k, b[i] = i * 29 % 31;
        if (k == 0)
            over_a_store(N, a);
        else if (k == 1)
            out_of_a_loop(N, a, b);
        else if (k == 2)
            out_of_a_block(N, a);
        else if (k == 3)
            forth_and_on(N, a, b);
        else
            no_second_label(N, a, b);
        printf("%d %d\n", sum(a), sum(b));
    }
    return 0;
}
