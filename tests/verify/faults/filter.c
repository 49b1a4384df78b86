/* A signal through filters, whose coefficients one region makes for the next; and how far it is from another one. */
#include <stdio.h>
#include <stdlib.h>
enum { TAPS = 9 };
static double taps[TAPS];
static double smooth(const double *s, int i, int n)
{
    double sum = 0, weight = 0;
    for (int k = -TAPS / 2; k <= TAPS / 2; k++)
        if (i + k >= 0 && i + k < n) {
            sum += s[i + k] * taps[k + TAPS / 2];
            weight += taps[k + TAPS / 2];
        }
    return sum / weight;
}
#pragma omp declare target to(taps, smooth)
int main(void)
{
    int n = 500, above = 0;
    double *signal = malloc(n * sizeof *signal), *low = malloc(n * sizeof *low), *high = malloc(n * sizeof *high);
    double power = 0, least = 1e30;
    for (int i = 0; i < n; i++)
        signal[i] = (i * 37 % 101) / 7.0, low[i] = high[i] = 0.3;
#pragma omp target parallel for
    for (int k = 0; k < TAPS; k++)
        taps[k] = 1.0 / (1.3 + (k - TAPS / 2) * (k - TAPS / 2));
#pragma omp target data map(to : signal[0 : n]) map(tofrom : low[0 : n], high[0 : n])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            low[i] = 0.9 * low[i] + smooth(signal, i, n);
#pragma omp target teams distribute parallel for
        for (int i = 0; i < n; i++)
            high[i] += signal[i] - low[i];
#pragma omp target teams distribute parallel for map(tofrom : power, least) reduction(+ : power) reduction(min : least)
        for (int i = 0; i < n; i++) {
            power += high[i] * high[i] / n;
            least = low[i] < least ? low[i] : least;
        }
#pragma omp target teams distribute parallel for map(tofrom : above)
        for (int i = 0; i < n; i++)
            if (high[i] > 1.1)
#pragma omp atomic
                above += 1 + i % 2;
    }
    printf("%.12g %.12g %d %.14g %.14g\n", power, least, above, low[11], high[n - 1]);
    free(signal);
    free(low);
    free(high);
    return 0;
}
