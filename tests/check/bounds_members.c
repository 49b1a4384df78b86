// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s bounds,uninit,stale,misuse
// RUN: for f in $(%t names); do echo "== $f"; GANTRY_CHECK=bounds %run_emulated32 %t $f; :; done 2>&1 | %FileCheck %s
/* Arrays that are members of structures: each fault by its name, and its twin (faults.sh); what the reports call them. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct s {
    int x[4];
    int y;
};
struct in {
    struct s m[2];
    int z[3];
    char text[8];
    int w;
};
struct rows {
    int n;
    double a[3][4];
    double after;
};
struct open {
    int n;
    int rest[];
};
union either {
    int i[2];
    float f[4];
    struct s s;
};
static struct s g, b[3], *p;
static struct in deep;
static struct rows rows;
static union either either;
#pragma omp declare target
struct s there;
#pragma omp end declare target
static int four = 4; /* which the compiler does not know */

// CHECK: == constant
// CHECK-NEXT: store of 4 bytes at 'g.x[4]', outside 'g.x': at byte 16 of 16, 4 elements [GC101]
// CHECK: the index must fit the array that is a member of the structure, not the structure
static void constant(int wrong)
{
    if (wrong) {
#pragma omp target map(tofrom : g)
        g.x[4] = 1; // fault: constant GC101
    } else {
#pragma omp target map(tofrom : g)
        g.x[3] = 1;
    }
}

// CHECK: == element
// CHECK-NEXT: store of 4 bytes at 'b[1].x[4]', outside 'b[1].x': at byte 16 of 16, 4 elements [GC101]
static void element(int wrong)
{
    if (wrong) {
#pragma omp target map(tofrom : b)
        b[1].x[4] = 1; // fault: element GC101
    } else {
#pragma omp target map(tofrom : b)
        b[1].x[3] = b[2].y = 1;
    }
}

// CHECK: == pointed
// CHECK-NEXT: store of 4 bytes at 'p[0].x[4]', outside 'p[0].x': at byte 16 of 16, 4 elements [GC101]
static void pointed(int wrong)
{
    int n = wrong ? four : 3;
#pragma omp target map(tofrom : p[0 : 3])
    p->x[n] = 1; // fault: pointed GC101
}

// CHECK: == inner
// CHECK-NEXT: store of 4 bytes at 'deep.m[1].x[4]', outside 'deep.m[1].x': at byte 16 of 16, 4 elements [GC101]
static void inner(int wrong)
{
    if (wrong) {
#pragma omp target map(tofrom : deep)
        deep.m[1].x[4] = 1; // fault: inner GC101
    } else {
#pragma omp target map(tofrom : deep)
        deep.m[1].y = deep.m[1].x[3] = 1;
    }
}

// CHECK: == outer
// CHECK-NEXT: store of 4 bytes at 'deep.m[2]', outside 'deep.m': at byte 56 of 40, 2 elements [GC101]
static void outer(int wrong)
{
    int n = wrong ? four - 2 : 1;
#pragma omp target map(tofrom : deep)
    deep.m[n].y = 1; // fault: outer GC101
}

// CHECK: == local
// CHECK-NEXT: load of 4 bytes at 'l.x[4]', outside 'l.x': at byte 16 of 16, 4 elements [GC101]
static void local(int wrong)
{
    int r = 0;
    if (wrong) {
#pragma omp target map(from : r)
        {
            struct s l = {{1, 2, 3, 4}, 5};
            r = l.x[4]; // fault: local GC101
        }
    } else {
#pragma omp target map(from : r)
        {
            struct s l = {{1, 2, 3, 4}, 5};
            r = l.x[3] + l.y;
        }
        if (r != 9)
            printf("wrong");
    }
}

// CHECK: == local_element
// CHECK-NEXT: load of 4 bytes at 'l[1].x[4]', outside 'l[1].x': at byte 16 of 16, 4 elements [GC101]
static void local_element(int wrong)
{
    int r = 0, n = wrong ? four : 3;
#pragma omp target map(from : r)
    {
        struct s l[2] = {{{1, 2, 3, 4}, 5}, {{6, 7, 8, 9}, 10}};
        r = l[1].x[n] + l[0].x[3]; // fault: local_element GC101
    }
}

// CHECK: == shared
// CHECK-NEXT: store of 4 bytes at 't.x[4]', outside 't.x': at byte 16 of 16, 4 elements [GC101]
static void shared(int wrong)
{
    int r = 0;
    if (wrong) {
#pragma omp target teams num_teams(1) map(from : r)
        {
            struct s t;
            t.y = 1;
#pragma omp parallel num_threads(8)
#pragma omp single
            t.x[4] = 3; // fault: shared GC101
            r = t.y;
        }
    } else {
#pragma omp target teams num_teams(1) map(from : r)
        {
            struct s t;
            t.y = 1;
#pragma omp parallel num_threads(8)
#pragma omp single
            t.x[3] = 3;
            r = t.y;
        }
    }
}

