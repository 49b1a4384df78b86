/* model.c: what the counts of the emulated device (docs/counters.md) would cost on a small GPU: the time of that one of
 * its multiprocessors which gets most teams, in slots. Memory that is new is dearer than what was there before, and
 * what too few warps hide of its latency counts. A model: it is uneven as a GPU is, and the same on every machine. */
#include "tune_priv.h"

#include <math.h>
#include <string.h>

enum { PROCESSORS = 13, FAR = 12, NEAR = 2, ATOMIC = 12, LATENCY = 100, TEAM = 60, LAUNCH = 2000 };
enum { MOST_TEAMS = 16, MOST_WARPS = 64, MOST_SHARED = 98304, WARP = 32, SECTOR = 32 };
static const struct {
    const char *key;
    double slots;
} weights[] = {{"warp_instructions", 1}, {"shuffles", 1. / 4},  {"votes", 1. / 16},
               {"syncs", 1. / 16},       {"warp_barriers", 16}, {"shared_passes", 4}};

static double count(const struct json *j, const char *key) { return json_member_number(j, key, 0); }

double model_cost(const struct json *j)
{
    double issue = 0, teams = count(j, "teams"), lanes = count(j, "lanes"), shared = count(j, "shared_bytes");
    for (size_t i = 0; i < sizeof weights / sizeof *weights; i++)
        issue += weights[i].slots * count(j, weights[i].key);
    double sectors = count(j, "load_sectors") + count(j, "store_sectors"),
           distinct = (count(j, "distinct_read_bytes") + count(j, "distinct_written_bytes")) / SECTOR,
           requests = count(j, "load_requests") + count(j, "store_requests") + count(j, "atomic_requests"),
           memory = distinct * FAR + fmax(0, sectors - distinct) * NEAR + count(j, "atomic_sectors") * ATOMIC;
    if (!(teams >= 1) || !(lanes >= 1))
        return INFINITY;
    double warps = ceil(lanes / teams / WARP), busiest = ceil(teams / PROCESSORS);
    double at_once = fmin(MOST_TEAMS, floor(MOST_WARPS / warps));
    at_once = fmin(at_once, shared > 0 ? floor(MOST_SHARED / shared) : MOST_TEAMS);
    at_once = fmax(1, fmin(at_once, busiest));
    double latency = requests / (teams * warps) * LATENCY * ceil(busiest / at_once), share = busiest / teams;
    return LAUNCH + TEAM * busiest + hypot(hypot(issue * share, memory * share), latency);
}
