// Pointers that `?:` chooses between blocks: data stays on the device where no two pointers of a region can be the same, and is copied
// where they can. All print what they printed before.
// RUN: sed '/CHECK\|RUN/d' %s > source.c
// RUN: %gantry annotate -w --least-work=0 source.c -o written.c
// RUN: %FileCheck %s < written.c
// RUN: %gcc -O1 -w source.c -o serial && ./serial > want
// RUN: %gcc -O1 -w -fopenmp -foffload=disable written.c -o gcc && OMP_NUM_THREADS=3 ./gcc | cmp - want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && OMP_NUM_THREADS=3 GANTRY_DEVICES=none ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: %gantry check -w -O1 written.c > checked && cmp checked want
// REQUIRES: gcc
#include <stdio.h>
#include <stdlib.h>

static long turn;

static void step(const long *from, long *to, int n)
{
    for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1] - from[i];
}

static void turned_step(const long *from, long *to, int n)
{
    turn = !turn;
    for (int i = 1; i < n - 1; i++)
        to[i] = from[i - 1] + from[i + 1] - from[i];
}

static long *filled(int n)
{
    long *p = malloc(n * sizeof *p);
    if (!p)
        abort();
    for (volatile int i = 0; i < n; i++)
        p[i] = i * i % 17;
    return p;
}

static void show(const long *u, const long *v, int n)
{
    printf("%ld %ld %ld %ld\n", u[n / 2], v[n / 2], u[1], v[1]);
}

// By the number of the step.
// CHECK-LABEL: static void by_number
static void by_number(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    // CHECK: #pragma omp target data map(tofrom: v[0:n > 0 ? n : 0], u[0:
    for (int s = 0; s < steps; s++)
        step(s % 2 ? v : u, s % 2 ? u : v, n);
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// By what nobody knows before, twice in one statement; v is scratch memory of another function.
// CHECK-LABEL: static void by_flag
static void by_flag(long *u, int n, int steps)
{
    long *v = calloc(n, sizeof *v);
    int odd = 0;
    if (!v)
        abort();
    // CHECK: #pragma omp target {{.*}}data
    for (int s = 0; s < steps; s++) {
        long *from = odd ? v : u, *to = odd ? u : v;
        step(from, to, n);
        odd = !odd;
    }
    // CHECK: printf
    printf("%ld\n", v[n / 3]);
    free(v);
}

// CHECK-LABEL: static void around
static void around(int n)
{
    long *u = malloc(n * sizeof *u);
    // CHECK: #pragma omp target enter data {{.*}}u[
    for (int i = 0; i < n; i++)
        u[i] = i % 9;
    by_flag(u, n, 4);
    for (int i = 0; i < n; i++)
        u[i] += i;
    // CHECK: #pragma omp target exit data {{.*}}u[
    printf("%ld\n", u[n / 2]);
    free(u);
}

// The host looks at the one that was chosen.
// CHECK-LABEL: static void looked_at
static void looked_at(int n, int steps)
{
    long *u = filled(n), *v = filled(n), sum = 0;
    // CHECK: #pragma omp target data
    for (int s = 0; s < steps; s++) {
        step(s % 2 ? v : u, s % 2 ? u : v, n);
        step(s % 2 ? u : v, s % 2 ? v : u, n);
        // CHECK: update{{.*}} from(
        sum += (s % 2 ? u : v)[2];
    }
    printf("%ld\n", sum);
    show(u, v, n);
    free(u);
    free(v);
}

// … under a condition that says nothing of sizes: what is on the device is shorter than the block.
// CHECK-LABEL: static void looked_at_sometimes
static void looked_at_sometimes(void)
{
    int n = 35;
    long *u = malloc((n + 1) * sizeof *u), *v = malloc((n + 1) * sizeof *v), sum = 0;
    for (int i = 0; i < n; i++)
        u[i] = v[i] = i + 1;
    // CHECK: data {{.*}}v[0:n]
    for (int s = 1; s <= 3; s++) {
        step(s % 2 ? u : v, s % 2 ? v : u, n);
        // CHECK: update from(v[0:n])
        if (sum >= 0)
            sum += v[1];
    }
    printf("%ld\n", sum);
    show(u, v, n);
    free(u);
    free(v);
}

// Conditions that are not opposite: both may be the same, and the host computes then.
// CHECK-LABEL: static void other_numbers
static void other_numbers(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++)
        step(s % 2 ? v : u, s % 3 ? u : v, n);
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// CHECK-LABEL: static void flag_between
static void flag_between(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    int odd = 0;
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++) {
        long *from = odd ? v : u;
        odd = s % 3 ? !odd : odd;
        long *to = odd ? u : v;
        step(from, to, n);
    }
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// CHECK-LABEL: static void flag_within
static void flag_within(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    int odd = 0, other = 0;
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++) {
        long *from = odd ? v : u, *none = (odd = s % 3 ? !odd : odd) ? u : v, *to = odd ? u : v;
        step(from, to, n);
        other += none == to;
    }
    // CHECK: show
    show(u, v, n);
    printf("%d\n", other);
    free(u);
    free(v);
}

