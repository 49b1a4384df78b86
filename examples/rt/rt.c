/* rt.c: radiative transfer by short characteristics, the program: options, checks, and the table.
 *
 *     rt [options] [cells | NX,NY,NZ]        default: 16
 *     --problem P       granules (default), constant, beam, plane: gas.c
 *     --rays Q          a4 (default): 24 rays; a2: 8; gN: N polar angles per hemisphere, 4 N azimuths
 *     --bands N         1 (default), 4 or 12 ranges of frequency
 *     --form F          planes, nowait, graph, single, or all (default): how the planes of a sweep are launched
 *     --group N         rays in one sweep: 1 (default), 4 or 8
 *     --transposed      sweeps along x on copies whose planes are contiguous
 *     --fused W         coefficients computed in each sweep: yes, no, or by size (default: auto)
 *     --tolerance T     stop when what crosses faces changes by at most T of its value (default 1e-4, least 1e-12)
 *     --iterations N    give up after N (default 100)
 *     --parts X,Y,Z     of the domain, one per rank (default: all along x)
 *     --write FILE      mean intensity of the whole domain, doubles, x first (not of the beams, which are seen one by one)
 *     --no-check        no comparison with a serial run (granules)
 *     --plant WHAT      opacity=VALUE@X,Y,Z or source=…: a bad cell; bottom=VALUE@X,Y,0: bad light; to see what is said
 *
 * The last line is OK or WRONG; the exit status is 0, 1, or 2 for bad arguments. */
#include "rt.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct options {
    long whole[3];
    int parts[3];
    bool parts_given;
    const char *rays;
    enum problem problem;
    int bands, form; /* form: -1 for all */
    struct settings settings;
    const char *write, *plant;
    bool check;
};

_Noreturn static void bad(const char *what, const char *text)
{
    int rank, ranks;
    box_ranks(&rank, &ranks);
    if (rank == 0)
        fprintf(stderr, "rt: %s: '%s'. The head of rt.c lists all options.\n", what, text);
    box_stop(2);
}

static int word_of(const char *text, const char *const *words, int count, const char *what)
{
    for (int k = 0; k < count; k++)
        if (!strcmp(text, words[k]))
            return k;
    bad(what, text);
}

static double number(const char *text, double low, double high)
{
    char *end;
    double v = strtod(text, &end);
    if (end == text || *end || !(v >= low && v <= high))
        bad("not a number in range", text);
    return v;
}

static int whole(const char *text, int low, int high)
{
    double v = number(text, low, high);
    if (v != (int)v)
        bad("not a whole number", text);
    return (int)v;
}

static int one_of(const char *text, int a, int b, int c)
{
    int n = whole(text, 1, c);
    if (n != a && n != b && n != c)
        bad("not one of the numbers that it can be", text);
    return n;
}

/* "N" or "N,N,N" */
static void three(const char *text, long low, long high, long n[3])
{
    char end;
    if (sscanf(text, "%ld,%ld,%ld%c", &n[0], &n[1], &n[2], &end) != 3) {
        if (sscanf(text, "%ld%c", &n[0], &end) != 1)
            bad("not one number or three with commas", text);
        n[1] = n[2] = n[0];
    }
    for (int a = 0; a < 3; a++)
        if (n[a] < low || n[a] > high)
            bad("a size is out of range", text);
}

