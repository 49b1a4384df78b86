/* shape.c: how many teams and threads a kernel gets, and where group space lies. In order of weight: clauses,
 * GANTRY_TEAMS/GANTRY_THREADS, the OMP_* variables, what the device link prefers; else enough teams of
 * GANTRY_USUAL_LANES for all iterations.
 *
 * Threads are OpenMP threads of `group` lanes each; the main warp of generic mode comes on top of them. */
#include "host.h"

#include "gantry_variants.h"

enum {
    STATIC_SHARED = 8192, /* team-shared memory left for the kernel's own variables where the plug-in cannot say how
                           * much they take */
    WAVES = 32,           /* times the teams that are resident at once: more teams are cheap, and spare each lane a
                           * loop */
};

static uint32_t at_least_1(uint64_t v) { return v > UINT32_MAX ? UINT32_MAX : v ? (uint32_t)v : 1; }

static uint32_t lower(uint32_t a, uint32_t b) { return a < b ? a : b; }

/* threads that fit in a block of this device and kernel */
static uint32_t most_threads(const struct gantry_dev *d, const struct gantry_kernel_info *k, void *kernel)
{
    uint32_t lanes = d->plugin->block_limit ? d->plugin->block_limit(d->handle, kernel) : d->props.max_threads;
    if (k->mode == GANTRY_MODE_SERIAL || (k->mode == GANTRY_MODE_SPMD && !d->limits.max_levels))
        return 1;
    if (k->mode == GANTRY_MODE_GENERIC && lanes > d->props.warp)
        lanes -= d->props.warp;
    return at_least_1(lanes / at_least_1(k->group));
}

static uint32_t limit_of(const struct gantry_dev *d, const struct gantry_launch *l)
{
    int per_team = l->thread_limit > 0 ? l->thread_limit : d->limits.teams_thread_limit;
    uint32_t limit = per_team > 0 ? (uint32_t)per_team : UINT32_MAX;
    return d->limits.thread_limit > 0 ? lower(limit, (uint32_t)d->limits.thread_limit) : limit;
}

static uint32_t usual_threads(const struct gantry_dev *d, const struct gantry_kernel_info *k,
                              const struct gantry_launch *l)
{
    uint64_t forced = gantry_settings()->threads;
    uint32_t group = at_least_1(k->group), lanes = k->one_team ? GANTRY_LONE_TEAM_LANES : GANTRY_USUAL_LANES;
    if (l->num_threads > 0 && k->mode != GANTRY_MODE_GENERIC)
        return (uint32_t)l->num_threads;
    if (forced)
        return at_least_1(forced);
    if (d->limits.num_threads > 0)
        return (uint32_t)d->limits.num_threads;
    if (l->thread_limit > 0)
        return (uint32_t)l->thread_limit;
    return k->threads ? k->threads : at_least_1(lanes / group);
}

/* The main thread of a generic kernel may open parallel regions of any size up to the limit, so the launch has workers
 * for the largest number that is asked for. A region with smaller groups than the kernel's largest then has more
 * threads, unless a clause or the environment limits them. */
static uint32_t threads_of(const struct gantry_dev *d, const struct gantry_kernel_info *k, void *kernel,
                           const struct gantry_launch *l, uint32_t *thread_limit)
{
    uint32_t most = lower(most_threads(d, k, kernel), limit_of(d, l)), wanted = usual_threads(d, k, l);
    if (k->mode == GANTRY_MODE_GENERIC) {
        int32_t asked = l->thread_limit > l->num_threads ? l->thread_limit : l->num_threads;
        wanted = asked > 0 && (uint32_t)asked > wanted ? (uint32_t)asked : wanted;
    }
    uint32_t threads = lower(wanted, most);
    if (k->mode == GANTRY_MODE_GENERIC)
        *thread_limit = lower(threads * at_least_1(k->group), limit_of(d, l));
    else
        *thread_limit = l->thread_limit > 0 ? lower((uint32_t)l->thread_limit, most) : threads;
    return threads;
}

