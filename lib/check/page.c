/* page.c: a report is written in one piece: ranks of MPI share their standard error, and pieces of theirs would come
 * between its lines. */
#define _POSIX_C_SOURCE 200809L // open_memstream
#include <stdlib.h>

#include "values.h"

FILE *gantry_page_begin(struct gantry_page *p, FILE *to)
{
    *p = (struct gantry_page){.to = to};
    p->f = open_memstream(&p->text, &p->n);
    return p->f ? p->f : to;
}

void gantry_page_end(struct gantry_page *p)
{
    if (p->f) {
        fclose(p->f);
        fwrite(p->text, 1, p->n, p->to);
        free(p->text);
    }
    fflush(p->to);
}
