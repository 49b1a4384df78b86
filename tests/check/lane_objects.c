// Arrays and structures on a lane's stack, accessed in functions that get their addresses (GC101): where they end is known there, too.
// RUN: for o in 0 1 2; do %gantry cc -fcheck --offload-arch=emulated -O$o %s -o %t && bash %src/tests/check/faults.sh %t %s bounds || exit 1; done
#include <stddef.h>
#include <string.h>

#define OWN __attribute__((noinline))
static int result;

OWN static void put(int *p, int i)
{
    p[i] = i; // fault: beyond GC101 saying outside 'a': at byte 32 of 32
}

static void beyond(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int a[8], b[8];
        for (int i = 0; i < 8; i++)
            put(a, i), put(b, i);
        if (wrong)
            put(a, 8);
        result += a[0] + b[7];
    }
}

OWN static int before_it(const int *p)
{
    return p[-1]; // fault: before GC101 saying outside 'a': at byte -4 of 32
}

static void before(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int a[8] = {1, 2, 3};
        result += before_it(a + (wrong ? 0 : 3));
    }
}

OWN static int sum_up_to(const int *p, int n)
{
    int sum = 0;
    while (n--)
        sum += *p++; // fault: walked GC101
    return sum;
}

static void walked(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int a[8] = {0}, b[4] = {0};
        result += sum_up_to(a, 8) + sum_up_to(b, wrong ? 5 : 4);
    }
}

struct kept {
    int *at;
    int n;
};

OWN static void set_all(const struct kept *k)
{
    for (int i = 0; i < k->n; i++)
        k->at[i] = i; // fault: by_structure GC101 saying outside 'a'
}

static void by_structure(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        int a[6];
        struct kept k = {a, wrong ? 7 : 6};
        set_all(&k);
        result += a[5];
    }
}

OWN static void clear(char *p, int n)
{
    memset(p, 0, (size_t)n); // fault: cleared GC101
}

static void cleared(int wrong)
{
#pragma omp target map(tofrom : result)
    {
        char text[24];
        clear(text, wrong ? 32 : 24);
        result += text[23];
    }
}

/* The objects of one lane are its own, in each of its calls. */
OWN static int deep(int *of_caller, int n, int wrong)
{
    int own[4] = {n, n, n, n};
    put(of_caller, 3);
    if (n == 0)
        own[0] = of_caller[wrong ? 4 : 3]; // fault: recursive GC101
    return n ? deep(own, n - 1, wrong) : own[0];
}

static void recursive(int wrong)
{
#pragma omp target teams num_teams(2) map(tofrom : result)
#pragma omp parallel num_threads(4)
    {
        int mine[4] = {0};
        int sum = deep(mine, 5, wrong);
#pragma omp atomic
        result += sum;
    }
}

/* ---- right ones alone ---- */
OWN static int down(int *end, const int *begin)
{
    int sum = 0;
    while (end > begin) {
        *--end = 1;
        sum += *end;
    }
    return sum;
}

OWN static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

struct several {
    int x[3], y;
    struct {
        int z[2];
    } in;
};

OWN static int of_all(struct several *s)
{
    memset(s, 0, sizeof *s);
    int *p = &s->in.z[0];
    put(p, 1);
    put(&s->y, 0);
    return s->in.z[1] + ((struct several *)((char *)p - offsetof(struct several, in)))->x[2];
}

OWN static int *first_of(int *p) { return p; }

static void quiet(int wrong)
{
#pragma omp target map(tofrom : result) if (!wrong)
    for (int round = 0; round < 4; round++) {
        int a[5], b[5], c[2][3], k = round;
        struct several s[2];
        result += down(a + 5, a) + down(b + 5, b) + down(&c[0][0] + 6, &c[0][0]);
        swap(&a[0], &b[4]);
        swap(&a[round], &k);
        result += of_all(&s[0]) + of_all(&s[1]) + *first_of(&c[1][2]);
        if (round % 2) {
            int inner[3] = {round, 1, 2};
            result += down(inner + 3, inner);
        } else {
            int inner[7];
            put(inner, 6);
            result += sum_up_to(inner + 6, 1);
        }
        int *either = round > 1 ? a : b;
        put(first_of(either), 4);
        for (int i = 0; i < 3; i++) {
            int each[2] = {i, i};
            swap(&each[0], &each[1]);
            result += each[0];
            if (i == round)
                break;
        }
    }
}

#define CASES(C) C(beyond) C(before) C(walked) C(by_structure) C(cleared) C(recursive) C(quiet)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
