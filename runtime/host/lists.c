/* lists.c: list items that exist at run time only (gantry_abi.h, struct gantry_list), and the one list of a
 * construct in which they stand among its other items. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

struct gantry_list {
    uint32_t magic, n, cap;
    struct gantry_map *maps;
    struct gantry_val *vals;
    struct gantry_section **sections; /* NULL: contiguous */
};

static _Noreturn void no_memory(void) { gantry_failf(NULL, "out of host memory"); }

static uint32_t append(struct gantry_list **list, const struct gantry_map *row, const char *name, uint32_t flags)
{
    struct gantry_list *l = *list;
    if (!l && !(l = *list = calloc(1, sizeof *l)))
        no_memory();
    l->magic = GANTRY_MAGIC;
    if (l->n == l->cap) {
        l->cap = l->cap ? 2 * l->cap : 8;
        l->maps = realloc(l->maps, l->cap * sizeof *l->maps);
        l->vals = realloc(l->vals, l->cap * sizeof *l->vals);
        l->sections = realloc(l->sections, l->cap * sizeof(*l->sections));
        if (!l->maps || !l->vals || !l->sections)
            no_memory();
    }
    l->maps[l->n] = (struct gantry_map){name, flags, GANTRY_PARAM_NONE, row->line, row->col};
    l->vals[l->n] = (struct gantry_val){0};
    l->sections[l->n] = NULL;
    return l->n++;
}

void gantry_list_append(struct gantry_list **list, const struct gantry_map *row, const char *name, uint32_t flags,
                        void *base, void *begin, uint64_t size)
{
    uint32_t i = append(list, row, name, flags);
    (*list)->vals[i] = (struct gantry_val){base, begin, size};
}

/* Joins dimensions without gaps between them and drops those of one element. false: a negative count or a stride that
 * is not positive; *size then is one of the sizes that mean an error (gantry_abi.h). */
static bool simplify(uint64_t *size, uint32_t *ndims, struct gantry_dim *dims)
{
    uint32_t n = 0;
    bool empty = false;
    for (uint32_t i = 0; i < *ndims; i++) {
        empty |= dims[i].count == 0;
        if (dims[i].count < 0 || (dims[i].count > 1 && dims[i].stride <= 0)) {
            *size = dims[i].count == (int64_t)GANTRY_SIZE_OUTSIDE ? GANTRY_SIZE_OUTSIDE : ~(uint64_t)0;
            return false;
        }
        if (dims[i].count != 1)
            dims[n++] = dims[i];
    }
    if (empty)
        *size = 0, n = 0;
    while (n && (uint64_t)dims[n - 1].stride == *size)
        *size *= (uint64_t)dims[--n].count;
    for (uint32_t i = n; i-- > 1;) /* rows of rows at equal distances */
        if (dims[i - 1].stride == dims[i].stride * dims[i].count) {
            dims[i - 1] = (struct gantry_dim){dims[i - 1].count * dims[i].count, dims[i].stride};
            memmove(&dims[i], &dims[i + 1], (--n - i) * sizeof *dims);
        }
    *ndims = n;
    return true;
}

void gantry_list_append_section(struct gantry_list **list, const struct gantry_map *row, const char *name,
                                uint32_t flags, void *begin, uint64_t size, uint32_t ndims,
                                const struct gantry_dim *dims)
{
    uint32_t i = append(list, row, name, flags);
    struct gantry_section *s = malloc(sizeof *s + ndims * sizeof *dims);
    if (!s)
        no_memory();
    *s = (struct gantry_section){size, ndims};
    memcpy(s->dims, dims, ndims * sizeof *dims);
    bool fine = simplify(&s->piece, &s->ndims, s->dims);
    uint64_t whole = s->piece;
    for (uint32_t k = 0; fine && k < s->ndims; k++)
        whole += (uint64_t)(s->dims[k].count - 1) * (uint64_t)s->dims[k].stride;
    (*list)->vals[i] = (struct gantry_val){begin, begin, whole};
    if (fine && s->ndims)
        (*list)->sections[i] = s;
    else
        free(s);
}

void gantry_list_append_mapped(struct gantry_list **list, const struct gantry_map *row, const char *name,
                               uint32_t flags, void *begin, uint64_t size, uint32_t ndims,
                               const struct gantry_dim *dims, gantry_mapper *mapper)
{
    char *at = begin;
    if (ndims == 0) {
        mapper(list, row, at, flags);
        return;
    }
    if (dims->count < 0 || (dims->count > 1 && dims->stride <= 0)) {
        uint64_t bad = dims->count == (int64_t)GANTRY_SIZE_OUTSIDE ? GANTRY_SIZE_OUTSIDE : ~(uint64_t)0;
        gantry_list_append(list, row, name, flags, begin, begin, bad);
        return;
    }
    for (int64_t i = 0; i < dims->count; i++)
        gantry_list_append_mapped(list, row, name, flags, at + i * dims->stride, size, ndims - 1, dims + 1, mapper);
}

static void list_free(struct gantry_list *l)
{
    for (uint32_t i = 0; l && i < l->n; i++)
        free(l->sections[i]);
    if (l)
        free(l->maps), free(l->vals), free(l->sections);
    free(l);
}

void gantry_lists_free(const struct gantry_region *r, const struct gantry_val *vals)
{
    for (uint32_t i = 0; i < r->nmaps; i++)
        if (r->maps[i].flags & GANTRY_MAP_LIST)
            list_free(vals[i].base);
}

/* ---- one list ---- */
int gantry_items_open(struct gantry_items *it, const struct gantry_region *r, const struct gantry_val *vals,
                      struct gantry_err *err)
{
    uint64_t n = 0, at = 0;
    bool lists = false;
    if (gantry_check_rows(r, err))
        return -1;
    for (uint32_t i = 0; i < r->nmaps; i++) {
        bool list = r->maps[i].flags & GANTRY_MAP_LIST;
        const struct gantry_list *l = list ? vals[i].base : NULL;
        if (l && l->magic != GANTRY_MAGIC)
            return gantry_error(err, 0, "the descriptor of this construct is damaged: row %u is no list", i);
        n += list ? (l ? l->n : 0) : 1;
        lists |= list;
    }
    *it = (struct gantry_items){r->nmaps, r->maps, vals, NULL, NULL};
    if (!lists)
        return 0;
    if (n > UINT32_MAX)
        return gantry_error(err, 0, "too many list items: %llu", (unsigned long long)n);
    struct gantry_map *maps = it->owned = malloc((n + 1) * (sizeof *maps + sizeof *vals + sizeof(*it->sections)));
    if (!maps)
        return gantry_error(err, 0, "out of host memory");
    struct gantry_val *all = (struct gantry_val *)(maps + n);
    const struct gantry_section **sections = (const struct gantry_section **)(all + n);
    for (uint32_t i = 0; i < r->nmaps; i++) {
        bool list = r->maps[i].flags & GANTRY_MAP_LIST;
        const struct gantry_list *l = list ? vals[i].base : NULL;
        for (uint32_t k = 0; l && k < l->n; k++, at++)
            maps[at] = l->maps[k], all[at] = l->vals[k], sections[at] = l->sections[k];
        if (!list)
            maps[at] = r->maps[i], all[at] = vals[i], sections[at++] = NULL;
    }
    *it = (struct gantry_items){(uint32_t)n, maps, all, sections, maps};
    return 0;
}

void gantry_items_close(struct gantry_items *it) { free(it->owned); }
