// RUN: %gantry cc -fcheck %O --offload-arch=emulated %s -o %t -lm
// RUN: bash %S/uninit.sh %t
/* Uninitialised memory of the device: each case by its letter, a faulty one and, as a capital, its legal twin. What a
 * faulty one must say is in uninit.sh. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define N 200
static int a[N], b[N];
static double x[N], y[N];

struct part {
    char c;
    int i;
    double d;
};

/* a: a branch on map(alloc:); A: on map(to:) */
static void branch(int good)
{
    if (good) {
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
        for (int i = 0; i < N; i++)
            if (a[i] > 3)
                b[i] = 1;
        return;
    }
#pragma omp target teams distribute parallel for map(alloc : a) map(tofrom : b)
    for (int i = 0; i < N; i++)
        if (a[i] > 3) // line a
            b[i] = 1;
}

/* b: an index from map(alloc:), brought into bounds; B: it was stored to before */
static void address(int good)
{
#pragma omp target map(alloc : a) map(tofrom : b)
    {
        if (good)
            for (int i = 0; i < N; i++)
                a[i] = i;
        for (int i = 0; i < N; i++)
            b[(unsigned)a[i] % N] = 1; // line b
    }
}

/* c: a sum of what map(alloc:) holds goes back; C: a sum that began with 0 */
static void result(int good)
{
    double s = 0;
#pragma omp target teams distribute parallel for map(alloc : x) map(tofrom : y)
    for (int i = 0; i < N; i++) {
        if (good)
            x[i] = i;
        y[i] = x[i] + 1; // line c
    }
    s = y[1];
    printf("%s", s > 1e300 ? "?" : "");
}

/* d: map(from:) of which half is stored, which is legal; D: all */
static void half(int good)
{
#pragma omp target teams distribute parallel for map(from : x)
    for (int i = 0; i < N; i++)
        if (good || i % 2)
            x[i] = i;
    if (x[1] != 1)
        printf("wrong");
}

/* e: a local variable that only some ways set; E: all */
static int choose(int i, int good)
{
    int v;
    if (good || i < 10)
        v = i;
    if (v > 5) // line e
        printf("%s", "");
    return 1;
}
static void local(int good)
{
#pragma omp target teams distribute parallel for map(tofrom : b)
    for (int i = 0; i < N; i++)
        b[i] = choose(i, good);
}

/* f: structures with holes, partly set, copied as a whole; a member that is not set decides. F: without the last */
static void holes(int good)
{
#pragma omp target teams distribute parallel for map(tofrom : b)
    for (int i = 0; i < N; i++) {
        struct part p, q;
        p.i = i;
        p.c = 'x';
        q = p;
        if (good)
            q.d = 1;
        if (q.i > 3 && q.c == 'x')
            b[i] = 1;
        if (q.d > 2) // line f
            b[i] = 2;
    }
}

/* g: malloc in a kernel; G: calloc */
static void heap(int good)
{
#pragma omp target map(tofrom : b)
    {
        int *p = good ? calloc(10, sizeof *p) : malloc(10 * sizeof *p);
        if (p[3]) // line g
            b[0] = 1;
        free(p);
    }
}

/* h: an atomic sum in what map(alloc:) holds, read afterwards; H: it was set to 0 */
static void atomic(int good)
{
    int total[1];
    int big = 0;
#pragma omp target data map(alloc : total)
    {
#pragma omp target
        if (good)
            total[0] = 0;
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
#pragma omp atomic
            total[0] += i;
#pragma omp target map(tofrom : big)
        if (total[0] > 10) // line h
            big = 1;
    }
}

/* i: omp_target_alloc; I: after omp_target_memset */
static void routine(int good)
{
    int dev = omp_get_default_device();
    int *p = omp_target_alloc(N * sizeof *p, dev);
    if (good) {
        memset(a, 0, sizeof a);
        omp_target_memcpy(p, a, sizeof a, 0, 0, dev, omp_get_initial_device());
    }
#pragma omp target teams distribute parallel for is_device_ptr(p) map(tofrom : b)
    for (int i = 0; i < N; i++)
        if (p[i]) // line i
            b[i] = 1;
    omp_target_free(p, dev);
}

/* j: the sine of what was never written decides; J: of what was */
static void function(int good)
{
#pragma omp target teams distribute parallel for map(alloc : x) map(tofrom : b)
    for (int i = 0; i < N; i++) {
        int e;
        if (good)
            x[i] = i;
        if (frexp(sin(x[i]), &e) > 0.7) // line j
            b[i] = e;
    }
}

