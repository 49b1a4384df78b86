// Right: members mapped one by one. Wrong: a neighbour is read.
// FAULT: 11 's'
#include <stdio.h>
struct s { int n; double q[20]; char tag[5]; double total; };
int main(void)
{
    static struct s s = {20, {0}, "abcd", 0};
    for (int i = 0; i < 20; i++)
        s.q[i] = i;
#ifdef FAULT
#pragma omp target teams distribute parallel for map(tofrom: s.q[0:20]) map(tofrom: s.tag)
#else
#pragma omp target teams distribute parallel for map(tofrom: s.q[0:20]) map(tofrom: s.tag)
#endif
    for (int i = 0; i < 20; i++) {
        if (i % 2)
            s.q[i] = s.q[i] * s.q[i];
        if (i < 4)
#ifdef FAULT
            s.tag[i] = s.tag[i + 1];
#else
            s.tag[i]++;
#endif
    }
    for (int i = 0; i < 20; i++)
        s.total += s.q[i];
    printf("%g %s\n", s.total, s.tag);
}
