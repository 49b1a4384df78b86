// ROW: C: static const tables
// SPEC: 4.0 1.7
/* Tables of constants of file and function scope, without declare target. */
#include "check.h"

static const int primes[] = {2, 3, 5, 7, 11, [6] = 17, [8] = 23};
static const struct { char letter; double weight[2]; } weights[3] = {{'a', {1, 2}}, {'b', {3, 4}}, {'c', {5, 6}}};
static double weight(int i)
{
    static const double factor[4] = {0.5, 1, 2, 4};
    return factor[i % 4] * weights[i % 3].weight[i % 2];
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double r[48];
    int used = 0;
#pragma omp target teams distribute parallel for map(from: r)
    for (int i = 0; i < 48; i++)
        r[i] = weight(i) + primes[i % 9] + weights[i % 3].letter;
    for (int i = 0; i < 48; i++)
        CHECK_REAL(r[i], weight(i) + primes[i % 9] + 'a' + i % 3, 0, "iteration %d", i);
#pragma omp target map(from: used)
    used = (int)(sizeof primes / sizeof *primes);
    CHECK_INT(used, 9, "length of a table");
    return check_end();
}
