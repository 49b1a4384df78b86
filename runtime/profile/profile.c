/* profile.c: what GANTRY_PROFILE asks for, and the tools of others that read the same events. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

static int table_file = -1; /* STDERR_FILENO, or a file's */
static const char *table_name;

static void write_table(void)
{
    const struct profile *p = sums_take();
    FILE *f = table_file == STDERR_FILENO ? stderr : fdopen(table_file, "w");
    if (f && p->rows)
        table_print(f, p);
    if (f != stderr && (!f || fclose(f) != 0))
        file_unwritable(table_name, errno);
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static void table_start(const char *word)
{
    bool to_stderr = strcmp(word, "1") == 0 || strcmp(word, "-") == 0;
    if (table_file < 0)
        table_file = to_stderr ? STDERR_FILENO : file_open(word, &table_name);
}

void gantry_profile_start(void)
{
    static char *words; /* kept: paths are parts of it */
    char *rest = NULL;
    bool sums = false, moves = true, nvtx = false, roctx = false;
    (void)*(const volatile char *)&waits_here;
    words = *gantry_knob("PROFILE") ? strdup(gantry_knob("PROFILE")) : NULL;
    for (char *w = words ? strtok_r(words, ",", &rest) : NULL; w; w = strtok_r(NULL, ",", &rest)) {
        bool is_nvtx = strcmp(w, "nvtx") == 0, is_roctx = strcmp(w, "roctx") == 0, less = strcmp(w, "-moves") == 0;
        nvtx |= is_nvtx, roctx |= is_roctx, moves &= !less;
        if (is_nvtx || is_roctx || less || strcmp(w, "0") == 0)
            continue;
        sums = true;
        if (ends_in(w, ".json"))
            timeline_start(w);
        else
            table_start(w);
    }
    if (sums) {
        sums_start();
        gantry_read_host();
        if (moves)
            moves_start();
    }
    if (table_file >= 0)
        gantry_at_end(write_table);
    ranges_start(nvtx, roctx);
    ompt_start();
}
