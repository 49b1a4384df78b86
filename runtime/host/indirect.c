/* indirect.c: functions of declare target indirect (OpenMP 5.2, 7.8.3). Each image gets a table of host addresses with
 * device addresses, which calls through pointers search (__gd_indirect in gantry_device.h). */
#include <stdlib.h>
#include <string.h>

#include "host.h"

int gantry_indirect_add(struct gantry_dev *d, struct gantry_loaded *l, const struct gantry_var *v, uint64_t symbol,
                        struct gantry_err *err)
{
    struct gantry_indirect_row row = {(uint64_t)(uintptr_t)v->addr, 0};
    uint32_t at = 0;
    while (at < l->nindirect && l->indirect[at].host < row.host)
        at++;
    if (at < l->nindirect && l->indirect[at].host == row.host)
        return 0;
    if (d->plugin->copy_from(d->handle, &row.device, symbol, sizeof row.device, err))
        return -1;
    struct gantry_indirect_row *grown = realloc(l->indirect, (l->nindirect + 1u) * sizeof *grown);
    if (!grown)
        return gantry_error(err, 0, "out of host memory");
    l->indirect = grown;
    memmove(&grown[at + 1], &grown[at], (l->nindirect - at) * sizeof *grown);
    grown[at] = row;
    l->nindirect++;
    return 0;
}

int gantry_indirect_publish(struct gantry_dev *d, struct gantry_loaded *l, struct gantry_err *err)
{
    struct gantry_err no_calls;
    uint64_t symbol, size, table, bytes = l->nindirect * sizeof *l->indirect;
    if (l->published == l->nindirect ||
        d->plugin->symbol(d->handle, l->handle, GANTRY_INDIRECT, &symbol, &size, &no_calls))
        return 0;
    if (d->plugin->alloc(d->handle, bytes, "declare target indirect", NULL, &table, err) ||
        d->plugin->copy_to(d->handle, table, l->indirect, bytes, err))
        return -1;
    uint64_t value[2] = {l->nindirect, table};
    if (d->plugin->copy_to(d->handle, symbol, value, sizeof value, err) ||
        (l->indirect_table && d->plugin->free(d->handle, l->indirect_table, err)))
        return -1;
    l->indirect_table = table;
    l->published = l->nindirect;
    return 0;
}

void gantry_indirect_forget(struct gantry_dev *d, struct gantry_loaded *l)
{
    struct gantry_err err;
    if (l->indirect_table)
        d->plugin->free(d->handle, l->indirect_table, &err);
    free(l->indirect);
}
