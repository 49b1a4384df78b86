// What stays on the device goes back where the program reads it later: in the next turn of a loop around the statements, or by the
// name of a pointer that is exchanged afterwards.
// RUN: %gantry annotate --least-work=0 %s -o written.c
// RUN: %gcc -O1 -w %s -o serial && ./serial > want
// RUN: %gantry cc -w -O1 --offload-arch=emulated written.c -o gantry && ./gantry | cmp - want
// RUN: %run_emulated32 ./gantry | cmp - want
// RUN: sed '/RUN/d' written.c | grep -q 'target exit data map(from: b'
#include <stdio.h>
#include <stdlib.h>
enum { N = 200 };
static long g[N];
// a block that lives longer than the statements: the next turn reads what this one left
static void turns(int steps)
{
    long *b = calloc(N, sizeof *b);
    for (int k = 0; k < steps; k++) {
        for (int i = 0; i < N; i++)
            g[i] = (g[i] * 14 + b[i]) % 1009;
        for (int i = 0; i < N; i++)
            b[i] = i * 42 % 101;
        if (k > 100)
            system("nothing"); // nobody knows what that touches
    }
    free(b);
}
static void swapped(int n)
{
    long *u = calloc(N, sizeof *u), *v = calloc(N, sizeof *v);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < N; i++)
            u[i] = i + v[i];
        for (int i = 0; i < N; i++)
            g[i] += u[i];
    }
    for (int k = 0; k < n; k++) {
        long *t = u;
        u = v;
        v = t;
    }
    long s = 0;
    for (int i = 0; i < N; i++)
        s = s * 3 % 1000 + v[i];
    printf("%ld\n", s);
    free(u);
    free(v);
}
static void swapped_once(int n)
{
    long *u = calloc(N, sizeof *u), *v = calloc(N, sizeof *v);
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < N; i++)
            u[i] = i + g[i];
        for (int i = 0; i < N; i++)
            g[i] += u[i];
    }
    long *t = u;
    u = v;
    v = t;
    long s = 0;
    for (int i = 0; i < N; i++)
        s = s * 3 % 1000 + v[i];
    printf("%ld\n", s);
    free(u);
    free(v);
}
int main(void)
{
    turns(3);
    swapped(3);
    swapped_once(2);
    long s = 0;
    for (int i = 0; i < N; i++)
        s = s * 3 % 1000 + g[i];
    printf("%ld\n", s);
    return 0;
}
