/* found.c: the rows of regions that found what another directive had mapped: an update there would be for that, too.
 * Under the lock of moves.c. */
#include "profile.h"

enum { FEW = 32, MOST = 1024 }; /* places; a table that is touched here and there takes pages of memory */
static const struct gantry_map **rows;
static size_t places, nfound;

/* Its place, or the free one where it would be */
static const struct gantry_map **place_of(const struct gantry_map *row)
{
    size_t i = (uintptr_t)row / sizeof *row % places;
    while (rows[i] && rows[i] != row)
        i = (i + 1) % places;
    return &rows[i];
}

static void more_places(size_t n)
{
    const struct gantry_map **before = rows, **more = kept_new(n * sizeof(const struct gantry_map *));
    size_t had = places;
    if (!more)
        return;
    rows = more, places = n;
    for (size_t i = 0; i < had; i++)
        if (before[i])
            *place_of(before[i]) = before[i];
}

void found_add(const struct gantry_map *row)
{
    if (2 * nfound >= places && places < MOST)
        more_places(places ? 2 * places : FEW);
    if (nfound + 1 >= places) /* one stays free */
        return;
    const struct gantry_map **place = place_of(row);
    nfound += !*place;
    *place = row;
}

bool found_has(const struct gantry_map *row) { return row && nfound && (nfound + 1 >= places || *place_of(row)); }
