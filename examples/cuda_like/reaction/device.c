/* device.c: the kernel. A team loads a tile with a halo of DEPTH cells, makes up to DEPTH steps in its own memory, each
 * valid for a ring of cells less, and writes the tile. Two copies of the tile take turns. */
#include "program.h"
#include "step.h"
#include "team.h"

enum {
    ROWS = 9, COLUMNS = 14, DEPTH = 3, /* of the tile, of the halo */
    H = ROWS + 2 * DEPTH, W = COLUMNS + 2 * DEPTH, CELLS = H * W,
    THREADS = 120, MOST_TEAMS = 24,
};

#define NEIGHBOURS(T, I) T[I], T[(I) - W], T[(I) + W], T[(I) - 1], T[(I) + 1]

static struct peak steps_on_device(int width, int height, int steps, const struct cell *from, struct cell *to)
{
    const long cells = (long)width * height;
    const int across = (width + COLUMNS - 1) / COLUMNS, down = (height + ROWS - 1) / ROWS;
    const int teams = across * down < MOST_TEAMS ? across * down : MOST_TEAMS;
    struct peak peak[MOST_TEAMS]; /* of each team: nothing orders teams before the region's end */
    for (int i = 0; i < MOST_TEAMS; i++)
        peak[i] = (struct peak){-1, cells};

    TEAMS(teams, THREADS, map(to: from[0:cells]) map(from: to[0:cells]) map(tofrom: peak))
    {
        struct cell tile[2][CELLS];
        struct peak best[THREADS];
        THREADS_OF_TEAM(THREADS)
        {
            const int t = omp_get_thread_num();
            best[t] = (struct peak){-1, cells};
            FOR_TEAM(which, (long)across * down)
            {
                const int row0 = (int)(which / across) * ROWS, column0 = (int)(which % across) * COLUMNS;
                int now = 0;
                FOR_THREAD(i, CELLS)
                {
                    const int r = wrap(row0 + i / W - DEPTH, height), c = wrap(column0 + i % W - DEPTH, width);
                    tile[0][i] = from[(long)r * width + c];
                }
                BARRIER
                for (int s = 1; s <= steps; s++) {
                    FOR_THREAD(i, CELLS)
                    {
                        const int r = i / W, c = i % W;
                        if (r < s || r >= H - s || c < s || c >= W - s)
                            continue;
                        tile[now ^ 1][i] = step_cell(NEIGHBOURS(tile[now], i));
                    }
                    now ^= 1;
                    BARRIER
                }
                FOR_THREAD(i, ROWS * COLUMNS)
                {
                    const int r = i / COLUMNS, c = i % COLUMNS;
                    if (row0 + r >= height || column0 + c >= width)
                        continue;
                    const long at = (long)(row0 + r) * width + column0 + c;
                    const struct cell done = tile[now][(r + DEPTH) * W + c + DEPTH];
                    to[at] = done;
                    const struct peak p = {done.v, at};
                    if (is_higher(p, best[t]))
                        best[t] = p;
                }
                BARRIER
            }
            if (t == 0) {
                struct peak highest = best[0];
                for (int other = 1; other < omp_get_num_threads(); other++)
                    if (is_higher(best[other], highest))
                        highest = best[other];
                peak[omp_get_team_num()] = highest;
            }
        }
    }
    for (int i = 1; i < MOST_TEAMS; i++)
        if (is_higher(peak[i], peak[0]))
            peak[0] = peak[i];
    return peak[0];
}

struct peak react_on_device(struct field *f, int steps)
{
    const long cells = (long)f->width * f->height;
    struct cell *a = f->cell, *b = get_memory(cells, sizeof *b);
    struct peak peak;
    OMP(omp target enter data map(to: a[0:cells]) map(alloc: b[0:cells]))
    do {
        const int now = steps < DEPTH ? steps : DEPTH;
        peak = steps_on_device(f->width, f->height, now, a, b);
        struct cell *swap = a;
        a = b;
        b = swap;
        steps -= now;
    } while (steps > 0);
    OMP(omp target exit data map(from: a[0:cells]) map(release: b[0:cells]))
    if (a != f->cell)
        memcpy(f->cell, a, (size_t)cells * sizeof *a);
    free(a == f->cell ? b : a);
    return peak;
}
