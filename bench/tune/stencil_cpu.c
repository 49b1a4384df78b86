/* stencil_cpu.c: the mean of seven points in place, in blocks of y and x. COLLAPSE: 1 planes are shared out, 2 planes and
 * blocks of rows. Run time: threads, heights and widths of the blocks. */
#define NVALUES 3
enum { NX = 130, NY = 66, NZ = 34 };
static double a[NZ * NY * NX], b[NZ * NY * NX], want[NZ * NY * NX];
static void setup(void), clear(void), run(const int *p);
static int good(void);
#include "space.h"

#define PRAGMA(x) _Pragma(#x)
#define TIMES(n) PRAGMA(clang loop unroll_count(n))
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
static int least(int m, int n) { return m < n ? m : n; }

static void run(const int *p)
{
    int high = p[1], wide = p[2];
    omp_set_num_threads(p[0]);
#pragma omp target teams distribute parallel for collapse(COLLAPSE) map(to: a) map(tofrom: b)
    for (int z = 1; z < NZ - 1; z++)
        for (int yy = 1; yy < NY - 1; yy += high)
            for (int xx = 1; xx < NX - 1; xx += wide)
                for (int y = yy; y < least(yy + high, NY - 1); y++)
                    TIMES(UNROLL)
                    for (int x = xx; x < least(xx + wide, NX - 1); x++)
                        AT(b, z, y, x) = POINT(a, z, y, x);
}
