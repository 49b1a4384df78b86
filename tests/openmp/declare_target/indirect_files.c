// ROW: declare target indirect, functions of another file
// SPEC: 5.1 7.8.3
// FILES: Inputs/functions.c
#include "check.h"

typedef int function(int);
extern function *choose(int which);
#pragma omp begin declare target indirect
int shared(int i);
#pragma omp end declare target

int main(int argc, char **argv)
{
    function *f = choose(0), *g = choose(1), *h = shared;
    int a = 0, b = 0, c = 0, on_host = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, b, c, on_host)
    {
        on_host = omp_is_initial_device() ? 100 : 0;
        a = f(1);
        b = g(1);
        c = h(1);
    }
    CHECK_INT(a, 11 + on_host, "static function of the other file");
    CHECK_INT(b, 21, "another");
    CHECK_INT(c, 31, "external function");
    return check_end();
}
