#include <stdio.h>
#include <stdlib.h>
enum { N = 6000 };
static double a[N], b[N];
int main(void)
{
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < N; i++)
            a[i] = b[i] * 0.5 + i;
        for (int i = 0; i < N; i++)
            b[i] = a[i] * 0.25 + k;
    }
    printf("%.3f %.3f\n", a[7], b[N - 1]);
    return 0;
}