/* k: reductions of all kinds over what was written, which are never findings; k prints one of what was not */
static void reductions(int good)
{
    int sum = 0, most = 0, bits = 0;
    double product = 1, parts[4] = {0};
#pragma omp target data map(alloc : x)
    {
        if (good) {
#pragma omp target teams distribute parallel for
            for (int i = 0; i < N; i++)
                x[i] = 1;
        }
#pragma omp target teams distribute parallel for reduction(+ : sum, parts) reduction(max : most) reduction(| : bits)   \
    reduction(* : product)
        for (int i = 0; i < N; i++) {
            sum += i;
            most = most > i ? most : i;
            bits |= i;
            product *= x[i]; // line k
            parts[i % 4] += 1;
        }
    }
    if (sum != N * (N - 1) / 2 || most != N - 1 || bits != 255 || parts[3] != N / 4)
        printf("wrong");
    if (good && product != 1)
        printf("wrong");
}

/* l: a variable of the team, read by threads before it is set; L: after */
static void team(int good)
{
#pragma omp target teams num_teams(2) map(tofrom : b)
    {
        int shared[4];
        if (good)
            for (int i = 0; i < 4; i++)
                shared[i] = i;
#pragma omp parallel for
        for (int i = 0; i < N; i++)
            if (shared[i & 3] == 77) // line l
                b[i] = 1;
    }
}

/* m: printed; M: only copied */
static void output(int good)
{
    int last = 0;
#pragma omp target map(alloc : a) map(from : last)
    {
        last = a[3];
        if (!good)
            printf("%d\n", last); // line m
    }
}

/* n: the result of a comparison goes back; N: of what was stored */
static void comparison(int good)
{
#pragma omp target teams distribute parallel for map(alloc : x) map(tofrom : b)
    for (int i = 0; i < N; i++) {
        if (good)
            x[i] = i;
        b[i] = x[i] > 3; // line n
    }
}

/* o: the library's search decides by what a comparison of the program's read; O: of what was stored, through pointers
 * too, by comparisons that leave all kinds of values behind */
#pragma omp begin declare target
static int by_value(const void *p, const void *q)
{
    const int *i = p, *j = q;
    return *i - *j; // line o
}
static int by_order(const void *p, const void *q)
{
    int order = 0;
    if (*(const int *)p < *(const int *)q)
        order = -1;
    else if (*(const int *)p > *(const int *)q)
        order = 1;
    return order;
}
static int *find(int key, int *v, int (*f)(const void *, const void *)) { return bsearch(&key, v, N, sizeof key, f); }
#pragma omp end declare target
static void searched(int good)
{
    if (!good) {
#pragma omp target map(alloc : a) map(tofrom : b)
        b[0] = bsearch(&b[1], a, N, sizeof *a, by_value) != NULL;
        return;
    }
#pragma omp target teams distribute parallel for map(alloc : a [0:N]) map(tofrom : b)
    for (int i = 0; i < N; i++)
        a[i] = 0, b[i] = i; // what it had stored is cleared for the next run of this case
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
    for (int i = 0; i < N; i++) {
        int key = 2 * i, v[4] = {4, 2, 1, 3};
        qsort(v, 4, sizeof *v, i & 1 ? by_order : by_value);
        if (bsearch(&key, a, N, sizeof *a, by_order) != NULL)
            b[i] += v[0];
        if (find(i + 1, a, i & 1 ? by_order : by_value))
            b[i] += 2;
    }
}

/* p: a value that was never given is moved to the host, which reads it; P: one that was given on all ways */
static void moved(int good)
{
    int most = 0;
#pragma omp target teams distribute parallel for map(from : a)
    for (int i = 0; i < N; i++) {
        int v;
        if (good || i < N - 1)
            v = i;
        a[i] = v;
    }
    for (int i = 0; i < N; i++)
        most += a[i] > most; // line p
    if (good && most != N - 1)
        printf("wrong");
    for (int i = 0; i < N; i++)
        a[i] = 0;
}

/* q: a member that is allocated only decides, in a structure that comes along; Q: it is brought */
static void member(int good)
{
    struct part p = {'x', 1, 2};
    if (good) {
#pragma omp target map(to : p.i, p.d) map(tofrom : b)
        if (p.i > 0)
            b[0] = p.d > 1;
        return;
    }
#pragma omp target map(to : p.i) map(alloc : p.d) map(tofrom : b)
    if (p.i > 0)
        if (p.d > 1) // line q
            b[0] = 1;
}

