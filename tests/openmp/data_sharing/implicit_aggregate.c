// ROW: implicit rules: arrays and structures are map(tofrom:)
// SPEC: 4.0 5.8.1
/* Those of blocks and files, static, unions and arrays of structures. */
#include "check.h"

struct cell { char name[3]; int v; };
union word { int i; float f; };
static int table[3][5];
struct cell global = {"ab", 1};

int main(int argc, char **argv)
{
    static int kept[37];
    struct cell one = {"cd", 2}, many[7] = {{"e", 3}};
    union word u = {.i = 5};
    const int fixed[3] = {1, 2, 3};
    check_begin(argc, argv);
#pragma omp target
    {
        table[2][4] = one.v + global.v + fixed[2];
        kept[36] = u.i;
        u.f = 0.5f;
        one.name[0] = 'x';
        many[6].v = many[0].v + 10;
        global.v = 20;
    }
    CHECK_INT(table[2][4], 6, "matrix");
    CHECK_INT(kept[36], 5, "static of the function");
    CHECK_REAL(u.f, 0.5, 0, "union");
    CHECK_INT(one.name[0], 'x', "structure");
    CHECK_INT(many[6].v, 13, "array of structures");
    CHECK_INT(global.v, 20, "global");
    return check_end();
}
