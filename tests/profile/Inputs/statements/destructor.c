/* needs 1 to, 1 from: also with x: a destructor looks at the data where the loop calls exit */
#include <stdio.h>
#include <stdlib.h>
static double a[500];
__attribute__((destructor)) static void fin(void) { printf("end %g\n", a[7]); }
int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < 10; k++) {
#pragma omp target teams distribute parallel for map(tofrom: a)
        for (int i = 0; i < 500; i++)
            a[i] += 1;
        if (k == 6 && argc < 2)
            exit(0);
    }
}
