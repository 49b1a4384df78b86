/* c = a + b with arrays on the heap, as examples/vadd_heap.c. */
#include <stdio.h>
#include <stdlib.h>

static void add(long n, const float *a, const float *b, float *c)
{
#ifdef HAND
#pragma omp target teams loop map(to: a[0:n], b[0:n]) map(tofrom: c[0:n])
#endif
    for (long i = 0; i < n; i++)
        c[i] = a[i] + b[i];
}

int main(int argc, char **argv)
{
    long n = argc > 1 ? atol(argv[1]) : 100000, wrong = 0;
    float *a = malloc((n + 1) * sizeof *a), *b = malloc((n + 1) * sizeof *b), *c = malloc((n + 1) * sizeof *c);
    if (!a || !b || !c)
        return 2;
    for (long i = 0; i < n; i++) {
        a[i] = (float)(i % 1000000);
        b[i] = (float)(2 * (i % 1000000));
        c[i] = 0;
    }
    c[n] = -1; /* a guard element after the end */
    add(n, a, b, c);
    wrong += c[n] != -1;
    for (long i = 0; i < n; i++) {
        float difference = c[i] - (float)(3 * (i % 1000000));
        if (difference * difference > 1e-6f)
            wrong++;
    }
    printf("%ld wrong\n", wrong);
    free(a);
    free(b);
    free(c);
    return 0;
}
