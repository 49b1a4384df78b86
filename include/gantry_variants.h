/* gantry_variants.h: which of a kernel's variants a launch should take: the compiler, which chooses those that are
 * worth having and says when each of them runs, and the host runtime, which chooses among them, agree here. A model, as
 * docs/counters.md has it; only speed depends on it. */
#ifndef GANTRY_VARIANTS_H
#define GANTRY_VARIANTS_H

#include "gantry_abi.h"

enum {
    GANTRY_VARIANT_WARP = 32,
    GANTRY_VARIANT_LATENCY = 100, /* slots that an access of memory takes when nothing else hides it … */
    GANTRY_VARIANT_RESIDENT = 64, /* … of the warps that a multiprocessor has at once */
    GANTRY_VARIANT_SHORT = 4,     /* rows with fewer elements share sectors of memory with those beside them */
};

/* Warps of the busiest of so many multiprocessors */
static inline double gantry_variant_warps(const struct gantry_variant *v, double outer, double units)
{
    double per_team = (double)GANTRY_USUAL_LANES / v->lanes, warps = GANTRY_USUAL_LANES / GANTRY_VARIANT_WARP;
    uint64_t teams = (uint64_t)((outer + per_team - 1) / per_team), each = (uint64_t)((teams + units - 1) / units);
    return (each ? (double)each : 1) * warps;
}

/* What a launch would cost with that many lanes for each of `outer` threads, whose simd loop has `inner` iterations:
 * comparable between the variants of one kernel. outer 0 or less: not known, enough to fill any device. Of a nest: with
 * `outer` threads that march through `inner` iterations each, or with as many threads as there are iterations. */
static inline double gantry_variant_cost(const struct gantry_variant *v, double inner, double outer, double units)
{
    if (v->nest == GANTRY_NEST_SHARED) {
        outer *= inner;
        inner = 0;
    }
    double rounds = (double)(((uint64_t)inner + v->lanes - 1) / v->lanes);
    double apart = inner < GANTRY_VARIANT_SHORT ? inner / GANTRY_VARIANT_SHORT : 1;
    double slots = v->warp + v->round * rounds + v->each * inner * apart;
    if (outer <= 0)
        return slots * slots * v->lanes * v->lanes;
    double warps = gantry_variant_warps(v, outer, units),
           waves = (double)(((uint64_t)warps + GANTRY_VARIANT_RESIDENT - 1) / GANTRY_VARIANT_RESIDENT);
    double waits = GANTRY_VARIANT_LATENCY * (v->wait + v->wait_round * rounds) * waves;
    return warps * slots * warps * slots + waits * waits;
}

/* … of a nest, where there are so many threads and no more, which run several iterations each, one after the other. A
 * warp that is not full asks for less memory at a time. */
static inline double gantry_variant_turns(const struct gantry_variant *v, double inner, double outer, double teams,
                                          double threads)
{
    double own = v->nest == GANTRY_NEST_SHARED ? 0 : inner, all = v->nest == GANTRY_NEST_SHARED ? outer * inner : outer;
    double full = threads < GANTRY_VARIANT_WARP ? threads / GANTRY_VARIANT_WARP : 1;
    double slots = v->warp + (v->round + v->each * full) * own;
    double waits = GANTRY_VARIANT_LATENCY * (v->wait + v->wait_round * own);
    return (double)(uint64_t)((all + teams * threads - 1) / (teams * threads)) * (slots + waits);
}

/* The one that costs least, of n */
static inline int gantry_variant_best(const struct gantry_variant *v, size_t n, double inner, double outer,
                                      double units)
{
    int best = 0;
    for (size_t i = 1; i < n; i++)
        if (gantry_variant_cost(&v[i], inner, outer, units) < gantry_variant_cost(&v[best], inner, outer, units))
            best = (int)i;
    return best;
}

/* The same of a nest, where a launch has at most so many teams of so many threads; 0: as many as it wants */
static inline int gantry_variant_of_nest(const struct gantry_variant *v, size_t n, double inner, double outer,
                                         double units, double teams, double threads)
{
    int best = 0;
    if (teams <= 0 || teams * threads >= units * GANTRY_VARIANT_RESIDENT * GANTRY_VARIANT_WARP)
        return gantry_variant_best(v, n, inner, outer, units);
    for (size_t i = 1; i < n; i++)
        if (gantry_variant_turns(&v[i], inner, outer, teams, threads) <
            gantry_variant_turns(&v[best], inner, outer, teams, threads))
            best = (int)i;
    return best;
}
#endif
