/* needs 54 to, 53 from: goto leaves the inner loop, which is no place for a directive; the outer one is */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    enum { N = 512 };
    double *a = malloc(N * sizeof *a), *b = malloc(N * sizeof *b), sum = 0;
    for (int i = 0; i < N; i++)
        a[i] = i, b[i] = N - i;
    for (int turn = 0; turn < 3; turn++) {
        for (int k = 0; k < 50; k++) {
            double most = 0;
#pragma omp target teams distribute parallel for map(tofrom: a[0:N], b[0:N], most) reduction(max: most)
            for (int i = 0; i < N; i++) {
                a[i] = a[i] * 0.5 + b[i];
                most = a[i] > most ? a[i] : most;
            }
            if (most < N * 1.5 + turn + k)
                goto done;
        }
    done:
        sum += turn;
    }
    for (int i = 0; i < N; i++)
        sum += a[i];
    printf("%.12g\n", sum);
    free(a);
    free(b);
}
