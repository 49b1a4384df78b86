// Blocks that a function has allocated and exchanges, of which regions touch parts by several kinds of indices: all of them stays on the
// device, the host's copies go by the name that leads there, and what it fills is not brought before. And exchanges that are none.
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
#include <string.h>

static long *kept;
static void sweep(long n, long m, const long *a, long *b)
{
    for (long i = 1; i < n - 1; i++)
        for (long k = 1; k < m - 1; k++)
            b[i * m + k] = a[(i - 1) * m + k] + a[(i + 1) * m + k] - a[i * m + k - 1];
}

static void scale(long n, long m, const long *head, const long *in, long *out)
{
    for (long i = 0; i < n; i++)
        for (long k = 0; k < m; k++)
            out[i * m + k] = in[i * m + k] * head[i];
}

// The host fills `to`, all of it.
// CHECK-LABEL: static long filled_by_host
static long filled_by_host(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = malloc(points * sizeof *from), *to = malloc(points * sizeof *to);
    // CHECK: enter data
    // CHECK: map(alloc: from[0:points > 0 ? points : 0], to[0:points > 0 ? points : 0])
    for (long i = 0; i < points; i++)
        from[i] = i % 13;
    // CHECK: update from(from[0:points > 0 ? points : 0])
    // CHECK-NEXT: memcpy
    memcpy(to, from, points * sizeof *to);
    // CHECK-NEXT: update to(to[0:points > 0 ? points : 0])
    // CHECK-NEXT: for
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum += from[i];
    // CHECK: update from(from[points / 2:1])
    sum += from[points / 2];
    // CHECK: exit data
    free(from);
    free(to);
    return sum;
}

// … a part of it, so that the rest comes from the host, too.
// CHECK-LABEL: static long filled_in_part
static long filled_in_part(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = malloc(points * sizeof *from), *to = calloc(points, sizeof *to);
    // CHECK: enter data map(to: to[0:points > 0 ? points : 0])
    // CHECK-NEXT: map(alloc: from[0:points > 0 ? points : 0])
    for (long i = 0; i < points; i++)
        from[i] = i % 13;
    memcpy(to, from, points / 2 * sizeof *to);
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum += from[i] + to[i];
    free(from);
    free(to);
    return sum;
}

