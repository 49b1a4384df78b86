// ROW: kernels: the place of an extreme value
// SPEC: 3.3 2.5.3
#include "check.h"

enum { N = 1000, ROWS = 20, COLUMNS = 50 };

static int most_of(int n, const double *x, double *value)
{
    double most = x[0];
    int where = 0;
#pragma acc kernels copyin(x[0 : n])
    for (int i = 1; i < n; i++)
        if (x[i] > most) {
            most = x[i];
            where = i;
        }
    *value = most;
    return where;
}

/* one of several nests; what is found is used by the statements after it */
static int last_least(int n, double *x)
{
    int where = 0;
#pragma acc kernels copy(x[0 : n])
    {
        for (int i = 0; i < n; i++)
            x[i] = (i * 37) % 11;
        for (int i = 0; i < n; i++)
            if (x[i] <= x[where])
                where = i;
        x[where] += 0.5;
    }
    return where;
}

static int in_rows(int n, int m, const double *w)
{
    int where = 0;
#pragma acc kernels loop copyin(w[0 : n * m])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            where = w[i * m + j] > w[where] ? i * m + j : where;
    return where;
}

/* under a test of pointers, which here do meet; nothing is found; on the host */
static int beside_stores(int n, const double *x, double *y, int on_host)
{
    int first = -1;
    double most = 1e9;
#pragma acc kernels copy(x[0 : n], y[0 : n]) self(on_host)
    for (int i = 0; i < n; i++) {
        y[i] = x[i] + 1;
        if (x[i] > most)
            most = x[i], first = i;
    }
    return first;
}

/* on a queue, which is waited for; in order: a value of the device's; a clause of the user's */
static int on_queue(int n, const double *x)
{
    int place = 0;
#pragma acc kernels copyin(x[0 : n]) copy(place) async(1)
    for (int i = 1; i < n; i++)
        if (x[i] > x[place])
            place = i;
#pragma acc wait(1)
    return place;
}

static int of_device(int n, const double *x)
{
    int there = 3;
#pragma acc data copy(there) copyin(x[0 : n])
    {
#pragma acc kernels
        for (int i = 1; i < n; i++)
            if (x[i] > x[there])
                there = i;
    }
    return there;
}

/* in each row, by the threads or lanes of its own; one directive of the user's */
static void of_rows(int n, int m, const double *w, int *at, double *value)
{
#pragma acc kernels copyin(w[0 : n * m]) copyout(at[0 : n], value[0 : n])
    for (int i = 0; i < n; i++) {
        double least = 1e9;
        int where = -1;
        for (int j = 0; j < m; j++)
            if (w[i * m + j] < least) {
                least = w[i * m + j];
                where = j;
            }
        at[i] = where;
        value[i] = least;
    }
}

static int sum_of_places(int n, int m, const double *w)
{
    int sum = 0, where;
#pragma acc kernels loop copyin(w[0 : n * m])
    for (int i = 0; i < n; i++) {
        where = 0;
#pragma acc loop
        for (int j = 1; j < m; j++)
            if (w[i * m + j] >= w[i * m + where])
                where = j;
        sum += where;
    }
    return sum;
}

/* in a construct that stays one, by the threads of one gang, again and again */
static int one_after_another(int n, const double *x, int times)
{
    int sum = 0;
#pragma acc kernels copyin(x[0 : n])
    {
        int from = 0;
        for (int k = 0; k < times; k++) {
            int where = from;
            for (int i = from; i < n; i++)
                if (x[i] > x[where])
                    where = i;
            sum += where;
            from = where + 1 < n ? where + 1 : 0;
        }
    }
    return sum;
}

/* a comparison of nothing that is kept */
#define BEATS(x, y) ((x) > (y))
static int nothing(int n, int k)
{
    int where = -1;
#pragma acc kernels
    for (int i = 0; i < n; i++)
        if (BEATS(k, k))
            where = i;
    return where;
}

/* what the last iteration leaves is kept by the outer loop; the inner one stays in order for it */
static int left(int n, int m, double *x)
{
    int t = -1, k = 7;
#pragma acc kernels copy(x[0:2])
    {
        x[0] = x[1];
        for (int i = 0; i < n; i++) {
#pragma acc loop auto
            for (int j = 0; j < m; j++)
                t = k;
        }
    }
    return t;
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    double *a = check_alloc(N * sizeof *a), *b = check_alloc(N * sizeof *b), value;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7919) % 503;
    int want = 0;
    for (int i = 1; i < N; i++)
        want = a[i] > a[want] ? i : want;
    CHECK_INT(most_of(N, a, &value), want, "the first of the greatest");
    CHECK(value == a[want], "its value");
    int places[ROWS], sum = 0, from = 0, walk = 0;
    double least[ROWS];
    of_rows(ROWS, COLUMNS, a, places, least);
    for (int i = 0; i < ROWS; i++) {
        int low = 0, last = 0;
        for (int j = 1; j < COLUMNS; j++) {
            low = a[i * COLUMNS + j] < a[i * COLUMNS + low] ? j : low;
            last = a[i * COLUMNS + j] >= a[i * COLUMNS + last] ? j : last;
        }
        sum += last;
        CHECK(places[i] == low && least[i] == a[i * COLUMNS + low], "the least of row %d: [%d]", i, places[i]);
    }
    CHECK_INT(sum_of_places(ROWS, COLUMNS, a), sum, "the last of the greatest of each row");
    for (int k = 0; k < 3; k++) {
        int where = from;
        for (int i = from; i < N; i++)
            where = a[i] > a[where] ? i : where;
        walk += where;
        from = where + 1 < N ? where + 1 : 0;
    }
    CHECK_INT(one_after_another(N, a, 3), walk, "in a construct that stays one");
    CHECK_INT(left(20, 12, b), 7, "what a loop in a loop leaves");
    CHECK_INT(left(0, 12, b), -1, "nothing is left");
    CHECK_INT(left(20, 0, b), -1, "nothing is left by no iteration within");
    CHECK_INT(nothing(N, 3), -1, "what compares with itself");
    CHECK_INT(in_rows(ROWS, COLUMNS, a), want, "in rows");
    CHECK_INT(on_queue(N, a), want, "on a queue");
    CHECK_INT(of_device(N, a), want, "a variable of the device's");
    CHECK_INT(beside_stores(N, a, b, 0), -1, "nothing is found");
    CHECK_INT(beside_stores(N, a, b, 1), -1, "on the host");
    CHECK(b[7] == a[7] + 1, "beside stores");
    CHECK_INT(last_least(N, b), 990, "the last of the least");
    CHECK(b[990] == 0.5, "used on the device");
    return check_end();
}