/* r: what the team's code passes on by value was never set; R: it was */
static void passed(int good)
{
#pragma omp target teams num_teams(2) map(tofrom : b)
    {
        int scale;
        if (good)
            scale = 3;
#pragma omp parallel num_threads(8)
        if (scale > 2) // line r
            b[omp_get_thread_num()] = 1;
    }
}

/* s: a sum in a loop that begins without a value goes back, though nobody looks at it; S: it begins with 0; a copy
 * that only some ways set, which is legal as long as it is not looked at */
static void sum(int good)
{
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : b)
    for (int i = 0; i < N / 4; i++) {
        int s;
        if (good)
            s = 0;
        for (int j = 0; j < 4; j++)
            s += a[4 * i + j]; // line s
        b[i] = s; // line s
    }
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : y)
    for (int i = 0; i < N; i++) {
        double d;
        struct part p;
        if (a[i])
            p.d = a[i] * 2, d = x[i];
        y[i] = a[i] ? d : p.d;
    }
}

/* t: such a sum that a function returns; T: it begins with 0 */
static double row_sum(const int *v, int good)
{
    double s;
    if (good)
        s = 0;
    for (int j = 0; j < 4; j++)
        s += v[j]; // line t
    return s;
}
static void returned(int good)
{
#pragma omp target teams distribute parallel for map(to : a) map(tofrom : y)
    for (int i = 0; i < N / 4; i++)
        y[i] = row_sum(&a[4 * i], good); // line t
}

/* u: a team's variable in a loop over teams, set in the first iterations only; U: in all */
static void begun(int good)
{
#pragma omp target teams distribute num_teams(2) map(tofrom : b)
    for (int i = 0; i < 16; i++) {
        int shared[4], one;
        if (good || i < 2)
            one = i, shared[0] = shared[1] = shared[2] = shared[3] = i;
#pragma omp parallel for num_threads(8)
        for (int j = 0; j < 8; j++)
            if (shared[j & 3] + one == 1000) // line u
                b[i] = 1;
    }
}

/* v: a carry out of bytes that were never written; V: bytes below it, and a bit-field of which the rest was not */
static void carried(int good)
{
#pragma omp target map(tofrom : b)
    {
        unsigned sum, low;
        unsigned char *s = (unsigned char *)&sum, *l = (unsigned char *)&low;
        struct {
            unsigned a : 5, b : 11;
        } f;
        s[3] = 1, l[0] = 7, f.a = 3;
        if (good)
            s[0] = s[1] = s[2] = 9;
        sum += 255;
        f.a += 2;
        if ((low * 3 + 5 & 255) == 26 && f.a == 5 && (unsigned char)(low - 8) == 255)
            b[0] = 1;
        if (sum >> 24 == 2) // line v
            b[1] = 1;
        if (good && b[0] != 1)
            printf("wrong");
    }
}

/* w: the element that atomics update, write and read is chosen by what was never written; W: by what was */
static void updated(int good)
{
    int *ix = malloc(N * sizeof *ix), read = 0;
    for (int i = 0; i < N; i++)
        ix[i] = i & 15;
#pragma omp target data map(alloc : ix[0 : N])
    {
        if (good) {
#pragma omp target update to(ix[0 : N])
        }
#pragma omp target map(tofrom : b) map(tofrom : read)
        {
#pragma omp atomic
            b[ix[3] & 15] += 1; // line w
            if (good) {
#pragma omp atomic write
                b[ix[4] & 15] = 2;
#pragma omp atomic read
                read = b[ix[5] & 15];
            }
        }
    }
    free(ix);
}

int main(int argc, char **argv)
{
    static void (*const cases[])(int) = {branch,   address, result,   half,       local, holes,   heap,
                                         atomic,   routine, function, reductions, team,  output,  comparison,
                                         searched, moved,   member,   passed,     sum,   returned, begun, carried,
                                         updated};
    for (int i = 0; i < N; i++)
        a[i] = b[i] = 0, x[i] = y[i] = 1;
    for (const char *p = argc > 1 ? argv[1] : ""; *p; p++)
        cases[(*p | 32) - 'a'](*p < 'a');
    return 0;
}
