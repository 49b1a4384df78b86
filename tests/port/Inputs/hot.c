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
    a[0] = 1;
    for (int i = 1; i < 5000; i++)
        a[i] = a[i - 1] * 1.0001;
    for (int step = 0; step < 150; step++)
        s = 0.5 * s + work(10) + little();
    for (int i = 0; i < 4000000; i++)
        s = s * 0.999 + 1 / (s + i);
    printf("%.6g\n", s);
    return 0;
}
