/* needs 10 to, 10 from: also with x: conditions without blocks, one of which stores */
#include <stdio.h>
static float f[400];
int main(int argc, char **argv)
{
    (void)argv;
    for (int k = 0; k < 10; k++) {
#pragma omp target teams distribute parallel for map(tofrom: f)
        for (int i = 0; i < 400; i++) f[i] = f[i] * 0.5f + k;
        if (k == 2)
            printf("a %g\n", f[1]);
        else if (k == 5)
            printf("b %g\n", f[2]);
        else if (argc > 1)
            f[3] = 0;
        else
            for (int i = 0; i < 2; i++)
                if (k == 7 + i)
                    printf("c %g\n", f[i]);
    }
    printf("%g\n", f[9]);
}
