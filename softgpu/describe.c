/* describe.c: what the device is said to be: rows of devices.def, or a file of lines "name = value". */
#include "softgpu.h"

#include <stdlib.h>
#include <string.h>

static const struct description known[] = {
#define DEVICE(KIND, NAME, ...) {.kind = KIND, .name = NAME, __VA_ARGS__},
#include "devices.def"
#undef DEVICE
};

static const struct {
    const char *name;
    size_t offset;
} fields[] = {
#define FIELD(NAME) {#NAME, offsetof(struct description, NAME)}
    FIELD(major),           FIELD(minor),
    FIELD(units),           FIELD(threads_per_unit),
    FIELD(blocks_per_unit), FIELD(registers_per_unit),
    FIELD(shared_per_unit), FIELD(shared_per_block),
    FIELD(shared_asked),    FIELD(memory_mb),
    FIELD(clock_khz),       FIELD(l2_bytes),
    FIELD(bus_bits),        FIELD(memory_khz),
#undef FIELD
};

static bool set_field(struct description *d, const char *name, const char *value, char *why, size_t why_size)
{
    char *end;
    if (!strcmp(name, "name")) {
        snprintf(d->name, sizeof d->name, "software GPU (%.40s)", value);
        return true;
    }
    for (size_t k = 0; k < sizeof known / sizeof *known && !strcmp(name, "like"); k++)
        if (!strcmp(known[k].kind, value)) {
            *d = known[k];
            return true;
        }
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (!strcmp(fields[k].name, name)) {
            unsigned long v = strtoul(value, &end, 0);
            if (*end || end == value || v > UINT32_MAX)
                break;
            *(uint32_t *)((char *)d + fields[k].offset) = (uint32_t)v;
            return true;
        }
    snprintf(why, why_size, "'%s = %s' says nothing about a device", name, value);
    return false;
}

static bool read_file(FILE *f, struct description *out, char *why, size_t why_size)
{
    char line[256], name[64], value[128];
    *out = known[0];
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "#\n")] = 0;
        int n = sscanf(line, " %63[a-z0-9_] = %127[^\n]", name, value);
        if (n <= 0)
            continue;
        size_t len = n == 2 ? strlen(value) : 0;
        while (len && (value[len - 1] == ' ' || value[len - 1] == '\t'))
            value[--len] = 0;
        if (n != 2) {
            snprintf(why, why_size, "'%s' is not NAME = VALUE", line);
            return false;
        }
        if (!set_field(out, name, value, why, why_size))
            return false;
    }
    if (out->units && out->threads_per_unit && out->blocks_per_unit && out->shared_per_block && out->memory_mb)
        return true;
    snprintf(why, why_size, "a device without units, threads, blocks or memory");
    return false;
}

bool describe(const char *what, struct description *out, char *why, size_t why_size)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k].kind, what)) {
            *out = known[k];
            return true;
        }
    FILE *f = fopen(what, "r");
    if (!f) {
        snprintf(why, why_size, "'%s' is neither a device that is known (h100, a100, v100) nor a file that can be read",
                 what);
        return false;
    }
    bool good = read_file(f, out, why, why_size);
    fclose(f);
    return good;
}

/* ---- what fits ---- */
static uint32_t up(uint32_t v, uint32_t step) { return (v + step - 1) / step * step; }

uint32_t describe_reserved(const struct description *d) { return d->major >= 8 ? 1024 : 0; }

/* by the rules of the CUDA programming guide: registers are given to warps in steps of 256, a quarter of a unit's warps
 * share a quarter of its registers; shared memory in steps */
uint32_t describe_residents(const struct description *d, uint32_t threads, uint32_t registers, uint64_t shared)
{
    enum { PARTS = 4, REGISTER_STEP = 256 };
    uint32_t warps = up(threads, LANES) / LANES, of_warp = up(registers * LANES, REGISTER_STEP);
    uint64_t step = d->major >= 8 ? 128 : 256, bytes = (shared + describe_reserved(d) + step - 1) / step * step;
    uint32_t n = d->threads_per_unit / (warps * LANES);
    n = n < d->blocks_per_unit ? n : d->blocks_per_unit;
    if (of_warp * up(warps, PARTS) > d->registers_per_unit)
        return 0;
    uint32_t by_registers = of_warp ? d->registers_per_unit / PARTS / of_warp * PARTS / warps : n;
    n = n < by_registers ? n : by_registers;
    return bytes && d->shared_per_unit / bytes < n ? (uint32_t)(d->shared_per_unit / bytes) : n;
}
