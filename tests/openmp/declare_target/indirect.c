// ROW: declare target indirect
// SPEC: 5.1 7.8.3
/* Pointers taken on the host, alone, in arrays and in structures, call the device's functions. */
#include "check.h"

static int one(int i) { return i + 1 + 100 * (omp_is_initial_device() != 0); }
static int two(int i) { return i + 2; }
#pragma omp declare target enter(one, two) indirect
typedef int function(int);
struct work { function *f; int argument; };

#pragma omp begin declare target
static int apply(function *f, int i) { return f(i) + (*f)(0); }
#pragma omp end declare target

int main(int argc, char **argv)
{
    function *f = one, *table[2] = {two, one};
    struct work w = {one, 30};
    int a = 0, b = 0, c = 0, d = 0, e = 0, on_host = 0;
    check_begin(argc, argv);
#pragma omp target map(from: a, b, c, d, e, on_host)
    {
        function *own = two;
        on_host = omp_is_initial_device() ? 100 : 0;
        a = f(10);
        b = table[0](20);
        c = w.f(w.argument);
        d = apply(table[1], 40);
        e = own(50) + (**own)(1);
    }
    CHECK_INT(a, 11 + on_host, "pointer");
    CHECK_INT(b, 22, "array of pointers");
    CHECK_INT(c, 31 + on_host, "member");
    CHECK_INT(d, 42 + 2 * on_host, "argument of a function");
    CHECK_INT(e, 55, "pointer taken on the device");
    return check_end();
}
