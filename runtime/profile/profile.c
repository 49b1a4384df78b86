/* profile.c: what GANTRY_PROFILE asks for, and the tools of others that read the same events. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

static struct out *table_file;

static void write_table(void)
{
    const struct profile *p = sums_take();
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    if (!f)
        return;
    table_print(f, p);
    fclose(f);
    if (!file_put(table_file, text, n) && strcmp(file_called(table_file), "1") != 0) {
        gantry_warn("GANTRY_PROFILE=%s cannot be written: %s; here it is", file_called(table_file), strerror(errno));
        fputs(text, stderr);
    }
    file_shut(table_file);
    free(text);
}

static bool ends_in(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && strcmp(s + n - m, end) == 0;
}

static void table_start(const char *word)
{
    bool to_stderr = strcmp(word, "1") == 0 || strcmp(word, "-") == 0;
    if (!table_file)
        table_file = to_stderr ? file_stderr() : file_open(word);
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
    if (table_file)
        gantry_at_end(write_table);
    ranges_start(nvtx, roctx);
    ompt_start();
}
