/* nests.c: the four nests of the experiment in OpenMP: what kernels.c holds by hand, as Gantry lowers it. */
#include "run.h"

#ifdef TEAM_LEVEL
#define OUTER _Pragma("omp target teams distribute num_teams(TEAMS) thread_limit(LANES) is_device_ptr(in, out, side)")
#define INNER _Pragma("omp parallel for")
#else
#define OUTER                                                                                                \
    _Pragma("omp target teams distribute parallel for num_teams(TEAMS) num_threads(THREADS) is_device_ptr(in, out, side)")
#define INNER _Pragma("omp simd")
#endif

static void scalar(double *in, double *out, double *side, long m)
{
    OUTER
    for (long i = 0; i < ROWS; i++) {
        double v = 0.5 * (side[i] += in[i]);
        INNER
        for (long j = 0; j < m; j++)
            out[i * m + j] = v * in[j];
    }
}

static void array(double *in, double *out, double *side, long m)
{
    OUTER
    for (long i = 0; i < ROWS; i++) {
        double w[ENTRIES];
        for (int k = 0; k < ENTRIES; k++)
            w[k] = side[i * ENTRIES + k] += in[i + k];
        INNER
        for (long j = 0; j < m; j++)
            out[i * m + j] = w[j % ENTRIES] * in[j];
    }
}

static void several(double *in, double *out, double *side, long m)
{
    OUTER
    for (long i = 0; i < ROWS; i++) {
        double x, y, z;
        x = side[i] += in[i];
        y = side[i + 1 * ROWS] += x;
        z = side[i + 2 * ROWS] += y;
        INNER
        for (long j = 0; j < m; j++)
            out[i * m + j] = x * in[j] + y + z;
        x = side[i + 3 * ROWS] += out[i * m];
        y = side[i + 4 * ROWS] += x;
        z = side[i + 5 * ROWS] += y;
        INNER
        for (long j = 0; j < m; j++)
            out[i * m + j] += y * in[j] + x + z;
    }
}

static void conditional(double *in, double *out, double *side, long m)
{
    OUTER
    for (long i = 0; i < ROWS; i++) {
        double best = 0;
        int at = 0;
        for (int k = 0; k < ENTRIES; k++) {
            if (in[i + k] > best) {
                best = in[i + k];
                at = k;
                side[i] += best;
            }
            INNER
            for (long j = 0; j < m; j++)
                out[i * m + j] += best * in[j] + at;
        }
    }
}

int main(void)
{
    check("scalar", scalar);
    check("array", array);
    check("several", several);
    check("conditional", conditional);
    return failed;
}
