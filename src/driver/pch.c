/* pch.c: precompiled headers. Clang reads them where it compiles the user's own file. Gantry reads text: there the
 * precompiled header is replaced by -include of the header that it was made from.
 */
#include "driver.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static void keep(struct cc *cc, const char *text, unsigned at)
{
    vec_push(cc->arena, &cc->flags, (struct flag){text, at});
}

void header_include(struct cc *cc, const char *file)
{
    keep(cc, "-include", AT_PRE);
    keep(cc, file, AT_PRE);
}

void header_precompiled(struct cc *cc, const char *pch)
{
    keep(cc, "-include-pch", AT_CLANG);
    keep(cc, pch, AT_CLANG);
    keep(cc, "-include", 0); /* headers_as_text sets where it goes */
    keep(cc, pch, 0);
}

/* Takes -Xclang words: after one that includes a header, the next one is its file. */
bool header_of_cc1(struct cc *cc, const char *word)
{
    const char *option = cc->cc1_header;
    cc->cc1_header = NULL;
    if (option) {
        for (int i = 0; i < 4; i++)
            keep(cc, (const char *const[]){"-Xclang", option, "-Xclang", word}[i], AT_CLANG);
        keep(cc, "-include", strcmp(option, "-include") == 0 ? AT_TEXT : 0);
        keep(cc, word, strcmp(option, "-include") == 0 ? AT_TEXT : 0);
    } else if (strcmp(word, "-include") == 0 || strcmp(word, "-include-pch") == 0) {
        cc->cc1_header = word;
    }
    return option || cc->cc1_header;
}

/* Is the header that the precompiled one is named after included as well? CMake writes both. */
static bool is_included(const struct cc *cc, const char *pch)
{
    const char *dot = strrchr(path_base(pch), '.');
    size_t n = dot ? (size_t)(dot - pch) : 0;
    for (size_t i = 0; n && i + 1 < cc->flags.n; i++) {
        const char *file = cc->flags.v[i + 1].text;
        if (cc->flags.v[i].at & AT_TEXT && strcmp(cc->flags.v[i].text, "-include") == 0 && strlen(file) == n &&
            strncmp(file, pch, n) == 0)
            return true;
    }
    return false;
}

/* Why a precompiled header cannot be read: Clang's own words, as about a header that changed since. */
static const char *whats_wrong(struct cc *cc, const char *pch)
{
    struct list argv = {0};
    if (access(pch, R_OK) != 0)
        return arena_printf(cc->arena, "cannot be read: %s", strerror(errno));
    list_add(cc, &argv,
             (const char *const[]){tool_need(cc, "clang-19", "to read precompiled headers"), "-fopenmp",
                                   "-fsyntax-only", "-include-pch", pch, "-x", "c", "/dev/null", NULL});
    struct run_result r = tool_wait(cc, tool_start(cc, &argv));
    const char *said = r.err ? strstr(r.err, "error: ") : NULL;
    if (!said || strstr(said, "is not a valid") || strstr(said, "neither a valid"))
        return "is no precompiled header that Clang 19 can read";
    said += strlen("error: ");
    return arena_printf(cc->arena, "cannot be used: %.*s", (int)strcspn(said, "\n"), said);
}

bool headers_as_text(struct cc *cc)
{
    for (size_t i = 0; i + 1 < cc->flags.n; i++) {
        struct flag *f = &cc->flags.v[i];
        if (f->at || strcmp(f->text, "-include") != 0 || is_included(cc, f[1].text))
            continue;
        const char *core = core_path(cc);
        if (!core)
            return false;
        struct list argv = {0};
        list_add(cc, &argv, (const char *const[]){core, "pch", f[1].text, NULL});
        struct run_result r = command_output(cc, &argv);
        if (r.status != 0) {
            diag(&cc->diag, DIAG_ERROR, (struct loc){0}, NULL, "-include-pch: '%s' %s", f[1].text,
                 whats_wrong(cc, f[1].text));
            return false;
        }
        f[1].text = r.out;
        f[0].at = f[1].at = AT_TEXT;
    }
    return true;
}
