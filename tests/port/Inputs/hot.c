#include <math.h>
#include <stdio.h>
static double a[5000];
__attribute__((noinline)) static double work(int times)
{
    double s = 0;
    for (int i = 0; i < 5000 * times; i++)
        s += pow(1.0 + i % 5000 * 1e-3, 1.37);
    return s;
}
__attribute__((noinline)) static double little(void)
{
    double s = 0;
    for (int i = 0; i < 5000; i++)
        s += a[i];
    return s;
}

int main(void)
{
    double s = 0;
    for (int i = 0; i < 5000; i++)
        a[i] = i;
    for (int step = 0; step < 150; step++)
        s += work(10) + little();
    printf("%.6g\n", s);
    return 0;
}
