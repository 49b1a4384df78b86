/* diag.c: messages with place, source line and caret. Printed at once, so that their order is the order of finding; as
 * JSON or SARIF they are kept for one document (diag_document.c). */
#include "base.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The source file of the last message, kept: the next message is mostly about the same one. */
static struct {
    char *path, *text;
    size_t len;
} cached;

static const struct {
    const char *name, *color;
} levels[] = {
    [DIAG_NOTE] = {"note", "\033[1;36m"},         [DIAG_REMARK] = {"remark", "\033[1;34m"},
    [DIAG_WARNING] = {"warning", "\033[1;35m"},   [DIAG_ERROR] = {"error", "\033[1;31m"},
    [DIAG_FATAL] = {"fatal error", "\033[1;31m"},
};
static const char bold[] = "\033[1m", green[] = "\033[1;32m", plain[] = "\033[0m";

void diag_init(struct diag *d, struct arena *a, FILE *out)
{
    *d = (struct diag){.arena = a, .out = out, .max_errors = 20};
    int fd = fileno(out);
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    d->color = fd >= 0 && isatty(fd) && !(no && *no) && term && strcmp(term, "dumb") != 0;
}

/* Only plain files are read: a message about standard input or a pipe must not wait for it, and line directives or
 * damaged objects may name a folder. */
static void load_source(const char *path)
{
    if (cached.path && strcmp(cached.path, path) == 0)
        return;
    free(cached.path);
    free(cached.text);
    cached.path = strdup(path);
    cached.text = NULL;
    cached.len = 0;
    struct stat st;
    int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *f = fd >= 0 && fstat(fd, &st) == 0 && S_ISREG(st.st_mode) ? fdopen(fd, "rb") : NULL;
    if (f) {
        cached.text = st.st_size > 0 ? malloc((size_t)st.st_size) : NULL;
        if (cached.text)
            cached.len = fread(cached.text, 1, (size_t)st.st_size, f);
        fclose(f);
    } else if (fd >= 0) {
        close(fd);
    }
}

static const char *source_line(struct loc loc, size_t *len)
{
    if (!loc.file || loc.line <= 0)
        return NULL;
    load_source(loc.file);
    if (!cached.text)
        return NULL;
    const char *p = cached.text, *end = p + cached.len;
    for (int i = 1; p && p < end && i < loc.line; i++) {
        p = memchr(p, '\n', (size_t)(end - p));
        p = p ? p + 1 : NULL;
    }
    if (!p || p >= end)
        return NULL;
    const char *nl = memchr(p, '\n', (size_t)(end - p));
    *len = (size_t)((nl ? nl : end) - p);
    if (*len && p[*len - 1] == '\r')
        --*len;
    return p;
}

/* Long lines are cut around the caret; control characters would spoil the terminal. */
static void print_source(struct diag *d, struct loc loc, int caret_len)
{
    enum { WIDEST = 400 };
    size_t len;
    const char *line = source_line(loc, &len);
    if (!line)
        return;
    size_t col = loc.col > 0 ? (size_t)loc.col - 1 : 0, from = 0;
    if (col > len)
        return;
    if (len > WIDEST) {
        from = col > WIDEST / 2 ? col - WIDEST / 2 : 0;
        len = len - from > WIDEST ? WIDEST : len - from;
        line += from;
        col -= from;
    }
    fputs("    ", d->out);
    for (size_t i = 0; i < len; i++)
        fputc((unsigned char)line[i] < ' ' && line[i] != '\t' ? '?' : line[i], d->out);
    fputc('\n', d->out);
    if (loc.col <= 0)
        return;
    fputs("    ", d->out);
    for (size_t i = 0; i < col; i++) { /* bytes that continue a UTF-8 character take no column */
        if (((unsigned char)line[i] & 0xc0) != 0x80)
            fputc(line[i] == '\t' ? '\t' : ' ', d->out);
    }
    fputs(d->color ? green : "", d->out);
    fputc('^', d->out);
    for (int i = 1; i < caret_len && col + (size_t)i < len; i++)
        fputc('~', d->out);
    fprintf(d->out, "%s\n", d->color ? plain : "");
}

