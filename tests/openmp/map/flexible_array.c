// ROW: target map(p[0:1], p->a[0:n]) of a flexible array member
// SPEC: 4.5 5.8.3
/* The structure and the array at its end are one range on the device, whichever is listed first. */
#include "check.h"

struct list { int n; double scale; int a[]; };

int main(int argc, char **argv)
{
    int n = 9;
    struct list *f = check_alloc(sizeof *f + n * sizeof(int));
    check_begin(argc, argv);
    f->n = n;
    f->scale = 2;
    for (int i = 0; i < n; i++)
        f->a[i] = i;
#pragma omp target map(tofrom: f[0:1], f->a[0:n])
    for (int i = 0; i < f->n; i++)
        f->a[i] += (int)f->scale;
#pragma omp target map(tofrom: f->a[0:n]) map(to: f[0:1])
    for (int i = 0; i < f->n; i++)
        f->a[i] *= 3;
    for (int i = 0; i < n; i++)
        CHECK_INT(f->a[i], 3 * (i + 2), "a[%d]", i);
#pragma omp target enter data map(to: f->n, f->scale, f->a[0:n])
#pragma omp target map(present, alloc: f->n, f->a[0:n])
    f->a[8] = f->n;
#pragma omp target exit data map(from: f->a[0:n]) map(release: f->n, f->scale)
    CHECK_INT(f->a[8], 9, "members alone");
    free(f);
    return check_end();
}
