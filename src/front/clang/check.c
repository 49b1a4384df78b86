/* clang/check.c: Clang parses the user's own file for diagnostics. Errors and warnings of C are printed as Clang words
 * them; those about OpenMP too, except for a table of texts: Clang 19 refuses some legal OpenMP, and reports other
 * errors less well than Gantry does. */
#include "glue.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "../../tables/warnings.h"
#include "../text/source_text.h"

static bool has_category(CXDiagnostic d, const char *category)
{
    CXString s = clang_getDiagnosticCategoryText(d);
    bool yes = clang_getCString(s) && !strcmp(clang_getCString(s), category);
    clang_disposeString(s);
    return yes;
}

static struct pragma *pragma_around(struct front *f, struct loc at)
{
    for (size_t i = 0; at.file && i < f->pragmas.n; i++) {
        struct pragma *p = f->pragmas.v[i];
        if (p->loc.file && p->loc.line <= at.line && !strcmp(p->loc.file, at.file) &&
            at.line <= place_of_token(f, p, (unsigned)p->toks.t.n - 1).line)
            return p;
    }
    return NULL;
}

/* Texts of Clang's OpenMP diagnostics that are not printed; the comments say why. */
static const struct {
    const char *text;
    bool only_ours; /* it is printed for pragmas that belong to the host compiler alone */
} not_taken[] = {
    {"extra tokens at the end of '#pragma omp", false}, /* Clang ignores the rest of the line; ours names the clause */
    {"target construct with nested teams region contains statements outside", false}, /* ours points at the statement */
    {"the host cannot update a declare target variable that is not externally visible", false}, /* ours can */
    /* the spelling of OpenMP 5.1 and before, which Clang refuses under -fopenmp-version=60 */
    {"unexpected 'to' clause, use 'enter' instead", false},
    {"expected at least one 'enter', 'link' or 'indirect' clause", false},
    {"incorrect reduction identifier, expected one of", false}, /* wrong ones are errors of the host compile */
    {"directive cannot be of variably-modified type", false},   /* the same; tasks in regions copy them */
    {"variable captured in declare target region must appear in a to clause", false}, /* follows from the above */
    {"expected 'destroy' clause with an argument on", false},                         /* OpenMP 5.1's has none */
    /* given for list items, and for &(&x)->member where x is declared in the region: atomic_flag_test_and_set(&x) */
    {"expected addressable lvalue in 'map' clause", true},
    {"'inscan' modifier can be used only in", true},          /* the modifier is legal on directives combined with
                                                               * 'target', too */
    {"orphaned 'omp scan' directives are prohibited", false}, /* they are not orphaned in collapsed loops */
    {"the list item must appear in 'reduction' clause with the 'inscan' modifier", false},
    {"old syntax 'linear-modifier(list)'", false},
    {"step simple modifier is exclusive and can't be use", false}, /* follows from the above */
    {"missing ',' after map type modifier", true},
    {"non-predefined allocator must have traits specified", false}, /* Clang does not read OpenMP 5.2's spelling of
                                                                     * them */
    /* list items that Clang 19 refuses, and what follows from that */
    {"OpenMP array shaping operation is not allowed here", true},
    {"expected at least one 'to' clause or 'from' clause specified to", true},
    {"expected at least one clause on '#pragma omp declare mapper' directive", true},
    {"expected at least one 'map' clause for '#pragma omp", true},
    {"array section does not specify length for outermost dimension", true},
    {"expected addressable lvalue in 'to' clause", true},
    {"multiple array elements associated with the same variable", true}, /* two rows of one array in target update */
    {"expected addressable lvalue in 'from' clause", true},
    {"clause 'firstprivate' in directive '#pragma omp scope'", false}, /* OpenMP 5.2 */
    {"clause 'allocate' in directive '#pragma omp scope'", false},     /* the same */
    {"clause 'seq_cst' in directive '#pragma omp flush'", false},      /* OpenMP 5.1 */
    {"expected string literal in 'clause message'", true},             /* at(execution) takes any string */
    {"use 'doacross' instead", false},
    {"statement after '#pragma omp tile' must be a for loop",
     false}, /* the directive under it becomes a loop (text/transform.c), or is refused */
    /* also given for variables that a target construct maps and its threads reduce; ours is GN0712, the host compile
     * has its own */
    {"reduction variable must be shared", false},
    {"clause 'doacross' in directive '#pragma omp ordered'", false},             /* OpenMP 5.2 */
    {"'ordered' directive without any clauses cannot be closely nested", false}, /* follows; ours says what is wrong */
    {"expected an OpenMP directive", true},                                      /* assume */
    {"unknown pragma ignored", false},                                           /* ompx */
    {"unexpected OpenMP directive '#pragma omp nothing'", false},                /* outside of functions */
    {"statement after '#pragma omp dispatch' must be a direct call", false},     /* also given where the call took a
                                                                                  * variant; ours reports it */
    {"directive must be enclosed into a section region", false},                 /* sections of several statements */
    {"orphaned 'omp section' directives are prohibited", false},
    {"'omp section' directive must be closely nested to a sections region", false}, /* target parallel sections */
    /* the spelling 'to' again, and constants that device code may use; ours names the variable that is on the host
     * only */
    {"declaration is not declared in any declare target region", false},
    {"clause 'default' in directive '#pragma omp teams distribute simd'", false}, /* it is one of 'teams' */
    {"clause 'default' in directive '#pragma omp target teams distribute simd'", false},
    /* Gantry maps objects of all types of C, and devices have a function wherever it is declared to be theirs */
    {"is not trivially copyable and not guaranteed to be mapped correctly", false},
    {"declaration marked as declare target after first use", false},
    {"the user condition in the OpenMP context selector needs to be constant", false}, /* OpenMP 5.1; the next too */
    {"'target_device' is not a valid context set in a `declare variant`", false},
    {"the original function might be used", false}, /* calls before the directive, which take no variant, are another */
    /* given for a clause, which is no part of the region (this table concerns diagnostics on pragma lines only) */
    {"calls to OpenMP runtime API are not allowed within a region", false},
};

