/* Bytes and shorts whose number is no multiple of a word: what is beyond lies in the same word.
   fault 1 bounds c: byte 13 of 13
   fault 2 bounds s: short 7 of 7
   fault 3 bounds c: four bytes at once of which three are there
   clean: status 0 */
#include "fault.h"
#include <string.h>

int main(void)
{
    char *c = malloc(13);
    short *s = malloc(7 * sizeof *s);
    memset(c, 1, 13);
    for (int i = 0; i < 7; i++)
        s[i] = i;
    int sum = 0, word = 0;
#pragma omp target map(to: c[:13], s[:7]) map(tofrom: sum, word)
    {
        for (int i = 0; i < 13 + PICK(1, 1, 0); i++)
            sum += c[i]; /* HERE 1 */
        for (int i = 0; i < 7 + PICK(2, 1, 0); i++)
            sum += s[i]; /* HERE 2 */
        memcpy(&word, c + PICK(3, 10, 9), 4); /* HERE 3 */
    }
    MUST(sum == 13 + 21 && word == 0x01010101);
    free(c);
    free(s);
    return DONE;
}
