/* apart.c: does what a kernel only reads lie apart from what it stores to, on the device? Rows of the map list tell:
 * those with GANTRY_MAP_APART are asked about, those without GANTRY_MAP_READS are stored to, and no other memory is
 * (the compiler has seen to that: src/analysis/plan/only_read.c). What is not known is no. */
#include "host.h"

struct range {
    uint64_t begin, end; /* device addresses */
};

/* The whole memory of the entry: an address that leads beyond what a row maps of it is in there, too. */
static bool range_of(const struct gantry_slot *s, struct range *out)
{
    if (!s->entry)
        return false;
    *out = (struct range){s->entry->dev, s->entry->dev + (s->entry->end - s->entry->begin)};
    return true;
}

static bool is_stored_to(const struct gantry_map *map)
{
    return !(map->flags & GANTRY_MAP_READS) && map->param != GANTRY_PARAM_VALUE;
}

static bool is_clear_of(const struct gantry_mapping *m, struct range read)
{
    for (uint32_t i = 0; i < m->n; i++) {
        struct range stored;
        if (!is_stored_to(&m->maps[i]))
            continue;
        if (!range_of(&m->slots[i], &stored) || (stored.begin < read.end && read.begin < stored.end))
            return false;
    }
    return true;
}

bool gantry_lies_apart(const struct gantry_mapping *m)
{
    bool asked = false;
    if (m->dev->props.unified)
        return false; /* kernels may reach what no row tells of */
    for (uint32_t i = 0; i < m->n; i++) {
        struct range read;
        if (!(m->maps[i].flags & GANTRY_MAP_APART))
            continue;
        asked = true;
        if (!range_of(&m->slots[i], &read) || !is_clear_of(m, read))
            return false;
    }
    return asked;
}
