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

void text_add_who(struct text *t, const struct row *r)
{
    struct iteration i;
    bool known = row_iteration(r, &i);
    bool numbered = known && i.number != (1ull << 36) - 1;
    if (numbered)
        text_add(t, "iteration %llu (", (unsigned long long)i.number);
    if (r->real_thread)
        text_add(t, "thread %u of team %u", r->real_thread - 1u, r->team);
    else
        text_add(t, "the code of team %u outside of parallel regions", r->team);
    if (numbered)
        text_add(t, ")");
    else if (known)
        text_add(t, " at the end of the construct of line %d", i.of->line);
}

void text_add_what(struct text *t, const struct what *w, uint32_t size)
{
    size_t plain = strcspn(w->name, "[");
    if (*w->element) {
        text_add(t, "%s", w->element);
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
