/* serial.c: the same steps, cell by cell. */
#include "program.h"
#include "step.h"

struct peak react_serial(struct field *f, int steps)
{
    const int width = f->width, height = f->height;
    const long cells = (long)width * height;
    struct cell *next = get_memory(cells, sizeof *next);
    for (int s = 0; s < steps; s++) {
        for (int r = 0; r < height; r++)
            for (int c = 0; c < width; c++) {
                const struct cell *row = &f->cell[(long)r * width];
                next[(long)r * width + c] =
                    step_cell(row[c], f->cell[(long)wrap(r - 1, height) * width + c],
                              f->cell[(long)wrap(r + 1, height) * width + c], row[wrap(c - 1, width)], row[wrap(c + 1, width)]);
            }
        memcpy(f->cell, next, (size_t)cells * sizeof *next);
    }
    free(next);
    struct peak peak = {-1, cells};
    for (long i = 0; i < cells; i++) {
        const struct peak p = {f->cell[i].v, i};
        if (is_higher(p, peak))
            peak = p;
    }
    return peak;
}