static bool taken(const char *text, bool ours)
{
    for (size_t i = 0; i < sizeof not_taken / sizeof *not_taken; i++)
        if (strstr(text, not_taken[i].text))
            return not_taken[i].only_ours && !ours;
    return true;
}

static struct loc place(struct front *f, CXDiagnostic d, int *len)
{
    CXSourceLocation l = clang_getDiagnosticLocation(d);
    CXString file;
    unsigned line, col, off, end;
    clang_getPresumedLocation(l, &file, &line, &col);
    const char *name = clang_getCString(file);
    struct loc at = {name && *name ? arena_strdup(f->arena, name) : f->options->path, (int)line, (int)col, 0};
    clang_disposeString(file);
    *len = 1;
    clang_getExpansionLocation(l, NULL, NULL, NULL, &off);
    if (clang_getDiagnosticNumRanges(d) > 0) {
        CXSourceRange r = clang_getDiagnosticRange(d, 0);
        unsigned begin, last_line;
        clang_getExpansionLocation(clang_getRangeStart(r), NULL, NULL, NULL, &begin);
        clang_getExpansionLocation(clang_getRangeEnd(r), NULL, &last_line, NULL, &end);
        if (begin == off && end > off && last_line == line)
            *len = (int)(end - off);
    }
    return at;
}

static const char *owned(struct front *f, CXString s)
{
    const char *text = clang_getCString(s);
    text = text && *text ? arena_strdup(f->arena, text) : NULL;
    clang_disposeString(s);
    return text;
}

static const char *text_of(struct front *f, CXDiagnostic d)
{
    const char *text = owned(f, clang_getDiagnosticSpelling(d));
    return text ? text : "";
}

/* Was the error a warning before -Werror? Clang's library does not tell: assumed for errors with an option, if the user
 * gave -Werror. */
static bool is_raised(struct front *f, enum diag_level level, const char *option)
{
    bool asked = false;
    for (const char *const *flag = f->options->cflags; flag && *flag; flag++)
        asked |= str_starts(*flag, "-Werror");
    return level == DIAG_ERROR && option && asked;
}

