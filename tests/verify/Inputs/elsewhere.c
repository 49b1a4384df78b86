/* For odd/other.c: a function that regions of another file call */
#pragma omp begin declare target
static double memory[4] = {1, 2, 3, 4};
double other(double *p, int i);
#pragma omp end declare target
double other(double *p, int i)
{
#ifdef FAULT
    p[i] = p[i ? i - 1 : 0] + memory[i & 3];
#else
    p[i] = p[i] + memory[i & 3];
#endif
    return p[i] / 3;
}
