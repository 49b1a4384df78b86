/* compare.c: what two runs printed, compared. Sums that are added in another order round differently, so numbers that
 * are written with a point or an exponent may differ by the tolerance, or by one in their last digit. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "port_priv.h"

/* A number with a point or an exponent, or a name of one (nan, inf), at p: its length; else 0 */
static size_t real_at(const char *p, double *value, int *decimals)
{
    char *end;
    if (!isdigit((unsigned char)*p) && !strchr("+-.", *p))
        return 0;
    *value = strtod(p, &end);
    size_t n = (size_t)(end - p), point = 0, exponent = 0;
    for (size_t i = 0; i < n; i++) {
        if (p[i] == '.')
            point = i + 1;
        else if ((p[i] == 'e' || p[i] == 'E') && !exponent)
            exponent = i + 1;
        else if (p[i] == 'x' || p[i] == 'X')
            return 0;
    }
    if (!point && !exponent)
        return 0;
    *decimals = point ? (int)((exponent ? exponent - 1 : n) - point) : 0;
    if (exponent)
        *decimals -= atoi(p + exponent);
    return n;
}

static bool are_close(double x, double y, int decimals, double tolerance)
{
    double most = fmax(fabs(x), fabs(y));
    return x == y || (isnan(x) && isnan(y)) || fabs(x - y) <= fmax(tolerance * most, 1.001 * pow(10, -decimals));
}

static bool lines_equal(const char *x, const char *y, double tolerance)
{
    while (*x || *y) {
        double a, b;
        int digits, others;
        size_t n = *x ? real_at(x, &a, &digits) : 0, m = *y ? real_at(y, &b, &others) : 0;
        if (n && m) {
            if (!are_close(a, b, digits < others ? digits : others, tolerance))
                return false;
            x += n;
            y += m;
        } else if (isspace((unsigned char)*x) && isspace((unsigned char)*y)) { /* columns are filled up with blanks */
            x += strspn(x, " \t\r");
            y += strspn(y, " \t\r");
        } else if (*x != *y) {
            return false;
        } else { /* words as a whole: the digits of a name are no number */
            do
                x++, y++;
            while (*x && *x == *y && isalnum((unsigned char)x[-1]) && isalnum((unsigned char)*x));
        }
    }
    return true;
}

static bool is_ignored(const char *line, const char *const *ignored, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strstr(line, ignored[i]))
            return true;
    return false;
}

static char *next_line(struct arena *a, const char **p)
{
    size_t n = strcspn(*p, "\n");
    char *line = arena_strndup(a, *p, n);
    *p += n + ((*p)[n] == '\n');
    return line;
}

const char *texts_differ(struct arena *a, const char *x, const char *y, double tolerance, const char *const *ignored,
                         size_t n)
{
    for (long number = 1; *x || *y; number++) {
        if (!*x || !*y)
            return arena_printf(a, "line %ld: one ends, the other goes on: %s", number, next_line(a, *x ? &x : &y));
        const char *one = next_line(a, &x), *other = next_line(a, &y);
        if ((is_ignored(one, ignored, n) && is_ignored(other, ignored, n)) || lines_equal(one, other, tolerance))
            continue;
        return arena_printf(a, "line %ld: '%s' and '%s'", number, one, other);
    }
    return NULL;
}
