/* The host reads a file into a mapped buffer, piece by piece.
   fault 1 stale piece: from the second piece on the device is not told
   clean: status 0 */
#include "fault.h"

int main(void)
{
    enum { PIECES = 3, N = 100 };
    int piece[N];
    long sum = 0;
    FILE *f = tmpfile();
    if (!f)
        return 1;
    for (int i = 0; i < PIECES * N; i++)
        fwrite(&i, sizeof i, 1, f);
    rewind(f);
#pragma omp target data map(alloc: piece) map(tofrom: sum)
    for (int p = 0; p < PIECES; p++) {
        MUST(fread(piece, sizeof *piece, N, f) == N); /* ALSO 1 */
        if (p == 0 || !PICK(1, 1, 0)) {
#pragma omp target update to(piece)
        }
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (int i = 0; i < N; i++)
            sum += piece[i]; /* HERE 1 */
    }
    fclose(f);
    MUST(sum == (long)PIECES * N * (PIECES * N - 1) / 2);
    return DONE;
}
