/* report.c: what went wrong, where: on stderr, and as records for `gantry check`; the driver gives the code at the next
 * synchronisation. */
#include "softgpu.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char *const space_names[SPACE_COUNT] = {"generic", "global", "shared", "local", "const", "param"};

/* ---- findings ---- */
static void add(struct finding *f, const char *fmt, va_list ap)
{
    char line[1024];
    vsnprintf(line, sizeof line, fmt, ap);
    for (const char *c = line; *c; c++)
        VEC_PUSH(&f->more, *c);
}

void finding_say(struct finding *f, const char *fmt, ...)
{
    va_list ap;
    size_t n = strlen(f->said);
    va_start(ap, fmt);
    vsnprintf(f->said + n, sizeof f->said - n, fmt, ap);
    va_end(ap);
}

void finding_more(struct finding *f, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add(f, fmt, ap);
    va_end(ap);
}

const char *finding_place(struct finding *f, const struct module *m, const struct insn *i, char *out, size_t size)
{
    const struct place *p = i->place >= 0 ? &m->places.v[i->place] : NULL;
    const char *file = p && p->file >= 0 && (size_t)p->file < m->files.n ? m->files.v[p->file] : NULL;
    if (file && !f->file)
        f->file = file, f->line = p->line;
    else if (file && !f->other_file)
        f->other_file = file, f->other_line = p->line;
    f->without_lines |= !m->places.n;
    snprintf(out, size, file ? "PTX line %d, %s:%d" : "PTX line %d", i->line, file, p ? p->line : 0);
    return out;
}

const char *finding_place_of(struct finding *f, const struct warp *w, int lane, const struct insn *i, char *out,
                             size_t size)
{
    const struct module *m = w->launch->module;
    const struct frame *in = w->in[lane];
    const struct insn *at = i;
    for (; at->place < 0 && in && in->up; in = in->up)
        at = &m->code.v[in->from];
    if (at == i || at->place < 0)
        return finding_place(f, m, i, out, size);
    char called[400];
    snprintf(out, size, "PTX line %d, called at %s", i->line, finding_place(f, m, at, called, sizeof called));
    return out;
}

/* ---- records: runtime/host/findings.c writes the same, src/base/diag_document.c reads them ---- */
enum { RECORD = '\036', FIELD = '\037', LINE_END = '\035', ERROR = 3, NOTE = 0 };
struct text {
    VEC(char) c;
};

static void add_text(struct text *t, const char *s)
{
    for (; *s; s++)
        VEC_PUSH(&t->c, *s == '\n' ? LINE_END : *s);
}

static void add_record(struct text *t, int level, const char *file, int line, const char *id, const char *said)
{
    const char *const fields[] = {file ? file : "", id ? id : "", "", said};
    char head[64];
    snprintf(head, sizeof head, "%c%d 0 %d 0 0", RECORD, level, file ? line : 0);
    add_text(t, head);
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        VEC_PUSH(&t->c, FIELD);
        add_text(t, fields[k]);
    }
    VEC_PUSH(&t->c, '\n');
}

static void write_whole(const char *text, size_t n)
{
    const char *path = getenv("GANTRY_CHECK_REPORT");
    int fd = path && *path ? open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600) : -1;
    if (fd < 0)
        return;
    ssize_t ignored = write(fd, text, n);
    (void)ignored;
    close(fd);
}

static void keep(const struct finding *f)
{
    struct text t = {0};
    add_record(&t, ERROR, f->file, f->line, f->id, f->said);
    if (f->other_file)
        add_record(&t, NOTE, f->other_file, f->other_line, NULL, "the other place");
    for (size_t at = 0, end; at < f->more.n; at = end + 1) {
        char line[1024];
        for (end = at; end < f->more.n && f->more.v[end] != '\n';)
            end++;
        snprintf(line, sizeof line, "%.*s", (int)(end - at), f->more.v + at);
        add_record(&t, NOTE, NULL, 0, NULL, line + strspn(line, " "));
    }
    write_whole(t.c.v, t.c.n);
    free(t.c.v);
}

bool report_quiet(void)
{
    const char *report = getenv("GANTRY_CHECK_REPORT"), *words = getenv("GANTRY_CHECK");
    return report && *report && words && strstr(words, "quiet");
}

