/* c = a + b with arrays whose size the compiler knows, as examples/vadd.c. */
#include <stdio.h>
#include <stdlib.h>

#define MAX 100000

static void add(long n, const float a[MAX], const float b[MAX], float c[MAX])
{
#ifdef HAND
#pragma omp target teams loop map(to: a[0:n], b[0:n]) map(from: c[0:n])
#endif
    for (long i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 50000, rounds = argc > 2 ? atol(argv[2]) : 1, wrong = 0;
    float a[MAX], b[MAX], c[MAX];
    if (n < 0 || n > MAX)
        return 2;
    for (long i = 0; i < MAX; i++) {
        a[i] = (float)i;
        b[i] = (float)(2 * i);
        c[i] = 0;
    }
    for (long k = 0; k < rounds; k++)
        add(n, a, b, c);
    for (long i = 0; i < MAX; i++)
        wrong += c[i] != (i < n ? (float)(3 * i) : 0.0f);
    printf("%ld wrong\n", wrong);
    return 0;
}
