/* gen/host/around.c: what a descriptor says for advice about the movement of data: the host's loops around the
 * construct, with the names of its list items in front of them, and the directive without its map clauses. */
#include "host_priv.h"

/* the array's name, or "0" */
static const char *emit_syncs(struct emit *e, const struct region *r, size_t i, const struct around *x)
{
    const char *name = arena_printf(e->u->arena, "gantry_y_%u_%zu", r->id, i);
    if (!x->synced || !x->syncs.n)
        return "0";
    out(e, "static const struct gantry_sync %s[] = {", name);
    for_each (const struct host_sync, s, x->syncs)
        if (x->synced >> s->row & 1 && (s->comes || s->goes || s->ends))
            out(e, "    {\"%s\", \"%s\", %s, %d, %d, %u, %d},", file_string(e, s->loc.file), c_string(e, s->name),
                s->when ? arena_printf(e->u->arena, "\"%s\"", c_string(e, s->when)) : "0", s->loc.line, s->last, s->row,
                s->comes | s->goes << 1 | s->ends << 2);
    out(e, "    {0, 0, 0, 0, 0, 0, 0}};");
    return name;
}

bool emit_around(struct emit *e, const struct region *r, unsigned nrows)
{
    const around_list places = around_of(e->a, r);
    struct sb rows = {0};
    for (size_t i = 0; i < places.n; i++) {
        const struct around *x = &places.v[i];
        struct sb names = {0};
        for (unsigned k = 0; k < nrows; k++)
            sb_printf(&names, x->names[k] ? "\"%s\", " : "0, ", x->names[k] ? c_string(e, x->names[k]) : "");
        out(e, "static const char *const gantry_n_%u_%zu[] = {%s0};", r->id, i, names.s ? names.s : "");
        sb_free(&names);
        for_each (const struct at_times, t, x->times)
            out(e, "static struct gantry_region gantry_r_%u;", t->region->id);
        if (x->times.n) {
            out(e, "static const struct gantry_at_times gantry_t_%u_%zu[] = {", r->id, i);
            for_each (const struct at_times, t, x->times)
                out(e, "    {&gantry_r_%u, %u, %u},", t->region->id, t->row, t->by);
            out(e, "    {0, 0, 0}};");
        }
        const char *syncs = emit_syncs(e, r, i, x);
        sb_printf(&rows,
                  "    {{\"%s\", \"%s\", %d, %d}, %u, %d, %d, %d, %d, 0x%llx, 0x%llx, 0x%llx, 0x%llx, 0x%llx, 0x%llx, "
                  "0x%llx, "
                  "gantry_n_%u_%zu, %s, %s},\n",
                  file_string(e, x->loc.file), x->func->name, x->loc.line, x->loc.col, x->path, x->is_call,
                  x->is_stretch, x->end, x->last, (unsigned long long)x->moved, (unsigned long long)x->over,
                  (unsigned long long)x->idle, (unsigned long long)x->unwritten, (unsigned long long)x->kept,
                  (unsigned long long)x->unset, (unsigned long long)x->synced, r->id, i,
                  x->times.n ? arena_printf(e->u->arena, "gantry_t_%u_%zu", r->id, i) : "0", syncs);
    }
    if (places.n)
        out(e,
            "static const struct gantry_around gantry_a_%u[] = {\n%s    {{0, 0, 0, 0}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, "
            "0, "
            "0, 0, 0, 0}};",
            r->id, rows.s);
    sb_free(&rows);
    return places.n > 0;
}

const char *words_of(struct emit *e, const struct region *r)
{
    char name[128];
    struct sb text = {0};
    sb_add(&text, region_said(r, name, sizeof name));
    for (size_t i = 0; r->acc_said && i < r->acc_said->clauses.n; i++)
        if (!r->acc_said->clauses.v[i].is_rows)
            sb_printf(&text, " %s", r->acc_said->clauses.v[i].text);
    for (const struct clause *c = r->acc_said ? NULL : r->clauses; c; c = c->next)
        if (c->written && c->kind != CLAUSE_MAP && c->kind != CLAUSE_TO && c->kind != CLAUSE_FROM)
            sb_printf(&text, " %s", c->written);
    const struct single *s = r->dir == DIR_SINGLE_LAUNCH ? single_of(e->a, r) : NULL;
    for (size_t i = 0; s && i < s->phases.n; i++)
        sb_printf(&text, "%s %d",
                  i                 ? ","
                  : s->phases.n > 1 ? ": phases of lines"
                                    : ": phase of line",
                  s->phases.v[i].kernel->region->loc.line);
    return sb_take(&text, e->u->arena);
}
