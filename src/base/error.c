/* error.c: the end of the process when Gantry itself is wrong. It calls no other file of the folder, so that all can
 * call it; temp.c registers a function here that keeps the temporary files for the report. */
#include "base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *(*keep_evidence)(void);

void internal_error_keeps(const char *(*keep)(void)) { keep_evidence = keep; }

void internal_error(const char *stage, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "gantry: internal error in stage '%s': ", stage);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fputc('\n', stderr);
    const char *kept = keep_evidence ? keep_evidence() : NULL;
    if (kept)
        fprintf(stderr, "gantry: note: what it was working on is kept in %s; please send it with your report\n", kept);
    exit(70);
}

void cannot_write(const char *path)
{
    fprintf(stderr, "gantry: error: cannot write '%s': %s\n", path, strerror(errno));
    exit(1);
}
