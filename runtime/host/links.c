/* links.c: variables of declare target link. Device code reaches one through a pointer in the image, which is set while
 * the variable, or a part of it, is mapped, else NULL (OpenMP 5.2, 7.8). */
#include <stdlib.h>
#include <string.h>

#include "host.h"

static bool overlaps(const struct gantry_link *l, const struct gantry_entry *e)
{
    uintptr_t begin = (uintptr_t)l->var->addr;
    return e->begin < begin + l->var->size && begin < e->end;
}

static int set(struct gantry_dev *d, struct gantry_link *l, uint64_t value, struct gantry_err *err)
{
    l->mapped = value != 0;
    return d->plugin->copy_to(d->handle, l->symbol, &value, sizeof value, err);
}

/* the device address of the variable's beginning, even if only a later part of it is mapped */
static uint64_t origin(const struct gantry_link *l, const struct gantry_entry *e)
{
    return e->dev + ((uintptr_t)l->var->addr - e->begin);
}

int gantry_links_publish(struct gantry_dev *d, const struct gantry_entry *e, struct gantry_err *err)
{
    for (struct gantry_link *l = d->links; l; l = l->next) {
        if (!overlaps(l, e))
            continue;
        gantry_dev_outside(d, e, origin(l, e));
        if (set(d, l, origin(l, e), err))
            return -1;
    }
    return 0;
}

int gantry_links_withdraw(struct gantry_dev *d, const struct gantry_entry *e, struct gantry_err *err)
{
    for (struct gantry_link *l = d->links; l; l = l->next)
        if (overlaps(l, e) && set(d, l, 0, err))
            return -1;
    return 0;
}

static struct gantry_link *find(struct gantry_dev *d, const struct gantry_var *v)
{
    for (struct gantry_link *l = d->links; l; l = l->next)
        if (l->var->addr == v->addr)
            return l;
    return NULL;
}

int gantry_add_link(struct gantry_dev *d, const struct gantry_var *v, uint64_t symbol, struct gantry_module *module,
                    struct gantry_err *err)
{
    int rc = 0;
    pthread_rwlock_wrlock(&d->present_lock);
    struct gantry_link *l = find(d, v);
    bool known = l != NULL;
    if (!known && (l = calloc(1, sizeof *l)) != NULL) {
        *l = (struct gantry_link){d->links, module, v, symbol, false};
        d->links = l;
        uintptr_t begin = (uintptr_t)v->addr;
        const struct gantry_entry *e = gantry_tree_first(d->present, begin, begin + v->size);
        rc = e ? set(d, l, origin(l, e), err) : 0;
    } else if (!known)
        rc = gantry_error(err, 0, "out of host memory");
    pthread_rwlock_unlock(&d->present_lock);
    return rc;
}

const char *gantry_symbol_name(const char *symbol, int *n)
{
    static const char *const prefixes[] = {"gantry_l_", "gantry_v_"};
    enum { PREFIX = 9 };
    for (size_t i = 0; i < COUNT_OF(prefixes); i++)
        if (strncmp(symbol, prefixes[i], PREFIX) == 0) {
            symbol += PREFIX;
            break;
        }
    size_t length = strlen(symbol);
    bool is_static = length > 9 && symbol[length - 9] == '_' && strspn(symbol + length - 8, "0123456789abcdef") == 8;
    *n = (int)(is_static ? length - 9 : length);
    return symbol;
}

void gantry_links_unmapped(struct gantry_dev *d, struct gantry_err *err)
{
    bool first = true;
    int n;
    pthread_rwlock_rdlock(&d->present_lock);
    for (const struct gantry_link *l = d->links; l; l = l->next) {
        if (l->mapped)
            continue;
        const char *name = gantry_symbol_name(l->var->symbol, &n);
        gantry_error_add(err, "%s '%.*s' (%s:%d)",
                         first ? ". Variables of declare target link that are not mapped:" : ",", n, name, l->var->file,
                         l->var->line);
        first = false;
    }
    pthread_rwlock_unlock(&d->present_lock);
}
