// ROW: declare variant match(user={condition()}) that the run decides
// SPEC: 5.1 7.5
/* The condition is asked at each call, with the arguments' values; the highest score first, then the function itself. */
#include "check.h"

#pragma omp begin declare target
int level = 0;
static int asked(int x) { return x > 4; }
#pragma omp end declare target

static int any(int x) { return x + 1000; }
static int many(int x) { return x + 100; }
static int most(int x) { return x + 200; }
#pragma omp declare variant(many) match(user={condition(score(1): x > 4)})
#pragma omp declare variant(most) match(user={condition(score(2): asked(x) && level)})
static int base(int x) { return x; }

static int last(int x) { return x + 300; }
#pragma omp declare variant(many) match(user={condition(score(9): x > 4)})
#pragma omp declare variant(last) match(implementation={vendor(score(5): llvm)})
static int fixed(int x) { return x; }

static double sum_long(int n, const double *v) { return n + v[0]; }
#pragma omp begin declare variant match(user={condition(n > 1 && v)})
static double sum(int n, const double *v) { return sum_long(n, v) + 50; }
#pragma omp end declare variant
static double sum(int n, const double *v) { return v ? n : 0; }

static int first_of(const char *format, ...) { return format[0]; }
#pragma omp declare variant(first_of) match(user={condition(format[0] == 'y')})
static int length_of(const char *format, ...) { return (int)strlen(format); }

#pragma omp declare variant(any) match(construct={parallel}, user={condition(x == 7)})
static int inside(int x) { return x; }

int main(int argc, char **argv)
{
    int v[6] = {0}, n = 4;
    double d[1] = {0.5}, s[2] = {0};
    struct {
        unsigned bits: 3;
    } b = {5};
    check_begin(argc, argv);
    for (int k = 0; k < 2; k++) {
        level = k;
#pragma omp target update to(level)
#pragma omp target map(from: v, s) map(to: d)
        {
            v[0] = base(4);
            v[1] = base(base(5));
            v[2] = fixed(4);
            v[3] = fixed(5);
            s[0] = sum(2, d);
            s[1] = sum(1, d);
        }
        CHECK_INT(v[0], 4, "region: no condition holds");
        CHECK_INT(v[1], k ? 405 : 205, "region: the condition with the higher score, level %d", k);
        CHECK_INT(v[2], 304, "region: a variant without condition");
        CHECK_INT(v[3], 105, "region: a condition with a higher score");
        CHECK_INT((int)(s[0] * 10), 525, "region: begin declare variant");
        CHECK_INT((int)(s[1] * 10), 10, "region: begin declare variant, where the condition does not hold");
        CHECK_INT(base(4), 4, "host: no condition holds");
        CHECK_INT(base(base(5)), k ? 405 : 205, "host: the condition with the higher score, level %d", k);
        CHECK_INT(fixed(4) + fixed(5), 409, "host: a variant without condition comes last");
        CHECK_INT((int)(sum(2, d) * 10), 525, "host: begin declare variant");
    }
    CHECK_INT(base(n++), 4, "an argument with an effect");
    CHECK_INT(n, 5, "evaluations of an argument");
    CHECK_INT(length_of("yes %d %d %g", b.bits, (char)1, 1.5f) + length_of("no"), 'y' + 2, "a function with '...'");
    CHECK_INT(inside(7), 7, "outside of the construct");
#pragma omp parallel num_threads(base(2)) firstprivate(v)
    {
        v[0] = inside(7) + inside(6);
#pragma omp critical
        CHECK_INT(v[0], 1013, "in the construct");
    }
    return check_end();
}
