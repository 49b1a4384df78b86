// ROW: sections
// SPEC: 1.0 11.3
/* Each section runs once, by some thread of the team; all have ended after the construct. */
#include "check.h"

int main(int argc, char **argv)
{
    int count[7] = {0}, order[7] = {0}, late = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: count, order, late)
#pragma omp parallel num_threads(5)
    {
#pragma omp sections
        {
#pragma omp section
            {
                count[0]++;
                order[0] = omp_get_thread_num() + 1;
            }
#pragma omp section
            count[1]++;
#pragma omp section
            for (int i = 0; i < 3; i++)
                count[2]++;
#pragma omp section
            {
                count[3]++;
            }
#pragma omp section
            {
                count[4]++;
            }
#pragma omp section
            {
                count[5]++;
            }
#pragma omp section
            {
                count[6]++;
            }
        }
        for (int i = 0; i < 7; i++)
            if (count[i] != (i == 2 ? 3 : 1)) {
#pragma omp atomic
                late++;
            }
    }
    for (int i = 0; i < 7; i++)
        CHECK_INT(count[i], i == 2 ? 3 : 1, "section %d", i);
    CHECK_INT(late, 0, "the barrier at the end");
    CHECK(order[0] > 0 && order[0] <= 5, "a thread of the team: %d", order[0]);
    return check_end();
}