// CHECK: == declared
// CHECK-NEXT: store of 4 bytes outside an array of 'there': at byte 16 of 16, 4 elements [GC101]
static void declared(int wrong)
{
    int n = wrong ? four : 3;
#pragma omp target
    there.x[n] = 1; // fault: declared GC101
}

// CHECK: == by_pointer
// CHECK-NEXT: store of 4 bytes at 'p[1].x[4]', outside 'p[1].x': at byte 16 of 16, 4 elements [GC101]
static void by_pointer(int wrong)
{
    int n = wrong ? four : 3;
#pragma omp target map(tofrom : p[0 : 3])
    {
        int *q = p[1].x;
        q[n] = 1; // fault: by_pointer GC101
    }
}

// CHECK: == cleared
// CHECK-NEXT: store of 20 bytes, reaching 4 bytes beyond the end of 'g.x': at byte 0 of 16, 4 elements [GC101]
// CHECK: what is copied must fit the array that is a member of the structure, or name the structure
static void cleared(int wrong)
{
    if (wrong) {
#pragma omp target map(tofrom : g)
        memset(g.x, 0, 20); // fault: cleared GC101
    } else {
#pragma omp target map(tofrom : g)
        memset(&g.x, 0, 20); /* all from there on */
    }
}

// CHECK: == filled
// CHECK-NEXT: store of 12 bytes, reaching 4 bytes beyond the end of 'deep.text': at byte 0 of 8, 8 elements [GC101]
static void filled(int wrong)
{
    int n = wrong ? 12 : 8;
    char from[12] = "abcdefghij";
#pragma omp target map(tofrom : deep) map(to : from)
    memcpy(deep.text, from, n); // fault: filled GC101
}

// CHECK: == written
// CHECK-NEXT: store of 11 bytes, reaching 3 bytes beyond the end of 'deep.text': at byte 0 of 8, 8 elements [GC101]
static void written(int wrong)
{
    char from[12] = "abcdefghij";
    from[wrong ? 10 : 7] = 0;
#pragma omp target map(tofrom : deep) map(to : from)
    strcpy(deep.text, from); // fault: written GC101
}

// CHECK: == appended
// CHECK-NEXT: store of 6 bytes, reaching 1 bytes beyond the end of 'deep.text': at byte 3 of 8, 8 elements [GC101]
static void appended(int wrong)
{
    char from[12] = "vwxyz";
    from[wrong ? 5 : 4] = 0;
    strcpy(deep.text, "abc");
#pragma omp target map(tofrom : deep) map(to : from)
    strcat(deep.text, from); // fault: appended GC101
}

/* what no member's array ends */
static void legal(int wrong)
{
    struct open *o = calloc(1, sizeof *o + 10 * sizeof(int));
    int r = 0, n = four;
#pragma omp target map(tofrom : rows)
    for (int i = 0; i < 12; i++)
        rows.a[0][i] = i; /* an array of several dimensions as a flat one */
#pragma omp target map(tofrom : ((char *)o)[0 : sizeof *o + 10 * sizeof(int)])
    o->rest[n + 5] = 1;
#pragma omp target map(tofrom : either)
    either.f[n - 1] = either.s.y = 1;
#pragma omp target map(tofrom : g, r)
    {
        struct s copy, *whole;
        int *end = g.x + n, *q = g.x; /* behind the last one */
        while (q < end)
            *q++ = 1;
        memcpy(&copy, &g, sizeof g);
        whole = (struct s *)((char *)copy.x - offsetof(struct s, x));
        whole->y = 7;
        r = copy.y;
    }
#pragma omp target map(tofrom : deep)
    {
        memset(&deep.z, 0, offsetof(struct in, w) - offsetof(struct in, z));
        for (size_t i = 0; i < sizeof deep; i++)
            ((char *)&deep)[i] = 0;
        char *text = deep.text;
        struct in *around = (struct in *)(text - offsetof(struct in, text));
        around->w = n;
        ((int *)text)[1] = n;
    }
    if (r != 7 || deep.w != 4 || rows.a[2][3] != 11)
        printf("wrong");
    free(o);
}

#define CASES(C)                                                                                                       \
    C(constant)                                                                                                        \
    C(element)                                                                                                         \
    C(pointed)                                                                                                         \
    C(inner)                                                                                                           \
    C(outer)                                                                                                           \
    C(local)                                                                                                           \
    C(local_element)                                                                                                   \
    C(shared) C(declared) C(by_pointer) C(cleared) C(filled) C(written) C(appended) C(legal)
#include "cases.h"

int main(int argc, char **argv)
{
    p = calloc(3, sizeof *p);
    run_cases(argc, argv);
    return 0;
}
