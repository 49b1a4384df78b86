/* sketch.c: a small map of an array that shows where in it differences are: a line for up to 16 parts of its rows, in
 * each a column for up to 64 parts of a row. */
#include <string.h>

#include "values.h"

void gantry_sketch_begin(struct gantry_sketch *s, uint64_t bytes, uint64_t values, uint64_t rows)
{
    memset(s, 0, sizeof *s);
    s->values = values;
    s->rows = rows ? rows : 1;
    s->row_bytes = bytes / s->rows;
    s->columns = values / s->rows < SKETCH_COLUMNS ? values / s->rows : SKETCH_COLUMNS;
}

static uint64_t lines_of(const struct gantry_sketch *s) { return s->rows < SKETCH_LINES ? s->rows : SKETCH_LINES; }

void gantry_sketch_mark(struct gantry_sketch *s, uint64_t at)
{
    uint64_t row = s->row_bytes ? at / s->row_bytes : 0;
    s->marks++;
    if (s->columns && s->row_bytes && row < s->rows)
        s->marked[row * lines_of(s) / s->rows][at % s->row_bytes * s->columns / s->row_bytes] = true;
}

/* Of one difference, or a few values, the elements say it all. */
void gantry_sketch_print(const struct gantry_sketch *s, FILE *f)
{
    if (s->marks < 2 || s->values < 4 || !s->columns || !s->row_bytes)
        return;
    for (uint64_t i = 0; i < lines_of(s); i++) {
        char line[SKETCH_COLUMNS];
        for (uint64_t k = 0; k < s->columns; k++)
            line[k] = s->marked[i][k] ? '#' : '.';
        fprintf(f, "%s[%.*s]\n", i ? "         " : "  where: ", (int)s->columns, line);
    }
}
