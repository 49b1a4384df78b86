#pragma omp declare target
void change(int *p);
void all(int *p, int n);
void change(int *p) { *p = *p * 2 + 1; }
#ifndef ALONE
void all(int *p, int n)
{
    int factor = 4;
    static const int none[2] = {0, 0};
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        p[i] = factor * i + none[i % 2];
}
#endif
#pragma omp end declare target
