/* gen/host/league.c: a teams region on the initial device whose program depends on the numbers of teams and threads it
 * asked for: the teams run one after the other, each with all its threads. libomp would run the teams at the same time,
 * with as many threads as are left. */
#include "host_priv.h"

void emit_league(struct emit *e, const struct region *r)
{
    const struct clause *limit = r->plan->thread_limit;
    int mark = e->indent;
    out_open(e, "%s", "");
    out(e, "const int __gd_teams = %s;", number_of_teams(e, r, "__gantry_host_teams()"));
    if (limit)
        out(e, "const int __gd_limit = %s; (void)__gd_limit;", text_of(e, limit->expr));
    out_open(e, "for (int __gd_team = 0; __gantry_host_league(__gd_team, __gd_teams); __gd_team++)");
    private_copies(e, r);
    bool reduces = sharing_first(r, ATTRS_REDUCED);
    if (reduces)
        team_copies_begin(e, r, ATTRS_REDUCED);
    emit_block(e, r->stmt);
    if (reduces)
        team_copies_end(e, r, ATTRS_REDUCED, NULL);
    out_close_to(e, mark);
}

/* Clauses of a parallel construct in such a region, besides its own. */
const char *league_threads(struct emit *e, const struct region *r)
{
    if (!e->host_league || region_clause(r, CLAUSE_NUM_THREADS) || !relies_on_num_threads(e->a, e->host_league, r))
        return "";
    return " num_threads(__gd_limit)";
}
