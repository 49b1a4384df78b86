// ROW: ordered simd
// SPEC: 4.5 15.10.2
#include "check.h"

enum { N = 53 };

int main(int argc, char **argv)
{
    int hist[8] = {0}, want[8] = {0}, key[N], at[N], place[N];
    check_begin(argc, argv);
    for (int i = 0; i < N; i++) {
        key[i] = (i * i + 3) % 8;
        place[i] = want[key[i]]++;
    }
#pragma omp target map(tofrom: hist) map(to: key) map(from: at)
    {
#pragma omp parallel num_threads(2)
        {
#pragma omp single
            {
#pragma omp simd
                for (int i = 0; i < N; i++) {
                    int k = key[i] * 1;
#pragma omp ordered simd
                    {
                        at[i] = hist[k];
                        hist[k]++;
                    }
                }
            }
        }
    }
    for (int i = 0; i < N; i++)
        CHECK_INT(at[i], place[i], "place of %d", i);
    for (int k = 0; k < 8; k++)
        CHECK_INT(hist[k], want[k], "histogram %d", k);
    return check_end();
}
