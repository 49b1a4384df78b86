/* report.c: the one place where an error value becomes policy: a message that names place and variable and
 * says what to do, files of counters written, a non-zero exit. Nothing falls back to the host here: by the time an
 * error can arise, data may live on the device. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "gantry_acc_words.h"
#include "host.h"

atomic_bool gantry_speaks_openacc;

static atomic_int failing;             /* 1 from the first failure on */
static _Thread_local bool failed_here; /* this thread runs exit() */

static void append(struct gantry_err *err, const char *fmt, va_list ap)
{
    size_t n = strlen(err->text);
    vsnprintf(err->text + n, sizeof err->text - n, fmt, ap);
}

int gantry_error(struct gantry_err *err, int code, const char *fmt, ...)
{
    va_list ap;
    err->code = code;
    err->text[0] = 0;
    va_start(ap, fmt);
    append(err, fmt, ap);
    va_end(ap);
    return -1;
}

void gantry_error_add(struct gantry_err *err, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    append(err, fmt, ap);
    va_end(ap);
}

void gantry_warn(const char *fmt, ...)
{
    struct gantry_err w = {0};
    va_list ap;
    va_start(ap, fmt);
    append(&w, fmt, ap);
    va_end(ap);
    fprintf(stderr, "gantry: warning: %s\n", w.text);
}

/* "file.c:12:5: gantry: error: " as editors and compilers write it */
static void print_placed(const struct gantry_loc *where, const char *level, const char *message)
{
    char place[512] = "";
    if (where && where->file && where->col > 0)
        snprintf(place, sizeof place, "%s:%d:%d: ", where->file, where->line, where->col);
    else if (where && where->file)
        snprintf(place, sizeof place, "%s:%d: ", where->file, where->line);
    const char *in = where && where->func ? where->func : NULL;
    fprintf(stderr, "%sgantry: %s: %s%s%s%s\n", place, level, message, in ? " [in " : "", in ? in : "", in ? "]" : "");
}

bool gantry_findings_quiet;

void (*gantry_on_failure)(const struct gantry_loc *where, const struct gantry_err *err);

/* A finding that a device's own library has told (the GPU in software) has not made findings.c read the setting. */
static bool told_elsewhere(const struct gantry_err *err)
{
    const char *words = getenv("GANTRY_CHECK");
    return err->code == GANTRY_ERR_TOLD && (gantry_findings_quiet || (words && strstr(words, "quiet")));
}

void gantry_fail(const struct gantry_loc *where, const struct gantry_err *err)
{
    struct gantry_err said = *err;
    fflush(stdout); /* earlier output comes out first; not other streams, which may be locked */
    if (atomic_load(&gantry_speaks_openacc))
        gantry_in_acc_words(err->text, said.text, sizeof said.text);
    if (!told_elsewhere(err))
        print_placed(where, "error", said.text);
    gantry_check_failed();
    if (atomic_exchange(&failing, 1)) /* another thread was first: it ends the process */
        for (;;)
            pause();
    failed_here = true;
    if (gantry_on_failure)
        gantry_on_failure(where, &said);
    gantry_end_files();
    /* Other threads still run the program, and exit() would tear it down under them; and libomp would wait for the task
     * whose queue has no such number. */
    if (gantry_queue_here() || err->code == GANTRY_ERR_QUEUE)
        _exit(1);
    exit(1);
}

void gantry_fail_as(const struct gantry_loc *where, int code, const char *fmt, ...)
{
    struct gantry_err err = {.code = code};
    va_list ap;
    va_start(ap, fmt);
    append(&err, fmt, ap);
    va_end(ap);
    gantry_fail(where, &err);
}

void gantry_failf(const struct gantry_loc *where, const char *fmt, ...)
{
    struct gantry_err err = {0};
    va_list ap;
    va_start(ap, fmt);
    append(&err, fmt, ap);
    va_end(ap);
    gantry_fail(where, &err);
}

/* the error directive with at(execution) */
void gantry_host_error(const struct gantry_loc *where, int fatal, const char *message)
{
    if (fatal)
        gantry_failf(where, "%s", message);
    print_placed(where, "warning", message);
}

bool gantry_failing(void) { return atomic_load(&failing); }

/* exit() runs the program's own handlers; a device construct in one of them must not wait for locks that the
 * failed call still holds, nor go on computing. */
void gantry_check_failed(void)
{
    if (failed_here)
        _exit(1);
}
