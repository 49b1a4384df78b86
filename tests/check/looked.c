// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse
/* Blocks and strings that device code has the library compare or search, of which some bytes were never written: a
 * fault where the answer depends on such a byte, none where another decides before (faults.sh). */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { N = 64 };
static char a[N], b[N];
static int n = N, r;

/* byte 40 is never written; byte `differs` does, or none below N */
static void compare_blocks(int differs)
{
#pragma omp target map(alloc : a, b) map(tofrom : r) map(to : n)
    {
        for (int i = 0; i < n; i++) {
            b[i] = (char)(i == differs);
            if (i != 40)
                a[i] = 0;
        }
        r = memcmp(a, b, n); // fault: blocks GC201
    }
}
static void blocks(int wrong)
{
    compare_blocks(wrong ? 41 : 39);
    if (!wrong && r >= 0)
        printf("wrong");
}

/* the second one has the hole, and the answer is a yes or no */
static void equal(int wrong)
{
#pragma omp target map(alloc : a, b) map(tofrom : r) map(to : n, wrong)
    {
        for (int i = 0; i < n; i++) {
            a[i] = 1;
            if (i != 10 || !wrong)
                b[i] = 1;
        }
        r = memcmp(a, b, n) == 0; // fault: equal GC201
    }
    if (!wrong && r != 1)
        printf("wrong");
}

/* the hole of a structure is compared; the twin compares what is before it */
struct holed {
    double d;
    char tag;
    double e;
};
static void hole(int wrong)
{
    size_t bytes = wrong ? sizeof(struct holed) : offsetof(struct holed, tag) + 1;
#pragma omp target map(tofrom : r) map(to : bytes)
    {
        struct holed x, y;
        x.d = y.d = 1;
        x.tag = y.tag = 2;
        x.e = y.e = 3;
        r = memcmp(&x, &y, bytes) != 0; // fault: hole GC201
    }
    if (!wrong && r)
        printf("wrong");
}

/* what is looked for comes before the hole, or behind it */
static void byte(int wrong)
{
    int at = wrong ? 41 : 39;
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n, at)
    {
        for (int i = 0; i < n; i++)
            if (i != 40)
                a[i] = (char)(i == at);
        char *found = memchr(a, 1, n); // fault: byte GC201
        r = found ? (int)(found - a) : -1;
    }
    if (!wrong && r != at)
        printf("wrong");
}

/* the twin finds it in the last byte that there is: more may be asked for */
static void beyond(int wrong)
{
    memset(a, 7, sizeof a);
    a[N - 1] = (char)!wrong;
#pragma omp target map(to : a, n) map(tofrom : r)
    r = memchr(a, 1, 2 * n) != NULL; // fault: beyond GC101
    if (!wrong && !r)
        printf("wrong");
}

static void texts(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n, wrong)
    {
        char local[8];
        strcpy(local, "ab_d");
        for (int i = 0; i < n; i++)
            if (i != 1 || !wrong)
                a[i] = i < 3 ? "abc"[i] : i < 5 ? 'x' : 0;
        r = strcmp(a, local) > 0; // fault: texts GC201
    }
    if (!wrong && !r)
        printf("wrong");
}
/* … and behind the first difference nothing matters */
static void texts_behind(int wrong)
{
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n)
    {
        for (int i = 0; i < n; i++)
            if (i < 3 || i > 5)
                a[i] = i < 3 ? "abd"[i] : 0;
        r = strcmp(a, "abcdefg") > 0;
    }
    if (r != 1)
        printf("wrong");
}

static void some_of_texts(int wrong)
{
    int most = wrong ? 5 : 4;
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n, most)
    {
        for (int i = 0; i < n; i++)
            if (i != 4)
                a[i] = i == N - 1 ? 0 : 'q';
        r = strncmp(a, "qqqqqq", most) == 0; // fault: some_of_texts GC201
    }
    if (!wrong && r != 1)
        printf("wrong");
}

static void letters(int wrong)
{
    int hole = wrong ? 2 : 4;
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n, hole)
    {
        for (int i = 0; i < n; i++)
            if (i != hole)
                a[i] = i < 6 ? "ABCDEF"[i] : 0;
        r = strcasecmp(a, "abcxef") < 0; // fault: letters GC201
    }
    if (!wrong && !r)
        printf("wrong");
}

static void letter(int wrong)
{
    int hole = wrong ? 2 : 4;
#pragma omp target map(alloc : a) map(tofrom : r) map(to : n, hole)
    {
        for (int i = 0; i < n; i++)
            if (i != hole)
                a[i] = i < 6 ? "ABCDEF"[i] : 0;
        r = strchr(a, 'D') == a + 3; // fault: letter GC201
    }
    if (!wrong && !r)
        printf("wrong");
}

/* each byte of what is computed with is known, though bits of it were set one by one */
struct bits {
    unsigned kind : 3, ready : 1, : 4;
    unsigned char more[15];
};
static void bits(int wrong)
{
#pragma omp target map(tofrom : r) map(to : wrong)
    {
        struct bits x, y;
        for (int i = 0; i < 15; i++)
            x.more[i] = y.more[i] = 0;
        x.kind = 1, y.kind = wrong ? 1 : 2;
        x.ready = y.ready = 1;
        if (!wrong) {
            memset(&x, 0, sizeof x);
            memset(&y, 0, sizeof y);
        }
        r = memcmp(&x, &y, sizeof x) == 0; // fault: bits GC201
    }
    if (!wrong && !r)
        printf("wrong");
}

#define CASES(C)                                                                                             \
    C(blocks) C(equal) C(hole) C(byte) C(beyond) C(texts) C(texts_behind) C(some_of_texts) C(letters)       \
    C(letter) C(bits)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
