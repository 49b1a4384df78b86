/* One thread takes a number, all threads get it.
   fault 1 races number: it is shared and taken anew before all have read it
   clean: status 0 */
#include <omp.h>
#include "fault.h"

int main(void)
{
    enum { THREADS = 32 };
    int wrong = 0;
#pragma omp target map(tofrom: wrong)
    {
        int number = 0;
#if FAULT == 1
#pragma omp parallel num_threads(THREADS) shared(number)
#else
#pragma omp parallel num_threads(THREADS) firstprivate(number)
#endif
        for (int turn = 0; turn < 3; turn++) {
#if FAULT == 1
#pragma omp single
#else
#pragma omp single copyprivate(number)
#endif
            number = turn * 10; /* HERE 1 */
            if (number != turn * 10) { /* HERE 1 */
#pragma omp atomic
                wrong++;
            }
        }
    }
    MUST(wrong == 0);
    return DONE;
}
