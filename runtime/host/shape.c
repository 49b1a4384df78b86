/* shape.c: how many teams and threads a kernel gets. In order of weight: clauses,
 * GANTRY_TEAMS/GANTRY_THREADS, the OMP_* variables, what the device link prefers, and else enough teams of a
 * usual size for the iterations there are.
 *
 * Threads are OpenMP threads of `group` lanes each; the main warp of generic mode comes on top of them. */
#include "host.h"

enum {
    USUAL_LANES = 128,     /* per team of many: small enough to keep every unit busy to the end */
    LONE_TEAM_LANES = 512, /* the only team: all the device gives */
    WAVES = 32,            /* teams beyond what fits at once are cheap: each lane then needs no loop */
};

static uint32_t at_least_1(uint64_t v) {
    return v > UINT32_MAX ? UINT32_MAX : v ? (uint32_t)v : 1;
}

static uint32_t lower(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* threads that fit in a block of this device */
static uint32_t most_threads(const struct gantry_dev *d, const struct gantry_kernel_info *k) {
    uint32_t lanes = d->props.max_threads;
    if (k->mode == GANTRY_MODE_SERIAL)
        return 1;
    if (k->mode == GANTRY_MODE_GENERIC && lanes > d->props.warp)
        lanes -= d->props.warp;
    return at_least_1(lanes / at_least_1(k->group));
}

static uint32_t limit_of(const struct gantry_dev *d, const struct gantry_launch *l) {
    int per_team = l->thread_limit > 0 ? l->thread_limit : d->limits.teams_thread_limit;
    uint32_t limit = per_team > 0 ? (uint32_t)per_team : UINT32_MAX;
    return d->limits.thread_limit > 0 ? lower(limit, (uint32_t)d->limits.thread_limit) : limit;
}

static uint32_t usual_threads(const struct gantry_kernel_info *k, const struct gantry_launch *l) {
    uint64_t forced = gantry_settings()->threads;
    uint32_t group = at_least_1(k->group), lanes = k->one_team ? LONE_TEAM_LANES : USUAL_LANES;
    if (l->num_threads > 0)
        return (uint32_t)l->num_threads;
    if (forced)
        return at_least_1(forced);
    if (l->thread_limit > 0)
        return (uint32_t)l->thread_limit;
    return k->threads ? k->threads : at_least_1(lanes / group);
}

/* The main thread of generic code opens parallel regions of any size up to the limit: workers are made for
 * all. */
static uint32_t threads_of(const struct gantry_dev *d, const struct gantry_kernel_info *k,
                           const struct gantry_launch *l, uint32_t *thread_limit) {
    uint32_t most = lower(most_threads(d, k), limit_of(d, l)), wanted = usual_threads(k, l);
    if (k->mode == GANTRY_MODE_GENERIC && l->thread_limit > 0 && wanted < (uint32_t)l->thread_limit)
        wanted = (uint32_t)l->thread_limit;
    uint32_t threads = lower(wanted, most);
    *thread_limit = l->thread_limit > 0 ? lower((uint32_t)l->thread_limit, most) : threads;
    return threads;
}

static uint32_t teams_for_trip(const struct gantry_dev *d, const struct gantry_kernel_info *k,
                               const struct gantry_launch *l, uint32_t threads) {
    int64_t trip = l->trip;
    uint32_t lanes = at_least_1((uint64_t)threads * at_least_1(k->group));
    uint32_t resident = at_least_1(d->props.resident / lanes);
    uint64_t fit = (uint64_t)at_least_1(d->props.units) * resident;
    if (trip < 0)
        return at_least_1(fit);
    bool by_teams = k->mode != GANTRY_MODE_SPMD || (l->flags & GANTRY_LAUNCH_TRIP_TEAMS);
    uint64_t per_team = by_teams ? 1 : threads;
    uint64_t needed = ((uint64_t)trip + per_team - 1) / per_team;
    uint64_t most = k->scratch ? fit : fit * WAVES; /* each team adds work to the end of a reduction */
    return at_least_1(needed < most ? needed : most);
}

static uint32_t teams_of(const struct gantry_dev *d, const struct gantry_kernel_info *k,
                         const struct gantry_launch *l, uint32_t threads) {
    uint64_t forced = gantry_settings()->teams;
    int most = d->limits.num_teams;
    if (k->one_team)
        return 1;
    if (l->num_teams > 0)
        return (uint32_t)l->num_teams;
    if (forced)
        return at_least_1(forced);
    uint32_t teams = teams_for_trip(d, k, l, threads);
    return most > 0 ? lower(teams, (uint32_t)most) : teams;
}

int gantry_shape(const struct gantry_dev *d, const struct gantry_region *r,
                 const struct gantry_kernel_info *k, const struct gantry_launch *l, struct gantry_grid *grid,
                 uint32_t *thread_limit, struct gantry_err *err) {
    if (l->num_teams < 0 || l->thread_limit < 0 || l->num_threads < 0)
        return gantry_error(err, 0, "%s(%d): the value must be positive",
                            l->num_teams < 0      ? "num_teams"
                            : l->thread_limit < 0 ? "thread_limit"
                                                  : "num_threads",
                            l->num_teams < 0      ? l->num_teams
                            : l->thread_limit < 0 ? l->thread_limit
                                                  : l->num_threads);
    grid->info = k;
    grid->region = r;
    grid->threads = threads_of(d, k, l, thread_limit);
    grid->teams = lower(teams_of(d, k, l, grid->threads), at_least_1(d->props.max_teams));
    return 0;
}