static void read_options(int argc, char **argv, struct options *o)
{
    static const char *const sizes[] = {"auto", "no", "yes"};
    *o = (struct options){.whole = {16, 16, 16}, .parts = {1, 1, 1}, .rays = "a4", .bands = 1, .form = -1, .check = true};
    o->settings = (struct settings){.group = 1, .fused = -1, .tolerance = 1e-4, .most_iterations = 100};
    bool sized = false;
    for (int k = 1; k < argc; k++) {
        const char *name = argv[k], *value = k + 1 < argc ? argv[k + 1] : "";
        if (!strcmp(name, "--transposed")) {
            o->settings.transposed = true;
            continue;
        }
        if (!strcmp(name, "--no-check")) {
            o->check = false;
            continue;
        }
        if (strncmp(name, "--", 2)) {
            if (sized)
                bad("a second size of the domain", name);
            three(name, 2, 4096, o->whole);
            sized = true;
            continue;
        }
        k++;
        if (!strcmp(name, "--problem"))
            o->problem = word_of(value, problem_names, PROBLEMS, "no such problem");
        else if (!strcmp(name, "--rays"))
            o->rays = value;
        else if (!strcmp(name, "--bands"))
            o->bands = one_of(value, 1, 4, MAX_BANDS);
        else if (!strcmp(name, "--form"))
            o->form = !strcmp(value, "all") ? -1 : word_of(value, form_names, FORMS, "no such form");
        else if (!strcmp(name, "--group"))
            o->settings.group = one_of(value, 1, 4, 8);
        else if (!strcmp(name, "--fused"))
            o->settings.fused = word_of(value, sizes, 3, "neither yes, no nor auto") - 1;
        else if (!strcmp(name, "--tolerance"))
            o->settings.tolerance = number(value, 1e-12, 1); /* below that rounding decides */
        else if (!strcmp(name, "--iterations"))
            o->settings.most_iterations = whole(value, 1, 1000000000);
        else if (!strcmp(name, "--write"))
            o->write = value;
        else if (!strcmp(name, "--parts")) {
            long n[3];
            three(value, 1, 4096, n);
            for (int a = 0; a < 3; a++)
                o->parts[a] = (int)n[a];
            o->parts_given = true;
        } else if (!strcmp(name, "--plant")) {
            o->plant = value;
            if (!gas_fault(value))
                bad("not opacity=VALUE@X,Y,Z, source=… or bottom=…", value);
        } else
            bad("no such option", name);
    }
}

/* ---- checks: each returns how far the answer is off, and how far it may be ---- */

static double largest_difference(const double *a, const double *b, long n)
{
    double largest = 0;
    for (long i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= largest))
            largest = fabs(a[i] - b[i]);
    return largest;
}

struct answer {
    double error, allowed;
    const char *what;
};

static struct answer check_constant(const struct options *o, const double *all, long n)
{
    struct answer a = {.allowed = 20 * o->settings.tolerance + 1e-12, .what = "distance to 1"};
    for (long i = 0; i < n; i++)
        a.error = fmax(a.error, fabs(all[i] - 1));
    return a;
}

static struct answer check_plane(const struct options *o, const struct gas *gas, const struct box *box, const struct ray *rays, int count,
                                 const double *all)
{
    long nx = box->whole[0] + 1, ny = box->whole[1] + 1, nz = box->whole[2] + 1;
    double h = 1.0 / box->whole[2]; /* convergence.c shows how the error falls with it */
    struct answer a = {.allowed = 0.4 * h + 4 * h * h + 20 * o->settings.tolerance, .what = "distance to the exact answer"};
    for (long z = 0; z < nz; z++)
        for (long i = 0; i < nx * ny; i++)
            a.error = fmax(a.error, fabs(all[z * nx * ny + i] - plane_exact(gas, box, z, rays, count)));
    return a;
}

static struct answer check_serial(const struct options *o, const struct box *box, struct gas *gas, const struct ray *rays, int count,
                                  const struct result *result, const double *all, long n)
{
    /* In one part the serial run does the same operations in another order. With several, what comes from a neighbour is one
     * iteration old; rays of a group go on until all have converged: there both stop within the tolerance. */
    struct answer a = {.allowed = box->ranks == 1 && o->settings.group == 1 ? 1e-11 : 40 * o->settings.tolerance, .what = "distance to a serial run"};
    double *serial = box_numbers(n);
    int iterations = solve_serial(box, gas, rays, count, o->settings.tolerance, serial);
    a.error = largest_difference(all, serial, n);
    free(serial);
    if (box->ranks == 1 && o->settings.group == 1 && iterations != result->iterations) {
        a.error = fabs((double)(iterations - result->iterations));
        a.what = "iterations more or fewer than a serial run";
        a.allowed = 0;
    }
    return a;
}

