// ROW: omp_set_schedule, omp_get_schedule
// SPEC: 4.5 18.2.11
/* The initial task of a region gets back what it has set; the encountering task keeps its own. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    omp_sched_t kinds[3] = {omp_sched_static, omp_sched_dynamic, omp_sched_guided}, got[3], before, after;
    int chunks[3], chunk, chunk_after;
    omp_get_schedule(&before, &chunk);
#pragma omp target map(to : kinds) map(from : got, chunks)
    for (int i = 0; i < 3; i++) {
        omp_set_schedule(kinds[i], 5 + i);
        omp_get_schedule(&got[i], &chunks[i]);
    }
    for (int i = 0; i < 3; i++) {
        CHECK_INT(got[i] & 0x7fffffff, kinds[i], "kind %d", i);
        CHECK_INT(chunks[i], 5 + i, "chunk %d", i);
    }
    omp_get_schedule(&after, &chunk_after);
    CHECK(after == before && chunk_after == chunk, "the encountering task's schedule changed");
    return check_end();
}
