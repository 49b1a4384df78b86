/* text.c: numbers as people read them: three digits and a unit. */
#include "profile.h"

static const char *scaled(char *out, double v, double step, const char *const *units, size_t n)
{
    size_t u = 0;
    while (u + 1 < n && v >= 999.5) {
        v /= step;
        u++;
    }
    int digits = v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2;
    snprintf(out, TEXT_SIZE, "%.*f %s", digits, v, units[u]);
    return out;
}

const char *text_time(char *out, double microseconds)
{
    static const char *const units[] = {"us", "ms", "s"};
    return scaled(out, microseconds, 1e3, units, COUNT_OF(units));
}

const char *text_count(char *out, double n)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    if (n < 9999.5) {
        snprintf(out, TEXT_SIZE, "%.*f", n < 99.95 && n > (double)(long)n ? 1 : 0, n);
        return out;
    }
    return scaled(out, n, 1e3, units, COUNT_OF(units));
}

const char *text_bytes(char *out, double bytes)
{
    static const char *const units[] = {"B", "kB", "MB", "GB", "TB"};
    if (bytes < 999.5) {
        snprintf(out, TEXT_SIZE, "%.0f B", bytes);
        return out;
    }
    return scaled(out, bytes, 1e3, units, COUNT_OF(units));
}
