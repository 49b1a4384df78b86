/* tile_kernel.h: a kernel to be included, as often as there are types. Before that, define
 *     NAME     the function      TYPE      of the elements
 *     TILE     a team computes TILE x TILE elements of c, from tiles of a and b that it keeps in its memory
 *     THREADS  of a team */
#include "team.h"

void NAME(long n, long m, long k, const TYPE *a, const TYPE *b, TYPE *c)
{
    enum { PLACES = TILE * TILE };
    const long across = (m + TILE - 1) / TILE, down = (n + TILE - 1) / TILE;
    const int teams = across * down < 50 ? (int)(across * down) + 1 : 50;

    TEAMS(teams, THREADS, map(to: a[0:n * k], b[0:k * m]) map(from: c[0:n * m]))
    {
        TYPE of_a[TILE][TILE + 1], of_b[TILE][TILE + 1], sum[PLACES]; /* one column more: other banks */
        THREADS_OF_TEAM(THREADS)
        FOR_TEAM(tile, across * down)
        {
            const long row0 = tile / across * TILE, column0 = tile % across * TILE;
            FOR_THREAD(i, PLACES)
                sum[i] = 0;
            for (long step = 0; step < k; step += TILE) {
                FOR_THREAD(i, PLACES)
                {
                    const int r = i / TILE, q = i % TILE;
                    of_a[r][q] = row0 + r < n && step + q < k ? a[(row0 + r) * k + step + q] : 0;
                    of_b[r][q] = step + r < k && column0 + q < m ? b[(step + r) * m + column0 + q] : 0;
                }
                BARRIER
                FOR_THREAD(i, PLACES)
                {
                    const int r = i / TILE, q = i % TILE;
                    if (row0 + r >= n || column0 + q >= m)
                        continue;
                    TYPE s = sum[i];
                    for (int l = 0; l < TILE; l++)
                        s += of_a[r][l] * of_b[l][q];
                    sum[i] = s;
                }
                BARRIER
            }
            FOR_THREAD(i, PLACES)
            {
                const long r = row0 + i / TILE, q = column0 + i % TILE;
                if (r < n && q < m)
                    c[r * m + q] = sum[i];
            }
            BARRIER
        }
    }
}

#undef NAME
#undef TYPE
#undef TILE
#undef THREADS
