#include "short.h"
/* one step of a relaxation, of which a small run has few points */
void relax(int n, const double *restrict from, double *restrict to)
{
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            to[i * n + j] = 0.25 * (from[(i - 1) * n + j] + from[(i + 1) * n + j] + from[i * n + j - 1] + from[i * n + j + 1]);
}
