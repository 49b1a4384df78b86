/* units.c: numbers as people read them: three digits and a unit; and the ticks of an axis. */
#include "report_priv.h"

#include <math.h>
#include <string.h>

static const char *scaled(char *out, double v, const char *const *units, size_t n)
{
    size_t u = 0;
    if (!isfinite(v)) { /* of a damaged file */
        snprintf(out, UNIT_SIZE, "-");
        return out;
    }
    while (u + 1 < n && v >= 999.5) {
        v /= 1e3;
        u++;
    }
    snprintf(out, UNIT_SIZE, "%.*f %s", v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2, v, units[u]);
    return out;
}

const char *unit_time(char *out, double microseconds)
{
    static const char *const units[] = {"us", "ms", "s"};
    return scaled(out, microseconds, units, sizeof units / sizeof *units);
}

const char *unit_bytes(char *out, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5) {
        snprintf(out, UNIT_SIZE, "%.0f B", bytes);
        return out;
    }
    return scaled(out, bytes, units, sizeof units / sizeof *units);
}

const char *unit_count(char *out, double n)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    if (n < 9999.5) {
        snprintf(out, UNIT_SIZE, "%.*f", n < 99.95 && n > floor(n) ? 1 : 0, n);
        return out;
    }
    return scaled(out, n, units, sizeof units / sizeof *units);
}

double unit_step(double most, int ticks)
{
    static const double steps[] = {1, 2, 5, 10};
    if (!(most > 0))
        return 1;
    double least = most / ticks, power = pow(10, floor(log10(least)));
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        if (steps[i] * power >= least * (1 - 1e-9))
            return steps[i] * power;
    return 10 * power;
}

const char *path_last(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}
