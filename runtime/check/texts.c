/* texts.c: words of reports: whose code it was, which variable. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "judge.h"

void text_add(struct text *t, const char *format, ...)
{
    va_list ap;
    va_start(ap, format);
    int n = vsnprintf(t->s + t->n, sizeof t->s - t->n, format, ap);
    va_end(ap);
    if (n > 0)
        t->n = t->n + (size_t)n < sizeof t->s ? t->n + (size_t)n : sizeof t->s - 1;
}

bool row_iteration(const struct row *r, struct iteration *i)
{
    return key_iteration(r->group, i) || key_iteration(r->thread, i) || key_iteration(r->league, i);
}

static bool is_loop(const struct iteration *i) { return !i->of->name || !strstr(i->of->name, "single"); }

static bool is_section(const struct iteration *i) { return i->of->name && strstr(i->of->name, "sections"); }

static void add_task(struct text *t, const struct __gd_emu_construct *task)
{
    if (strcmp(task->name, "task") == 0)
        text_add(t, "the task of line %d", task->line);
    else
        text_add(t, "a task of the '%s' of line %d", task->name, task->line);
}

void text_add_who(struct text *t, const struct row *r)
{
    const struct __gd_emu_construct *task = task_of(r->task);
    struct iteration i;
    bool known = row_iteration(r, &i), at_end = known && i.number == (1ull << 36) - 1;
    bool numbered = known && !at_end && is_loop(&i);
    if (task)
        add_task(t, task);
    if (numbered && is_section(&i))
        text_add(t, "%ssection %llu", task ? " in " : "", (unsigned long long)i.number + 1);
    else if (numbered)
        text_add(t, "%siteration %llu", task ? " in " : "", (unsigned long long)i.number);
    if (numbered || task)
        text_add(t, " (");
    if (r->real_thread)
        text_add(t, "thread %u of team %u", r->real_thread - 1u, r->team);
    else
        text_add(t, "the code of team %u outside of parallel regions", r->team);
    if (numbered || task)
        text_add(t, ")");
    if (at_end)
        text_add(t, " at the end of the construct of line %d", i.of->line);
}

void text_add_where(struct text *t, const struct row *r, const struct gantry_kernel_info *kernel)
{
    struct iteration i;
    bool named = row_iteration(r, &i) && i.of->file && i.of->name;
    if (named && is_section(&i) && !task_of(r->task))
        text_add(t, "  sections of '%s' of %s:%d, in the region of ", i.of->name, i.of->file, i.of->line);
    else if (named && is_loop(&i) && !task_of(r->task))
        text_add(t, "  iterations of the loop '%s' of %s:%d, in the region of ", i.of->name, i.of->file, i.of->line);
    else if (named && !is_loop(&i))
        text_add(t, "  in '%s' of %s:%d, in the region of ", i.of->name, i.of->file, i.of->line);
    else
        text_add(t, "  in the region of ");
    text_add(t, "%s:%d\n", kernel->file ? kernel->file : "", kernel->line);
}

void text_add_what(struct text *t, const struct what *w, uint32_t size)
{
    size_t plain = strcspn(w->name, "[");
    if (*w->element) {
        text_add(t, "%s", w->element);
        return;
    }
    if (*w->block) {
        bool whole = size && w->offset % size == 0;
        text_add(t, "%s %llu of %s", whole ? "element" : "byte",
                 (unsigned long long)(whole ? w->offset / size : w->offset), w->block);
        return;
    }
    if (w->size > size && size && w->offset % size == 0) {
        bool whole = !w->name[plain] || strncmp(w->name + plain, "[0:", 3) == 0;
        if (whole && (!w->name[plain] || !strchr(w->name + plain + 1, '[')))
            text_add(t, "%.*s[%llu]", (int)plain, w->name, (unsigned long long)(w->offset / size));
        else
            text_add(t, "element %llu of %s", (unsigned long long)(w->offset / size), w->name);
    } else if (w->size && w->offset) {
        text_add(t, "byte %llu of %s", (unsigned long long)w->offset, w->name);
    } else {
        text_add(t, "%s", w->name);
    }
}
