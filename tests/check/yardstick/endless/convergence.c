/* An iteration that stops when it changes little.
   fault 1 endless error: NaN is never below the tolerance
   fault 2 endless error: the tolerance is none
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 16 };
    double x[N], start[N];
    for (int i = 0; i < N; i++)
        start[i] = i == 7 && PICK(1, 1, 0) ? -0. / 0. : i + 1;
#pragma omp target teams distribute parallel for map(to: start) map(from: x)
    for (int i = 0; i < N; i++) {
        double at = start[i], error;
        do { /* HERE 1 2 */
            double next = (at + start[i] / at) / 2; /* HERE 1 2 */
            error = next > at ? next - at : at - next; /* HERE 1 2 */
            at = next; /* HERE 1 2 */
            x[i] = at; /* HERE 1 2 */
        } while (!(error < PICK(2, 0, 1e-9))); /* HERE 1 2 */
    }
    MUST(x[3] > 1.999999 && x[3] < 2.000001);
    return DONE;
}
