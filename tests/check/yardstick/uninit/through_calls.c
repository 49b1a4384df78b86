/* A value goes through functions, a structure and a sum before it matters.
   fault 1 uninit in: the third member of the input was never set on the device
   clean: status 0 */
#include "fault.h"

typedef struct {
    double re, im;
} number;

#pragma omp begin declare target
static number times(number a, number b) { return (number){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
static double real_part(const number *z) { return z->re; }
static double chosen(double a, double b) { return a < b ? a : b; } /* HERE 1 */
#pragma omp end declare target

int main(void)
{
    enum { N = 50 };
    number in[N];
    double out[N];
#pragma omp target data map(alloc: in) map(from: out) /* ALSO 1 */
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            if (i != PICK(1, 2, -1))
                in[i] = (number){i, 1};
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++) {
            number z = times(in[i], in[i]);
            double r = real_part(&z) + 1;
            out[i] = chosen(r, 1e6); /* ALSO 1 */
        }
    }
    for (int i = 0; i < N; i++)
        MUST(out[i] == i * i);
    return DONE;
}
