/* The host writes the array to a file.
   fault 1 stale a: the device has newer values
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { N = 32 };
    int a[N] = {0}, back[N];
    FILE *f = tmpfile();
    if (!f)
        return 1;
#pragma omp target data map(tofrom: a)
    {
#pragma omp target parallel for
        for (int i = 0; i < N; i++)
            a[i] = i; /* ALSO 1 */
#if FAULT != 1
#pragma omp target update from(a)
#endif
        fwrite(a, sizeof *a, N, f); /* HERE 1 */
    }
    rewind(f);
    MUST(fread(back, sizeof *back, N, f) == N && back[N - 1] == N - 1);
    fclose(f);
    return DONE;
}
