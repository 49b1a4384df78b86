// ROW: parallel, in target teams
// SPEC: 4.0 10.1
/* Every thread of every team runs the block. */
#include "check.h"

int main(int argc, char **argv)
{
    int teams = 0, threads = 0, blocks = 0, sum = 0, wrong = 0;
    check_begin(argc, argv);
#pragma omp target teams num_teams(3) thread_limit(8) map(tofrom: teams, threads, blocks, sum, wrong)
    {
        int mine = 0;
#pragma omp atomic
        teams++;
#pragma omp parallel
        {
#pragma omp atomic
            blocks++;
#pragma omp atomic
            mine++;
#pragma omp barrier
#pragma omp single
            {
#pragma omp atomic
                threads += omp_get_num_threads();
                if (mine != omp_get_num_threads()) {
#pragma omp atomic
                    wrong++;
                }
            }
        }
#pragma omp atomic
        sum += mine;
    }
    CHECK(teams >= 1 && teams <= 3, "%d teams", teams);
    CHECK_INT(blocks, threads, "blocks");
    CHECK_INT(sum, threads, "counted by teams");
    CHECK_INT(wrong, 0, "a team's variable");
    return check_end();
}
