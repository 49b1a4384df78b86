/* Arrays that live on the device for the whole program.
   fault 1 bounds before: one element too far, into its neighbour or a gap
   fault 2 bounds before: a thousand elements too far
   fault 3 bounds table: the constant table has only as many elements
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
int before[50], after[5000];
const unsigned char table[5] = {1, 2, 3, 4, 5};
#pragma omp end declare target

int main(void)
{
    long sum = 0;
#pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
    for (int i = 0; i < 50; i++) {
        before[i + PICK(1, 1, 0) + PICK(2, 1000, 0)] = i; /* HERE 1 2 */
        after[i * 100] = 1;
        sum += table[i % PICK(3, 6, 5)]; /* HERE 3 */
    }
#pragma omp target update from(before)
    for (int i = 0; i < 50; i++)
        MUST(before[i] == i);
    MUST(sum == 150);
    return DONE;
}
