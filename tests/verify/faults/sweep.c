/* Parameters that the host changes between launches, and a result per launch. */
#include <stdio.h>
enum { N = 256, STEPS = 5 };
static float field[N], gain[N], out[STEPS];
#pragma omp declare target
float scale[4];
#pragma omp end declare target
int main(void)
{
    for (int i = 0; i < N; i++)
        field[i] = (float)i, gain[i] = 1;
#pragma omp target data map(to : field[0 : N]) map(to : gain)
    for (int step = 0; step < STEPS; step++) {
        float top = 0;
        for (int i = 0; i < 4; i++)
            scale[i] = (float)(step + i);
#pragma omp target update to(scale)
        for (int i = step; i < N; i += 16)
            gain[i] = 2;
#pragma omp target update to(gain[0 : N])
#pragma omp target teams distribute parallel for map(tofrom : top) reduction(max : top)
        for (int i = 0; i < N; i++) {
            float v = field[i] * gain[i] * scale[i % 4];
            top = v > top ? v : top;
        }
        out[step] = top;
    }
    for (int step = 0; step < STEPS; step++)
        printf("%g ", out[step]);
    return 0;
}
