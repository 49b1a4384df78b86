// ROW: declare target link variables of another file
// SPEC: 4.5 7.8
// FILES: Inputs/link_other.c
#include "check.h"

enum { SIZE = 65 };
extern int big[SIZE];
#pragma omp declare target link(big)
int sum_there(void);
void add_there(int n);

int main(int argc, char **argv)
{
    int sum = 0;
    check_begin(argc, argv);
#pragma omp target data map(tofrom: big)
    {
        add_there(10);
#pragma omp target map(from: sum)
        {
            sum = 0;
            for (int i = 0; i < SIZE; i++)
                sum += big[i];
        }
    }
    CHECK_INT(sum, SIZE * 17, "mapped here, changed there");
    CHECK_INT(sum_there(), SIZE * 17, "mapped there");
    return check_end();
}
