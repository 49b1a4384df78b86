/* text/preprocess.c: runs clang -E on the user's file, and and quickly decides whether Gantry must handle the file: it
 * has directives for devices, directives that depend on context, or some that Clang 19 lacks or gets wrong on the
 * host. */
#include "source_text.h"

#include <string.h>

#include "../../tables/warnings.h"

struct words { /* NULL-terminated */
    VEC(const char *) w;
};

static struct run_result preprocess(struct arena *a, const char *clang, const struct front_options *o,
                                    const char *const *more)
{
    unsigned n;
    const char **flags = front_flags(a, o, FLAGS_PREPROCESS, &n);
    struct words argv = {0};
    vec_push(a, &argv.w, clang);
    vec_push(a, &argv.w, "-E");
    vec_push(a, &argv.w, "-fno-crash-diagnostics"); /* no files of its own in /tmp, unless the user's flags ask */
    for (unsigned i = 0; i < n; i++)
        vec_push(a, &argv.w, flags[i]);
    for (; *more; more++)
        vec_push(a, &argv.w, *more);
    vec_push(a, &argv.w, "-x");
    vec_push(a, &argv.w, "c");
    vec_push(a, &argv.w, o->path);
    vec_push(a, &argv.w, NULL);
    return run_program(a, argv.w.v, RUN_CAPTURE_OUT | RUN_CAPTURE_ERR);
}

/* ---- pragmas that name warnings of Gantry's ----
 * Clang reads `#pragma clang diagnostic` itself and drops one whose name it does not know, silently if
 * -Wunknown-warning-option is off. But it keeps pragmas of namespaces that it does not know. So the files that have
 * such names are preprocessed again, from copies with another namespace: then the pragmas that are not skipped by #if
 * appear in the output, also those from macros. */
#define OUR_WARNING "-Wgantry"

/* The place of the namespace's name in the line of the warning's name at `at`, before it; NULL: this is no such
 * pragma. */
static char *namespace_before(char *text, char *at, const struct pragma_namespace **which)
{
    static const char diagnostic[] = "diagnostic";
    for (char *p = at; p > text && p[-1] != '\n'; p--)
        for (const struct pragma_namespace *s = pragma_namespaces; s->theirs; s++) {
            size_t n = strlen(s->theirs);
            if (strncmp(p - 1, s->theirs, n) != 0)
                continue;
            const char *next = p - 1 + n;
            next += strspn(next, " \t");
            if (next < at && strncmp(next, diagnostic, strlen(diagnostic)) == 0) {
                *which = s;
                return p - 1;
            }
        }
    return NULL;
}

/* Renames the namespaces of all such pragmas; false: there is none. */
static bool rename_pragmas(struct arena *a, char *text)
{
    bool any = false;
    for (char *at = text; (at = strstr(at, OUR_WARNING)) != NULL; at++) {
        const struct pragma_namespace *s = NULL;
        const char *flag = arena_strndup(a, at, strcspn(at, "\"\\ \t\n"));
        char *name = warnings_is_flag(flag) ? namespace_before(text, at, &s) : NULL;
        if (!name)
            continue;
        memcpy(name, s->ours, strlen(s->ours));
        any = true;
    }
    return any;
}

/* The name of the user's file that a marker `# 1 "file.h" 1` leads to; NULL: the line is none, or leads to another. */
static const char *file_of_marker(struct arena *a, const char *line, const char *end)
{
    const char *name =
        end - line > 4 && line[0] == '#' && line[1] == ' ' ? memchr(line, '"', (size_t)(end - line)) : NULL;
    const char *close = name ? memchr(name + 1, '"', (size_t)(end - name - 1)) : NULL;
    if (!close || name[1] == '<' || memchr(close, '3', (size_t)(end - close)))
        return NULL;
    return arena_strndup(a, name + 1, (size_t)(close - name - 1));
}

static bool has_word_already(const struct words *l, const char *word)
{
    for (size_t i = 0; i < l->w.n; i++)
        if (strcmp(l->w.v[i], word) == 0)
            return true;
    return false;
}

/* Flags that make Clang read copies of the files with such pragmas. */
static struct words renaming_flags(struct arena *a, const char *text, size_t len)
{
    struct words files = {0}, flags = {0};
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        size_t end = nl ? (size_t)(nl - text) : len;
        const char *file = file_of_marker(a, text + at, text + end);
        at = end + 1;
        if (!file || has_word_already(&files, file))
            continue;
        vec_push(a, &files.w, file);
        size_t n;
        char *source = file_read(a, file, &n);
        if (!source || !rename_pragmas(a, source))
            continue;
        const char *copy = temp_path(a, "named", ".c");
        if (!file_write(copy, source, n))
            continue;
        static const char *const words[] = {"-Xclang", "-remap-file", "-Xclang"};
        for (int i = 0; i < 3; i++)
            vec_push(a, &flags.w, words[i]);
        vec_push(a, &flags.w, arena_printf(a, "%s;%s", file, copy));
    }
    return flags;
}

bool front_names_warnings(const char *text)
{
    for (const struct pragma_namespace *s = pragma_namespaces; s->theirs; s++) {
        char line[64];
        snprintf(line, sizeof line, "\n#pragma %s diagnostic ", s->ours);
        if (strstr(text, line))
            return true;
    }
    return false;
}

char *front_preprocess(struct arena *a, const struct front_options *o, size_t *len)
{
    const char *clang = tool_find(a, "clang-19");
    if (!clang) {
        fprintf(stderr, "gantry: error: clang-19 is needed to preprocess %s; it is in the Debian package '%s'\n",
                o->path, tool_package("clang-19"));
        return NULL;
    }
    struct run_result r = preprocess(a, clang, o, o->depfile_flags);
    /* warnings of the preprocessor come again, with columns, from the check of the file */
    bool shown = (r.status != 0 || !o->check) && r.err;
    if (o->errors)
        *o->errors = shown ? r.err : NULL;
    else if (shown)
        fputs(r.err, stderr);
    if (r.status != 0)
        return NULL;
    struct words flags = renaming_flags(a, r.out, r.out_len);
    if (strstr(r.out, "\n#pragma ompx ") ||
        (o->openacc &&
         strstr(r.out,
                "\n#pragma acc"))) /* in lines of namespaces that Clang does not know macros stay, without this */
        vec_push(a, &flags.w, "-fms-extensions");
    vec_push(a, &flags.w, NULL);
    if (flags.w.v[0]) {
        struct run_result again = preprocess(a, clang, o, flags.w.v);
        r = again.status == 0 ? again : r;
    }
    *len = r.out_len;
    return r.out;
}

bool front_takes_in_hand(const char *text, size_t len, bool openacc, bool check)
{
    struct name_set subscripted = {0};
    for (size_t at = 0; at < len;) {
        const char *nl = memchr(text + at, '\n', len - at);
        uint32_t begin = (uint32_t)at, end = (uint32_t)(nl ? (size_t)(nl - text) : len);
        if (text[at] == '#' &&
            ((openacc && is_acc_line(text, begin, end)) ||
             is_extension_line(text, begin, end) || /* perhaps a misplaced one */
             (is_omp_line(text, begin, end) &&
              ((check && is_shared_out(text, begin, end)) || is_taken_in_hand(text, begin, end) ||
               copies_array(text, begin, end, &subscripted) || collapses_triangle(text, begin, end)))))
            return true;
        at = (size_t)end + 1;
    }
    return false;
}
