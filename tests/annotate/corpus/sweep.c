/* Transport: upwind in one and two dimensions, sweeps over angles and octants, an array with a moving origin. */
#include <math.h>
#include <stdio.h>

enum { N = 26, ANGLES = 8 };

static double psi[ANGLES][N + 1][N + 1], flux[N][N], source[N][N], total[N][N];

/* One octant: from the north-west corner. Angles are independent, cells are not. */
static void octant(void)
{
    double mu, eta;
    int a, i, j;
    /* truth: parallel private(mu, eta, i, j) */
    for (a = 0; a < ANGLES; a++) {
        mu = cos((a + 0.5) * 0.19);
        eta = sqrt(1 - mu * mu);
        /* truth: wavefront flow(psi) distance 1 private(j) */
        for (i = 0; i < N; i++)
            /* truth: wavefront flow(psi) distance 1 */
            for (j = 0; j < N; j++)
                psi[a][i + 1][j + 1] =
                    (source[i][j] + mu * psi[a][i][j + 1] + eta * psi[a][i + 1][j]) / (total[i][j] + mu + eta);
    }
}

static void sum_angles(void)
{
    /* truth: reduction(+: flux) -- over the angles */
    for (int a = 0; a < ANGLES; a++)
        /* truth: parallel */
        for (int i = 0; i < N; i++)
            /* truth: parallel */
            for (int j = 0; j < N; j++)
                flux[i][j] += psi[a][i + 1][j + 1] / ANGLES;
}

/* The angle inside: the same sums, in a nest whose outer loops are parallel. */
static double sum_cells(void)
{
    double most = 0;
    /* truth: reduction(max: most) */
    for (int i = 0; i < N; i++)
        /* truth: reduction(max: most) */
        for (int j = 0; j < N; j++) {
            double s = 0;
            /* truth: reduction(+: s) */
            for (int a = 0; a < ANGLES; a++)
                s += psi[a][i + 1][j + 1];
            most = fmax(most, fabs(s / ANGLES - flux[i][j]));
        }
    return most;
}

/* The direction of the wind decides from which side one reads: known at run time only. */
static void upwind(double *q, int n, double c, int wind)
{
    /* truth: guarded size(wind >= n || wind <= 0 - n || wind == 0) calls(fail) -- 1 is a flow, -1 an anti dependence */
    for (int i = 1; i < n - 1; i++)
        q[i] -= c * (q[i] - q[i - wind]);
}

static void upwind_two_arrays(const double *restrict q, double *restrict to, int n, double c, int wind)
{
    /* truth: parallel */
    for (int i = 1; i < n - 1; i++)
        to[i] = q[i] - c * (q[i] - q[i - wind]);
}

/* A constant wind from the right: only old values are read, as long as i goes up. */
static void from_the_right(double *q, int n, double c)
{
    /* truth: serial anti(q) distance 1 */
    for (int i = 0; i < n - 1; i++)
        q[i] -= c * (q[i] - q[i + 1]);
}

static void from_the_left(double *q, int n, double c)
{
    /* truth: serial flow(q) distance 1 */
    for (int i = 1; i < n; i++)
        q[i] -= c * (q[i] - q[i - 1]);
}

/* Every step of four: four elements at once are independent, loops over groups are not. */
static void in_groups(double *q, int n)
{
    /* truth: serial flow(q) distance 1 */
    for (int g = 4; g + 4 <= n; g += 4)
        /* truth: parallel */
        for (int k = 0; k < 4; k++)
            q[g + k] = 0.5 * q[g + k - 4] + 0.5 * q[g + k];
}

/* The same as one loop: distance four. */
static void by_four(double *q, int n)
{
    /* truth: serial flow(q) distance 4 */
    for (int i = 4; i < n; i++)
        q[i] = 0.5 * q[i - 4] + 0.5 * q[i];
}

/* A distance that is more than the loop has iterations. */
static void far_apart(double *q)
{
    /* truth: parallel -- reads begin where stores end */
    for (int i = 0; i < 40; i++)
        q[i + 40] += 0.25 * q[i];
}

static double weigh(const double *q, int n)
{
    double s = 0;
    /* truth: reduction(+: s) */
    for (int i = 0; i < n; i++)
        s += q[i] * (1 + i % 4);
    return s;
}

int main(void)
{
    double q[100], r[100];
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        /* truth: parallel */
        for (int j = 0; j < N; j++) {
            source[i][j] = (i - j) * (i - j) < 9;
            total[i][j] = 0.5 + (i + j) % 3 * 0.25;
        }
    octant();
    sum_angles();
    printf("%s, %.6f\n", sum_cells() < 1e-12 ? "equal" : "different", weigh(&flux[0][0], N * N));
    /* truth: parallel */
    for (int i = 0; i < 100; i++)
        q[i] = r[i] = i < 30 ? i * 0.1 : 3 - (i - 30) * 0.04;
    upwind(q, 100, 0.3, 1);
    upwind(q, 100, 0.3, -1);
    upwind_two_arrays(q, r, 100, 0.2, 1);
    from_the_right(r, 100, 0.2);
    from_the_left(r, 100, 0.2);
    in_groups(q, 100);
    by_four(r, 100);
    far_apart(q);
    printf("%.6f %.6f\n", weigh(q, 100), weigh(r, 100));
    return 0;
}
