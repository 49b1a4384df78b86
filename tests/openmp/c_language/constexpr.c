// ROW: C: constexpr objects
// SPEC: 5.2 1.7
// FLAGS: -std=gnu2x
/* Of file and block scope: constants on the device too, for lengths of arrays, cases and assertions. */
#include "check.h"

struct pair { int x, y; };
constexpr int of_file = 5, and_another = 3;
constexpr struct pair origin = {3, 4};
static constexpr double table[] = {0.5, 1.5, 2.5};
static int of_function(int i)
{
    constexpr int limit = 4, list[limit] = {1, 2, 3, 4};
    int copies[limit + of_file];
    for (int k = 0; k < limit + of_file; k++)
        copies[k] = k < limit ? list[k] : k;
    return copies[i];
}

int main(int argc, char **argv)
{
    constexpr int n = 37, twice = 2 * n;
    constexpr struct pair local = {1, 2};
    constexpr double half = 0.5;
    int a[n] = {}, r[8] = {};
    double sums[and_another] = {};
    check_begin(argc, argv);
#pragma omp target map(tofrom: a, r, sums)
#pragma omp teams num_teams(n / 12) thread_limit(n)
    {
        static_assert(n == 37 && twice == 74 && of_file == 5);
        constexpr int inner = n + 1'000;
#pragma omp distribute parallel for num_threads(n)
        for (int i = 0; i < n; i++) {
            int own[inner - 1000] = {}, where[of_file];
            for (int k = 0; k < n; k++)
                own[k] = k;
            where[of_file - 1] = local.y + origin.x;
            switch (i) {
            case n - 1:
                a[i] = 1000;
                break;
            case of_file:
                a[i] = 2000;
                break;
            default:
                a[i] = own[i] + where[4] + of_function(i % 9);
            }
        }
        if (omp_get_team_num() == 0) {
            r[0] = inner;
            r[1] = (int)(sizeof table / sizeof *table) + local.x;
            for (int i = 0; i < and_another; i++)
                sums[i] = table[i] + half;
        }
    }
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], i == 36 ? 1000 : i == 5 ? 2000 : i + 5 + (i % 9 < 4 ? i % 9 + 1 : i % 9), "a[%d]", i);
    CHECK_INT(r[0], 1037, "of the region");
    CHECK_INT(r[1], 4, "a length");
    for (int i = 0; i < 3; i++)
        CHECK_REAL(sums[i], i + 1, 0, "sums[%d]", i);
#pragma omp target teams distribute parallel for firstprivate(n) collapse(2) map(tofrom: a)
    for (int i = 0; i < twice / 2; i++)
        for (int k = 0; k < 1; k++)
            a[i] = n;
    for (int i = 0; i < n; i++)
        CHECK_INT(a[i], 37, "a[%d] again", i);
    return check_end();
}
