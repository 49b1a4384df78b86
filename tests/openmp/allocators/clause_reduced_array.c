// ROW: allocate(omp_pteam_mem_alloc: reduced array) on teams, parallel and for
// SPEC: 5.0 6.6
/* Copies of arrays, each in memory that the whole team reaches. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    FOR_EACH_SIZE(n) {
        int sum[5] = {1, 2, 3, 4, 5}, wrong = 0;
        long big[300], *p = check_alloc(9 * sizeof *p);
        for (int k = 0; k < 300; k++)
            big[k] = k;
        for (int k = 0; k < 9; k++)
            p[k] = k;
#pragma omp target teams distribute parallel for reduction(+ : sum, big) allocate(omp_pteam_mem_alloc : sum, big) \
    uses_allocators(omp_pteam_mem_alloc)
        for (long i = 0; i < n; i++) {
            sum[i % 5] += 2;
            big[i % 300] += i;
        }
#pragma omp target map(tofrom : wrong)
        {
            int *of[64] = {0};
#pragma omp parallel num_threads(7) reduction(+ : sum) allocate(omp_pteam_mem_alloc : sum) shared(of) reduction(+ : wrong)
            {
                int me = omp_get_thread_num(), all = omp_get_num_threads();
                for (int k = 0; k < 5; k++)
                    sum[k] = me + k;
                of[me] = sum;
#pragma omp barrier
                wrong += of[(me + 1) % all][3] != (me + 1) % all + 3;
#pragma omp barrier
                for (int k = 0; k < 5; k++)
                    sum[k] = 0;
            }
        }
#pragma omp target parallel map(tofrom : p[0 : 9])
#pragma omp for reduction(max : p[2 : 6]) allocate(omp_cgroup_mem_alloc : p)
        for (long i = 0; i < n; i++)
            if (p[2 + i % 6] < i)
                p[2 + i % 6] = i;
        CHECK_INT(wrong, 0, "neighbours' copies");
        for (int k = 0; k < 5; k++)
            CHECK_INT(sum[k], k + 1 + 2 * ((n + 4 - k) / 5), "sum[%d], n=%ld", k, n);
        for (int k = 0; k < 300; k++) {
            long want = k;
            for (long i = k; i < n; i += 300)
                want += i;
            CHECK_INT(big[k], want, "big[%d], n=%ld", k, n);
        }
        for (int k = 0; k < 9; k++) {
            long want = k;
            for (long i = 0; i < n; i++)
                want = 2 + i % 6 == k && want < i ? i : want;
            CHECK_INT(p[k], want, "p[%d], n=%ld", k, n);
        }
        free(p);
    }
    return check_end();
}
