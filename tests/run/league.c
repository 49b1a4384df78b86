// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: OMP_NUM_THREADS=1 %run_host %t 33 && OMP_NUM_THREADS=3 %run_host %t 33
/* Regions that depend on the numbers of teams and threads that they ask for: thread i of team j does element i of block
 * j, and nothing else would. More teams than cores, and more threads; barriers, arrays of the team, clauses of
 * teams. */
#include "check.h"

enum { BLOCK = 24 };

static int number_of_team(void) { return omp_get_team_num(); }

static int place(void) { return number_of_team() * BLOCK + omp_get_thread_num(); }

static void combined(long n, const int *in, int *out)
{
    const int teams = (int)((n + BLOCK - 1) / BLOCK);
#pragma omp target teams num_teams(teams) thread_limit(BLOCK) map(to: in[0:n]) map(from: out[0:n])
    {
        int block[BLOCK];
#pragma omp parallel num_threads(BLOCK)
        {
            const int t = omp_get_thread_num();
            const long i = (long)omp_get_team_num() * BLOCK + t;
            block[t] = i < n ? in[i] : 0;
#pragma omp barrier
            for (int step = 1; step < BLOCK; step *= 2) { /* sums of all elements up to this one */
                const int add = t >= step ? block[t - step] : 0;
#pragma omp barrier
                block[t] += add;
#pragma omp barrier
            }
            if (i < n)
                out[i] = block[t];
        }
    }
}

static void separate(long n, const int *in, int *out)
{
#pragma omp target map(to: in[0:n]) map(from: out[0:n])
#pragma omp teams num_teams((int)((n + BLOCK - 1) / BLOCK)) thread_limit(BLOCK)
    {
        int block[BLOCK];
#pragma omp parallel
        {
            block[omp_get_thread_num()] = place() < n ? in[place()] : 0;
#pragma omp barrier
            if (place() < n) {
                int sum = 0;
                for (int k = 0; k <= omp_get_thread_num(); k++)
                    sum += block[k];
                out[place()] = sum;
            }
        }
    }
}

/* clauses of teams, and a variable of which the whole region has one copy */
static long clauses(long n, const int *in, int *out)
{
    long sum = 0;
    int mine = -1, base = 5, next = 0;
#pragma omp target teams num_teams((int)n) private(mine) firstprivate(base) reduction(+: sum) firstprivate(next) \
    map(to: in[0:n]) map(from: out[0:n])
    {
        int fresh = 0;
        mine = omp_get_team_num();
        base += in[mine];
#pragma omp parallel num_threads(3)
        if (omp_get_thread_num() == 2)
            fresh = base;
        out[mine] = fresh;
        sum += fresh;
        next++;
    }
    return sum + 1000 * next + mine;
}

/* the index as in CUDA: team number times size of the team plus thread number */
static void global_index(long n, const int *in, int *out)
{
#pragma omp target teams num_teams((int)((n + BLOCK - 1) / BLOCK)) thread_limit(BLOCK) map(to: in[0:n]) map(from: out[0:n])
#pragma omp parallel
    {
        const long i = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();
        if (i < n)
            out[i] = 3 * in[i];
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(size)
    {
        const long n = size > 130 ? 130 : size; /* a thread for each element is slow where there are few cores */
        if (n == 0)
            continue;
        int *in = check_alloc((size_t)n * sizeof *in), *out = check_alloc((size_t)n * sizeof *out);
        long sum = 0;
        for (long i = 0; i < n; i++)
            in[i] = (int)(i * 7 % 11);
        void (*const scans[])(long, const int *, int *) = {combined, separate};
        for (int which = 0; which < 2; which++) {
            memset(out, -1, (size_t)n * sizeof *out);
            scans[which](n, in, out);
            for (long i = 0, s = 0; i < n; i++) {
                s = (i % BLOCK ? s : 0) + in[i];
                CHECK_INT(out[i], s, "scan %d, element %ld of %ld", which, i, n);
            }
        }
        const long got = clauses(n, in, out);
        for (long i = 0; i < n; i++) {
            CHECK_INT(out[i], 5 + in[i], "clauses, team %ld of %ld", i, n);
            sum += 5 + in[i];
        }
        CHECK_INT(got, sum - 1, "sum of %ld teams", n);
        global_index(n, in, out);
        for (long i = 0; i < n; i++)
            CHECK_INT(out[i], 3 * in[i], "global index, element %ld of %ld", i, n);
        int wrong = 0;
#pragma omp parallel num_threads(3) reduction(+: wrong)
        { /* several host threads at once, each in a parallel region already */
            int own[50], result[50];
            for (int i = 0; i < 50; i++)
                own[i] = i;
            combined(50, own, result);
            for (int i = 0, s = 0; i < 50; i++) {
                s = (i % BLOCK ? s : 0) + i;
                wrong += result[i] != s;
            }
        }
        CHECK_INT(wrong, 0, "from a parallel region");
        free(in);
        free(out);
    }
    int numbers[3] = {-1, -1, -1};
#pragma omp target teams num_teams(3) map(tofrom: numbers)
    if (omp_get_num_teams() == 3)
        numbers[omp_get_team_num()] = omp_get_team_num();
    for (int i = 0; i < 3; i++)
        CHECK_INT(numbers[i], i, "teams that ask how many they are");
    CHECK_INT(omp_get_team_num(), 0, "outside");
    CHECK_INT(omp_get_num_teams(), 1, "outside");
    return check_end();
}
