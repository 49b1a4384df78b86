/* The host changes one byte of a word, the device reads others of the same word.
   fault 1 stale c: the device reads that byte
   clean: status 0 */
#include "fault.h"

int main(void)
{
    char c[16] = "abcdefghijklmno";
    int sum = 0;
#pragma omp target data map(to: c)
    {
        c[5] = 'X'; /* ALSO 1 */
#pragma omp target map(from: sum)
        sum = c[4] + c[PICK(1, 5, 6)] + c[7]; /* HERE 1 */
    }
    MUST(sum == 'e' + 'g' + 'h');
    return DONE;
}
