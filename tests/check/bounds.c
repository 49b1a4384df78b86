// Bounds, and misuse of memory in kernels: each fault by name in a run of its own; `right` runs the twins of all, which
// differ by the one fault, and is silent.
// RUN: %gantry cc -w -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: %run_emulated32 %t right 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
// RUN: for f in $(%t names); do echo "== $f"; %run_emulated32 %t $f; echo "status $?"; done >%t.out 2>&1; %FileCheck %s <%t.out
// Without -fcheck indices of members are missed, and those that reach another variable.
// RUN: %gantry cc -w -O1 --offload-arch=emulated %s -o %t.plain
// RUN: %run_emulated64 %t.plain right 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
// RUN: for f in $(%t names); do echo "== $f"; %run_emulated64 %t.plain $f; :; done >%t.plain.out 2>&1
// RUN: grep -q '^  the local variables here take it to 4[78].... bytes; GANTRY_EMULATED_STACK sets how large it is$' %t.plain.out
// RUN: for f in %t.out %t.plain.out; do grep -oE '^== .*|\[GC[0-9]+\]$' $f | grep -v GC607 >$f.ids; done; { diff %t.out.ids %t.plain.out.ids || true; } | %FileCheck --check-prefix=MISSED %s
// RUN: GANTRY_CHECK=-bounds %run_emulated32 %t.plain other_block
// What was never copied shows in every type.
// RUN: %run_emulated32 %t.plain poison | %FileCheck --check-prefix=POISON %s
// RIGHT-NOT: gantry:
// MISSED: {{^}}[[#]]d[[#]]
// MISSED-NEXT: {{^}}< [GC101]
// MISSED-NEXT: {{^}}[[#]]d[[#]]
// MISSED-NEXT: {{^}}< [GC101]
// MISSED-NEXT: {{^}}[[#]]d[[#]]
// MISSED-NEXT: {{^}}< [GC101]
// MISSED-NOT: {{.}}
// POISON: 1 1 7ffa7ffa7ffa7ffa
// CHECK: == other_block
// CHECK-NEXT: bounds.c:{{.*}}: load of 8 bytes, 8384 bytes after the end of 'a[0 : N]' (8000 bytes, mapped at {{.*}}) [GC101]
// CHECK-NEXT: {{^}}  by thread 0 of team 0
// CHECK-NEXT: {{^}}  it lands at byte 256 of 'b[0 : N]' (8000 bytes, mapped at
// CHECK-NEXT: {{^}}  indices must stay inside the variable, or the section of it, that the address is computed from
// CHECK: status 3
// CHECK: == before
// CHECK-NEXT: load of 8 bytes, 8000 bytes before the beginning of 'a[0 : N]' {{.*}} [GC101]
// CHECK: == walk
// CHECK-NEXT: load of 8 bytes, right after the end of 'a[0 : N]' {{.*}} [GC101]
// CHECK: == late_section
// CHECK-NEXT: load of 8 bytes, right after the end of 'a[500 : 500]' {{.*}} [GC101]
// CHECK: == late_member
// CHECK-NEXT: load of 8 bytes, 8000 bytes after the end of 's.p[300 : N]' {{.*}} [GC101]
// CHECK: == chosen
// CHECK-NEXT: store of 8 bytes, 8384 bytes after the end of 'a[0 : N]' {{.*}} [GC101]
// CHECK: == copied
// CHECK-NEXT: load of 8008 bytes, reaching 8 bytes beyond the end of 'b[0 : N]' {{.*}} [GC101]
// CHECK: == large
// CHECK-NEXT: store of 8 bytes, 800000 bytes after the end of 'x[0 : n]' {{.*}} [GC101]
// CHECK: == freed
// CHECK-NEXT: store of 8 bytes, at byte 400 of 'omp_target_alloc' (800 bytes), which has been freed [GC103]
// CHECK: == member
// CHECK-NEXT: store of 4 bytes outside a variable: at byte 16 of 16 [GC101]
// CHECK: == inner_member
// CHECK-NEXT: store of 4 bytes outside a variable: at byte 80 of 56 [GC101]
// CHECK: == open_member
// CHECK-NEXT: store of 8 bytes, right after the end of '((char *)o)[0 : sizeof *o + 9 * sizeof(double)]' {{.*}} [GC101]
// CHECK: == stack
// CHECK-NEXT: a lane has used up its stack of 65536 bytes [GC104]
// CHECK: GANTRY_EMULATED_STACK sets how large it is
// CHECK: == section
// CHECK-NEXT: bounds.c:[[#]]:40: {{.*}}copying to the device 'a[0 : n]' (800000000 bytes): the host's memory cannot be read at byte {{.*}} of 800000000 [GC105]
// CHECK: == section_back
// CHECK: copying from the device 'a[0 : n]' (160000000 bytes): the host's memory cannot be written at byte {{.*}} of 160000000 [GC105]
// CHECK: == misaligned
// CHECK-NEXT: store of 8 bytes at 0x{{.*}}4, which is not divisible by 8, at byte 4 of 'a[0 : N]' {{.*}} [GC603]
// CHECK: == constant
// CHECK-NEXT: store of 8 bytes to constant data, at byte 40 of 'table' {{.*}} [GC604]
// CHECK: == attached
// CHECK-NEXT: store to an attached pointer, at byte 8 of 's' {{.*}}, by thread 0 of team 0: it points elsewhere when the kernel ends [GC605]
// CHECK: status 3
// CHECK: == host_string
// CHECK-NEXT: strlen reads at the host address 0x{{.*}}: 's' points there, and what it points to is not mapped (byte 0 of it) [GC601]
// CHECK: == host_format
// CHECK-NEXT: printf reads at the host address 0x{{.*}}: 's' points there, {{.*}} [GC601]
// CHECK: == short_string
// CHECK-NEXT: strcmp reads, right after the end of 's[0 : bytes]' (4 bytes, {{.*}} [GC101]
// CHECK: == small_buffer
// CHECK-NEXT: store of 5 bytes outside a variable: at byte 0 of 4 [GC101]
// CHECK: == freed_twice
// CHECK-NEXT: gantry: error: 0x{{.*}} cannot be freed: it has been freed before; it is at byte 0 of 'omp_target_alloc' (100 bytes), which has been freed [GC609]
// CHECK: status 3
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };
static double *a, *b;
static const double table[64] = {1, 2, 3};
struct inner { int first[4], v[3]; };
struct outer { struct inner in[2]; double last[8]; };
struct open { int n; double tail[1]; };
struct pointers { int n; double *p, *q; };

