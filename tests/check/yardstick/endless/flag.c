/* A loop that ends when a flag is set.
   fault 1 endless go_on: nobody clears it
   clean: status 0 */
#include "fault.h"

int main(void)
{
    long turns = 0;
    int go_on = 1;
#pragma omp target map(tofrom: turns, go_on)
    while (go_on) { /* HERE 1 */
        turns++; /* HERE 1 */
        if (turns == 1000) /* HERE 1 */
            go_on = PICK(1, 1, 0); /* HERE 1 */
    }
    MUST(turns == 1000);
    return DONE;
}
