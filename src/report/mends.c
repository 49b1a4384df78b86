/* mends.c: findings that the same lines mend are one for the reader: what it costs in all, and where it was seen. */
#include "report_priv.h"

#include <stdlib.h>
#include <string.h>

/* "in place of the directive at a.c:3, which has map(a)": the items of one directive have the same mend */
static size_t place_length(const char *where)
{
    const char *more = strstr(where, ", which has ");
    return more ? (size_t)(more - where) : strlen(where);
}

static int by_text(const void *a, const void *b)
{
    const struct finding *x = *(const struct finding *const *)a, *y = *(const struct finding *const *)b;
    size_t n = place_length(x->where), m = place_length(y->where);
    const int orders[] = {x->supposed - y->supposed,
                          strcmp(x->action, y->action),
                          strcmp(x->directive, y->directive),
                          (n > m) - (n < m),
                          strncmp(x->where, y->where, n < m ? n : m),
                          strcmp(x->action, "hoist") == 0 ? 0 : strcmp(x->item.file, y->item.file)};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (orders[i])
            return orders[i];
    return 0;
}

static int by_text_and_place(const void *a, const void *b)
{
    const struct finding *x = *(const struct finding *const *)a, *y = *(const struct finding *const *)b;
    int texts = by_text(a, b);
    return texts ? texts : x < y ? -1 : x > y;
}

static int by_cost(const void *a, const void *b)
{
    const struct mend *x = a, *y = b;
    if (x->found[0]->supposed != y->found[0]->supposed)
        return x->found[0]->supposed ? 1 : -1;
    if (x->time != y->time)
        return x->time < y->time ? 1 : -1;
    return x->found[0] < y->found[0] ? -1 : 1;
}

static double copied(const struct run *r)
{
    double sum = 0;
    for (size_t i = 0; i < r->items.n; i++)
        sum += r->items.v[i].to_bytes + r->items.v[i].from_bytes;
    return sum;
}

void mends_find(struct arena *a, struct run *r)
{
    double all = copied(r);
    struct finding **sorted = arena_alloc(a, (r->findings.n + 1) * sizeof *sorted);
    for (size_t i = 0; i < r->findings.n; i++)
        sorted[i] = &r->findings.v[i];
    if (r->findings.n)
        qsort(sorted, r->findings.n, sizeof *sorted, by_text_and_place);
    for (size_t i = 0; i < r->findings.n; i++) {
        if (i == 0 || by_text(&sorted[i - 1], &sorted[i]) != 0)
            vec_push(a, &r->mends, (struct mend){.found = sorted + i});
        struct mend *m = &r->mends.v[r->mends.n - 1];
        m->n++;
        m->time += sorted[i]->time;
        m->bytes += sorted[i]->bytes;
    }
    if (r->mends.n)
        qsort(r->mends.v, r->mends.n, sizeof *r->mends.v, by_cost);
    for (size_t i = 0; i < r->mends.n; i++) {
        struct mend *m = &r->mends.v[i];
        m->place =
            m->n > 1 ? arena_strndup(a, m->found[0]->where, place_length(m->found[0]->where)) : m->found[0]->where;
        m->is_little = m->time < 0.0005 * r->wall && m->bytes < 0.01 * all;
        for (size_t k = 0; k < m->n; k++)
            m->found[k]->mend = i;
    }
}

bool mend_is_shown(const struct run *r, size_t i)
{
    enum { MOST = 10 };
    return i < MOST && !r->mends.v[i].is_little;
}

const char *finding_times(struct arena *a, const struct finding *x)
{
    const char *of = x->of > 0 ? arena_printf(a, " of %.0f", x->of) : "";
    bool once = x->of == 1 || (x->of <= 0 && x->times == 1);
    const char *device = x->of_several ? arena_printf(a, " on device %d", x->item.device) : "";
    return arena_printf(a, "%.0f%s time%s%s", x->times, of, once ? "" : "s", device);
}
