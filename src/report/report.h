/* src/report: `gantry report`: profiles (GANTRY_PROFILE=FILE.json, runtime/profile) as text, as a page of HTML, and
 * compared with each other. Stands on base alone. */
#ifndef GANTRY_REPORT_H
#define GANTRY_REPORT_H

#include "../base/base.h"

int report_command(int argc, char **argv); /* the words after `gantry report`; its exit status */
extern const char *const report_options[]; /* NULL-terminated */

/* --model: multiprocessors and lanes of a warp of a GPU, by its key or a file that describes it; false after a message
 */
bool model_shape(struct arena *a, const char *what, unsigned *units, unsigned *warp);

/* What `gantry annotate` says of loops, as a page of HTML that needs nothing else. */
struct loops_file { /* a source, and what is said of its loops: JSON objects, one a line */
    const char *name, *source, *json;
};
struct loops_page { /* what a reason means, as docs/annotate.md has it */
    const char *id, *title, *text;
};
bool loops_page_write(struct arena *a, const char *path, const struct loops_file *files, size_t nfiles,
                      const struct loops_page *pages, size_t npages); /* false after a message */

#endif
