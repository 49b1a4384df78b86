// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
// RUN: for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* barrier, critical, single, master and the implied barriers, among the threads of a team. */
#include "check.h"

enum { MAX = 1024 };

static void barriers(int threads)
{
    int a[MAX] = {0}, wrong = 0, got = 0;
#pragma omp target parallel num_threads(threads) map(tofrom: a, wrong, got)
    {
        int me = omp_get_thread_num(), count = omp_get_num_threads();
        if (me == 0)
            got = count;
        for (int round = 1; round <= 5; round++) {
            a[me] = round * 1000 + me;
#pragma omp barrier
            int next = (me + 1) % count;
            if (a[next] != round * 1000 + next) {
#pragma omp atomic
                wrong++;
            }
#pragma omp barrier
        }
    }
    CHECK(got >= 1 && got <= threads, "num_threads(%d): %d threads", threads, got);
    CHECK_INT(wrong, 0, "barrier: neighbours' values, %d threads", got);
}

/* log2(count) rounds, in each of which all threads read what others wrote in the last one */
static void scan_by_hand(int threads)
{
    int a[2][MAX], got = 0, which = 0;
    memset(a, 0, sizeof a);
#pragma omp target parallel num_threads(threads) map(tofrom: a, got, which)
    {
        int me = omp_get_thread_num(), count = omp_get_num_threads(), now = 0;
        a[0][me] = me + 1;
#pragma omp barrier
        for (int distance = 1; distance < count; distance *= 2) {
            a[1 - now][me] = a[now][me] + (me >= distance ? a[now][me - distance] : 0);
            now = 1 - now;
#pragma omp barrier
        }
        if (me == 0) {
            got = count;
            which = now;
        }
    }
    for (int i = 0; i < got; i++)
        CHECK_INT(a[which][i], (i + 1) * (i + 2) / 2, "scan with barriers, element %d of %d", i, got);
}

static void criticals(int threads)
{
    int count = 0, both = 0, list[MAX], length = 0, got = 0;
    double total = 0;
    memset(list, 0, sizeof list);
#pragma omp target parallel num_threads(threads) map(tofrom: count, both, list, length, got, total)
    {
        int me = omp_get_thread_num();
        if (me == 0)
            got = omp_get_num_threads();
        for (int k = 0; k < 3; k++) {
#pragma omp critical
            count++;
        }
#pragma omp critical(list)
        {
            list[length] = me;
            length++;
        }
#pragma omp critical(sum)
        total += me * 0.5;
        if (me % 2) { /* not every thread, and in a branch */
#pragma omp critical(list)
            both++;
        }
    }
    int seen[MAX] = {0}, wrong = 0;
    CHECK_INT(count, 3 * got, "critical: counter, %d threads", got);
    CHECK_INT(length, got, "critical(list): length, %d threads", got);
    for (int i = 0; i < length && i < MAX; i++)
        seen[list[i] % MAX]++;
    for (int i = 0; i < got; i++)
        wrong += seen[i] != 1;
    CHECK_INT(wrong, 0, "critical(list): each thread is in the list once, %d threads", got);
    CHECK_REAL(total, 0.25 * got * (got - 1), 0, "critical(sum): sum of reals, %d threads", got);
    CHECK_INT(both, got / 2, "critical in a branch, %d threads", got);
}

/* critical inside a loop of the whole device protects within a team only, so each team has its own counter */
static void critical_in_teams(void)
{
    enum { TEAMS = 4, EACH = 50 };
    int count[TEAMS] = {0};
#pragma omp target teams distribute num_teams(TEAMS) map(tofrom: count)
    for (int t = 0; t < TEAMS; t++) {
#pragma omp parallel for
        for (int k = 0; k < EACH; k++) {
#pragma omp critical
            count[t] += 1;
        }
    }
    for (int t = 0; t < TEAMS; t++)
        CHECK_INT(count[t], EACH, "critical in team %d", t);
}