// The function changes what the condition asks, after it has been asked.
// CHECK-LABEL: static void by_global
static void by_global(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++)
        turned_step(turn ? v : u, turn ? u : v, n);
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// It is changed by a pointer between the two choices, or by a function that has its address.
// CHECK-LABEL: static void by_pointer
static void by_pointer(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    int odd = 1, *at = &odd;
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++) {
        long *from = odd ? u : v;
        *at = s & 1;
        long *to = odd ? v : u;
        step(from, to, n);
    }
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

static void set(int *at, int x) { *at = x; }

// CHECK-LABEL: static void by_function
static void by_function(int n, int steps)
{
    static int odd = 1;
    long *u = filled(n), *v = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++) {
        long *from = odd == 1 ? u : v;
        set(&odd, s & 1);
        long *to = odd == 1 ? v : u;
        step(from, to, n);
    }
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// CHECK-LABEL: static void by_element
static void by_element(int n, int steps, int *odd)
{
    long *u = filled(n), *v = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++) {
        long *from = odd[1] == 1 ? u : v;
        odd[s % 3] = s & 1;
        long *to = odd[1] == 1 ? v : u;
        step(from, to, n);
    }
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// What is filled is not what is read: neither where, nor how much of it.
// CHECK-LABEL: static void other_branch
static void other_branch(int n, int steps)
{
    long *u = filled(n), *v = filled(n);
    int odd = 1, *at = &odd;
    // CHECK-NOT: alloc: u
    for (int s = 0; s < steps; s++) {
        if (odd)
            for (int i = 0; i < n; i++)
                u[i] = i;
        *at = 1;
        if (odd)
            for (int i = 0; i < n; i++)
                v[i] += u[i];
        *at = s % 3;
    }
    // CHECK: show
    show(v, v, n);
    free(u);
    free(v);
}

// CHECK-LABEL: static void other_length
static void other_length(int n)
{
    long *u = filled(n), *v = filled(n);
    int m = n / 2, *at = &m;
    // CHECK-NOT: alloc: u
    for (int i = 0; i < m; i++)
        u[i] = i;
    *at = n;
    for (int i = 0; i < m; i++)
        v[i] += u[i];
    // CHECK: show
    show(v, v, n);
    free(u);
    free(v);
}

// Its address was given away, and nobody uses that any more.
// CHECK-LABEL: static void steady
static void steady(int n)
{
    long *u = filled(n), *v = filled(n);
    int m;
    set(&m, n / 2);
    // CHECK: data map({{.*}}u[0:m
    for (int i = 0; i < m; i++)
        u[i] = i;
    for (int i = 0; i < m; i++)
        v[i] += u[i];
    // CHECK: show
    show(v, v, n);
    free(u);
    free(v);
}

// Two halves of one block, and one beside a middle.
// CHECK-LABEL: static void middles
static void middles(int n, int steps)
{
    long *u = filled(2 * n), *v = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++)
        step(s % 2 ? v : u, s % 2 ? u + 1 : u, n);
    // CHECK: show
    show(u, v, n);
    free(u);
    free(v);
}

// Three of them; the first two may be the same.
// CHECK-LABEL: static void three
static void three(int n, int steps)
{
    long *u = filled(n), *v = filled(n), *w = filled(n);
    // CHECK-NOT: {{target|enter}} data
    for (int s = 0; s < steps; s++)
        step(s % 2 ? u : s % 3 ? v : w, s % 2 ? w : v, n);
    // CHECK: show
    show(u, v, n);
    show(w, v, n);
    free(u);
    free(v);
    free(w);
}

int main(void)
{
    enum { N = 900 };
    long *u = filled(N);
    for (int steps = 0; steps < 4; steps++) {
        by_number(N, steps);
        by_flag(u, N, steps);
        printf("%ld\n", u[N / 2]);
        looked_at(N, steps);
        looked_at_sometimes();
        other_numbers(N, 2 * steps);
        flag_between(N, 2 * steps);
        flag_within(N, 2 * steps);
        by_global(N, steps);
        by_pointer(N, 2 * steps);
        by_function(N, 2 * steps);
        by_element(N, 2 * steps, (int[]){1, 0, 1});
        other_branch(N, 2 * steps);
        other_length(N);
        steady(N);
        middles(N, steps);
        three(N, 2 * steps);
    }
    around(N);
    free(u);
    return 0;
}