static uint32_t teams_for_trip(const struct gantry_dev *d, const struct gantry_kernel_info *k,
                               const struct gantry_launch *l, uint32_t threads)
{
    int64_t trip = l->trip;
    uint32_t lanes = at_least_1((uint64_t)threads * at_least_1(k->group));
    uint32_t resident = at_least_1(d->props.resident / lanes);
    uint64_t fit = (uint64_t)at_least_1(d->props.units) * resident;
    if (trip < 0)
        return at_least_1(fit);
    bool by_teams = k->mode != GANTRY_MODE_SPMD || (l->flags & GANTRY_LAUNCH_TRIP_TEAMS);
    uint64_t per_team = l->flags & GANTRY_LAUNCH_TRIP_LANES ? lanes : by_teams ? 1 : threads;
    uint64_t needed = ((uint64_t)trip + per_team - 1) / per_team;
    if (l->team_trip > 0 && needed < (uint64_t)l->team_trip)
        needed = (uint64_t)l->team_trip;
    uint64_t most = k->scratch ? fit : fit * WAVES; /* with a reduction each further team adds work at the end */
    return at_least_1(needed < most ? needed : most);
}

static uint32_t teams_of(const struct gantry_dev *d, const struct gantry_kernel_info *k, const struct gantry_launch *l,
                         uint32_t threads)
{
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

/* ---- the variant: how many lanes a thread has, or which loops threads share, where that is chosen at the launch ----
 */
static int variant_with(const struct gantry_variant *v, uint64_t lanes)
{
    int best = 0;
    for (int i = 1; v[i].kernel; i++)
        if (v[i].lanes <= lanes && (v[best].lanes > lanes || v[i].lanes > v[best].lanes))
            best = i;
    return best;
}

static int variant_of_nest(const struct gantry_variant *v, bool march)
{
    for (int i = 0; v[i].kernel; i++)
        if ((v[i].nest == GANTRY_NEST_MARCH) == march)
            return i;
    return 0;
}

/* 0: nothing says which; else its number, and 1 */
static int variant_said(const struct gantry_variant *v, const struct gantry_tuned *measured)
{
    const struct gantry_settings *s = gantry_settings();
    uint64_t lanes = s->lanes   ? s->lanes
                     : measured ? measured->lanes
                                : 0,
             march = s->march != NOT_SAID || !measured ? s->march : measured->march;
    if (v->nest)
        return march == NOT_SAID ? 0 : 1 + variant_of_nest(v, march);
    return lanes ? 1 + variant_with(v, lanes) : 0;
}

/* How many teams a launch has, where that is said; 0: it is not */
static uint32_t teams_said(const struct gantry_dev *d, const struct gantry_launch *l)
{
    uint64_t forced = gantry_settings()->teams;
    if (l->num_teams > 0 || forced)
        return l->num_teams > 0 ? (uint32_t)l->num_teams : at_least_1(forced);
    return d->limits.num_teams > 0 ? (uint32_t)d->limits.num_teams : 0;
}

/* … and how many threads each of them has, or would have */
static uint32_t threads_said(const struct gantry_dev *d, const struct gantry_launch *l)
{
    static const struct gantry_kernel_info usual = {.mode = GANTRY_MODE_SPMD, .group = 1};
    return lower(usual_threads(d, &usual, l), limit_of(d, l));
}

/* trip: iterations that the threads share, and in a nest those of the loop by which its variants differ */
static int variant_chosen(const struct gantry_dev *d, const struct gantry_variant *v, const struct gantry_launch *l)
{
    size_t n = 0;
    while (v[n].kernel)
        n++;
    if (l->inner < 0)
        return 0;
    double threads = l->flags & GANTRY_LAUNCH_TRIP_TEAMS ? 0 : (double)l->trip; /* of all teams; 0: not known */
    if (v->nest)
        return gantry_variant_of_nest(v, n, (double)l->inner,
                                      l->inner && l->trip > 0 ? (double)l->trip / (double)l->inner : 1,
                                      at_least_1(d->props.units), teams_said(d, l), threads_said(d, l));
    return gantry_variant_best(v, n, (double)l->inner, threads, at_least_1(d->props.units));
}

int gantry_shape_variant(const struct gantry_dev *d, const struct gantry_region *r, struct gantry_launch *l,
                         const struct gantry_tuned *measured)
{
    const struct gantry_variant *v = r->variants;
    if (!v)
        return 0;
    int said = variant_said(v, measured), chosen = said ? said - 1 : variant_chosen(d, v, l);
    if (v[chosen].nest == GANTRY_NEST_MARCH && l->inner > 0 && l->trip > 0)
        l->trip /= l->inner;
    return chosen;
}

/* --simd-group=64 makes programs for the emulated device's wide warps only. */
static int check_group(const struct gantry_dev *d, const struct gantry_kernel_info *k, struct gantry_err *err)
{
    if (k->group <= d->props.warp)
        return 0;
    return gantry_error(err, 0,
                        "kernel '%s' was linked for threads of %u lanes, but the warps of device %d (%s) have "
                        "%u: set GANTRY_EMULATED_WARP=%u, or link with --simd-group=%u",
                        k->name, k->group, d->number, d->props.name, d->props.warp, k->group, d->props.warp);
}

int gantry_shape(const struct gantry_dev *d, const struct gantry_region *r, const struct gantry_kernel *kernel,
                 const struct gantry_launch *l, struct gantry_grid *grid, struct gantry_env *env,
                 struct gantry_err *err)
{
    const struct gantry_kernel_info *k = kernel->info;
    if (l->num_teams < 0 || l->thread_limit < 0 || l->num_threads < 0)
        return gantry_error(err, 0, "%s(%d): the value must be positive",
                            l->num_teams < 0      ? "num_teams"
                            : l->thread_limit < 0 ? "thread_limit"
                                                  : "num_threads",
                            l->num_teams < 0      ? l->num_teams
                            : l->thread_limit < 0 ? l->thread_limit
                                                  : l->num_threads);
    if (check_group(d, k, err))
        return -1;
    grid->info = k;
    grid->region = r;
    grid->resident = false;
    grid->virtual_teams = 0;
    grid->dynamic_shared = 0;
    grid->threads = threads_of(d, k, kernel->handle, l, &env->thread_limit);
    grid->teams = lower(teams_of(d, k, l, grid->threads), at_least_1(d->props.max_teams));
    gantry_fill_icvs(d, env);
    env->threads = grid->threads;
    env->lanes = grid->threads * at_least_1(k->group);
    return 0;
}

int gantry_shape_resident(const struct gantry_dev *d, void *kernel, uint32_t virtual_teams, struct gantry_grid *grid,
                          struct gantry_err *err)
{
    uint32_t fit = 0;
    grid->virtual_teams = virtual_teams;
    if (virtual_teams > grid->teams)
        grid->teams = virtual_teams;
    if (d->plugin->resident && d->plugin->resident(d->handle, kernel, grid, &fit, err))
        return -1;
    grid->teams = lower(grid->teams, at_least_1(fit));
    grid->resident = fit > 0;
    return 0;
}

/* ---- group space ---- */
static uint32_t shared_left(const struct gantry_dev *d, void *kernel)
{
    if (d->plugin->shared_left)
        return d->plugin->shared_left(d->handle, kernel);
    return d->props.shared > STATIC_SHARED ? d->props.shared - STATIC_SHARED : 0;
}

/* Group space in global memory: fewer teams where it would be more than 1 GiB, unless a clause gives their number. */
static int space_in_memory(const struct gantry_launch *l, uint64_t bytes, struct gantry_grid *grid,
                           struct gantry_env *env, struct gantry_err *err)
{
    static const uint64_t most = 1ull << 30;
    uint64_t teams = most / bytes;
    if (teams == 0 || (l->num_teams > 0 && grid->teams > teams))
        return gantry_error(err, 0,
                            "the lanes of its threads share %llu bytes in each of %u teams, %llu bytes in all "
                            "are allowed; use fewer teams or fewer threads",
                            (unsigned long long)bytes, grid->teams, (unsigned long long)most);
    grid->teams = lower(grid->teams, at_least_1(teams));
    env->space_bytes = bytes;
    return 0;
}

int gantry_shape_space(const struct gantry_dev *d, void *kernel, const struct gantry_launch *l,
                       struct gantry_grid *grid, struct gantry_env *env, struct gantry_err *err)
{
    uint64_t bytes = (uint64_t)env->lanes * grid->info->space;
    enum gantry_space where = gantry_settings()->space;
    if (bytes == 0)
        return 0;
    uint32_t left = where == GANTRY_SPACE_GLOBAL ? 0 : shared_left(d, kernel);
    if (bytes <= left) {
        grid->dynamic_shared = (uint32_t)bytes;
        return 0;
    }
    if (where == GANTRY_SPACE_SHARED)
        return gantry_error(err, 0,
                            "GANTRY_SPACE=shared: the lanes of its threads share %llu bytes per team, %u are "
                            "left on chip; use fewer threads or GANTRY_SPACE=auto",
                            (unsigned long long)bytes, left);
    return space_in_memory(l, bytes, grid, env, err);
}