static void add(struct front *f, CXDiagnostic d, enum diag_level level, bool openmp)
{
    int len;
    struct loc at = place(f, d, &len);
    report(f, level, at, len, NULL, NULL, "%s", text_of(f, d));
    struct report *r = &f->reports.v[f->reports.n - 1];
    r->option = level == DIAG_NOTE ? NULL : owned(f, clang_getDiagnosticOption(d, NULL));
    r->from_clang = true;
    r->raised = is_raised(f, level, r->option);
    r->from_clang_openmp = openmp;
}

static void add_notes(struct front *f, CXDiagnostic d, bool openmp)
{
    CXDiagnosticSet set = clang_getChildDiagnostics(d); /* owned by d */
    unsigned n = clang_getNumDiagnosticsInSet(set);
    for (unsigned i = 0; i < n; i++) {
        CXDiagnostic note = clang_getDiagnosticInSet(set, i);
        add(f, note, DIAG_NOTE, openmp);
        add_notes(f, note, openmp);
    }
}

/* Is it an error only because metadirectives are hidden from Clang? A directive inside of the construct that one
 * becomes then seems to stand outside of any. */
static bool follows_from_mask(struct front *f, CXDiagnostic d, struct loc at)
{
    return is_masked_line(f, at) || strstr(text_of(f, d), "region cannot be closely nested inside");
}

/* Is this word in a line that is hidden from Clang's check? */
static bool in_masked_line(const struct front *f, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i < f->masked_lines.n; i++)
        for (size_t k = 0; k < f->sources.n; k++) {
            const struct masked_line *m = &f->masked_lines.v[i];
            const struct source *s = &f->sources.v[k];
            if (strcmp(s->path, m->file) != 0 || !s->text || (size_t)m->last > s->lines.n)
                continue;
            const char *at = s->text + s->lines.v[m->first - 1];
            const char *end = (size_t)m->last < s->lines.n ? s->text + s->lines.v[m->last] : s->text + s->len;
            if (has_word(at, (size_t)(end - at), word, n))
                return true;
        }
    return false;
}

static bool in_acc_line(const struct front *f, const char *word)
{
    for_each_pointer (struct acc_line, l, f->acc_lines)
        if (has_word(l->text, strlen(l->text), word, strlen(word)))
            return true;
    return false;
}

/* Is this word in a pragma of the directive? With `clause`: as its argument. */
static bool in_pragma(const struct front *f, enum directive dir, const char *clause, const char *word)
{
    for (size_t i = 0; i < f->pragmas.n; i++) {
        const struct pragma *p = f->pragmas.v[i];
        for (unsigned k = 4; p->dir == dir && k < p->toks.t.n; k++)
            if (token_is(f->src, &p->toks.t.v[k], word) && (!clause || token_is(f->src, &p->toks.t.v[k - 2], clause)))
                return true;
    }
    return false;
}

/* Clang's check misses some uses: variants that only devices call, and names in hidden directives. It then warns that
 * they are unused. It does not know either that `detach` sets its variable. */
static bool misses_use(struct front *f, CXDiagnostic d)
{
    const char *text = text_of(f, d), *name = strchr(text, '\'');
    if (!name)
        return false;
    name = arena_strndup(f->arena, name + 1, strcspn(name + 1, "'"));
    if (strstr(text, "is uninitialized when used here"))
        return in_pragma(f, DIR_TASK, "detach", name);
    if (!strstr(text, "unused ") && !strstr(text, "' is not needed and will not be emitted") &&
        !strstr(text, "' set but not used"))
        return false;
    bool variant = strchr(name, '[') != NULL; /* of begin declare variant */
    return variant || in_pragma(f, DIR_DECLARE_VARIANT, NULL, name) || in_masked_line(f, name) || in_acc_line(f, name);
}

/* The character at a place of a user's file; 0: not known. */
static char character_at(const struct front *f, struct loc at)
{
    for (size_t i = 0; at.file && i < f->sources.n; i++) {
        const struct source *s = &f->sources.v[i];
        size_t line = at.line > 0 && (size_t)at.line <= s->lines.n ? s->lines.v[at.line - 1] : s->len;
        if (strcmp(s->path, at.file) == 0 && s->text && at.col > 0 && line + (size_t)at.col <= s->len)
            return s->text[line + (size_t)at.col - 1];
    }
    return 0;
}

/* Clang warns of a comparison that it generates itself for the variable of a taskloop: the place is the variable's
 * declaration, not an operator. */
