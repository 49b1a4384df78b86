/* schedule.h: loops with schedule(SCHEDULE): every iteration once, for trip counts from none to more than there are threads. */
enum { MOST = 2053 };

static int who[MOST]; /* the thread that ran an iteration */

static void run_every_size(void)
{
    static int a[MOST], b[MOST];
    FOR_EACH_SIZE(n)
    {
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
#pragma omp target parallel map(tofrom: a, b, who)
        {
#pragma omp for schedule(SCHEDULE)
            for (long i = 0; i < n; i++) {
                a[i]++;
                who[i] = omp_get_thread_num();
            }
#pragma omp for schedule(SCHEDULE) nowait
            for (long i = n; i > 0; i--)
                b[i - 1] += a[i - 1] + 1;
        }
        for (long i = 0; i < n; i++) {
            CHECK_INT(a[i], 1, "n %ld, a[%ld]", n, i);
            CHECK_INT(b[i], 2, "n %ld, b[%ld]", n, i);
        }
    }
}
