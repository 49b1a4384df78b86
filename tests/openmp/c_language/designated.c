// ROW: C: designated initialisers
// SPEC: 4.0 1.7
/* Members and elements out of order, nested, with what is not named zero. */
#include "check.h"

struct inner {
    int a, b[4];
};
struct outer {
    double d;
    struct inner in[2];
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    struct outer got[20];
#pragma omp target teams distribute parallel for map(from: got)
    for (int i = 0; i < 20; i++) {
        struct outer o = {.in = {[1] = {.b = {[2] = i, 7}}, [0].a = -i}, .d = 0.5 * i};
        got[i] = o;
    }
    for (int i = 0; i < 20; i++) {
        struct outer *o = &got[i];
        CHECK(o->d == 0.5 * i && o->in[0].a == -i && o->in[0].b[1] == 0 && o->in[1].a == 0 && o->in[1].b[2] == i &&
                  o->in[1].b[3] == 7 && o->in[1].b[0] == 0, "got[%d]", i);
    }
    return check_end();
}
