/* The function of another file stores to what it is given.
   files: in_a_function_other.c
   fault 1 bounds out: the length that the caller gives is too large
   fault 2 bounds in: the function looks one too far
   clean: status 0 */
#include "fault.h"

#pragma omp begin declare target
void smooth(const float *in, float *out, int at, int n);
#pragma omp end declare target

int main(void)
{
    int n = 200;
    float *in = malloc(n * sizeof *in), *out = malloc(n * sizeof *out);
    for (int i = 0; i < n; i++)
        in[i] = 2 * i, out[i] = 0;
#pragma omp target teams distribute parallel for map(to: in[:n]) map(from: out[:n])
    for (int i = 0; i < n + PICK(1, 1, 0); i++)
        smooth(in, out, i, n + PICK(2, 1, 0)); /* ALSO 1 2 */
    for (int i = 1; i < n - 1; i++)
        MUST(out[i] == 2 * i);
    free(in);
    free(out);
    return DONE;
}