static void singles(int threads)
{
    int once = 0, seen_by_all = 0, nowaits = 0, got = 0, in_loop = 0;
#pragma omp target parallel num_threads(threads) map(tofrom: once, seen_by_all, nowaits, got, in_loop)
    {
        if (omp_get_thread_num() == 0)
            got = omp_get_num_threads();
#pragma omp single
        once += 10; /* the barrier at its end makes this visible to all */
        if (once == 10) {
#pragma omp atomic
            seen_by_all++;
        }
#pragma omp single nowait
        {
#pragma omp atomic
            nowaits += 1;
        }
#pragma omp single nowait
        {
#pragma omp atomic
            nowaits += 1;
        }
#pragma omp barrier
        for (int k = 0; k < 4; k++) {
#pragma omp single
            in_loop += k + 1;
        }
    }
    CHECK_INT(once, 10, "single: once, %d threads", got);
    CHECK_INT(seen_by_all, got, "single: all see it, %d threads", got);
    CHECK_INT(nowaits, 2, "single nowait: once each, %d threads", got);
    CHECK_INT(in_loop, 10, "single in a loop, %d threads", got);
}

static void single_private(int threads)
{
    int value = 7, wrong = 0, got = 0, result = 0;
#pragma omp target parallel num_threads(threads) map(tofrom: wrong, got, result) shared(value)
    {
        int own = omp_get_thread_num();
        if (own == 0)
            got = omp_get_num_threads();
#pragma omp single private(own) firstprivate(value)
        {
            own = 99;
            value += own;
            result = value;
        }
        if (own != omp_get_thread_num() || value != 7) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "single: private and firstprivate stay inside, %d threads", got);
    CHECK_INT(result, 106, "single: firstprivate goes in, %d threads", got);
}

static void masters(int threads)
{
    int count = 0, who = -1;
#pragma omp target parallel num_threads(threads) map(tofrom: count, who)
    {
#pragma omp master
        {
            count++;
            who = omp_get_thread_num();
        }
#pragma omp barrier
#pragma omp master
        count++;
    }
    CHECK_INT(count, 2, "master: once each");
    CHECK_INT(who, 0, "master: thread 0");
}

/* the end of a for is a barrier, unless nowait */
static void implied(int threads)
{
    int a[MAX], b[MAX], wrong = 0, n = 500;
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
#pragma omp target parallel num_threads(threads) map(tofrom: a, b, wrong)
    {
#pragma omp for schedule(static, 1)
        for (int i = 0; i < n; i++)
            a[i] = i;
#pragma omp for schedule(static, 3)
        for (int i = 0; i < n; i++)
            b[i] = a[n - 1 - i];
#pragma omp for nowait schedule(static)
        for (int i = 0; i < n; i++)
            b[i] += 1;
#pragma omp for nowait schedule(static) /* the same iterations fall to the same thread */
        for (int i = 0; i < n; i++)
            b[i] *= 2;
#pragma omp barrier
        if (b[omp_get_thread_num() % n] != 2 * (n - omp_get_thread_num() % n)) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "implied barriers: seen by the threads");
    for (int i = 0; i < n; i++)
        CHECK_INT(b[i], 2 * (n - i), "implied barriers, element %d", i);
}

static int shared_helper(int *counter)
{
    int before;
#pragma omp barrier
#pragma omp critical(helper)
    {
        before = *counter;
        *counter += 1;
    }
#pragma omp barrier
    return before;
}

/* orphaned constructs, in a function that all threads call */
static void orphaned(void)
{
    int counter = 0, sum = 0, got = 0, after = 0;
#pragma omp target parallel num_threads(20) map(tofrom: counter, sum, got, after)
    {
        int ticket = shared_helper(&counter);
#pragma omp atomic
        sum += ticket;
        if (omp_get_thread_num() == 0) {
            got = omp_get_num_threads();
            after = counter;
        }
    }
    CHECK_INT(counter, got, "orphaned critical: one ticket each");
    CHECK_INT(sum, got * (got - 1) / 2, "orphaned critical: all different");
    CHECK_INT(after, got, "orphaned barrier: all tickets are out");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const int threads[] = {1, 2, 31, 32, 33, 100, 128};
    for (int k = 0; k < 7; k++) {
        barriers(threads[k]);
        scan_by_hand(threads[k]);
        criticals(threads[k]);
        singles(threads[k]);
        single_private(threads[k]);
        masters(threads[k]);
        implied(threads[k]);
    }
    critical_in_teams();
    orphaned();
    return check_end();
}
