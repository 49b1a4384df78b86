/* text/flags.c: which of the user's flags clang gets when it preprocesses, checks the user's file, or parses the probe
 * copy.
 *
 * The preprocessor gets neither -O nor _FORTIFY_SOURCE: with them the C library's headers define inline functions and
 * call checking functions that no device has. The macros that show -O to programs (__OPTIMIZE__) are defined all the
 * same, except that __NO_INLINE__ stays defined for the headers' sake. */
#include "../../tables/acc.h"
#include "../front_private.h"

#include <string.h>

struct flag_rule {
    const char *prefix;
    bool separate; /* the value may be the next argument */
    unsigned drop; /* bits 1 << enum flag_use */
};
enum { P = 1 << FLAGS_PREPROCESS, C = 1 << FLAGS_CHECK, T = 1 << FLAGS_PROBE };
static const struct flag_rule rules[] = {
    {"-D_FORTIFY_SOURCE", false, P | C | T},
    {"-Wp,-D_FORTIFY_SOURCE", false, P | C | T},
    {"-O", false, P | C | T},
    {"-o", true, P | C | T},
    {"-ferror-limit", false, C | T}, /* we count errors ourselves, in the order of the text */
    {"-Wfatal-errors", false, C | T},
    {"-M", false, P | C | T},
    {"-fopenmp", false, P | C | T},
    {"-fno-openmp", false, P | C | T},
    {"-fsanitize", false, T}, /* __has_feature(address_sanitizer) holds in files with regions too */
    {"--coverage", false, P | C | T},
    {"-fprofile", false, P | C | T},
    {"-fcs-profile", false, P | C | T},
    {"-fcoverage-mapping", false, P | C | T},
    {"-ftime-", false, P | C | T}, /* what these report is the host compile's */
    {"-flto", false, P | C | T},
    {"-pg", false, P | C | T},
    {"-D", true, T},
    {"-U", true, T},
    {"-include", true, P | C | T}, /* read_as_text */
    {"-imacros", true, T},
    {"-isystem", true, T},
    {"-iquote", true, T},
    {"-idirafter", true, T},
    {"-isysroot", true, T},
    {"-I", true, T},
    {"-Wp,", false, T},
    {"-pedantic", false, T},
    {"-Werror", false, T},
    {"-W", false, T},
};

static const struct flag_rule *rule_for(const char *flag)
{
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (str_starts(flag, rules[i].prefix))
            return &rules[i];
    return NULL;
}

static const char *const lenient[] = {
#define LENIENT(flag) flag,
#include "../../tables/lenient.def"
#undef LENIENT
};

/* the macros of the last -O, before the user's own -D and -U */
static unsigned optimising(const char *const *given, unsigned n, const char **out)
{
    const char *level = "0";
    unsigned k = 0;
    for (unsigned i = 0; i < n; i++)
        if (str_starts(given[i], "-O"))
            level = given[i] + 2;
    if (strcmp(level, "0") != 0)
        out[k++] = "-D__OPTIMIZE__=1";
    if (!strcmp(level, "s") || !strcmp(level, "z"))
        out[k++] = "-D__OPTIMIZE_SIZE__=1";
    if (!strcmp(level, "fast"))
        out[k++] = "-ffast-math";
    return k;
}

/* passes -include FILE by clang's driver, which would use FILE.pch or FILE.gch instead of the text */
static unsigned read_as_text(const char *file, const char **out)
{
    const char *const words[] = {"-Xclang", "-include", "-Xclang", file};
    memcpy(out, words, sizeof words);
    return sizeof words / sizeof *words;
}

/* In C90 neither a loop nor its body is a scope. With OpenMP Clang makes the statement of a directive one; the probe
 * copy has no directives, so it is parsed by C99's rules. The check has held the file to C90. */
static const char *with_scopes(const char *flag)
{
    static const struct {
        const char *old, *with_scopes;
    } rows[] = {{"-ansi", "-std=c99"},
                {"-std=c89", "-std=c99"},
                {"-std=c90", "-std=c99"},
                {"-std=iso9899:1990", "-std=c99"},
                {"-std=iso9899:199409", "-std=c99"},
                {"-std=gnu89", "-std=gnu99"},
                {"-std=gnu90", "-std=gnu99"}};
    const char *one_dash = str_starts(flag, "--std=") ? flag + 1 : flag;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(one_dash, rows[i].old) == 0)
            return rows[i].with_scopes;
    return flag;
}

const char **front_flags(struct arena *a, const struct front_options *o, enum flag_use use, unsigned *n)
{
    unsigned given = 0;
    while (o->cflags && o->cflags[given])
        given++;
    const char **out = arena_alloc(a, (2 * given + 32) * sizeof *out); /* read_as_text makes four words of two */
    unsigned k = 0;
    if (use != FLAGS_PROBE && o->include_dir) {
        out[k++] = "-isystem";
        out[k++] = o->include_dir;
    }
    if (use != FLAGS_PROBE)
        out[k++] = "-fopenmp";
    if (use == FLAGS_CHECK)
        out[k++] = "-fopenmp-version=60";
    if (use != FLAGS_PROBE && o->openacc)
        out[k++] = "-D_OPENACC=" ACC_VERSION;
    if (use != FLAGS_PREPROCESS) {
        out[k++] = "-ferror-limit=0";
        out[k++] = "-Qunused-arguments";
        for (size_t i = 0; i < sizeof lenient / sizeof *lenient; i++)
            out[k++] = lenient[i];
    }
    if (use != FLAGS_PROBE)
        k += optimising(o->cflags, given, out + k);
    for (unsigned i = 0; i < given; i++) {
        const struct flag_rule *r = rule_for(o->cflags[i]);
        bool drop = r && r->drop & 1u << use;
        bool pair = r && r->separate && !strcmp(o->cflags[i], r->prefix) && i + 1 < given;
        if (use != FLAGS_PROBE && pair && strcmp(r->prefix, "-include") == 0)
            k += read_as_text(o->cflags[i + 1], out + k);
        if (!drop) {
            out[k++] = use == FLAGS_PROBE ? with_scopes(o->cflags[i]) : o->cflags[i];
            if (pair)
                out[k++] = o->cflags[i + 1];
        }
        i += pair;
    }
    if (use == FLAGS_PREPROCESS) {
        out[k++] = "-U_FORTIFY_SOURCE";
        out[k++] =
            "-Wno-unknown-warning-option"; /* pragmas may name our warnings; Clang's check reports unknown names */
    }
    if (use == FLAGS_PROBE)
        out[k++] = "-w";
    out[k] = NULL;
    *n = k;
    return out;
}
