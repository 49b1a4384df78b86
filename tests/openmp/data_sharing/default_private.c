// ROW: parallel: default(private)
// SPEC: 5.1 5.4.1
/* Copies without a value; the originals stay as they are. */
#include "check.h"

enum { N = 64 };

int main(int argc, char **argv)
{
    int got[N], kept = -1, temporary = 7;
    check_begin(argc, argv);
#pragma omp target map(from: got, kept) firstprivate(temporary)
    {
#pragma omp parallel for default(private) shared(got)
        for (int i = 0; i < N; i++) {
            temporary = i * i;
            got[i] = temporary + 1;
        }
        kept = temporary;
    }
    CHECK_INT(kept, 7, "the original");
    for (int i = 0; i < N; i++)
        CHECK_INT(got[i], i * i + 1, "got[%d]", i);
    return check_end();
}