/* 2048 elements from the beginning of a is b: blocks of a page and more are followed by a gap of their size */
static void other_block(int wrong)
{
    int shift = wrong ? 2048 : 0;
#pragma omp target teams distribute parallel for map(tofrom : a[0 : N], b[0 : N])
    for (int i = 0; i < N; i++) {
        a[i + shift] += 1;
        b[i] += 1;
    }
}
static void before(int wrong)
{
    int shift = wrong ? -N : 0;
#pragma omp target teams distribute parallel for map(tofrom : b[0 : N]) map(to : a[0 : N])
    for (int i = 0; i < N; i++)
        b[i] += a[i + shift];
}
static void walk(int wrong)
{
    int n = N + wrong;
#pragma omp target map(tofrom : a[0 : N]) map(to : b[0 : N])
    {
        double *p = a;
        for (int i = 0; i < n; i++)
            *p++ += b[0];
    }
}
/* pointers that point beside what is mapped */
static void late_section(int wrong)
{
    int shift = wrong ? 100 : 0;
#pragma omp target teams distribute parallel for map(tofrom : a[500 : 500]) map(tofrom : b[900 : 100])
    for (int i = 500; i < N; i++) {
        a[i + shift] += 1;
        if (i == 999)
            b[i] = 1;
    }
}
static void late_member(int wrong)
{
    int shift = wrong ? 2 * N : 0;
    struct pointers s = {.p = a - 300};
#pragma omp target map(tofrom : s, s.p[300 : N])
    for (int i = 300; i < 300 + N; i++)
        s.p[i + shift] += 1;
}
/* which pointer it is, the run decides */
static void chosen(int wrong)
{
    int k = N / 2, far = wrong ? 2048 : 0;
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
    {
        double *p = k > 3 ? a : b;
        p[far] = 1;
    }
}
static void copied(int wrong)
{
    int n = N + wrong;
#pragma omp target map(tofrom : a[0 : N], b[0 : N])
    memcpy(a, b, (size_t)n * sizeof *a);
}
static void large(int wrong)
{
    int n = 400000;
    double *x = calloc((size_t)n, sizeof *x);
#pragma omp target map(tofrom : x[0 : n])
    x[wrong ? n + 100000 : n - 1] = 1;
    free(x);
}
static void freed(int wrong)
{
    double *x = omp_target_alloc(100 * sizeof *x, 0), *y = x;
    if (wrong)
        omp_target_free(x, 0);
#pragma omp target is_device_ptr(y)
    y[50] = 1;
    if (!wrong)
        omp_target_free(x, 0);
}
static void member(int wrong)
{
    struct outer s = {0};
    int n = 4 + wrong;
#pragma omp target map(tofrom : s)
    for (int i = 0; i < n; i++)
        s.in[1].first[i] = 1;
}
static void inner_member(int wrong)
{
    struct outer s[2] = {0};
    int n = 2 + wrong;
#pragma omp target map(tofrom : s)
    for (int i = 0; i < n; i++)
        s[0].in[i].v[i] = 1;
}
/* a last member of one element may stand for more; an array of two dimensions is taken for a flat one */
static void open_member(int wrong)
{
    struct open *o = calloc(1, sizeof *o + 9 * sizeof(double));
    double m[4][8] = {{0}};
    int n = wrong ? 11 : 10;
#pragma omp target map(tofrom : m, ((char *)o)[0 : sizeof *o + 9 * sizeof(double)])
    for (int i = 0; i < n; i++)
        o->tail[i] = m[0][i];
    free(o);
}
static void stack(int wrong)
{
    if (!wrong)
#pragma omp target map(tofrom : a[0 : N])
    {
        double x[4000];
        for (int i = 0; i < 4000; i++)
            x[i] = a[i % N];
        a[0] = x[17];
    }
    else
#pragma omp target map(tofrom : a[0 : N])
    {
        double x[60000];
        for (int i = 0; i < 60000; i++)
            x[i] = a[i % N];
        a[0] = x[17 * (int)a[1]];
    }
}
static void section(int wrong)
{
    long n = wrong ? 100000000 : N;
#pragma omp target enter data map(to : a[0 : n])
#pragma omp target exit data map(release : a[0 : n])
}
static void section_back(int wrong)
{
    long n = wrong ? 20000000 : N;
#pragma omp target data map(from : a[0 : n])
#pragma omp target map(present, alloc : a[0 : N])
    for (int i = 0; i < N; i++)
        a[i] = 0;
}
static void misaligned(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    *(double *)((char *)a + (wrong ? 4 : 8)) = 1;
}
static void constant(int wrong)
{
    int k = 5;
#pragma omp target map(to : table) map(tofrom : a[0 : N])
    (wrong ? (double *)table : a)[k] = table[k] + 1;
}
static void attached(int wrong)
{
    struct pointers s = {.p = a, .q = b};
#pragma omp target map(tofrom : s, s.p[0 : N], s.q[0 : N])
    {
        double *p = s.p;
        s.p = s.q;
        s.p[0] = 1;
        if (!wrong)
            s.p = p;
    }
}
static void host_string(int wrong)
{
    char text[] = "text", *s = text;
    long n = 0;
    if (wrong)
#pragma omp target map(tofrom : n)
        n = (long)strlen(s);
    else
#pragma omp target map(tofrom : n) map(to : s[0 : 5])
        n = (long)strlen(s);
}
static void host_format(int wrong)
{
    char text[] = "", *s = text;
    if (wrong)
#pragma omp target
        printf("%*d%.3s|%s", 0, 0, "abc", s);
    else
#pragma omp target map(to : s[0 : 1])
        printf("%.0s%s%%s", "abc", s);
}
static void short_string(int wrong)
{
    char text[] = "text", *s = text;
    long n = 0;
    int bytes = 5 - wrong;
#pragma omp target map(tofrom : n) map(to : s[0 : bytes])
    n = strcmp(s, "text") + strncmp(s, "texture", 4);
}
static void small_buffer(int wrong)
{
    char text[] = "text", *s = text;
    long n = 0;
    if (wrong)
#pragma omp target map(tofrom : n) map(to : s[0 : 5])
    {
        char t[4];
        strcpy(t, s);
        n = t[0];
    }
    else
#pragma omp target map(tofrom : n) map(to : s[0 : 5])
    {
        char t[5];
        strcpy(t, s);
        n = t[0];
    }
}
static void freed_twice(int wrong)
{
    void *p = omp_target_alloc(100, 0);
    omp_target_free(p, 0);
    if (wrong)
        omp_target_free(p, 0);
}

