// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Structs whose members point to other data: the struct is mapped, then what its members point to. */
#include "check.h"

struct data {
    long size;
    double a, *x, *y;
};

static struct data *make(long n)
{
    struct data *d = check_alloc(sizeof *d);
    *d =
        (struct data){n, 2, check_alloc((size_t)n * sizeof(double)), check_alloc((size_t)n * sizeof(double))};
    for (long i = 0; i < n; i++) {
        d->x[i] = (double)i;
        d->y[i] = 1;
    }
    return d;
}

static void drop(struct data *d)
{
    free(d->x);
    free(d->y);
    free(d);
}

static void check_saxpy(const struct data *d, const double *x, const double *y, double factor,
                        const char *name)
{
    long wrong = 0;
    for (long i = 0; i < d->size; i++)
        wrong += d->y[i] != factor * (double)i + 1 || d->x[i] != (double)i;
    CHECK_INT(wrong, 0, "%s, n=%ld", name, d->size);
    CHECK(d->x == x && d->y == y, "%s: pointers on the host are as before, n=%ld", name, d->size);
}

static void one_directive(long n)
{
    struct data *d = make(n);
    double *x = d->x, *y = d->y;
#pragma omp target teams distribute parallel for map(to: d[0:1]) map(to: d->x[0:d->size]) \
    map(tofrom: d->y[0:d->size])
    for (long i = 0; i < d->size; i++)
        d->y[i] += d->a * d->x[i];
    check_saxpy(d, x, y, 2, "members mapped with the struct");
    drop(d);
}

static void step_by_step(long n)
{
    struct data *d = make(n);
    double *x = d->x, *y = d->y;
#pragma omp target enter data map(to: d[0:1])
#pragma omp target enter data map(to: d->x[0:n])
#pragma omp target enter data map(to: d->y[0:n])
    for (int k = 0; k < 3; k++) {
#pragma omp target teams distribute parallel for
        for (long i = 0; i < d->size; i++)
            d->y[i] += d->a * d->x[i];
    }
#pragma omp target exit data map(from: d->y[0:n])
#pragma omp target exit data map(release: d->x[0:n])
#pragma omp target exit data map(release: d[0:1])
    check_saxpy(d, x, y, 6, "members attached one by one");
    drop(d);
}

static void not_behind_a_pointer(long n)
{
    struct data *made = make(n), d = *made;
#pragma omp target teams distribute parallel for map(tofrom: d) map(to: d.x[0:n]) map(tofrom: d.y[0:n])
    for (long i = 0; i < n; i++)
        d.y[i] += d.a * d.x[i];
    check_saxpy(&d, made->x, made->y, 2, "members of a struct variable");
    drop(made);
}

struct few {
    int a, b, c, array[10];
};

/* only some members: the section of the struct between them */
static void some_members(void)
{
    struct few s = {1, 2, 3, {0}};
#pragma omp target map(tofrom: s.b)
    s.b += 10;
    CHECK_INT(s.b, 12, "one member");
    CHECK_INT(s.a * 10 + s.c, 13, "the members around it");
#pragma omp target map(tofrom: s.array[2:3])
    for (int i = 2; i < 5; i++)
        s.array[i] = i;
    for (int i = 0; i < 10; i++)
        CHECK_INT(s.array[i], i >= 2 && i < 5 ? i : 0, "section of a member, element %d", i);
}

struct node {
    int value;
    struct node *next;
};

/* a list in one block, with links made on the device */
static void links(void)
{
    enum { N = 50 };
    struct node list[N];
    long sum = 0;
    memset(list, 0, sizeof list);
#pragma omp target map(to: list) map(from: sum)
    {
        for (int i = 0; i < N; i++) {
            list[i].value = i;
            list[i].next = i + 1 < N ? &list[i + 1] : NULL;
        }
        sum = 0;
        for (struct node *n = list; n; n = n->next)
            sum += n->value;
    }
    CHECK_INT(sum, N * (N - 1) / 2, "links made on the device");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const long size[] = {1, 31, 33, 1000};
    for (int k = 0; k < 4; k++) {
        one_directive(size[k]);
        step_by_step(size[k]);
        not_behind_a_pointer(size[k]);
    }
    some_members();
    links();
    return check_end();
}
