/* report.c: what went wrong, where: one line on stderr, and the code that the driver gives at the next synchronisation.
 */
#include "softgpu.h"

#include <stdarg.h>
#include <string.h>

const char *const space_names[SPACE_COUNT] = {"generic", "global", "shared", "local", "const", "param"};

void report_place(const struct module *m, const struct insn *i, char *out, size_t size)
{
    int n = snprintf(out, size, "PTX line %d", i->line);
    if (i->place >= 0 && n > 0 && (size_t)n < size) {
        const struct place *p = &m->places.v[i->place];
        const char *file = p->file >= 0 && (size_t)p->file < m->files.n ? m->files.v[p->file] : NULL;
        if (file)
            snprintf(out + n, size - (size_t)n, ", %s:%d", file, p->line);
    }
}

static void report_lane(const struct warp *w, int lane)
{
    const struct block *b = w->block;
    const uint32_t *n = w->launch->threads;
    uint32_t thread = w->index * LANES + (uint32_t)lane;
    fprintf(stderr, "block (%u,%u,%u), thread (%u,%u,%u), lane %d of warp %u", b->x, b->y, b->z, thread % n[0],
            thread / n[0] % n[1], thread / n[0] / n[1], lane, w->index);
}

_Noreturn void fault(struct warp *w, const struct insn *i, int lane, int code, const char *fmt, ...)
{
    const struct module *m = w->launch->module;
    char place[512];
    va_list ap;
    if (lane < 0)
        lane = w->running ? __builtin_ctz(w->running) : 0;
    report_place(m, i, place, sizeof place);
    flockfile(stderr);
    fprintf(stderr, "softgpu: error %d: ", code);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "\n  at %s in %s, kernel %s\n  ", place, m->functions.v[w->frame->function].name,
            m->functions.v[w->launch->kernel->function].name);
    report_lane(w, lane);
    fputs("\n", stderr);
    funlockfile(stderr);
    w->worker->code = code;
    longjmp(w->worker->out, 1);
}
