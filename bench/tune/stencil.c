/* stencil.c: the mean of seven points of a cube. COLLAPSE: how many loops are shared out; ORDER: what the innermost of
 * them is, 0 x (unit stride), 1 y, 2 z; DEPTH: points of a thread along z; SIMD: the innermost loop is one of lanes,
 * where x is the innermost and not shared out. Run time: teams, threads. */
#define NVALUES 2
enum { NX = 66, NY = 34, NZ = 18 };
static double a[NZ * NY * NX], b[NZ * NY * NX], want[NZ * NY * NX];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define AT(f, z, y, x) f[((z) * NY + (y)) * NX + (x)]
#define POINT(f, z, y, x)                                                                                              \
    (AT(f, z, y, x) * 0.4 + 0.1 * (AT(f, (z) - 1, y, x) + AT(f, (z) + 1, y, x) + AT(f, z, (y) - 1, x) +                \
                                   AT(f, z, (y) + 1, x) + AT(f, z, y, (x) - 1) + AT(f, z, y, (x) + 1)))

static void setup(void)
{
    for (int i = 0; i < NZ * NY * NX; i++)
        a[i] = noise_free(i);
    for (int z = 1; z < NZ - 1; z++)
        for (int y = 1; y < NY - 1; y++)
            for (int x = 1; x < NX - 1; x++)
                AT(want, z, y, x) = POINT(a, z, y, x);
}
static void clear(void) { memset(b, 0, sizeof b); }
static int good(void)
{
    for (int i = 0; i < NZ * NY * NX; i++)
        if (!near(b[i], want[i]))
            return 0;
    return 1;
}

#define FOR_X for (int x = 1; x < NX - 1; x++)
#define FOR_Y for (int y = 1; y < NY - 1; y++)
#define FOR_Z for (int zz = 1; zz < NZ - 1; zz += DEPTH)
#if ORDER == 0
#define NEST FOR_Z FOR_Y FOR_X
#elif ORDER == 1
#define NEST FOR_Z FOR_X FOR_Y
#else
#define NEST FOR_Y FOR_X FOR_Z
#endif

static void run(const int *p)
{
    int teams = p[0], threads = p[1];
#if SIMD
#pragma omp target teams distribute parallel for collapse(2) num_teams(teams) thread_limit(threads) map(to: a) \
    map(tofrom: b)
    FOR_Z FOR_Y {
#pragma omp simd
        FOR_X
            for (int z = zz; z < zz + DEPTH; z++)
                AT(b, z, y, x) = POINT(a, z, y, x);
    }
#else
#pragma omp target teams distribute parallel for collapse(COLLAPSE) num_teams(teams) thread_limit(threads) \
    map(to: a) map(tofrom: b)
    NEST
        for (int z = zz; z < zz + DEPTH; z++)
            AT(b, z, y, x) = POINT(a, z, y, x);
#endif
}
