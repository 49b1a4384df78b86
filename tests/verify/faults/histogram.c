/* Counts in shared bins, by updates that must be atomic. */
#include <stdio.h>
enum { N = 4000, BINS = 16 };
static int value[N], bin[BINS];
static double weight[BINS];
int main(void)
{
    int most = 0, pairs[4] = {0};
    for (int i = 0; i < N; i++)
        value[i] = i * 7919 % 1009;
#pragma omp target teams distribute parallel for map(to : value[0 : N]) map(tofrom : bin, weight)
    for (int i = 0; i < N; i++) {
#pragma omp atomic
        bin[value[i] % BINS]++;
#pragma omp atomic update
        weight[value[i] % BINS] += 0.5 * value[i];
    }
#pragma omp target parallel for map(to : bin[0 : BINS]) map(tofrom : most) reduction(max : most)
    for (int i = 0; i < BINS; i++)
        most = bin[i] > most ? bin[i] : most;
#pragma omp target parallel for map(to : value) map(tofrom : pairs)
    for (int i = 0; i < N - 1; i++)
        if (value[i] < value[i + 1]) {
#pragma omp atomic
            pairs[i % 4] += 1;
        }
    printf("%d %d %d %g %d\n", most, bin[0], bin[7], weight[3], pairs[2]);
    return 0;
}
