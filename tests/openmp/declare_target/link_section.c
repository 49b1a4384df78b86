// ROW: declare target link, a section mapped
// SPEC: 4.5 7.8.1
#include "check.h"

int big[1000];
#pragma omp declare target link(big)
#pragma omp begin declare target
static void add(int i, int by) { big[i] += by; }
#pragma omp end declare target

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    for (int i = 0; i < 1000; i++)
        big[i] = i;
#pragma omp target enter data map(to: big[500:37])
#pragma omp target parallel for
    for (int i = 500; i < 537; i++)
        add(i, 1000);
#pragma omp target update from(big[536:1])
    CHECK_INT(big[536], 1536, "update");
#pragma omp target exit data map(from: big[500:37])
    for (int i = 0; i < 1000; i++)
        CHECK_INT(big[i], i >= 500 && i < 537 ? i + 1000 : i, "big[%d]", i);
    return check_end();
}