#define CASES(C)                                                                                             \
    C(other_block) C(before) C(walk) C(late_section) C(late_member) C(chosen) C(copied) C(large) C(freed)   \
    C(member) C(inner_member) C(open_member) C(stack) C(section) C(section_back) C(misaligned) C(constant)  \
    C(attached) C(host_string) C(host_format) C(short_string) C(small_buffer) C(freed_twice)
static const struct {
    const char *name;
    void (*run)(int wrong);
} cases[] = {
#define CASE(NAME) {#NAME, NAME},
    CASES(CASE)
};

static void poison(void)
{
    float f[2];
    double d[2];
    long n[2];
#pragma omp target map(from : f, d, n)
    f[0] = 0, d[0] = 0, n[0] = 0;
    printf("%d %d %lx\n", f[1] != f[1], d[1] != d[1], n[1]);
}

int main(int argc, char **argv)
{
    a = calloc(N, sizeof *a);
    b = calloc(N, sizeof *b);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (argc > 1 && strcmp(argv[1], "names") == 0)
            printf("%s\n", cases[i].name);
        else if (argc > 1 && strcmp(argv[1], "right") == 0)
            cases[i].run(0);
        else if (argc > 1 && strcmp(argv[1], cases[i].name) == 0)
            cases[i].run(1);
    if (argc > 1 && strcmp(argv[1], "poison") == 0)
        poison();
    return 0;
}
