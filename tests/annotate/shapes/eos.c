/* Table interpolation: search by halves, bilinear, clamps; counters of what is outside. */
#include <math.h>
#include <stdio.h>

#define NT 40
#define ND 30
#define N 300
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
struct table {
    double logt[NT], logd[ND];
    double p[ND][NT], e[ND][NT];
};
static struct table tab;

static int find(const double *x, int n, double v)
{
    int lo = 0, hi = n - 1;
    /* truth: serial flow(lo, hi) exit */
    while (hi - lo > 1) {
        int mid = (lo + hi) / 2;
        if (x[mid] <= v)
            lo = mid;
        else
            hi = mid;
    }
    return lo;
}

static double clamp(double x, double lo, double hi) { return x < lo ? lo : x > hi ? hi : x; }

static void lookup(const struct table *t, double d, double temp, double *p, double *e)
{
    int i = find(t->logd, ND, d), j = find(t->logt, NT, temp);
    double a = (d - t->logd[i]) / (t->logd[i + 1] - t->logd[i]);
    double b = (temp - t->logt[j]) / (t->logt[j + 1] - t->logt[j]);
    *p = (1 - a) * ((1 - b) * t->p[i][j] + b * t->p[i][j + 1]) + a * ((1 - b) * t->p[i + 1][j] + b * t->p[i + 1][j + 1]);
    *e = (1 - a) * ((1 - b) * t->e[i][j] + b * t->e[i][j + 1]) + a * ((1 - b) * t->e[i + 1][j] + b * t->e[i + 1][j + 1]);
}

static void evaluate(const struct table *restrict t, const double *restrict d, const double *restrict temp, double *restrict p,
                     double *restrict e, int n)
{
    /* truth: parallel */
    for (int k = 0; k < n; k++)
        lookup(t, clamp(d[k], t->logd[0], t->logd[ND - 1]), clamp(temp[k], t->logt[0], t->logt[NT - 1]), &p[k], &e[k]);
}

/* The same with a temperature of each point that is found by Newton's method. */
static int invert(const struct table *restrict t, const double *restrict d, const double *restrict e, double *restrict temp, int n)
{
    int failed = 0, most = 0;
    /* truth: reduction(+: failed) reduction(max: most) */
    for (int k = 0; k < n; k++) {
        double x = temp[k], p, ek, p2, e2;
        int it = 0;
        /* truth: serial exit flow(x) distance 1 */
        for (it = 0; it < 20; it++) {
            lookup(t, d[k], x, &p, &ek);
            lookup(t, d[k], x + 1e-4, &p2, &e2);
            double dx = (ek - e[k]) / ((e2 - ek) / 1e-4);
            x = clamp(x - dx, t->logt[0], t->logt[NT - 1]);
            if (fabs(dx) < 1e-9)
                break;
        }
        failed += it == 20;
        most = MAX(most, it);
        temp[k] = x;
    }
    return failed * 100 + most;
}

/* A hint from the point before makes the search short, and the loop serial. */
static void hunt(const double *x, int n, const double *v, int *where, int m)
{
    int last = 0;
    /* truth: serial flow(last) distance 1 */
    for (int k = 0; k < m; k++) {
        /* truth: serial exit flow(last) distance 1 */
        while (last < n - 2 && x[last + 1] <= v[k])
            last++;
        where[k] = last;
    }
}

int main(void)
{
    static double d[N], temp[N], p[N], e[N];
    static int where[N];
    double least = 1e30, most = -1e30, sum = 0;
    /* truth: parallel */
    for (int j = 0; j < NT; j++)
        tab.logt[j] = 4 + 0.1 * j;
    /* truth: parallel */
    for (int i = 0; i < ND; i++)
        tab.logd[i] = -3 + 0.2 * i;
    /* truth: parallel */
    for (int i = 0; i < ND; i++)
        /* truth: parallel */
        for (int j = 0; j < NT; j++) {
            tab.p[i][j] = tab.logd[i] + tab.logt[j];
            tab.e[i][j] = tab.logt[j] * 1.5 + 0.01 * i;
        }
    /* truth: parallel */
    for (int k = 0; k < N; k++) {
        d[k] = -3 + k * 0.019;
        temp[k] = 4 + (k * 7 % N) * 0.0129;
    }
    evaluate(&tab, d, temp, p, e, N);
    /* truth: reduction(min: least) reduction(max: most) reduction(+: sum) */
    for (int k = 0; k < N; k++) {
        least = MIN(least, p[k]);
        most = MAX(most, p[k]);
        sum += e[k];
    }
    /* truth: parallel */
    for (int k = 0; k < N; k++)
        temp[k] = 5;
    int f = invert(&tab, d, e, temp, N);
    hunt(tab.logd, ND, d, where, N);
    printf("%.6f %.6f %.6f %d %.6f %d\n", least, most, sum, f, temp[N / 3], where[N - 1]);
    return 0;
}
