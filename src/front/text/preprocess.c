/* text/preprocess.c: runs clang -E on the user's file, and looks quickly whether anything in the text concerns a device
 * or chooses by context. Gantry handles such choices for the host too, since Clang 19 knows no run-time conditions, no
 * scores of conditions and no `dispatch`. */
#include "source_text.h"

#include <string.h>

char *front_preprocess(struct arena *a, const struct front_options *o, size_t *len)
{
    const char *clang = tool_find(a, "clang-19");
    if (!clang) {
        fprintf(stderr, "gantry: error: clang-19 is needed to preprocess %s; it is in the Debian package '%s'\n",
                o->path, tool_package("clang-19"));
        return NULL;
    }
    unsigned n;
    const char **flags = front_flags(a, o, FLAGS_PREPROCESS, &n);
    const char **argv = arena_alloc(a, (n + 16) * sizeof *argv);
    unsigned argc = 0;
    argv[argc++] = clang;
    argv[argc++] = "-E";
    for (unsigned i = 0; i < n; i++)
        argv[argc++] = flags[i];
    for (unsigned i = 0; i < 8 && o->depfile_flags[i]; i++)
        argv[argc++] = o->depfile_flags[i];
    argv[argc++] = "-x";
    argv[argc++] = "c";
    argv[argc++] = o->path;
    struct run_result r = run_program(a, argv, RUN_CAPTURE_OUT | RUN_CAPTURE_ERR);
    /* warnings of the preprocessor come again, with columns, from the check of the file */
    if ((r.status != 0 || !o->check) && r.err)
        fputs(r.err, stderr);
    if (r.status != 0)
        return NULL;
    *len = r.out_len;
    return r.out;
}

bool front_has_device_code(const char *text, size_t len)
{
    static const char *const words[] = {"target", "metadirective", "variant", "dispatch"};
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        size_t end = nl ? (size_t)(nl - text) : len;
        bool omp = text[at] == '#' && is_omp_line(text, (uint32_t)at, (uint32_t)end);
        for (size_t i = 0; omp && i < sizeof words / sizeof *words; i++)
            if (has_word(text + at, end - at, words[i], strlen(words[i])))
                return true;
        at = end + 1;
    }
    return false;
}
