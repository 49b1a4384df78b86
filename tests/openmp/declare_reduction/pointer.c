// ROW: declare reduction of pointers
// SPEC: 4.0 5.5.11
/* Copies of a pointer; the combiner takes the one that leads furthest. */
#include "check.h"

#pragma omp declare reduction(furthest : const char * : omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = 0)

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    char text[300];
    memset(text, 'a', sizeof text);
    text[17] = text[253] = 'b';
    long at = -1;
#pragma omp target map(to: text) map(from: at)
    {
        const char *p = text;
#pragma omp parallel for reduction(furthest: p)
        for (int i = 0; i < 300; i++)
            if (text[i] == 'b' && text + i > p)
                p = text + i;
        at = p - text;
    }
    CHECK_INT(at, 253, "furthest");
    return check_end();
}
