/* Adjacent bit-fields are one memory location of C, those behind a field of width zero are another.
   fault 1 races f: two threads set fields of the same location
   clean: status 0 */
#include "fault.h"

struct fields {
    unsigned a : 4;
    unsigned b : 4;
    unsigned : 0;
    unsigned c : 4;
};

int main(void)
{
    struct fields f = {0, 0, 0};
#pragma omp target map(tofrom: f)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            f.a = 9; /* HERE 1 */
        else
            f.PICK(1, b, c) = 7; /* HERE 1 */
    }
    MUST(f.a == 9 && f.c == 7);
    return DONE;
}