/* codes that a report has explained: what the driver returns as such says no more */
static bool explained[1000];
bool report_explains(int code)
{
    return code > 0 && code < 1000 && __atomic_load_n(&explained[code], __ATOMIC_RELAXED);
}

void finding_tell(struct finding *f)
{
    static bool hinted;
    if (f->without_lines && !__atomic_exchange_n(&hinted, true, __ATOMIC_RELAXED))
        finding_more(f, "compiled with -g, it would have the lines of the source\n");
    __atomic_store_n(&explained[f->code ? f->code : SG_LAUNCH_FAILED], true, __ATOMIC_RELAXED);
    if (!report_quiet() || !f->id) { /* without an id no document tells it */
        flockfile(stderr);
        fputs("softgpu: ", stderr);
        if (f->code)
            fprintf(stderr, "error %d: ", f->code);
        fprintf(stderr, "%s\n", f->said);
        for (size_t k = 0; k < f->more.n; k++) {
            if (k == 0 || f->more.v[k - 1] == '\n')
                fputs("  ", stderr);
            fputc(f->more.v[k], stderr);
        }
        funlockfile(stderr);
    }
    if (f->id)
        keep(f);
    free(f->more.v);
    *f = (struct finding){0};
}

void report_order(void)
{
    static bool told;
    if (!__atomic_exchange_n(&told, true, __ATOMIC_RELAXED))
        write_whole("O\n", 2);
}

/* How many kernels ran: a check of none has shown nothing. The rows are added up: the first one comes at once, however
 * the program ends. */
static uint64_t launches;
static pid_t owner;
static void keep_launches(uint64_t n)
{
    char line[64];
    snprintf(line, sizeof line, "R%llu 0 0\n", (unsigned long long)n);
    write_whole(line, strlen(line));
}

void report_launch(void)
{
    if (__atomic_add_fetch(&launches, 1, __ATOMIC_RELAXED) > 1)
        return;
    owner = getpid();
    keep_launches(1);
}

static __attribute__((destructor)) void at_end(void)
{
    if (launches > 1 && owner == getpid())
        keep_launches(launches - 1);
}

/* ---- faults ---- */
/* the driver's codes that are always the same finding */
static const struct {
    int code;
    const char *id;
} ids[] = {{SG_ILLEGAL_ADDRESS, "GC101"}, {SG_INVALID_SPACE, "GC102"}, {SG_MISALIGNED, "GC603"},
           {SG_STACK, "GC104"},           {SG_TIMEOUT, "GC701"},       {SG_ASSERT, "GC801"}};

static const char *id_of(int code, int finding, char out[8])
{
    if (finding) {
        snprintf(out, 8, "GC%u", (unsigned)finding % 1000);
        return out;
    }
    for (size_t k = 0; k < sizeof ids / sizeof *ids; k++)
        if (ids[k].code == code)
            return ids[k].id;
    return NULL;
}

_Noreturn void fault(struct warp *w, const struct insn *i, int lane, int code, const char *fmt, ...)
{
    const struct module *m = w->launch->module;
    const struct block *b = w->block;
    const uint32_t *n = w->launch->threads;
    struct finding f = {.code = code & 0xffff};
    char place[512], id[8];
    va_list ap;
    if (lane < 0)
        lane = w->running ? __builtin_ctz(w->running) : 0;
    uint32_t thread = w->index * LANES + (uint32_t)lane;
    f.id = id_of(f.code, code >> 16, id);
    va_start(ap, fmt);
    vsnprintf(f.said, sizeof f.said, fmt, ap);
    va_end(ap);
    finding_more(&f, "at %s in %s, kernel %s\n", finding_place_of(&f, w, lane, i, place, sizeof place),
                 m->functions.v[w->frame->function].name, m->functions.v[w->launch->kernel->function].name);
    finding_more(&f, "block (%u,%u,%u), thread (%u,%u,%u), lane %d of warp %u\n", b->x, b->y, b->z, thread % n[0],
                 thread / n[0] % n[1], thread / n[0] / n[1], lane, w->index);
    w->worker->code = f.code;
    finding_tell(&f);
    longjmp(w->worker->out, 1);
}
