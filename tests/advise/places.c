// RUN: %gantry explain -w --json %s > found.json && %gantry explain -w %s | %FileCheck %s && python3 -c "import json; w = json.load(open('found.json'))['files'][0]['findings']; assert sorted(x['function'] for x in w if x['edits']) == ['after_comment', 'plain', 'within'], w"
// RUN: python3 %S/paste.py found.json %s pasted.c && %gantry cc -w -O1 --offload-arch=emulated %s -o %t.old && %gantry cc -w -O1 --offload-arch=emulated pasted.c -o %t.new && %run_host %t.old > old && %run_host %t.new | cmp - old && %run_emulated32 %t.new | cmp - old
/* Directives that have a line of their own, and those for which there is none: then nothing is proposed. */
#include <stdio.h>
enum { N = 2000 };
static int a[N];
#define REGION(x) _Pragma("omp target map(tofrom: a)") for (int i = 0; i < n; i++) a[i] += x
#define OMP(x) _Pragma(#x)
#define LOOP for (int i = 0; i < n; i++)
static void in_a_macro(int n)
{
    // CHECK-DAG: in_a_macro: one thread of the device runs this loop
    // CHECK-DAG: hint no line for a directive is known here: in a macro, a comment, the middle of a line
    REGION(3);
}
static void by_a_macro(int n)
{
    OMP(omp target map(tofrom: a))
    for (int i = 0; i < n; i++)
        a[i] += 2;
}
static void plain(int n)
{
#pragma omp target map(tofrom: a)
    LOOP a[i] += 5;
}
static void within(int n)
{
#pragma omp target map(tofrom: a)
    {
        int x = 2;
        LOOP
        a[i] += x;
        a[0] = 1;
    }
}
static void comment(int n)
{
#pragma omp target map(tofrom: a)
    {
        int x = 2; /* a comment that ends in the
        line of the loop */ for (int i = 0; i < n; i++)
            a[i] += x;
        a[0] = 1;
    }
}
static void after_comment(int n)
{
#pragma omp target map(tofrom: a)
    {
        int x = 2; /* "a comment" that (ends before */
        for (int i = 0; i < n; i++)
            a[i] += x;
        a[0] = 1;
    }
}
static void on_a_line(int n)
{
#pragma omp target map(tofrom: a)
    { int x = 2; for (int i = 0; i < n; i++) a[i] += x; a[0] = 1; }
}
int main(void)
{
    in_a_macro(N);
    by_a_macro(N);
    plain(N);
    within(N);
    comment(N);
    after_comment(N);
    on_a_line(N);
    long sum = 0;
    for (int i = 0; i < N; i++)
        sum = sum * 3 % 1000003 + a[i];
    printf("%ld\n", sum);
}
