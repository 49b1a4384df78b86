// ROW: exit data finalize
// SPEC: 3.3 2.6.6
#include "check.h"
#include "present.h"

static void double_on_device(int n, int *x, int *y)
{
#pragma acc parallel loop present(x, y)
    for (int i = 0; i < n; i++) {
        x[i] = 4 * i;
        y[i] = i + 1;
    }
}

static void bring_back(int n, int x[n])
{
#pragma acc exit data copyout(x)
}

/* copyout and delete of pointers by their names: what they lead to */
static void by_name(void)
{
    enum { N = 30 };
    int *a = malloc(N * sizeof *a);
    struct {
        int n, *v;
    } s = {N, malloc(N * sizeof *s.v)};
    int *v = s.v;
#pragma acc enter data copyin(a[0:N], s, s.v[0:N])
#pragma acc enter data copyin(s.v[0:N])
    double_on_device(N, a, s.v);
    bring_back(N, a);
    CHECK(!check_device || !omp_target_is_present(a, 0), "what a parameter leads to left");
#pragma acc exit data copyout(s.v) finalize
#pragma acc exit data delete(s)
    for (int i = 0; i < N; i++)
        CHECK(a[i] == 4 * i && s.v[i] == i + 1, "came back [%d]", i);
    CHECK(s.v == v && (!check_device || !omp_target_is_present(v, 0)), "what the member leads to left");
#pragma acc enter data copyin(a[0:N]) async(1)
#pragma acc parallel loop present(a[0:N]) async(1)
    for (int i = 0; i < N; i++)
        a[i] = -i;
#pragma acc exit data copyout(a) async(1)
#pragma acc wait(1)
    CHECK(a[7] == -7 && (!check_device || !omp_target_is_present(a, 0)), "by a queue");
#pragma acc enter data create(a[0:N]) async(1)
#pragma acc exit data delete(a) async(2) wait(1)
#pragma acc wait
    CHECK(!check_device || !omp_target_is_present(a, 0), "by two queues");
#pragma acc enter data copyin(a)
#pragma acc exit data copyout(a)
    CHECK(!check_device || !omp_target_is_present(&a, 0), "the pointer left");
    free(s.v);
    free(a);
    a = NULL;
#pragma acc exit data copyout(a)
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int a[10] = {1}, b[10] = {2};
#pragma acc enter data copyin(a, b)
#pragma acc enter data copyin(a, b)
#pragma acc serial present(b)
    b[0]++;
#pragma acc exit data delete(a) copyout(b) finalize
    CHECK(!check_device || !(omp_target_is_present(a, 0) || omp_target_is_present(b, 0)), "gone at once");
    CHECK_INT(b[0], 3, "copied");
#pragma acc data copyin(a)
    {
#pragma acc enter data copyin(a)
#pragma acc exit data delete(a) finalize
        CHECK(is_there(a), "not what a data construct holds");
    }
    by_name();
    return check_end();
}
