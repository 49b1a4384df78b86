// Bounds, and misuse of memory in kernels: each fault by name in a run of its own; `right` runs the twins of all, which
// differ by the one fault, and is silent.
// RUN: %gantry cc -w -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: %run_emulated32 %t right 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
// RUN: for f in $(%t names); do echo "== $f"; %run_emulated32 %t $f; echo "status $?"; done >%t.out 2>&1; %FileCheck %s <%t.out
// Without -fcheck indices of members are missed, those that reach another variable, and what host code does.
// RUN: %gantry cc -w -O1 --offload-arch=emulated %s -o %t.plain
// RUN: %run_emulated64 %t.plain right 2>&1 | %FileCheck --allow-empty --check-prefix=RIGHT %s
// RUN: for f in $(%t names); do echo "== $f"; [ $f = host_frees ] || %run_emulated64 %t.plain $f; :; done >%t.plain.out 2>&1
// RUN: grep -q '^  the local variables here take it to 4[78].... bytes; GANTRY_EMULATED_STACK sets how large it is$' %t.plain.out
// RUN: for f in %t.out %t.plain.out; do grep -oE '^== .*|\[GC[0-9]+\]$' $f | grep -v 'GC607\|GC602\|GC10[56]' >$f.ids; done; { diff %t.out.ids %t.plain.out.ids || true; } | %FileCheck --check-prefix=MISSED %s
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
// MISSED-NEXT: {{^}}[[#]]d[[#]]
// MISSED-NEXT: {{^}}< [GC101]
// MISSED-NEXT: {{^}}[[#]]d[[#]]
// MISSED-NEXT: {{^}}< [GC609]
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
// CHECK-NEXT: store of 8 bytes, at byte 400 of 'omp_target_alloc' (800 bytes, taken at {{.*}}bounds.c:[[#]]), which has been freed [GC103]
// CHECK-NEXT: by thread 0 of team 0
// CHECK-NEXT: omp_target_free has released it: free it when no kernel uses it any more
// CHECK: == member
// CHECK-NEXT: store of 4 bytes at 's.in[1].first[4]', outside 's.in[1].first': at byte 16 of 16, 4 elements [GC101]
// CHECK: == inner_member
// CHECK-NEXT: store of 4 bytes at 's[0].in[2]', outside 's[0].in': at byte 80 of 56, 2 elements [GC101]
// CHECK: == open_member
// CHECK-NEXT: store of 8 bytes, right after the end of '((char *)o)[0 : sizeof *o + 9 * sizeof(double)]' {{.*}} [GC101]
// CHECK: == stack
// CHECK-NEXT: a lane has used up its stack of 65536 bytes [GC104]
// CHECK: GANTRY_EMULATED_STACK sets how large it is
// CHECK: == section
// CHECK-NEXT: bounds.c:[[#]]:40: {{.*}}'a[0 : n]' reaches 799992000 bytes beyond the end of the memory that its pointer leads to: 8000 bytes, taken at {{.*}} [GC105]
// CHECK-NEXT: the section must lie inside of that memory
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
// CHECK-NEXT: strlen reads at a host address: 's' points there, and what it points to is not mapped (byte 0 of it) [GC601]
// CHECK: == host_format
// CHECK-NEXT: printf reads at a host address: 's' points there, {{.*}} [GC601]
// CHECK: == short_string
// CHECK-NEXT: strcmp reads, right after the end of 's[0 : bytes]' (4 bytes, {{.*}} [GC101]
// CHECK: == small_buffer
// CHECK-NEXT: store of 5 bytes outside 't': at byte 0 of 4 [GC101]
// CHECK: == freed_twice
// CHECK-NEXT: bounds.c:[[#]]:9: gantry: error: omp_target_free on device 0: 0x{{[0-9a-f]+}} cannot be freed: it has been freed before; it is at byte 0 of 'omp_target_alloc' (100 bytes, taken at {{.*}}bounds.c:[[#]]), which has been freed [GC609]
// CHECK: status 3
// CHECK: == atomic
// CHECK-NEXT: atomic access of 4 bytes, right after the end of 'bins' (40 bytes, {{.*}} [GC101]
// CHECK: == below_block
// CHECK-NEXT: store of 1 byte, 1 byte before the beginning of 'malloc in a kernel' (13 bytes, {{.*}} [GC101]
// CHECK: == below_allocated
// CHECK-NEXT: load of 8 bytes, 8 bytes before the beginning of 'malloc in a kernel' (24 bytes, {{.*}} [GC101]
// CHECK-NEXT: by thread 0 of team 0
// CHECK-NEXT: indices must stay inside what malloc was asked for, which is in bytes
// CHECK: == mapped_freed
// CHECK-NEXT: bounds.c:[[#]]:9: gantry: error: free: {{.*}} cannot be freed: malloc in a kernel has not given it; it is at byte 0 of 'a[0 : N]' {{.*}} [GC609]
// CHECK: == memcpy_to
// CHECK-NEXT: bounds.c:[[#]]:5: gantry: error: omp_target_memcpy: a copy to 88 bytes at device address {{.*}}, reaching 8 bytes beyond the end of 'omp_target_alloc' (80 bytes, taken at {{.*}}bounds.c:[[#]]) [GC101]
// CHECK: == memcpy_rect
// CHECK-NEXT: bounds.c:[[#]]:5: gantry: error: omp_target_memcpy_rect: dimension 1 of the source has 2 elements, and the volume has 2 of them from element 8 on [GC101]
// CHECK: == memset_freed
// CHECK-NEXT: bounds.c:[[#]]:5: gantry: error: omp_target_memset: filling 80 bytes at device address {{.*}}, at byte 0 of 'omp_target_alloc' (80 bytes, taken at {{.*}}bounds.c:[[#]]), which has been freed [GC103]
// CHECK: == exchanged
// CHECK-NEXT: bounds.c:[[#]]:5: gantry: error: the host stores 80 bytes of device memory [GC602]
// CHECK: bounds.c:[[#]]:5: gantry: error: omp_target_memcpy: a copy from 80 bytes at a host address, outside the device's memory [GC611]
// CHECK: == constant_named
// CHECK-NEXT: store of 4 bytes to constant data, 'limits' of the device code [GC604]
// CHECK: == constant_passed
// CHECK-NEXT: store of 4 bytes to constant data, 'limits' of the device code [GC604]
// CHECK: == constant_text
// CHECK-NEXT: store of 1 byte to constant data, a string or table of the device code [GC604]
// CHECK: == null_section
// CHECK-NEXT: bounds.c:[[#]]:40: gantry: error: 'p[0 : n]' has 8000 bytes, but its pointer is NULL [GC105]
// CHECK: == short_struct
// CHECK-NEXT: copying to the device '*s' ({{.*}} bytes): the host's memory cannot be read at byte {{.*}} [GC105]
// CHECK: == update_beyond
// CHECK-NEXT: 'a[0 : n]' has 8000 bytes, but 'a[0 : N / 2]', mapped at {{.*}}, has 4000 of them only [GC106]
// CHECK: == grown
// CHECK-NEXT: bounds.c:[[#]]:{{.*}}: gantry: error: realloc frees host memory that is still mapped on device 0, as 'p[0 : 10]' {{.*}} [GC607]
// CHECK: == frames
// CHECK-NEXT: bounds.c:[[#]]: gantry: error: a lane has used up its stack of 65536 bytes [GC104]
// CHECK: the local variables of inner take it to 800{{..}} bytes; GANTRY_EMULATED_STACK sets how large it is
// CHECK: == team_array
// CHECK-NEXT: store of 4 bytes outside 'shared': at byte 64 of 64 [GC101]
// CHECK: == reduced_section
// CHECK-NEXT: load of 4 bytes outside 'h': at byte 24 of 24 [GC101]
// CHECK: == reduced_far
// CHECK-NEXT: load of 4 bytes outside 'p': at byte {{.*}} of 3600 [GC101]
// CHECK: == reduced_mapped
// CHECK-NEXT: load of 4 bytes, right after the end of 'h[0 : 5 - wrong]' (16 bytes, mapped at {{.*}} [GC101]
// CHECK: == misaligned_struct
// CHECK-NEXT: store of 16 bytes at 0x{{.*}}4, which is not divisible by 8, at byte 4 of 'a[0 : N]' {{.*}} [GC603]
// CHECK: == misaligned_vector
// CHECK-NEXT: load of 16 bytes at 0x{{.*}}8, which is not divisible by 16, at byte 8 of 'a[0 : N]' {{.*}} [GC603]
// CHECK: == format_kept
// CHECK: printf reads at a host address: 's' points there, {{.*}} [GC601]
// CHECK: == format_counts
// CHECK-NEXT: printf writes at a host address: 'p' points there, {{.*}} [GC601]
// CHECK: == beyond_heap
// CHECK-NEXT: bounds.c:[[#]]:35: gantry: error: 's.p[10 : 89 + wrong]' reaches 8 bytes beyond the end of the memory that its pointer leads to: 792 bytes, taken at {{.*}}bounds.c:[[#]] [GC105]
// CHECK-NEXT: the section must lie inside of that memory
// CHECK-NEXT: status 3
// CHECK: == host_frees
// CHECK-NEXT: bounds.c:[[#]]:5: gantry: error: free is given device memory, which the host's heap knows nothing of [GC609]
// CHECK: status 3
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

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
static unsigned char linked[5][5][6];
#pragma omp declare target link(linked)
static void late_section(int wrong)
{
    int shift = wrong ? 100 : 0, first[20] = {0}, second[50];
#pragma omp target map(to : first) map(tofrom : linked[0][1 : 1][ : 6])
    linked[0][1][5] = (unsigned char)first[3];
#pragma omp target data map(tofrom : second[3 : 37]) use_device_addr(second[3 : 37])
#pragma omp target has_device_addr(second[3 : 37])
    second[30] = 1;
#pragma omp target parallel for reduction(+ : b[3 : wrong + 1])
    for (int i = 0; i < N; i++)
        b[3] += 1;
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

static void atomic(int wrong)
{
    int bins[10] = {0};
#pragma omp target teams distribute parallel for map(tofrom : bins)
    for (int i = 0; i < 100; i++) {
#pragma omp atomic
        bins[i % (10 + wrong)]++;
    }
}
/* what a kernel allocates has nothing of the device runtime's before it that could be reached */
static void below_block(int wrong)
{
    int first = wrong ? -1 : 0;
#pragma omp target
    {
        char *p = malloc(13);
        p = realloc(p, 13);
        for (int i = first; i < 13; i++)
            p[i] = 1;
        free(p);
        free(malloc(0));
    }
}
static void below_allocated(int wrong)
{
    int first = wrong ? -1 : 0;
#pragma omp target map(tofrom : a[0 : N])
    {
        double *p = omp_alloc(3 * sizeof *p, omp_default_mem_alloc);
        p[0] = p[1] = p[2] = 1;
        a[0] = p[first] + p[2];
        omp_free(p, omp_default_mem_alloc);
    }
}
static void mapped_freed(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    if (wrong)
        free(a);
}
static void memcpy_to(int wrong)
{
    char *d = omp_target_alloc(80, 0), h[100] = {0};
    omp_target_memcpy(d, h, 40, 40, 0, 0, omp_get_initial_device());
    omp_target_memcpy(d, h, wrong ? 88 : 80, 0, 0, 0, omp_get_initial_device());
    omp_target_free(d, 0);
}
static void memcpy_rect(int wrong)
{
    char *d = omp_target_alloc(80, 0), h[128] = {0};
    size_t volume[] = {4, 2}, zero[] = {0, 0}, at[] = {1, wrong ? 8 : 0}, host[] = {4, 4}, device[] = {5, 2};
    omp_target_memset(d, 1, 80, 0);
    omp_target_memcpy_rect(h, d, 8, 2, volume, zero, at, host, device, omp_get_initial_device(), 0);
    omp_target_free(d, 0);
}
static void memset_freed(int wrong)
{
    char *d = omp_target_alloc(80, 0);
    if (wrong)
        omp_target_free(d, 0);
    omp_target_memset(d, 1, 80, 0);
    if (!wrong)
        omp_target_free(d, 0);
}
static void exchanged(int wrong)
{
    char *d = omp_target_alloc(80, 0), h[80] = {0};
    int from = omp_get_initial_device();
    omp_target_memcpy(d, h, 80, 0, 0, wrong ? from : 0, wrong ? 0 : from);
    omp_target_free(d, 0);
}
#pragma omp begin declare target
static const int limits[4] = {1, 2, 3, 4};
static int first_of(int *p, int set)
{
    if (set)
        p[0] = 5;
    return p[0];
}
static void set(char *p) { *p = 'x'; }
#pragma omp end declare target
static void constant_named(int wrong)
{
    int x = 0;
    if (wrong)
#pragma omp target map(tofrom : x)
    {
        *(int *)&limits[1] = 11;
        x = limits[0];
    }
}
static void constant_passed(int wrong)
{
    int x = 0;
#pragma omp target map(tofrom : x)
    x = first_of((int *)limits, wrong) + first_of(&x, 1);
}
static void constant_text(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    set(wrong ? (char *)"text" : (char *)a);
}
static void null_section(int wrong)
{
    int n = wrong ? N : 0;
    double *p = wrong ? NULL : a;
#pragma omp target enter data map(to : p[0 : n])
}
/* a structure with an attached pointer, whose copy is made in two steps */
static void short_struct(int wrong)
{
    size_t page = 4096;
    char *m = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct big { double *p; double x[510], y[100]; } *s = (void *)(wrong ? m : m + 100);
    munmap(m + page, page * (size_t)wrong);
    s->p = a;
#pragma omp target enter data map(to : *s, s->p[0 : N])
#pragma omp target exit data map(release : *s, s->p[0 : N])
    munmap(m, 2 * page);
}
static void update_beyond(int wrong)
{
    int n = wrong ? N : N / 4;
#pragma omp target data map(tofrom : a[0 : N / 2])
    {
#pragma omp target update to(a[0 : n])
    }
}
/* variables of a team, and copies of sections, which are no blocks: what lies beside them may be accessed */
static void team_array(int wrong)
{
    int far = wrong ? 1 : 0, sum = 0;
#pragma omp target teams num_teams(1) thread_limit(16) map(tofrom : sum)
    {
        int shared[16], next[16], alone = 0;
        for (int k = 0; k < 16; k++)
            shared[k] = next[k] = k;
#pragma omp parallel num_threads(16)
        {
            shared[omp_get_thread_num() + far] = 1;
#pragma omp atomic
            alone++;
        }
        sum += shared[3] + next[3] + alone;
    }
}
static void reduced_section(int wrong)
{
    int h[8] = {0}, large[2000] = {0}, n = 7 - wrong, ones = 0;
#pragma omp target parallel for reduction(+ : h[1 : n], large[100 : 1800]) num_threads(8) map(tofrom : h, large, ones)
    for (int i = 0; i < 1800; i++) {
        h[1 + i % 7]++;
        large[100 + i]++;
    }
    for (int i = 0; i < 2000; i++)
        ones += large[i];
    if (ones != 1800 || h[7] != 257)
        printf("%d %d\n", ones, h[7]);
}
static void reduced_far(int wrong)
{
    int large[2000] = {0}, *p = large, far = wrong ? 1000 : 0;
#pragma omp target parallel for reduction(+ : p[100 : 900]) num_threads(8)
    for (int i = 0; i < 900; i++)
        p[100 + i + far]++;
}
/* A copy is as long as the section; what it is added to is as long as what is mapped. */
static void reduced_mapped(int wrong)
{
    int h[8] = {0};
#pragma omp target parallel num_threads(8) map(tofrom : h[0 : 5 - wrong])
#pragma omp for reduction(+ : h[2 : 3])
    for (int i = 0; i < 30; i++)
        h[2 + i % 3]++;
    if (h[4] != 10)
        printf("%d\n", h[4]);
}
struct two { double x, y; };
typedef float four __attribute__((vector_size(16)));
static void misaligned_struct(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    *(struct two *)((char *)a + (wrong ? 4 : 8)) = *(struct two *)(a + 10);
}
static void misaligned_vector(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    *(four *)(a + 2 - wrong) += 1;
}
#pragma omp begin declare target
static char format[] = "%-*.*s%%%ld%g|%s", counting[] = "%s%ln";
#pragma omp end declare target
static void format_kept(int wrong)
{
    char text[] = "", *s = text;
    if (wrong)
#pragma omp target
        printf(format, 0, 0, "abc", 1l, 2.0, s);
    else
#pragma omp target map(to : s[0 : 1])
        printf(format, 0, 0, "abc", 1l, 2.0, s);
}
static void format_counts(int wrong)
{
    long n = 1, *p = &n;
    if (wrong)
#pragma omp target
        printf(counting, "", p);
    else
#pragma omp target map(tofrom : p[0 : 1])
        printf(counting, "", p);
}
static void host_frees(int wrong)
{
    char *p = NULL;
#pragma omp target map(from : p)
    p = malloc(10);
    free(wrong ? p : NULL);
#pragma omp target is_device_ptr(p)
    free(p);
}
static void grown(int wrong)
{
    double *p = calloc(10, sizeof *p), *now;
#pragma omp target enter data map(to : p[0 : 10])
    if (!wrong) {
#pragma omp target exit data map(release : p[0 : 10])
    }
    now = realloc(p, 100000 * sizeof *p);
    free(now);
}

/* What checks add to frames is not the program's; frames of functions that have returned do not count. */
#pragma omp begin declare target
static __attribute__((noinline)) double inner(int n, const double *from)
{
    double x[5000];
    for (int i = 0; i < 5000; i++)
        x[i] = from[(i + n) % N];
    return x[n];
}
static __attribute__((noinline)) double outer(int n, int wrong, const double *from)
{
    double x[5000];
    for (int i = 0; i < 5000; i++)
        x[i] = from[i % N] + (wrong && i == n ? inner(n, from) : 0);
    return x[n];
}
static __attribute__((noinline)) double below(int n, const double *from) { return inner(n, from) + inner(2, from); }
static __attribute__((noinline)) double deep(int n, const double *from)
{
    double x = from[n] + n;
    return n > 0 ? x + deep(n - 1, from) * from[n] : x;
}
#pragma omp end declare target
static void frames(int wrong)
{
#pragma omp target map(tofrom : a[0 : N])
    a[0] = deep(500, a) + outer(7, wrong, a) + below(3, a);
}

/* What the heap gave ends before its size class does. */
static void beyond_heap(int wrong)
{
    struct pointers s = {.p = malloc(100 * sizeof *s.p), .q = aligned_alloc(64, 640)};
    s.p = realloc(s.p, 99 * sizeof *s.p);
#pragma omp target map(alloc : s, s.p[10 : 89 + wrong], s.q[wrong : 79])
    s.p[10] = s.q[1] = 0;
    free(s.p);
    free(s.q);
}

#define CASES(C)                                                                                             \
    C(other_block) C(before) C(walk) C(late_section) C(late_member) C(chosen) C(copied) C(large) C(freed)   \
    C(member) C(inner_member) C(open_member) C(stack) C(section) C(section_back) C(misaligned) C(constant)  \
    C(attached) C(host_string) C(host_format) C(short_string) C(small_buffer) C(freed_twice)   \
    C(atomic) C(below_block) C(below_allocated) C(mapped_freed) C(memcpy_to) C(memcpy_rect) C(memset_freed)  \
    C(exchanged) C(constant_named) C(constant_passed) C(constant_text) C(null_section) C(short_struct)      \
    C(update_beyond) C(grown) C(frames) C(team_array) C(reduced_section) C(reduced_far) C(reduced_mapped) \
    C(misaligned_struct) C(misaligned_vector) C(format_kept) C(format_counts) C(beyond_heap) C(host_frees)
#include "cases.h"

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
    run_cases(argc, argv);
    if (argc > 1 && strcmp(argv[1], "poison") == 0)
        poison();
    return 0;
}
