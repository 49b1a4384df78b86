/* describe.c: what the device is said to be: rows of devices.def, or a file of lines "name = value". */
#include "softgpu.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct description known[] = {
#define DEVICE(KIND, NAME, ...) {.kind = KIND, .name = NAME, __VA_ARGS__},
#include "devices.def"
#undef DEVICE
};

/* docs/softgpu.md has them, too */
static const struct {
    const char *name;
    size_t offset;
    uint32_t least, most;
} fields[] = {
#define FIELD(NAME, LEAST, MOST) {#NAME, offsetof(struct description, NAME), LEAST, MOST}
    FIELD(major, 7, 99),
    FIELD(minor, 0, 9),
    FIELD(units, 1, 1 << 16),
    FIELD(threads_per_unit, LANES, 1 << 16),
    FIELD(blocks_per_unit, 1, 1 << 10),
    FIELD(registers_per_unit, 1 << 10, 1 << 24),
    FIELD(shared_per_unit, 1 << 10, 1 << 28),
    FIELD(shared_per_block, 1 << 10, 1 << 28),
    FIELD(shared_asked, 1 << 10, 1 << 28),
    FIELD(memory_mb, 1, 1 << 24),
    FIELD(clock_khz, 1, UINT32_MAX),
    FIELD(l2_bytes, 0, UINT32_MAX),
    FIELD(bus_bits, 1, 1 << 16),
    FIELD(memory_khz, 1, UINT32_MAX),
#undef FIELD
};

struct complaint { /* about a device file: where and what */
    const char *file;
    int line;
    char *text;
    size_t size;
};

static bool complain(const struct complaint *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static bool complain(const struct complaint *c, const char *fmt, ...)
{
    va_list ap;
    int n = snprintf(c->text, c->size, c->line ? "%s:%d: " : "%s: ", c->file, c->line);
    va_start(ap, fmt);
    if (n >= 0 && (size_t)n < c->size)
        vsnprintf(c->text + n, c->size - (size_t)n, fmt, ap);
    va_end(ap);
    return false;
}

static const struct description *known_as(const char *kind)
{
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (!strcmp(known[k].kind, kind))
            return &known[k];
    return NULL;
}

static bool set_number(const struct complaint *c, struct description *d, size_t field, const char *value)
{
    uint32_t least = fields[field].least, most = fields[field].most;
    char *end;
    errno = 0;
    unsigned long v = strtoul(value, &end, 0);
    if (*end || end == value || *value == '-' || errno || v < least || v > most)
        return complain(c, "%s is a number from %u to %u, not '%s'", fields[field].name, least, most, value);
    *(uint32_t *)((char *)d + fields[field].offset) = (uint32_t)v;
    return true;
}

static bool set_field(const struct complaint *c, struct description *d, const char *name, const char *value)
{
    if (!strcmp(name, "name")) {
        snprintf(d->name, sizeof d->name, "software GPU (%.40s)", value);
        return true;
    }
    if (!strcmp(name, "like")) {
        const struct description *from = known_as(value);
        if (!from)
            return complain(c, "like is one of h100, a100 and v100, not '%s'", value);
        *d = *from;
        return true;
    }
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        if (!strcmp(fields[k].name, name))
            return set_number(c, d, k, value);
    char all[512] = "";
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++)
        snprintf(all + strlen(all), sizeof all - strlen(all), ", %s", fields[k].name);
    return complain(c, "a device has no field '%s'; there are: name, like%s", name, all);
}

static bool read_file(FILE *f, struct description *out, struct complaint *c)
{
    char line[256], name[64], value[128];
    int set = 0;
    *out = known[0];
    for (c->line = 1; fgets(line, sizeof line, f); c->line++) {
        line[strcspn(line, "#\n")] = 0;
        int n = sscanf(line, " %63[a-z0-9_] = %127[^\n]", name, value);
        if (line[strspn(line, " \t\r")] == 0)
            continue;
        size_t len = n == 2 ? strlen(value) : 0;
        while (len && strchr(" \t\r", value[len - 1]))
            value[--len] = 0;
        if (n != 2 || !len)
            return complain(c, "'%s' is not NAME = VALUE", line);
        if (!set_field(c, out, name, value))
            return false;
        set++;
    }
    c->line = 0;
    if (ferror(f))
        return complain(c, "cannot be read: %s", strerror(errno));
    if (!set)
        return complain(c, "says nothing about a device: lines are NAME = VALUE");
    return true;
}

bool describe(const char *what, struct description *out, char *why, size_t why_size)
{
    struct complaint c = {.file = what, .text = why, .size = why_size};
    if (known_as(what)) {
        *out = *known_as(what);
        return true;
    }
    FILE *f = fopen(what, "r");
    if (!f) {
        snprintf(why, why_size, "'%s' is neither a device that is known (h100, a100, v100) nor a file that can be read",
                 what);
        return false;
    }
    bool good = read_file(f, out, &c);
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
