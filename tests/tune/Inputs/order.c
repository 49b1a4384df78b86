/* A region with a race: what it does depends on how many iterations a lane has. As it is each has one; where they have
 * several, the answer is wrong, or an access lies outside of everything, or it does not end. */
#include <stdio.h>

int main(void)
{
    static int a[30000], last[1] = {-1};
#pragma omp target teams distribute parallel for map(tofrom: a, last)
    for (int i = 0; i < 30000; i++) {
        int jump = last[0] - i + 1;
        last[0] = i;
        for (volatile int *p = a; jump == 3584; p[i] = i)
            ;
        a[jump > 0 && jump % 13 == 0 ? i + 100000000 : i] = jump > 0 ? -1 : i;
    }
    printf("%d\n", a[29999]);
}
