#include <setjmp.h>
static jmp_buf out;
static int v[30000];
int fill_odd(n) int n;
{
    int i;
    for (i = 0; i < n; i++)
        v[i] = 3 * i;
    for (i = 0; i < n; i++)
        __asm__ volatile("" : "+r"(v[i]));
    if (setjmp(out))
        return 1;
    for (i = 0; i < n; i++)
        if (v[i] < 0)
            longjmp(out, 1);
    return v[n - 1];
}
int odd(x) int x;
{
    return fill_odd(30000 + x);
}