/* Was the same message printed for the same place? Some passes repeat the user's text (front/text/metadirective.c
 * writes a statement once for each alternative), and Clang then repeats its message. */
static bool is_said(struct diag *d, struct loc loc, const char *text)
{
    if (!loc.file || loc.col <= 0 || !d->arena)
        return false;
    uint64_t h = hash_bytes(0, loc.file, strlen(loc.file));
    h = hash_bytes(h, &loc.line, sizeof loc.line);
    h = hash_bytes(h, &loc.col, sizeof loc.col);
    h = hash_bytes(h, text, strlen(text));
    for (size_t i = 0; i < d->said.n; i++)
        if (d->said.v[i] == h)
            return true;
    vec_push(d->arena, &d->said, h);
    return false;
}

/* ---- flags ---- */
bool diag_flag(struct diag *d, const char *flag)
{
    static const struct {
        const char *word;
        size_t member;
        bool value;
    } rows[] = {
#define FLAG(word, member, value) {word, offsetof(struct diag, member), value}
        FLAG("-w", no_warnings, true),
        FLAG("-Werror", werror, true),
        FLAG("-Wno-error", werror, false),
        FLAG("-Wfatal-errors", fatal_errors, true),
        FLAG("-Wno-fatal-errors", fatal_errors, false),
        FLAG("-fcolor-diagnostics", color, true),
        FLAG("-fdiagnostics-color", color, true),
        FLAG("-fdiagnostics-color=always", color, true),
        FLAG("-fno-color-diagnostics", color, false),
        FLAG("-fno-diagnostics-color", color, false),
        FLAG("-fdiagnostics-color=never", color, false),
        FLAG("-fno-caret-diagnostics", no_caret, true),
        FLAG("-fno-diagnostics-show-caret", no_caret, true),
        FLAG("-fcaret-diagnostics", no_caret, false),
        FLAG("-fno-diagnostics-show-option", no_option, true),
        FLAG("-fdiagnostics-show-option", no_option, false),
        FLAG("-fno-show-column", no_column, true),
        FLAG("-fshow-column", no_column, false),
        FLAG("-fno-show-source-location", no_place, true),
        FLAG("-fshow-source-location", no_place, false),
        FLAG("-fdiagnostics-absolute-paths", absolute, true),
#undef FLAG
    };
    static const struct {
        const char *word;
        enum diag_format format;
    } formats[] = {
        {"clang", DIAG_TEXT}, {"text", DIAG_TEXT},   {"msvc", DIAG_MSVC},        {"vi", DIAG_VI},
        {"json", DIAG_JSON},  {"sarif", DIAG_SARIF}, {"json-stderr", DIAG_JSON}, {"sarif-stderr", DIAG_SARIF}};
    static const char format[] = "-fdiagnostics-format=", limit[] = "-ferror-limit=";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(flag, rows[i].word) == 0) {
            *(bool *)((char *)d + rows[i].member) = rows[i].value;
            return true;
        }
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (str_starts(flag, format) && strcmp(flag + strlen(format), formats[i].word) == 0) {
            d->format = formats[i].format;
            return true;
        }
    if (!str_starts(flag, limit))
        return false;
    d->max_errors = atoi(flag + strlen(limit));
    return true;
}

/* ---- levels, limits and printing ---- */
/* The level of a message without a name, or in programs that know no names (src/tables/warnings.c knows them). */
static void settle(const struct diag *d, struct diag_message *m)
{
    if (m->settled || m->level != DIAG_WARNING)
        return;
    if (d->no_warnings)
        m->level = DIAG_IGNORED;
    else if (d->werror) {
        m->level = DIAG_ERROR;
        m->raised = true;
    }
}

