/* ode: solves many systems of ordinary differential equations at once, each with step sizes of its own.
 *
 *     ode [systems [equations [hundredths of the time unit]]]      default: 13 40 100
 *
 * Three kinds of systems in turn: Lorenz's ring of winds, a chain of springs, a chain of decays.
 * Shows: barriers in device functions, in nested loops with an unknown number of turns and in a branch; `continue` after a
 * rejected step; a table of functions that a pointer in a variable calls; a team's arrays of structs with arrays. The
 * states must be those of the serial version up to rounding, with the same numbers of steps; the decays conserve their sum. */
#include "ode.h"
#include "program.h"
#include <math.h>
#include <omp.h>

static const char *const kind_name[KINDS] = {"ring of winds", "chain of springs", "chain of decays"};

static double start(const struct system *s, int i)
{
    switch (s->kind) {
    case 0: return s->parameter + (i % 7 == 0 ? 0.5 : 0);
    case 1: return i % 2 ? 0 : sin(0.3 * i) * 0.5;
    default: return i == 0 ? 1 : 0;
    }
}

int main(int argc, char **argv)
{
    const int systems = (int)size_argument(argc, argv, 1, 13, 0, 1000000);
    const int most = (int)size_argument(argc, argv, 2, 40, 4, MOST_EQUATIONS);
    const double end = (double)size_argument(argc, argv, 3, 100, 0, 100000) / 100;
    struct system *system = get_memory(systems, sizeof *system);
    struct result *of_device = get_memory(systems, sizeof *of_device), *of_serial = get_memory(systems, sizeof *of_serial);
    double *y = get_memory((long)systems * MOST_EQUATIONS, sizeof *y), *serial = get_memory((long)systems * MOST_EQUATIONS, sizeof *y);
    for (int s = 0; s < systems; s++) {
        system[s] = (struct system){s % KINDS, most - s % 4, 0};
        system[s].parameter = (const double[]){8, 0.25, 1}[s % KINDS] * (1 + 0.01 * s);
        for (int i = 0; i < system[s].equations; i++)
            y[s * MOST_EQUATIONS + i] = serial[s * MOST_EQUATIONS + i] = start(&system[s], i);
    }
    double t0 = omp_get_wtime();
    solve_on_device(systems, system, end, y, of_device);
    double t1 = omp_get_wtime();
    solve_serial(systems, system, end, serial, of_serial);
    double t2 = omp_get_wtime();

    long wrong = 0, values = 0, evaluations = 0;
    double distance[KINDS] = {0};
    int accepted[KINDS] = {0}, rejected[KINDS] = {0};
    for (int s = 0; s < systems; s++) {
        const int kind = system[s].kind;
        double sum = 0;
        for (int i = 0; i < system[s].equations; i++) {
            const double got = y[s * MOST_EQUATIONS + i], want = serial[s * MOST_EQUATIONS + i];
            const double d = fabs(got - want) / (1 + fabs(want));
            distance[kind] = fmax(distance[kind], d);
            wrong += !(d <= 1e-9);
            sum += got;
        }
        wrong += kind == 2 && !(fabs(sum - 1) < 1e-6);
        wrong += of_device[s].accepted != of_serial[s].accepted || of_device[s].rejected != of_serial[s].rejected;
        wrong += of_device[s].time != end;
        values += system[s].equations + 3;
        accepted[kind] += of_device[s].accepted;
        rejected[kind] += of_device[s].rejected;
        evaluations += 3L * system[s].equations * (of_device[s].accepted + of_device[s].rejected);
    }
    printf("%-18s %10s %10s %12s\n", "systems", "accepted", "rejected", "distance");
    for (int kind = 0; kind < KINDS; kind++)
        printf("%-18s %10d %10d %12.2e\n", kind_name[kind], accepted[kind], rejected[kind], distance[kind]);
    print_rate("device", (double)evaluations, "equations", t1 - t0);
    print_rate("serial", (double)evaluations, "equations", t2 - t1);
    free(system);
    free(of_device);
    free(of_serial);
    free(y);
    free(serial);
    return finish(wrong, values, "values, sums, times and numbers of steps");
}
