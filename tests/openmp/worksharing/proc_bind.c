// ROW: parallel for, parallel sections, target teams distribute parallel for: proc_bind(primary | master | close | spread)
// SPEC: 4.5 10.1.4
// MAY: where threads are placed is the implementation's, and no GPU places them
/* Every spelling, on every construct that takes it: the iterations are shared out once, whatever the places are. */
#include "check.h"

enum { N = 501 };
static int count[N];

static void expect(int each, const char *what)
{
    for (int i = 0; i < N; i++)
        CHECK(count[i] == each, "%s: %d is %d, not %d", what, i, count[i], each);
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
#pragma omp target parallel for proc_bind(close)
    for (int i = 0; i < N; i++)
        count[i]++;
    expect(1, "target parallel for");
#pragma omp target teams distribute parallel for proc_bind(spread)
    for (int i = 0; i < N; i++)
        count[i]++;
    expect(2, "target teams distribute parallel for");
#pragma omp target parallel for simd proc_bind(primary) num_threads(3)
    for (int i = 0; i < N; i++)
        count[i]++;
    expect(3, "target parallel for simd");
    int threads = 0;
#pragma omp target map(tofrom : threads)
    {
#pragma omp parallel proc_bind(master)
#pragma omp for
        for (int i = 0; i < N; i++)
            count[i]++;
#pragma omp parallel proc_bind(spread) num_threads(5)
#pragma omp single
        threads = omp_get_num_threads();
#pragma omp parallel sections proc_bind(close)
        {
#pragma omp section
            for (int i = 0; i < N / 2; i++)
                count[i]++;
#pragma omp section
            for (int i = N / 2; i < N; i++)
                count[i]++;
        }
    }
    expect(5, "constructs in target");
    CHECK(threads >= 1 && threads <= 5, "%d threads", threads);
    return check_end();
}
