/* diag.c: messages with place, source line and caret. Printed at once, so that their order is the order of finding. */
#include "base.h"

#include <stdlib.h>
#include <string.h>
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

/* Only files that can be sought in are read: a message about standard input or a pipe must not wait for it. */
static void load_source(const char *path)
{
    if (cached.path && strcmp(cached.path, path) == 0)
        return;
    free(cached.path);
    free(cached.text);
    cached.path = strdup(path);
    cached.text = NULL;
    cached.len = 0;
    FILE *f = fopen(path, "rb");
    if (!f)
        return;
    if (fseek(f, 0, SEEK_END) == 0) {
        long n = ftell(f);
        rewind(f);
        cached.text = n > 0 ? malloc((size_t)n) : NULL;
        if (cached.text)
            cached.len = fread(cached.text, 1, (size_t)n, f);
    }
    fclose(f);
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

/* Shall the message be printed? Counts it, and turns a warning into an error for -Werror. */
static bool admit(struct diag *d, enum diag_level *level, struct loc loc, const char *text)
{
    static bool last_quiet; /* the last message was not printed: its notes are not either */
    if (*level == DIAG_NOTE)
        return !last_quiet;
    if ((*level == DIAG_WARNING || *level == DIAG_ERROR) && is_said(d, loc, text))
        return !(last_quiet = true);
    if (*level == DIAG_WARNING && d->no_warnings)
        return !(last_quiet = true);
    if (*level == DIAG_WARNING && d->werror)
        *level = DIAG_ERROR;
    if (*level == DIAG_WARNING)
        d->nwarnings++;
    if (*level >= DIAG_ERROR && d->max_errors && d->nerrors >= d->max_errors) {
        if (d->nerrors++ == d->max_errors)
            fprintf(d->out, "gantry: note: further errors are not shown (-ferror-limit=%d)\n", d->max_errors);
        return !(last_quiet = true);
    }
    if (*level >= DIAG_ERROR)
        d->nerrors++;
    last_quiet = false;
    return true;
}

static void vdiag(struct diag *d, enum diag_level level, struct loc loc, int caret_len, const char *id, const char *fmt,
                  va_list ap)
{
    struct sb text = {0};
    sb_vprintf(&text, fmt, ap);
    if (!admit(d, &level, loc, text.s ? text.s : "")) {
        sb_free(&text);
        return;
    }
    const char *b = d->color ? bold : "", *off = d->color ? plain : "";
    fputs(b, d->out);
    if (!loc.file)
        fputs("gantry: ", d->out);
    else if (loc.line > 0 && loc.col > 0)
        fprintf(d->out, "%s:%d:%d: ", loc.file, loc.line, loc.col);
    else if (loc.line > 0)
        fprintf(d->out, "%s:%d: ", loc.file, loc.line);
    else
        fprintf(d->out, "%s: ", loc.file);
    fprintf(d->out, "%s%s: %s%s", d->color ? levels[level].color : "", levels[level].name, off, b);
    fputs(text.s ? text.s : "", d->out);
    sb_free(&text);
    if (id)
        fprintf(d->out, " [%s]", id);
    fprintf(d->out, "%s\n", off);
    print_source(d, loc, caret_len);
    fflush(d->out);
}

void diag(struct diag *d, enum diag_level level, struct loc loc, const char *id, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vdiag(d, level, loc, 1, id, fmt, ap);
    va_end(ap);
}

void diag_range(struct diag *d, enum diag_level level, struct loc loc, int caret_len, const char *id, const char *fmt,
                ...)
{
    va_list ap;
    va_start(ap, fmt);
    vdiag(d, level, loc, caret_len, id, fmt, ap);
    va_end(ap);
}