/* Counts an error; false: it is beyond the limit. */
static bool count_error(struct diag *d, const struct diag_message *m)
{
    if (d->fatal_errors && d->nerrors)
        return false;
    if (d->max_errors && d->nerrors >= d->max_errors) {
        if (d->nerrors++ == d->max_errors && d->format < DIAG_JSON)
            fprintf(d->out, "gantry: note: further errors are not shown (-ferror-limit=%d)\n", d->max_errors);
        return false;
    }
    d->nerrors++;
    d->nraised += m->raised;
    return true;
}

/* Shall the message be printed? Settles its level and counts it. */
static bool admit(struct diag *d, struct diag_message *m)
{
    static bool last_quiet; /* the last message was not printed: its notes are not either */
    if (m->level == DIAG_NOTE)
        return !last_quiet;
    last_quiet = true;
    if (m->level >= DIAG_REMARK && is_said(d, m->loc, m->text))
        return false;
    if (d->settle && m->id && !m->settled)
        d->settle(d, m);
    else
        settle(d, m);
    if (m->level == DIAG_IGNORED || (d->fatal_errors && d->nerrors))
        return false;
    if (m->level == DIAG_WARNING)
        d->nwarnings++;
    if (m->level >= DIAG_ERROR && !count_error(d, m))
        return false;
    if (m->level == DIAG_ERROR && d->fatal_errors)
        m->level = DIAG_FATAL;
    return !(last_quiet = false);
}

static void print_place(const struct diag *d, struct loc loc)
{
    bool line = loc.line > 0, col = line && loc.col > 0 && !d->no_column;
    if (!loc.file)
        fputs("gantry: ", d->out);
    else if (d->no_place)
        return;
    else if (d->format == DIAG_MSVC && line)
        fprintf(d->out, col ? "%s(%d,%d): " : "%s(%d): ", loc.file, loc.line, loc.col);
    else if (d->format == DIAG_VI && line)
        fprintf(d->out, col ? "%s +%d:%d: " : "%s +%d: ", loc.file, loc.line, loc.col);
    else
        fprintf(d->out, col ? "%s:%d:%d: " : line ? "%s:%d: " : "%s: ", loc.file, loc.line, loc.col);
}

static void print_text(struct diag *d, const struct diag_message *m)
{
    const char *b = d->color ? bold : "", *off = d->color ? plain : "";
    fputs(b, d->out);
    print_place(d, m->loc);
    fprintf(d->out, "%s%s: %s%s%s", d->color ? levels[m->level].color : "", levels[m->level].name, off, b, m->text);
    if (m->id)
        fprintf(d->out, " [%s]", m->id);
    if (m->option && !d->no_option)
        fprintf(d->out, " [%s%s]", m->raised ? "-Werror," : "", m->option);
    fprintf(d->out, "%s\n", off);
    if (!d->no_caret)
        print_source(d, m->loc, m->caret_len);
    fflush(d->out);
}

void diag_message(struct diag *d, struct diag_message m)
{
    char *path = NULL;
    struct loc place = m.loc;
    static bool ours; /* the last message, and so its notes */
    if (!admit(d, &m))
        return;
    ours = m.level == DIAG_NOTE ? ours : m.id != NULL;
    if (d->words && ours)
        m.text = d->words(d->front, &m);
    if (d->absolute && m.loc.file && (path = realpath(m.loc.file, NULL)) != NULL)
        m.loc.file = path;
    if (d->format >= DIAG_JSON) {
        m.loc.file = m.loc.file ? arena_strdup(d->arena, m.loc.file) : NULL;
        m.text = arena_strdup(d->arena, m.text);
        vec_push(d->arena, &d->kept, m);
    } else {
        print_text(d, &m);
    }
    free(path);
    if (d->explain_place && m.id)
        d->explain_place(d->front, place);
}

void diag(struct diag *d, enum diag_level level, struct loc loc, const char *id, const char *fmt, ...)
{
    struct sb text = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_vprintf(&text, fmt, ap);
    va_end(ap);
    diag_message(
        d, (struct diag_message){.level = level, .loc = loc, .caret_len = 1, .id = id, .text = text.s ? text.s : ""});
    sb_free(&text);
}
