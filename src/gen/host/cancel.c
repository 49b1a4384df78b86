/* gen/host/cancel.c: cancelled parallel regions on the initial device. In libomp's form threads wait for ever where one
 * has left and others come to a barrier that is no cancellation point for Clang (that of a reduction), or test for
 * cancellation late. Here, as on devices, a thread jumps to the region's end, and takes part in barriers there until
 * all have come (gen/device/cancel.c):
 *
 *     {   struct gantry_host_cancel __gd_cancel_5 = {0, 0};
 *         #pragma omp parallel … shared(__gd_cancel_5)
 *         {   { … if (__gd_host_cancel(&__gd_cancel_5, found)) goto __gd_end_5; … }
 *             __gd_end_5:;  join   }   } */
#include "host_priv.h"

bool is_left_on_host(const struct region *r)
{
    return r->plan && !r->nloops && (r->leaves & LEAF_PARALLEL) && is_cancelled(r, CLAUSE_OF_PARALLEL);
}

static const char *state(struct emit *e, const struct region *r)
{
    return arena_printf(e->u->arena, "__gd_cancel_%u", r->id);
}

void host_left_begin(struct emit *e, const struct region *r)
{
    if (!is_left_on_host(r))
        return;
    out_open(e, "%s", "");
    out(e, "struct gantry_host_cancel %s = {0, 0};", state(e, r));
}

const char *host_left_clause(struct emit *e, const struct region *r)
{
    return is_left_on_host(r) ? arena_printf(e->u->arena, " shared(%s)", state(e, r)) : "";
}

void host_left_end(struct emit *e, const struct region *r)
{
    if (is_left_on_host(r))
        out_close(e);
}

/* the statement of the construct */
void host_left_statement(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    emit_block(e, r->stmt);
    out(e, "__gd_end_%u:;", r->id);
    out_open(e, "for (int __gd_all = !__gd_host_join(&%s, 1); !__gd_all;)", state(e, r));
    barrier(e);
    out(e, "__gd_all = __gd_host_join(&%s, 0);", state(e, r));
    barrier(e);
    out_close(e);
    out_close(e);
}

/* All threads agree whether they go on. */
static void agreement(struct emit *e, const struct region *r)
{
    const char *s = state(e, r->parent);
    out_open(e, "if (omp_get_cancellation())");
    barrier(e);
    out(e, "const int __gd_leave = __gd_host_cancel(&%s, 0);", s);
    barrier(e);
    out(e, "if (__gd_leave) goto __gd_end_%u;", r->parent->id);
    out_close(e);
}

static bool is_point(const struct region *r)
{
    return (r->dir == DIR_CANCEL || r->dir == DIR_CANCELLATION_POINT) && region_clause(r, CLAUSE_OF_PARALLEL);
}

/* prints r where it is in such a region; false: r is to be printed as usual */
bool host_left_construct(struct emit *e, const struct region *r)
{
    if (!r->parent || !is_left_on_host(r->parent))
        return false;
    if (is_point(r)) {
        out(e, "if (__gd_host_cancel(&%s, %s)) goto __gd_end_%u;", state(e, r->parent),
            r->dir == DIR_CANCEL ? condition_text(e, region_clause(r, CLAUSE_IF)) : "0", r->parent->id);
        return true;
    }
    if (r->dir != DIR_BARRIER)
        return false;
    out_open(e, "%s", "");
    agreement(e, r);
    out_open(e, "else");
    barrier(e);
    out_close(e);
    out_close(e);
    return true;
}

bool host_left_agree(struct emit *e, const struct region *r)
{
    if (!r->parent || !is_left_on_host(r->parent) || !runs_as_team(r))
        return false;
    out_open(e, "%s", "");
    agreement(e, r);
    return true;
}
