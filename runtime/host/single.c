/* single.c: may a loop run as one launch (#pragma ompx single_launch)? The compiler has proved what can be proved; here
 * is looked at what only the run knows: what is mapped already, and what the pointers of the loop may lead to. */
#include "host.h"

static const void *item_at(const struct gantry_mapping *m, uint32_t i) { return m->vals[i].begin; }

/* Separate launches map each section for itself. */
static bool is_section(const struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_map *map = &m->maps[i];
    return map->param != GANTRY_PARAM_VALUE && !(map->flags & GANTRY_MAP_LOOKUP) && m->vals[i].size && item_at(m, i);
}

static bool overlap(const struct gantry_mapping *m, uint32_t i, uint32_t j)
{
    uintptr_t a = (uintptr_t)item_at(m, i), b = (uintptr_t)item_at(m, j);
    return a < b + m->vals[j].size && b < a + m->vals[i].size;
}

/* Sections with storage in common are there before the loop, or come and go one after the other. */
static bool meets_others(const struct gantry_mapping *m, uint32_t i)
{
    for (uint32_t j = 0; j < m->n; j++)
        if (j != i && is_section(m, j) && overlap(m, i, j))
            return true;
    return false;
}

uint32_t gantry_single_threads(const struct gantry_single *s)
{
    return (uint32_t)(s->num_threads ? s->num_threads : s->thread_limit);
}

/* A launch of its own says what is wrong with a number. */
static bool has_numbers(const struct gantry_single *s)
{
    return s->num_teams >= 0 && s->thread_limit >= 0 && s->num_threads >= 0;
}

bool gantry_single_fits(const struct gantry_mapping *m, const struct gantry_single *s)
{
    if (!has_numbers(s) || !gantry_knob_number("SINGLE_LAUNCH", 1) || !m->dev->plugin->resident)
        return false;
    for (uint32_t i = 0; i < m->n; i++) {
        bool needed = m->maps[i].flags & GANTRY_MAP_NEEDED || (is_section(m, i) && meets_others(m, i));
        if (needed && !gantry_is_mapped(m->dev, item_at(m, i), m->vals[i].size))
            return false;
    }
    return true;
}

/* Is a variable of the loop's own code mapped, by its name or another? Then what regions store there may, or must not,
 * come back in between. */
static bool meets_variables(const struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++)
        if ((m->maps[i].flags & GANTRY_MAP_UNMAPPED) && gantry_is_touched(m->dev, item_at(m, i), 1))
            return true;
    return false;
}

/* ---- where pointers of the loop lead to ---- */
static bool add_place(struct gantry_places *p, const struct gantry_entry *e)
{
    for (uint64_t i = 0; i < p->n; i++)
        if (p->at[i].begin == e->begin)
            return true;
    if (p->n == GANTRY_MOST_PLACES)
        return false;
    p->at[p->n++] = (struct gantry_place){e->begin, e->end - e->begin, e->dev};
    return true;
}

static bool add_all(struct gantry_places *p, const struct gantry_entry *e)
{
    return !e || (add_all(p, e->left) && add_place(p, e) && add_all(p, e->right));
}

/* Those of the rows are enough where pointers are only copied, and each leads to one of them. */
static bool add_rows(struct gantry_places *p, const struct gantry_mapping *m)
{
    for (uint32_t i = 0; i < m->n; i++) {
        bool leads = m->maps[i].flags & GANTRY_MAP_LOOKUP && !(m->maps[i].flags & GANTRY_MAP_UNMAPPED);
        if (m->slots[i].entry ? !add_place(p, m->slots[i].entry) : leads && m->vals[i].begin)
            return false;
    }
    return true;
}

bool gantry_single_places(struct gantry_mapping *m, const struct gantry_single *s)
{
    if (meets_variables(m))
        return false;
    if (!s->places)
        return true;
    pthread_rwlock_rdlock(&m->dev->present_lock);
    s->places->n = 0;
    bool all = add_all(s->places, m->dev->present);
    if (!all)
        s->places->n = 0;
    bool known = all || (!s->computed && add_rows(s->places, m));
    pthread_rwlock_unlock(&m->dev->present_lock);
    return known;
}
