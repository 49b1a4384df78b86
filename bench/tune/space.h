/* space.h: the main program of each kernel of bench/tune. A program is one choice of the macros (-DTILE=4 …) and runs a
 * list of launches: each line of its input has the values of what is chosen at run time.
 *
 *     program count      a line for each: the counts of the emulated device, or "wrong"
 *     program time R     each R times, one after the other in turn, in a new random order each turn: seconds, or "wrong"
 *
 * A kernel has: NVALUES numbers a line; setup(), which makes its data; run(values); good(), is the result right? */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gantry_emulated.h"

enum { MOST = 20000 };
static int line_values[MOST][NVALUES], lines;
static int is_wrong[MOST];

static double noise_free(int i) { return (double)((unsigned)i * 2654435761u >> 8 & 0xffff) / 65536.0 - 0.5; }
static int near(double a, double b) { return fabs(a - b) <= 1e-9 * (fabs(b) + 1); }

static void count_all(void)
{
    for (int i = 0; i < lines; i++) {
        struct gantry_emu_counters c;
        clear();
        run(line_values[i]);
        if (!good()) {
            puts("wrong");
            continue;
        }
        if (gantry_emulated_counters(omp_get_default_device(), &c) != 0)
            exit(3);
        printf("%llu %llu %llu %llu %llu %llu %llu %llu %llu ", c.warp_instructions, c.load_sectors, c.store_sectors,
               c.atomic_sectors, c.shuffles, c.votes, c.syncs, c.warp_barriers, c.shared_passes);
        printf("%llu %llu %llu %llu %llu %llu\n", c.shared_bytes, c.teams, c.lanes,
               c.load_requests + c.store_requests + c.atomic_requests, c.distinct_read_bytes, c.distinct_written_bytes);
        fflush(stdout);
    }
}

static void time_all(int repeats)
{
    double *seconds = malloc(sizeof *seconds * (size_t)repeats * (size_t)lines);
    static int order[MOST];
    unsigned state = 12345;
    for (int i = 0; i < lines; i++) {
        order[i] = i;
        clear();
        run(line_values[i]);
        is_wrong[i] = !good();
    }
    for (int r = 0; r < repeats; r++) {
        for (int i = lines - 1; i > 0; i--) {
            state = state * 1664525u + 1013904223u;
            int k = (int)((state >> 8) % (unsigned)(i + 1)), t = order[i];
            order[i] = order[k];
            order[k] = t;
        }
        for (int i = 0; i < lines; i++) {
            double begin = omp_get_wtime();
            run(line_values[order[i]]);
            seconds[r * lines + order[i]] = omp_get_wtime() - begin;
        }
    }
    for (int i = 0; i < lines; i++) {
        for (int r = 0; r < repeats && !is_wrong[i]; r++)
            printf("%.4g ", seconds[r * lines + i] * 1e6);
        puts(is_wrong[i] ? "wrong" : "");
    }
}

int main(int argc, char **argv)
{
    for (int v; lines < MOST; lines++) {
        for (v = 0; v < NVALUES; v++)
            if (scanf("%d", &line_values[lines][v]) != 1)
                break;
        if (v < NVALUES)
            break;
    }
    setup();
    if (argc > 2 && strcmp(argv[1], "time") == 0)
        time_all(atoi(argv[2]));
    else
        count_all();
    return 0;
}
