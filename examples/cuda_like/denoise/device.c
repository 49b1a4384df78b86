/* device.c: the passes on the device, where the image stays until the last one is done. */
#include "denoise.h"
#include "diffusion.h"
#include "program.h"
#include "team.h"

enum { MOMENTS_TEAMS = 7, MOMENTS_THREADS = 100, TILE_ROWS = 8, TILE_COLUMNS = 33, TILE = TILE_ROWS * TILE_COLUMNS };

static void moments_of(const float *pixel, long pixels, struct moments *total)
{
    *total = (struct moments){0, 0, 2, -1};
    TEAMS(MOMENTS_TEAMS, MOMENTS_THREADS, map(to: pixel[0:pixels]) map(tofrom: total[0:1]))
#include "moments_kernel.h"
}

/* A tile at a time, each team; its threads meet after each tile, where one of them counts the pixels that moved. */
static long diffuse(const struct image *im, const float *from, float *to, float noise)
{
    const int width = im->width, height = im->height;
    const long pixels = (long)width * height;
    const int across = (width + TILE_COLUMNS - 1) / TILE_COLUMNS, down = (height + TILE_ROWS - 1) / TILE_ROWS;
    long moved = 0;
    TEAMS(across * down, TILE, map(to: from[0:pixels]) map(from: to[0:pixels]) map(tofrom: moved))
    {
        unsigned char has_moved[TILE];
        THREADS_OF_TEAM(TILE)
        {
            FOR_TEAM(tile, (long)across * down)
            {
                FOR_THREAD(i, TILE)
                {
                    const int row = (int)(tile / across) * TILE_ROWS + i / TILE_COLUMNS;
                    const int column = (int)(tile % across) * TILE_COLUMNS + i % TILE_COLUMNS;
                    has_moved[i] = 0;
                    if (row >= height || column >= width)
                        continue;
                    const float f = flow(from, width, height, row, column, noise);
                    to[(long)row * width + column] = from[(long)row * width + column] + f;
                    has_moved[i] = f != 0;
                }
                BARRIER
                if (omp_get_thread_num() == 0) {
                    int count = 0;
                    for (int i = 0; i < TILE; i++)
                        count += has_moved[i];
                    ATOMIC
                    moved += count;
                }
                BARRIER
            }
        }
    }
    return moved;
}

void denoise_on_device(struct image *im, int passes, struct moments *m)
{
    const long pixels = (long)im->width * im->height;
    float *a = im->pixel, *b = get_memory(pixels, sizeof *b);
    OMP(omp target enter data map(to: a[0:pixels]) map(alloc: b[0:pixels]))
    moments_of(a, pixels, m);
    for (int pass = 0; pass < passes; pass++) {
        const long moved = diffuse(im, a, b, noise_scale(m->sum, m->squares, pixels, pass));
        moments_of(b, pixels, m);
        float *swap = a;
        a = b;
        b = swap;
        if (moved == 0)
            break;
    }
    OMP(omp target update from(a[0:pixels]))
    OMP(omp target exit data map(release: a[0:pixels], b[0:pixels]))
    if (a != im->pixel)
        memcpy(im->pixel, a, (size_t)pixels * sizeof *a);
    free(a == im->pixel ? b : a);
}
