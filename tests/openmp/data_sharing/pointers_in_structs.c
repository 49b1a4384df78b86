// ROW: structures that hold pointers, without a clause
// SPEC: 4.5 5.8.1
/* The structure is copied as it is: its pointers hold host addresses, which come back unchanged. */
#include "check.h"

struct list { int n; int *v; struct list *next; };

int main(int argc, char **argv)
{
    int v[3] = {1, 2, 3};
    struct list a = {3, v, 0};
    check_begin(argc, argv);
    a.next = &a;
    int same = 0;
#pragma omp target map(from: same)
    {
        same = a.v != 0 && a.next != 0;
        a.n = 4;
    }
    CHECK_INT(same, 1, "pointers");
    CHECK(a.n == 4 && a.v == v && a.next == &a, "back");
    return check_end();
}
