#include <stdio.h>
#include <string.h>
static double a[30000];
int odd(int);
int outside(void);
static void fill(int n)
{
    for (int i = 0; i < n; i++)
        a[i] = i * 0.5 + a[i];
}
int main(int argc, char **argv)
{
    while (argc > 1 && strcmp(argv[1], "forever") == 0)
        ;
    if (argc == 1)
        fill(30000);
#ifdef ODD
    odd(outside());
#endif
    printf("%g\n", a[29999]);
    return 0;
}
