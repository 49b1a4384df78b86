// ROW: C: printf
// SPEC: 4.0 1.7
/* Every conversion of the standard but %n; the text arrives on stdout. */
#include "check.h"

#include <stddef.h>
#include <stdint.h>
#include <time.h>

static const char *const names[] = {"zero", "one"};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    char name[] = "stdout-XXXXXX", line[300], want[300], text[] = "mapped";
    snprintf(name, sizeof name, "out%06ld", (long)time(NULL) % 1000000);
    if (!freopen(name, "w", stdout))
        return 2;
#pragma omp target map(to: text)
    {
        printf("%d %5d|%-5d|%05d|%+d|% d %i %u %x %X %#x %o %c %% ", -42, 7, 7, 7, 7, 7, 8, 9u, 255u, 255u, 255u, 8u, 'c');
        printf("%ld %lld %lu %llu %zu %jd %td %hd %hhd ", 1L << 40, -2LL, 3UL, 4ULL, (size_t)5, (intmax_t)6, (ptrdiff_t)7,
               (short)-8, (signed char)-9);
        printf("%f %.3f %e %E %g %G %10.2f|%-10.2f|%a ", 3.25, 2.5, 1e10, 1e-10, 0.5, 1e20, 1.5, 1.5, 1.0);
        printf("%s %s %10s|%-6s|%.2s\n", text, names[1], "right", "left", "cut");
    }
    fclose(stdout);
    FILE *in = fopen(name, "r");
    char *got = in ? fgets(line, sizeof line, in) : NULL;
    if (in)
        fclose(in);
    remove(name);
    int n = snprintf(want, sizeof want, "%d %5d|%-5d|%05d|%+d|% d %i %u %x %X %#x %o %c %% ", -42, 7, 7, 7, 7, 7, 8, 9u, 255u,
                     255u, 255u, 8u, 'c');
    n += snprintf(want + n, sizeof want - n, "%ld %lld %lu %llu %zu %jd %td %hd %hhd ", 1L << 40, -2LL, 3UL, 4ULL, (size_t)5,
                  (intmax_t)6, (ptrdiff_t)7, (short)-8, (signed char)-9);
    n += snprintf(want + n, sizeof want - n, "%f %.3f %e %E %g %G %10.2f|%-10.2f|%a ", 3.25, 2.5, 1e10, 1e-10, 0.5, 1e20, 1.5,
                  1.5, 1.0);
    snprintf(want + n, sizeof want - n, "%s %s %10s|%-6s|%.2s\n", text, names[1], "right", "left", "cut");
    CHECK(got && !strcmp(line, want), "got '%s', want '%s'", got ? line : "nothing", want);
    return check_end();
}
