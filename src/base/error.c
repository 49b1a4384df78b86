/* error.c: the end of the process when Gantry itself is wrong. It calls no other file of the folder, so that all can
 * call it; temp.c registers a function here that keeps the temporary files for the report. */
#include "base.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static const char *(*keep_evidence)(void);
static void (*sayer)(const char *line);

void error_says(void (*say)(const char *line)) { sayer = say; }

void error_line(const char *fmt, ...)
{
    char line[8192];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(line, sizeof line, fmt, ap);
    va_end(ap);
    if (sayer)
        sayer(line);
    else
        fprintf(stderr, "%s\n", line);
}

void internal_error_keeps(const char *(*keep)(void)) { keep_evidence = keep; }

void internal_error(const char *stage, const char *fmt, ...)
{
    char text[4096];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    error_line("gantry: internal error in stage '%s': %s", stage, text);
    const char *kept = keep_evidence ? keep_evidence() : NULL;
    if (kept)
        error_line("gantry: note: what it was working on is kept in %s; please send it with your report", kept);
    exit(70);
}

void cannot_write(const char *path)
{
    error_line("gantry: error: cannot write '%s': %s", path, strerror(errno));
    exit(1);
}
