// ROW: target map(iterator(i=0:n), tofrom: a[i].p[0:a[i].n])
// SPEC: 5.1 5.8.3
/* Arrays of structures with pointers, lengths from each. */
#include "check.h"

struct part { int n, *p; };

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int n = 17;
    struct part *a = check_alloc(sizeof *a * (size_t)n);
    for (int k = 0; k < n; k++) {
        a[k] = (struct part){k % 5, check_alloc(sizeof(int) * 5)};
        for (int i = 0; i < 5; i++)
            a[k].p[i] = i;
    }
#pragma omp target map(to: a[0:n]) map(iterator(k = 0:n), tofrom: a[k].p[0:a[k].n])
    for (int k = 0; k < n; k++)
        for (int i = 0; i < a[k].n; i++)
            a[k].p[i] += 10 * k;
    for (int k = 0; k < n; k++) {
        for (int i = 0; i < 5; i++)
            CHECK_INT(a[k].p[i], i + (i < k % 5 ? 10 * k : 0), "a[%d].p[%d]", k, i);
        free(a[k].p);
    }
    free(a);
    return check_end();
}