/* One ray's beam, after k planes of the ray's axis: all that entered is there, around the straight line, and as wide as bilinear
 * interpolation makes it: each plane spreads it by f (1 - f) along an axis on which it moves by f. */
static double beam_error(const struct box *box, const struct ray *ray, const double *light)
{
    long n[3] = {box->whole[0] + 1, box->whole[1] + 1, box->whole[2] + 1}, planes = n[0];
    double worst = 0, share = ray->axis == 2 ? 1 : fabs(ray->mu[2] / ray->mu[ray->axis]);
    for (int a = 0; a < 3; a++)
        planes = n[a] < planes ? n[a] : planes;
    for (long k = 1; k < planes / 2; k++) {
        double sum = 0, first[3] = {0}, second[3] = {0};
        for (long i = 0; i < n[0] * n[1] * n[2]; i++) {
            long at[3] = {i % n[0], i / n[0] % n[1], i / n[0] / n[1]};
            double from[3] = {at[0] - box->whole[0] / 2, at[1] - box->whole[1] / 2, at[2]};
            if (from[ray->axis] != k * ray->sign[ray->axis])
                continue;
            sum += light[i];
            for (int a = 0; a < 3; a++) {
                first[a] += light[i] * from[a];
                second[a] += light[i] * from[a] * from[a];
            }
        }
        worst = fmax(worst, fabs(sum - share));
        for (int a = 0; a < 3; a++) {
            /* A beam that goes along x or y leaves the bottom with its first step. */
            bool leaves = a == 2 && ray->axis != 2;
            double f = fabs(ray->mu[a] / ray->mu[ray->axis]), mean = leaves ? 1 + (k - 1) * f : k * f * ray->sign[a];
            double spread = a == ray->axis ? 0 : (leaves ? k - 1 : k) * f * (1 - f);
            worst = fmax(worst, fabs(first[a] / sum - mean) / k);
            worst = fmax(worst, fabs(second[a] / sum - mean * mean - spread) / k / k);
        }
    }
    return worst;
}

static bool check_beam(const struct options *o, const struct box *box, struct gas *gas, const struct ray *rays, int count,
                       const struct settings *settings, struct result *result)
{
    struct answer a = {.allowed = 1e-12, .what = "distance to a straight beam"};
    (void)o;
    for (int r = 0; r < count; r++) {
        struct ray one = rays[r];
        one.weight = 1;
        if (!solve(box, gas, &one, 1, settings, result))
            return false;
        double *all = box_gather(box, result->mean);
        if (all && one.sign[2] > 0)
            a.error = fmax(a.error, beam_error(box, &one, all));
        for (long i = 0; all && one.sign[2] < 0 && i < (box->whole[0] + 1) * (box->whole[1] + 1) * (box->whole[2] + 1); i++)
            a.error = fmax(a.error, fabs(all[i]));
        free(all);
        result_free(result);
    }
    if (box->rank == 0)
        printf("  %d beams, %s: %.2e, allowed %.2e\n", count, a.what, a.error, a.allowed);
    return a.error <= a.allowed;
}

static bool judge(const struct options *o, const struct box *box, struct gas *gas, const struct ray *rays, int count,
                  const struct result *result, const double *all)
{
    long n = (box->whole[0] + 1) * (box->whole[1] + 1) * (box->whole[2] + 1);
    struct answer a;
    switch (o->problem) {
    case CONSTANT: a = check_constant(o, all, n); break;
    case PLANE: a = check_plane(o, gas, box, rays, count, all); break;
    default:
        if (!o->check)
            return true;
        a = check_serial(o, box, gas, rays, count, result, all, n);
    }
    printf("  %s: %.2e, allowed %.2e\n", a.what, a.error, a.allowed);
    return a.error <= a.allowed;
}