static bool is_made_comparison(struct front *f, CXDiagnostic d, struct loc at)
{
    char c = character_at(f, at);
    return strstr(text_of(f, d), "comparison of integers of different signs") && c && !strchr("<>=!?:", c);
}

/* Clang does not know names of our warnings. */
static bool is_name_of_ours(struct front *f, CXDiagnostic d)
{
    const char *name = strstr(text_of(f, d), "unknown warning group '-W");
    name = name ? strchr(name, '-') : NULL;
    return name && warnings_is_flag(arena_strndup(f->arena, name, strcspn(name, "'")));
}

/* false: an error of C outside of all pragmas, which a parse of the probe copy would only repeat */
static bool take(struct front *f, CXDiagnostic d)
{
    enum CXDiagnosticSeverity severity = clang_getDiagnosticSeverity(d);
    bool openmp = has_category(d, "OpenMP Issue") || strstr(text_of(f, d), "'#pragma omp ");
    int len;
    struct loc at = place(f, d, &len);
    struct pragma *pragma = severity < CXDiagnostic_Warning ? NULL : pragma_around(f, at);
    if (severity < CXDiagnostic_Warning || (pragma && pragma->misread) || is_name_of_ours(f, d) || misses_use(f, d) ||
        is_made_comparison(f, d, at) || (openmp && f->masked_lines.n && follows_from_mask(f, d, at)) ||
        ((openmp || pragma) && !taken(text_of(f, d), !pragma || pragma->always_ours || pragma->in_hand)))
        return true;
    openmp |= pragma && has_category(d, "Parse Issue");
    enum diag_level level = severity == CXDiagnostic_Warning ? DIAG_WARNING : DIAG_ERROR;
    add(f, d, level, openmp);
    bool raised = f->reports.v[f->reports.n - 1].raised;
    add_notes(f, d, openmp);
    return level == DIAG_WARNING || raised || openmp || pragma;
}

/* Clang's library prints errors about flags to stderr by itself, besides returning them: so stderr is closed
 * meanwhile. */
static enum CXErrorCode parse(CXIndex index, const char *path, const char *const *argv, unsigned argc,
                              struct CXUnsavedFile *masked, unsigned nmasked, CXTranslationUnit *tu)
{
    fflush(stderr);
    int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (kept >= 0 && null >= 0)
        dup2(null, STDERR_FILENO);
    enum CXErrorCode rc =
        clang_parseTranslationUnit2(index, path, argv, (int)argc, masked, nmasked, CXTranslationUnit_KeepGoing, tu);
    if (kept >= 0 && null >= 0)
        dup2(kept, STDERR_FILENO);
    close(kept);
    close(null);
    return rc;
}

bool clang_check(struct front *f)
{
    unsigned n;
    const char **flags = front_flags(f->arena, f->options, FLAGS_CHECK, &n);
    const char **argv = arena_alloc(f->arena, (n + 4) * sizeof *argv);
    unsigned argc = 0;
    argv[argc++] = "-x";
    argv[argc++] = "c";
    for (unsigned i = 0; i < n; i++)
        argv[argc++] = flags[i];
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit tu = NULL;
    struct CXUnsavedFile *masked = arena_alloc(f->arena, (f->sources.n + 1) * sizeof *masked);
    unsigned nmasked = 0;
    for (size_t i = 0; i < f->sources.n; i++)
        if (f->sources.v[i].masked)
            masked[nmasked++] =
                (struct CXUnsavedFile){f->sources.v[i].path, f->sources.v[i].masked, f->sources.v[i].len};
    enum CXErrorCode rc = parse(index, f->options->path, argv, argc, masked, nmasked, &tu);
    bool good = true;
    f->check_failed = rc != CXError_Success; /* Clang 19 crashes at some wrong pragmas: our own checks may know why */
    for (unsigned i = 0; tu && i < clang_getNumDiagnostics(tu); i++) {
        CXDiagnostic d = clang_getDiagnostic(tu, i);
        good &= take(f, d);
        clang_disposeDiagnostic(d);
    }
    if (tu)
        clang_disposeTranslationUnit(tu);
    clang_disposeIndex(index);
    return good;
}
