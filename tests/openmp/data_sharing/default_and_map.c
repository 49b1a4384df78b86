// ROW: target teams, parallel: default(firstprivate) and map of one variable
// SPEC: 5.1 5.4.1
/* The map is the target construct's, the default that of the constructs within: what is mapped keeps its value. */
#include "check.h"

enum { N = 37 };
struct pair { int x, y; };

int main(int argc, char **argv)
{
    int x = 5, list[N], wrong = 0, out[N], *p = check_alloc(N * sizeof *p);
    struct pair s = {1, 2};
    check_begin(argc, argv);
    for (int i = 0; i < N; i++)
        list[i] = p[i] = i, out[i] = -1;
#pragma omp target teams num_teams(3) default(firstprivate) map(tofrom: x, list, s) reduction(+: wrong)
    {
        x += omp_get_team_num();
        list[36] += x;
        s.y += x;
        wrong += x != 5 + omp_get_team_num() || list[36] != 36 + x || s.y != 2 + x || s.x != 1;
    }
    CHECK_INT(wrong, 0, "copies of teams");
#pragma omp target parallel num_threads(5) default(firstprivate) map(tofrom: x, list) map(s) shared(out)
    {
        int me = omp_get_thread_num();
        x += me;
        list[me] = s.x = x;
        out[me] = list[me] + s.x + s.y;
    }
    for (int i = 0; i < 5; i++)
        CHECK(out[i] == 2 * (5 + i) + 2 || (i && out[i] == -1), "thread %d: %d", i, out[i]);
#pragma omp target teams distribute parallel for default(firstprivate) map(tofrom: x, p[0:N]) reduction(+: wrong)
    for (int i = 0; i < N; i++) {
        x = i;
        p += i; /* a copy of the pointer, not of what it points to */
        *p += 100 + x;
        p -= i;
        wrong += x != i;
    }
    CHECK_INT(wrong, 0, "copies of threads");
#pragma omp target teams default(private) num_teams(3) map(tofrom: x) map(from: out) shared(out)
    {
        x = omp_get_team_num();
        out[x] = x + 50;
    }
    CHECK_INT(out[0], 50, "team 0");
#pragma omp target teams distribute parallel for default(none) map(tofrom: out[0:N], x) shared(out) firstprivate(x)
    for (int i = 0; i < N; i++)
        out[i] = x + i;
    CHECK_INT(x, 5, "x");
    CHECK_INT(s.x + 10 * s.y, 21, "s");
    for (int i = 0; i < N; i++) {
        CHECK_INT(list[i], i, "list[%d]", i);
        CHECK_INT(p[i], 2 * i + 100, "p[%d]", i);
        CHECK_INT(out[i], 5 + i, "out[%d]", i);
    }
    free(p);
    return check_end();
}