static void row(enum form form, const struct box *box, const struct settings *set, const struct result *r, const double *all)
{
    long n = (box->whole[0] + 1) * (box->whole[1] + 1) * (box->whole[2] + 1);
    double sum = 0, steps = (double)r->sweeps * box->size * box->ranks;
    for (long i = 0; i < n; i++)
        sum += all[i];
    printf("%-7s %5d %10d %5d %9ld %10.4f %10.2f %9.2f   %.12g\n", form_names[form], set->group, r->iterations, r->most, r->planes,
           r->seconds, r->seconds / r->planes * 1e6, steps / r->seconds * 1e-6, sum / n);
}

/* Keeps the first answer, for all forms have to give the same. */
static bool same_as_first(double **first, double *all, long n)
{
    if (!*first) {
        *first = all;
        return true;
    }
    double off = largest_difference(*first, all, n);
    free(all);
    if (off > 1e-12)
        printf("  differs from the first form by %.2e\n", off);
    return off <= 1e-12;
}

static bool write_file(const char *name, const double *all, long n)
{
    FILE *f = fopen(name, "wb");
    bool good = f && fwrite(all, sizeof *all, n, f) == (size_t)n;
    if (f && fclose(f))
        good = false;
    if (!good)
        fprintf(stderr, "rt: cannot write '%s': %s\n", name, strerror(errno));
    return good;
}

/* Returns on each rank what it found itself. */
static bool run(const struct options *o, const struct box *box, struct gas *gas, const struct ray *rays, int count, enum form form,
                double **first)
{
    struct settings settings = o->settings;
    struct result result;
    settings.form = form;
    if (o->problem == BEAM)
        return check_beam(o, box, gas, rays, count, &settings, &result);
    if (!solve(box, gas, rays, count, &settings, &result))
        return false;
    bool good = true;
    double *all = box_gather(box, result.mean);
    if (all) {
        long n = (box->whole[0] + 1) * (box->whole[1] + 1) * (box->whole[2] + 1);
        row(form, box, &settings, &result, all);
        if (!*first)
            good = judge(o, box, gas, rays, count, &result, all) && (!o->write || write_file(o->write, all, n));
        good = same_as_first(first, all, n) && good;
    }
    result_free(&result);
    return good;
}

int main(int argc, char **argv)
{
    struct options o;
    struct ray rays[MAX_RAYS];
    struct box box;
    box_start(&argc, &argv);
    read_options(argc, argv, &o);
    if (!o.parts_given) {
        int rank;
        box_ranks(&rank, &o.parts[0]);
    }
    int count = rays_of(o.rays, rays);
    if (!count)
        bad("no such set of rays", o.rays);
    if (o.problem == BEAM && o.write)
        bad("beams are looked at one by one, and their mean is not written", o.write);
    for (int a = 0; a < 3 && o.problem == BEAM; a++)
        if (o.whole[a] < 4)
            bad("a beam needs 4 cells or more along each axis", "beam");
    if (o.plant && !gas_fault_within(o.whole))
        bad("no such place in the box", o.plant);
    struct gas gas = {.problem = o.problem, .bands = o.bands, .periodic = o.problem != BEAM};
    if (!box_make(&box, o.whole, o.parts, gas.periodic))
        box_stop(2);
    if (box.rank == 0)
        printf("%s, %ld x %ld x %ld cells in %d part%s, %d rays, %d band%s%s\nform    group iterations  most    planes    seconds   "
               "us/plane Msteps/s   mean of J\n",
               problem_names[o.problem], o.whole[0], o.whole[1], o.whole[2], box.ranks, box.ranks == 1 ? "" : "s", count, o.bands,
               o.bands == 1 ? "" : "s", o.settings.transposed ? ", transposed" : "");
    bool good = true;
    double *first = NULL;
    for (int form = 0; form < FORMS && good; form++)
        if (o.form < 0 || o.form == form)
            good = !box_any(&box, !run(&o, &box, &gas, rays, count, form, &first));
    free(first);
    if (box.rank == 0)
        puts(good ? "OK" : "WRONG");
    box_end();
    return good ? 0 : 1;
}
