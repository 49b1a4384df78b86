/* needs 2 to, 10 from: so does num_teams, and the host between */
#include <stdio.h>
static int cfg[64], a[300];
int main(void)
{
    cfg[0] = 1; cfg[1] = 3;
    long s = 0;
    for (int k = 0; k < 8; k++) {
        int step = cfg[1];
#pragma omp target teams distribute parallel for num_teams(cfg[0]) map(tofrom: a)
        for (int i = 0; i < 300; i++) a[i] += step;
#pragma omp target map(tofrom: cfg)
        { cfg[0]++; cfg[1] += cfg[0]; }
    }
    for (int i = 0; i < 300; i++) s += a[i];
    printf("%ld %d\n", s, cfg[1]);
}
