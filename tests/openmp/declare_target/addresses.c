// ROW: declare target, initialisers that hold addresses
// SPEC: 4.5 7.8
/* Pointers to other declare target variables and functions point to the device's from the beginning. */
#include "check.h"

#pragma omp begin declare target
static int one(void) { return 1 + omp_is_initial_device(); }
static int two(void) { return 2; }
int values[5] = {10, 20, 30, 40, 50};
int *middle = values + 2, *const first = &values[0];
struct node { int v; struct node *next; } tail = {3, 0}, head = {4, &tail};
int (*const functions[2])(void) = {one, two};
const char *const words[] = {"zero", "one"};
#pragma omp end declare target

int main(int argc, char **argv)
{
    int a = 0, b = 0, c = 0, on_host = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, b, c, on_host)
    {
        middle[1] = 41;
        a = values[3] + first[4];
        b = head.next->v;
        c = 10 * functions[0]() + functions[1]() + words[1][2];
        on_host = omp_is_initial_device();
    }
    CHECK_INT(a, 91, "pointers into an array");
    CHECK_INT(b, 3, "a list");
    CHECK_INT(c, 10 * (1 + on_host) + 2 + 'e', "functions and strings");
    return check_end();
}
