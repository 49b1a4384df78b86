// ROW: C: function pointers in structures
// SPEC: 4.0 1.7
/* Constant tables of structures that hold names and functions, named in a region and in a function that it calls. */
#include "check.h"

struct op {
    const char *name;
    int (*f)(int, int);
};
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const struct op ops[] = {{"add", add}, {.f = sub, .name = "subtract"}, {"mul", mul}};

static int negate(int a, int b) { return b - a; }
static const struct op deeper[] = {{"negate", negate}};
static int by_table(int a, int b) { return deeper[0].f(a, b); }

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[60];
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 60; i++) {
        const struct op *o = &ops[i % 3];
        r[i] = o->f(i, 7) * 100 + (int)strlen(o->name) + by_table(i, 5);
    }
    for (int i = 0; i < 60; i++)
        CHECK_INT(r[i], ops[i % 3].f(i, 7) * 100 + (int)strlen(ops[i % 3].name) + 5 - i, "iteration %d", i);
    return check_end();
}