// What was filled by name is another one behind the exchange.
// CHECK-LABEL: static long filled_behind
static long filled_behind(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    // CHECK: enter data
    // CHECK-NEXT: map(to: from[0:{{.*}}
    // CHECK-NEXT: to[0:
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        if (k % 3 != 1) {
            long *swap = from;
            from = to;
            to = swap;
        }
        for (long i = 0; i < points; i++)
            from[i] = i + k;
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// A name of before leads to the other one: both are copied.
// CHECK-LABEL: static long named_before
static long named_before(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    for (long i = 0; i < points; i++)
        from[i] = i % 5;
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        sweep(n, m, to, from);
        long *old = from;
        long *swap = from;
        from = to;
        to = swap;
        old[k] += 100;
        sum += old[k + 1];
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// … and for a region it may be the same as another one's: the host's loop runs.
// CHECK-LABEL: static long named_for_region
static long named_for_region(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    // CHECK-NOT: enter data map({{.*}}from[
    for (long i = 0; i < points; i++)
        from[i] = i % 5;
    for (long k = 0; k < steps; k++) {
        long *old = from;
        sum++;
        long *swap = from;
        from = to;
        to = swap;
        sweep(n, m, from, to);
        sweep(n, m, old, to);
    }
    // CHECK: sum = sum
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// … but not where it is what the name leads to still.
// CHECK-LABEL: static long named_anew
static long named_anew(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    // CHECK: enter data
    // CHECK-NEXT: map(alloc: to[0:points > 0 ? points : 0], from[
    for (long i = 0; i < points; i++)
        from[i] = to[i] = i % 5;
    for (long k = 0; k < steps; k++) {
        long *old = from;
        sum++;
        sweep(n, m, old, to);
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// The lengths differ, one is another one's, one grows, one is kept: the whole of a block is nothing that is known.
// CHECK-LABEL: static long of_other_lengths
static long of_other_lengths(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points + 7, sizeof *to);
    // CHECK-NOT: map({{.*}}points + 7
    // CHECK: for (long k
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        for (long i = 0; i < points; i++)
            from[i]++;
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// CHECK-LABEL: static long assigned
static long assigned(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to), *one = from, *other = to;
    // CHECK-NOT: {{target|enter}} data
    // CHECK: for (long k = 0
    // CHECK-NEXT: = apart(from,
    for (long k = 0; k < steps; k++) {
        for (long i = 0; i < points; i++)
            from[i] += i;
        sweep(n, m, from, to);
        if (k == 2)
            from = to;
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    // CHECK: free(one)
    free(one);
    free(other);
    return sum;
}

// CHECK-LABEL: static long grown
static long grown(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    // CHECK-NOT: {{target|enter}} data
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        long *swap = from;
        from = to;
        to = swap;
        to = realloc(to, (points + k) * sizeof *to);
        sweep(n, m, to, from);
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    // CHECK: free(from)
    free(from);
    free(to);
    return sum;
}

static void poke(void) { kept[3] += 1000; }

// CHECK-LABEL: static long kept_by_others
static long kept_by_others(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *from = calloc(points, sizeof *from), *to = calloc(points, sizeof *to);
    kept = from;
    for (long k = 0; k < steps; k++) {
        sweep(n, m, from, to);
        for (long i = 0; i < points; i++)
            to[i]++;
        // CHECK: poke
        poke();
        long *swap = from;
        from = to;
        to = swap;
    }
    for (long i = 0; i < points; i++)
        sum = sum * 3 + from[i] - to[i];
    free(from);
    free(to);
    return sum;
}

// A factor changes: `points` is no longer n * m.
// CHECK-LABEL: static long other_factor
static long other_factor(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *head = calloc(n, sizeof *head), *in = malloc(points * sizeof *in), *out = calloc(points, sizeof *out);
    n = n > 4 ? n - 2 : n;
    // CHECK: map(to: in[0:(points > 0 ? points : 0) > (
    for (long i = 0; i < n; i++)
        head[i] = i + 2;
    for (long i = 0; i < points; i++)
        in[i] = i;
    for (long k = 0; k < steps; k++)
        scale(n, m, head, in, out);
    for (long i = 0; i < points; i++)
        sum = sum * 3 + out[i];
    free(head);
    free(in);
    free(out);
    return sum;
}

// Rows that may be empty where the head of each is not: blocks of their own are apart all the same.
// CHECK-LABEL: static long empty_rows
static long empty_rows(long n, long m, long steps)
{
    long points = n * m, sum = 0;
    long *head = malloc(n * sizeof *head), *in = malloc(points * sizeof *in), *out = malloc(points * sizeof *out);
    // CHECK: map(to: out[0:((steps >= 1) && (m >= 1)) && (n >= 1) ? (long)n * m : 0])
    // CHECK-NEXT: map(alloc: head[0:n > 0 ? n : 0], in[0:points > 0 ? points : 0])
    for (long i = 0; i < n; i++)
        head[i] = i + 2;
    for (long i = 0; i < points; i++)
        in[i] = i;
    for (long k = 0; k < steps; k++)
        scale(n, m, head, in, out);
    for (long i = 0; i < points; i++)
        sum = sum * 3 + (steps ? out[i] : 0);
    free(head);
    free(in);
    free(out);
    return sum;
}

// `out` is a middle of `in`: where a row is empty that is the host's loop, with what the device has not.
// CHECK-LABEL: static long empty_middle
static long empty_middle(long n, long m, long *all)
{
    long sum = 0;
    // CHECK-NOT: {{target|enter}} data
    for (long i = 0; i < n; i++)
        all[i] = i;
    scale(n, m, all, all + n / 2, all + n / 3);
    for (long i = 0; i < n; i++)
        sum = sum * 3 + all[i];
    // CHECK: return
    return sum;
}

static void bump(const long *from, long *to, long n)
{
    for (long i = 0; i < n; i++)
        to[i] = from[i] + 3;
}

static long dot(long n, const long *a, const long *b)
{
    long s = 0;
    for (long i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

// A block and the same one from its second element on: the host adds up.
// CHECK-LABEL: static long shifted
static long shifted(long n)
{
    long *r = malloc(n * sizeof *r);
    // CHECK-NOT: {{target|enter}} data
    for (long i = 0; i < n; i++)
        r[i] = i % 7;
    long s = dot(n - 1, r, r + 1) + dot(n - 1, r, r + 1);
    for (long i = 0; i < n; i++)
        r[i] += 2;
    // CHECK: s += r[3]
    s += r[3];
    free(r);
    return s;
}

// What an argument is worked out by is no memory of the region's: both of its pointers lead to u.
// CHECK-LABEL: static long by_arguments
static long by_arguments(long n)
{
    long *u = malloc(n * sizeof *u), by[2] = {1, 2}, sum = 0;
    // CHECK-NOT: enter data map({{.*}}u[
    for (long i = 0; i < n; i++)
        u[i] = i % 7;
    for (int k = 0; k < 3; k++) {
        bump(u + by[0], u, n - 1);
        bump(u + by[0], u, n - 1);
    }
    // CHECK: sum = sum
    for (long i = 0; i < n; i++)
        sum = sum * 3 + u[i];
    free(u);
    return sum;
}

static const long *one_of(long c, const long *x, const long *y) { return c ? x : y; }
// CHECK-LABEL: static long by_function
static long by_function(long n)
{
    long *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v), by[2] = {n % 3, n % 2}, sum = 0;
    // CHECK-NOT: enter data map({{.*}}u[
    for (long i = 0; i < n; i++)
        u[i] = v[i] = i % 7;
    for (int k = 0; k < 3; k++) {
        bump(one_of(by[0], u, v), (long *)one_of(by[1], u, v), n - 1);
        bump(by[0] ? u : v, by[1] ? u : v, n - 1);
    }
    // CHECK: sum = sum
    for (long i = 0; i < n; i++)
        sum = sum * 3 + u[i] - v[i];
    free(u);
    free(v);
    return sum;
}

static void look(const long *x, long *o)
{
    if (x[0] >= 0)
        o[1] += x[3];
}

// Variables that are declared behind the directive have no names there.
// CHECK-LABEL: static long declared_behind
static long declared_behind(long n, long steps)
{
    long *from = malloc(n * sizeof *from), *to = malloc(n * sizeof *to);
    // CHECK: enter data map(
    for (long i = 0; i < n; i++)
        from[i] = to[i] = i % 7;
    for (long k = 0; k < steps; k++) {
        for (long i = 1; i < n; i++)
            to[i] = from[i - 1] + 1;
        long *swap = from;
        from = to;
        to = swap;
    }
    // CHECK: exit data map(
    long first;
    memcpy(&first, from, sizeof first);
    free(from);
    free(to);
    return first;
}

static void fill(long n, long *x)
{
    for (long i = 0; i < n; i++)
        x[i] = i % 7;
}

// CHECK-LABEL: static long moved_behind
static long moved_behind(long n)
{
    long *x = malloc(n * sizeof *x);
    // CHECK-NOT: apart(
    for (volatile int k = 0; k < 2; k++)
        fill(n, x);
    long other[4];
    for (int i = 0; i < 4; i++)
        other[i] = i;
    // CHECK: realloc
    x = realloc(x, 100 * sizeof *x);
    look(x, other);
    free(x);
    return other[0];
}

int main(void)
{
    static const struct {
        long n, m, steps;
    } sizes[] = {{30, 20, 4}, {30, 20, 5}, {3, 3, 1}, {2, 9, 3}, {40, 50, 0}};
    long *all = calloc(100, sizeof *all);
    for (volatile int i = 0; i < 5; i++) {
        long n = sizes[i].n, m = sizes[i].m, steps = sizes[i].steps;
        printf("%ld %ld\n", filled_by_host(n, m, steps), filled_in_part(n, m, steps));
        printf("%ld %ld\n", filled_behind(n, m, steps), named_before(n, m, steps));
        printf("%ld %ld\n", named_for_region(n, m, steps), named_anew(n, m, steps));
        printf("%ld %ld\n", of_other_lengths(n, m, steps), assigned(n, m, steps));
        printf("%ld %ld\n", grown(n, m, steps), kept_by_others(n, m, steps));
        printf("%ld %ld\n", declared_behind(n * m, steps), moved_behind(n * m));
        printf("%ld %ld\n", other_factor(n, m, steps), empty_rows(n, m, steps ? steps : 1));
        printf("%ld %ld\n", empty_middle(60, i % 2, all), shifted(n * m));
    }
    printf("%ld\n", empty_rows(9, 0, 2));
    for (long n = 100; n < 106; n++)
        printf("%ld %ld\n", by_arguments(n), by_function(n));
    free(all);
    return 0;
}
