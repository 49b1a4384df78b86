// ROW: declare target … end declare target
// SPEC: 4.0 7.8.2
/* All that is declared between the two, types, prototypes and later definitions included. */
#include "check.h"

int outside = 1;
#pragma omp declare target
int counter = 5;
static int hidden[3] = {7, 8, 9};
struct pair { int a, b; };
static struct pair both = {1, 2};
int later(int i);
static inline int sum(struct pair p) { return p.a + p.b; }
#pragma omp end declare target

int later(int i) { return hidden[i] + sum(both) + counter++; }

int main(int argc, char **argv)
{
    int seen = 0, again = 0;
    check_begin(argc, argv);
#pragma omp target map(from: seen, again)
    {
        seen = later(2) + outside;
        again = later(0);
    }
    CHECK_INT(seen, 18, "first call");
    CHECK_INT(again, 16, "second call");
    return check_end();
}
