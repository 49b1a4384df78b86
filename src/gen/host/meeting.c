/* gen/host/meeting.c: a target region on the initial device whose teams wait for each other: each of libomp's teams is
 * one of them.
 *
 *     struct gantry_host_meeting *const __gd_meeting = __gantry_host_meeting(…);
 *     #pragma omp target …
 *     #pragma omp teams num_teams(__gantry_host_meeting_teams(__gd_meeting)) …
 *     {   …   __gantry_host_meet(__gd_meeting);   … }
 *     __gantry_host_meeting_end(__gd_meeting); */
#include "host_priv.h"

void meeting_begin(struct emit *e, const struct region *teams)
{
    out_open(e, "%s", "");
    out(e, "struct gantry_host_meeting *const __gd_meeting = __gantry_host_meeting(%s);",
        number_of_teams(e, teams, "0"));
}

void meeting_end(struct emit *e)
{
    out(e, "__gantry_host_meeting_end(__gd_meeting);");
    out_close(e);
}

static void meet(struct emit *e) { out(e, "__gantry_host_meet(__gd_meeting);"); }

static void gather(struct emit *e, const struct region *r)
{
    gather_begin(e, r);
    out(e, "const void *const *__gd_all = __gantry_host_gather(__gd_meeting, &__gd_red);");
    gather_combine(e, r, "(*(const __typeof__(__gd_red) *)__gd_all[__gd_each])", "omp_get_num_teams()");
    meet(e); /* all have read what each has given */
    gather_store(e, r);
}

void host_league(struct emit *e, const struct region *r)
{
    out_open(e, "%s", "");
    if (gathers(r)) {
        gather(e, r);
    } else {
        if (r->dir == DIR_SINGLE_LEAGUE) {
            out_open(e, "if (omp_get_team_num() == 0)");
            emit_block(e, r->stmt);
            out_close(e);
        }
        meet(e);
    }
    out_close(e);
}
