/* conflicts.c: what is told of two target constructs that nothing orders (GC402). */
#include <stdio.h>
#include <string.h>

#include "gantry_emulated.h"
#include "strands.h"

static const char *const verbs[RUN_KINDS] = {
    [RUN_TAKEN] = "copied to the device",
    [RUN_BROUGHT] = "copied back",
    [RUN_LOADED] = "loaded",
    [RUN_STORED] = "stored",
    [RUN_ATOMIC_READ] = "atomically read",
    [RUN_ATOMIC_STORED] = "atomically updated",
    [RUN_COPIED_FROM] = "copied from the device",
    [RUN_COPIED_TO] = "copied to the device",
};
static bool stores(enum run_kind k)
{
    return k == RUN_BROUGHT || k == RUN_STORED || k == RUN_ATOMIC_STORED || k == RUN_COPIED_TO;
}

static const char *verb_of(const struct conflict_side *s)
{
    if (s->region->construct == ROUTINE)
        return stores(s->kind) ? "stored" : "read";
    return verbs[s->kind];
}

static struct gantry_loc place_of(const struct conflict_side *s)
{
    const struct __gd_emu_site *site = s->site;
    if (site)
        return (struct gantry_loc){site->file, site->func, site->line, site->col};
    return s->region->loc;
}

/* "a" of "a[0:n]" */
static void plain_name(const struct gantry_pair *p, char *out, unsigned room)
{
    snprintf(out, room, "%.*s", p->name ? (int)strcspn(p->name, "[") : 1, p->name ? p->name : "?");
}

static void detail_of(struct gantry_message *m, const struct conflict_side *a, const struct conflict_side *b)
{
    if (a->deferred && b->region != a->region)
        construct_add_nowait(m, a->region);
    if (b->deferred)
        construct_add_nowait(m, b->region);
}

/* The store first, and of two the one that comes first in the text: in each run the same. */
static int compare_sides(const struct conflict_side *a, const struct conflict_side *b)
{
    struct gantry_loc here = place_of(a), there = place_of(b);
    int c = stores(b->kind) - stores(a->kind);
    c = c ? c : here.line != there.line ? here.line - there.line : here.col - there.col;
    c = c ? c : a->region->loc.line - b->region->loc.line;
    c = c ? c : (int)a->kind - (int)b->kind;
    c = c ? c : strcmp(a->item.name ? a->item.name : "", b->item.name ? b->item.name : "");
    return c ? c : a->deferred - b->deferred;
}

static void tell(const void *what)
{
    const struct conflict *x = what;
    const struct conflict_side *a = &x->side[0], *b = &x->side[1];
    struct gantry_loc here = place_of(a), there = place_of(b);
    static struct gantry_message text, detail;
    char element[500], name[160], place[300], other[300], advice[700];
    const struct gantry_pair *p = &a->item;
    text.n = detail.n = 0;
    *detail.s = '\0';
    construct_element(p, x->at, a->site ? a->site->size : 1, element, sizeof element);
    plain_name(p, name, sizeof name);
    gantry_message_add(&text, "%s is %s here, by the %s of %s, and %s", element, verb_of(a), construct_word(a->region),
                       check_place(&a->region->loc, place, sizeof place), verb_of(b));
    if (b->site)
        gantry_message_add(&text, " at %s", check_place(&there, other, sizeof other));
    if (a->region == b->region)
        gantry_message_add(&text, " by another task of it: nothing orders the two");
    else
        gantry_message_add(&text, " by the %s of %s: nothing orders the two", construct_word(b->region),
                           check_place(&b->region->loc, place, sizeof place));
    detail_of(&detail, a, b);
    if (a->apart || b->apart)
        snprintf(advice, sizeof advice,
                 "a depend object of the routine that names what the other depends on orders them, and so does a "
                 "taskwait between them");
    else if (a->region->construct == ROUTINE || b->region->construct == ROUTINE)
        snprintf(advice, sizeof advice, "a taskwait between the two orders them");
    else if (!a->job && !b->job) /* of host threads or tasks, each of which waits for its own */
        snprintf(advice, sizeof advice, "a barrier between the two orders them, or one thread that begins both");
    else if (!p->name)
        snprintf(
            advice, sizeof advice,
            "depend clauses on both that name one variable, of which that of a construct that stores is out, order "
            "them, and so does a taskwait between them");
    else if (stores(a->kind) && stores(b->kind))
        snprintf(advice, sizeof advice, "depend(inout: %s) on both orders them, and so does a taskwait between them",
                 name);
    else
        snprintf(advice, sizeof advice,
                 "depend(out: %s) on the one that stores and depend(in: %s) on the other order them, and so does a "
                 "taskwait between them",
                 name, name);
    gantry_finding(&(struct gantry_finding){.id = "GC402",
                                            .at = here,
                                            .other = there,
                                            .name = p->name ? p->name : NULL,
                                            .text = text.s,
                                            .detail = detail.s,
                                            .advice = advice});
}

void conflict_found(const struct conflict *found)
{
    struct conflict x = *found;
    if (compare_sides(&x.side[0], &x.side[1]) > 0) {
        x.side[0] = found->side[1];
        x.side[1] = found->side[0];
    }
    const struct conflict_side *a = &x.side[0], *b = &x.side[1];
    uintptr_t kinds = (uintptr_t)a->kind << 8 | (uintptr_t)b->kind << 2 | a->deferred << 1 | b->deferred;
    if (check_waits())
        check_keep_lowest(&(struct check_lowest){{a->region, b->region, a->site, b->site, (void *)kinds},
                                                 a->item.name,
                                                 check_offset(&a->item, x.at),
                                                 tell},
                          &x, sizeof x);
    else
        tell(&x);
}
