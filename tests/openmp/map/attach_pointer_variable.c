// ROW: target enter data map(to: p) map(to: p[0:n])
// SPEC: 5.0 5.8.6
/* A pointer variable that is mapped itself is attached too. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int v[11], *p = v;
    for (int i = 0; i < 11; i++)
        v[i] = i;
#pragma omp target enter data map(to: p) map(to: p[0:11])
#pragma omp target map(tofrom: p)
    for (int i = 0; i < 11; i++)
        p[i] += 3;
#pragma omp target exit data map(from: p[0:11]) map(release: p)
    CHECK(p == v, "the host's pointer");
    for (int i = 0; i < 11; i++)
        CHECK_INT(v[i], i + 3, "v[%d]", i);
    return check_end();
}
