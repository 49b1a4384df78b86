/* gen/device/league.c: `#pragma ompx barrier league` and `single league`: all teams wait for each other. In an SPMD
 * kernel all threads of each team come there, in a generic one its main thread:
 *
 *     __gd_league_barrier(&__gd_env);      if (__gd_team() == 0) { statement }  __gd_league_barrier(&__gd_env); */
#include "../gen_priv.h"

static void barrier(struct emit *e)
{
    out(e, "%s(&__gd_env);", at_spmd(e) ? "__gd_league_barrier" : "__gd_teams_barrier");
}

/* Their values lie behind what teams leave of the region's own reduction. */
static unsigned room_before(const struct emit *e)
{
    enum { ALIGN = 16 };
    return (reduction_size(e->k->teams) + ALIGN - 1) / ALIGN * ALIGN;
}

void emit_league_barrier(struct emit *e, const struct region *r)
{
    if (!gathers(r)) {
        barrier(e);
        return;
    }
    gather_begin(e, r);
    out(e, "const __typeof__(__gd_red) *const __gd_all = %s(&__gd_env, &__gd_red, sizeof __gd_red, %u, %u);",
        at_spmd(e) ? "__gd_league_gather" : "__gd_teams_gather", room_before(e), gather_size(e->u, e->k->teams));
    gather_combine(e, r, "__gd_all[__gd_each]", "__gd_nteams()");
    gather_store(e, r);
}

void emit_league_single(struct emit *e, const struct region *r)
{
    out_open(e, "if (__gd_team() == 0)");
    emit_block(e, r->stmt);
    out_close(e);
    barrier(e);
}
