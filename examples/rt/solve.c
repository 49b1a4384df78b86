/* solve.c: for each band and each group of rays: sweep, tell the neighbours what left, until what comes in no longer changes;
 * then add the light to the mean intensity and the flux. */
#include "sweep.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
/* Coefficients are computed anew in each sweep where the box has fewer nodes than this and launches cost more than that. */
#define FUSED_BELOW 300000

/* Where the nodes of one face of one ray lie: node i of the face is first + i % across * u + i / across * v. */
struct face {
    long first, u, v, across, nodes;
    long at; /* of its first node in the buffers of light that comes in and leaves */
};

struct solver {
    const struct box *box;
    const struct settings *settings;
    struct gas *gas;
    struct group group;
    const struct ray *rays; /* of the group */
    bool fused;
    struct sweep *sweeps;
    struct face *in_faces, *out_faces; /* three per ray: across x, y and z */
    double *opacity, *source;          /* per node */
    double *in, *out, *before;         /* light at faces, rays * box_faces */
    long face_nodes;                   /* rays * box_faces */
    struct result *result;
};

static long cells_with_layer(const struct box *b) { return (b->cells[0] + 2) * (b->cells[1] + 2) * (b->cells[2] + 2); }

/* The gas at the nodes, from the eight cells around each. */
static void interpolate_to_nodes(struct solver *s)
{
    long nx = s->box->nodes[0], ny = s->box->nodes[1], nz = s->box->nodes[2];
    long row = nx + 1, plane = (nx + 1) * (ny + 1), cells = cells_with_layer(s->box);
    const double *from[] = {s->gas->opacity, s->gas->source};
    double *to[] = {s->opacity, s->source};
    for (int f = 0; f < 2; f++) {
        const double *cell = from[f];
        double *node = to[f];
#pragma omp target teams distribute parallel for collapse(2) map(to : cell[0 : cells])
        for (long z = 0; z < nz; z++)
            for (long y = 0; y < ny; y++) {
                const double *c = &cell[z * plane + y * row];
#pragma omp simd
                for (long x = 0; x < nx; x++)
                    node[(z * ny + y) * nx + x] = 0.125 * (c[x] + c[x + 1] + c[x + row] + c[x + row + 1] + c[x + plane] +
                                                           c[x + plane + 1] + c[x + plane + row] + c[x + plane + row + 1]);
            }
    }
}

/* The side of the box where light comes in (or leaves) across an axis. */
static void face_make(const struct box *b, const long stride[3], int axis, bool upper, long offset, long at, struct face *f)
{
    int u = axis == 0 ? 1 : 0, v = axis == 2 ? 1 : 2;
    *f = (struct face){.first = offset + (upper ? b->nodes[axis] - 1 : 0) * stride[axis],
                       .u = stride[u],
                       .v = stride[v],
                       .across = b->nodes[u],
                       .nodes = b->face[axis],
                       .at = at};
}

/* Prepares sweeps and faces for `count` rays of one axis. */
static void group_make(struct solver *s, const struct ray *rays, int count)
{
    const struct box *b = s->box;
    int axis = rays[0].axis, row_axis = axis == 2 ? 1 : 2, column_axis = axis == 0 ? 1 : 0;
    long at = 0;
    s->rays = rays;
    s->group.rays = count;
    s->group.planes = b->cells[axis];
    s->group.rows = b->cells[row_axis];
    s->group.columns = b->cells[column_axis];
    for (int r = 0; r < count; r++) {
        long stride[3];
        sweep_strides(b, &rays[r], s->settings->transposed, stride);
        sweep_make(b, &rays[r], s->settings->transposed, r * b->size, &s->sweeps[r]);
        for (int a = 0; a < 3; a++) {
            face_make(b, stride, a, rays[r].sign[a] < 0, r * b->size, at, &s->in_faces[3 * r + a]);
            face_make(b, stride, a, rays[r].sign[a] > 0, r * b->size, at, &s->out_faces[3 * r + a]);
            at += b->face[a];
        }
    }
    s->face_nodes = at;
    struct sweep *sweeps = s->sweeps;
    struct face *in_faces = s->in_faces, *out_faces = s->out_faces;
#pragma omp target update to(sweeps[0 : count], in_faces[0 : 3 * count], out_faces[0 : 3 * count])
}

/* What comes in before anything is known: the light of the bottom and the top, and none from the sides. */
static void first_light(struct solver *s, int band)
{
    const struct box *b = s->box;
    double *in = s->in;
    memset(in, 0, s->face_nodes * sizeof *in);
    for (int r = 0; r < s->group.rays; r++) {
        double *z = &in[s->in_faces[3 * r + 2].at];
        bool up = s->rays[r].sign[2] > 0;
        if ((up ? b->below : b->above)[2] >= 0)
            continue;
        for (long y = 0; y < b->nodes[1]; y++)
            for (long x = 0; x < b->nodes[0]; x++)
                z[y * b->nodes[0] + x] = up ? gas_bottom(s->gas, b, band, b->start[0] + x, b->start[1] + y) : gas_top(s->gas, band);
    }
    long n = s->face_nodes;
#pragma omp target update to(in[0 : n])
}

/* Puts light into the faces where it comes in. Axis after axis: faces share edges, and the last one's light counts there. */
static void light_in(struct solver *s)
{
    const struct face *faces = s->in_faces;
    const double *in = s->in;
    double *light = s->group.light;
    int rays = s->group.rays;
    for (int axis = 0; axis < 3; axis++) {
        long nodes = s->box->face[axis];
#pragma omp target teams distribute parallel for collapse(2)
        for (int r = 0; r < rays; r++)
            for (long i = 0; i < nodes; i++) {
                const struct face *f = &faces[3 * r + axis];
                light[f->first + i % f->across * f->u + i / f->across * f->v] = in[f->at + i];
            }
    }
}

static void light_out(struct solver *s)
{
    const struct face *faces = s->out_faces;
    double *out = s->out, *light = s->group.light;
    int rays = s->group.rays;
    for (int axis = 0; axis < 3; axis++) {
        long nodes = s->box->face[axis];
#pragma omp target teams distribute parallel for collapse(2)
        for (int r = 0; r < rays; r++)
            for (long i = 0; i < nodes; i++) {
                const struct face *f = &faces[3 * r + axis];
                out[f->at + i] = light[f->first + i % f->across * f->u + i / f->across * f->v];
            }
    }
    long n = s->face_nodes;
#pragma omp target update from(out[0 : n])
}

static bool not_a_number(const struct solver *s, double value, long i, int band)
{
    if (isfinite(value))
        return false;
    int f = 0;
    while (f + 1 < 3 * s->group.rays && s->in_faces[f + 1].at <= i)
        f++;
    const struct ray *ray = &s->rays[f / 3];
    fprintf(stderr, "rt: the light of ray (%.3f, %.3f, %.3f) in band %d is %g where it crosses the face across %c of part %d, node %ld\n",
            ray->mu[0], ray->mu[1], ray->mu[2], band, value, "xyz"[f % 3], s->box->rank, i - s->in_faces[f].at);
    return true;
}

/* The largest relative change of what comes in. -1: something is not a number, which was said. */
static double change(const struct solver *s, int band)
{
    double largest = 0;
    bool bad = false;
    for (long i = 0; i < s->face_nodes && !bad; i++) {
        double now = s->in[i], was = s->before[i];
        bad = not_a_number(s, now, i, band) || not_a_number(s, s->out[i], i, band);
        if (now != was && !(fabs(now - was) <= largest * fabs(now)))
            largest = now ? fabs(now - was) / fabs(now) : 1;
    }
    if (box_any(s->box, bad))
        return -1;
    return box_greatest(s->box, largest);
}

/* Sweeps, and exchanges light with the neighbours, until that changes by no more than the tolerance. */
static bool converge(struct solver *s, int band)
{
    const struct settings *set = s->settings;
    double *in = s->in;
    long n = s->face_nodes;
    for (int iteration = 1;; iteration++) {
        double start = omp_get_wtime();
        light_in(s);
        sweep_planes(&s->group, set->form, s->fused);
        s->result->seconds += omp_get_wtime() - start;
        s->result->iterations++;
        s->result->sweeps += s->group.rays;
        s->result->planes += s->group.planes;
        light_out(s);
        memcpy(s->before, in, n * sizeof *in);
        box_exchange(s->box, s->rays, s->group.rays, s->out, in);
        double changed = change(s, band);
        if (changed < 0)
            return false;
        if (iteration > s->result->most)
            s->result->most = iteration;
        if (changed <= set->tolerance) {
            s->result->change = fmax(s->result->change, changed);
            return true;
        }
        if (iteration == set->most_iterations) {
            if (s->box->rank == 0)
                fprintf(stderr, "rt: no convergence in %d iterations: light at the faces still changes by %.2g of its value\n",
                        iteration, changed);
            return false;
        }
#pragma omp target update to(in[0 : n])
    }
}

/* Adds the light of a group's rays to mean intensity and flux. */
static void add_up(struct solver *s)
{
    const struct box *b = s->box;
    long nx = b->nodes[0], ny = b->nodes[1], nz = b->nodes[2], size = b->size;
    double *mean = s->result->mean, *fx = s->result->flux[0], *fy = s->result->flux[1], *fz = s->result->flux[2];
    const double *light = s->group.light;
    for (int r = 0; r < s->group.rays; r++) {
        const struct ray *ray = &s->rays[r];
        double w = ray->weight, x_share = 4 * PI * w * ray->mu[0], y_share = 4 * PI * w * ray->mu[1],
               z_share = 4 * PI * w * ray->mu[2];
        long stride[3];
        sweep_strides(b, ray, s->settings->transposed, stride);
        long sx = stride[0], sy = stride[1], sz = stride[2], first = r * size;
#pragma omp target teams distribute parallel for collapse(2)
        for (long z = 0; z < nz; z++)
            for (long y = 0; y < ny; y++) {
                long node = (z * ny + y) * nx, from = first + z * sz + y * sy;
#pragma omp simd
                for (long x = 0; x < nx; x++) {
                    double i = light[from + x * sx];
                    mean[node + x] += w * i;
                    fx[node + x] += x_share * i;
                    fy[node + x] += y_share * i;
                    fz[node + x] += z_share * i;
                }
            }
    }
}

/* Bad values within the box that never reach a face: the first of them, said with its place. */
static bool all_numbers(const struct box *b, const double *mean)
{
    for (long i = 0; i < b->size; i++)
        if (!isfinite(mean[i])) {
            fprintf(stderr, "rt: the mean intensity at node (%ld, %ld, %ld) is %g\n", b->start[0] + i % b->nodes[0],
                    b->start[1] + i / b->nodes[0] % b->nodes[1], b->start[2] + i / b->nodes[0] / b->nodes[1], mean[i]);
            return false;
        }
    return true;
}

/* How many rays from `first` on go in one sweep. */
static int group_size(const struct ray *rays, int count, int first, int wanted)
{
    int n = 1, axis = rays[first].axis;
    while (n < wanted && first + n < count && rays[first + n].axis == axis &&
           (wanted > 4 || rays[first + n].sign[axis] == rays[first].sign[axis]))
        n++;
    return n;
}

static bool solve_band(struct solver *s, const struct ray *rays, int count, int band)
{
    bool good = gas_band(s->gas, s->box, band);
    if (box_any(s->box, !good))
        return false;
    interpolate_to_nodes(s);
    for (int first = 0; first < count; first += s->group.rays) {
        group_make(s, &rays[first], group_size(rays, count, first, s->settings->group));
        if (!s->fused)
            sweep_coefficients(&s->group);
        first_light(s, band);
        if (!converge(s, band))
            return false;
        add_up(s);
    }
    return true;
}

bool solve(const struct box *box, struct gas *gas, const struct ray *rays, int count, const struct settings *settings,
           struct result *result)
{
    struct gantry_graph *graph = NULL;
    struct solver s = {.box = box, .settings = settings, .gas = gas, .result = result};
    long size = box->size, cells = cells_with_layer(box), faces = settings->group * box_faces(box);
    long all = settings->group * size, kept;
    int most = settings->group;
    s.fused = settings->fused < 0 ? size < FUSED_BELOW : settings->fused;
    kept = s.fused ? 1 : all;
    box_needs(6 * size + 3 * faces + 2 * kept + all + 2 * cells);
    *result = (struct result){.mean = box_numbers(size), .flux = {box_numbers(size), box_numbers(size), box_numbers(size)}};
    struct sweep *sweeps = s.sweeps = malloc(most * sizeof *sweeps);
    struct face *in_faces = s.in_faces = malloc(3 * most * sizeof *in_faces);
    struct face *out_faces = s.out_faces = malloc(3 * most * sizeof *out_faces);
    double *opacity = s.opacity = box_numbers(size), *source = s.source = box_numbers(size);
    double *in = s.in = box_numbers(faces), *out = s.out = box_numbers(faces);
    double *decay = box_numbers(kept), *gain = box_numbers(kept), *light = box_numbers(all);
    double *mean = result->mean, *fx = result->flux[0], *fy = result->flux[1], *fz = result->flux[2];
    s.before = box_numbers(faces);
    gas->opacity = box_numbers(cells);
    gas->source = box_numbers(cells);
    s.group = (struct group){.sweeps = sweeps, .opacity = opacity, .source = source, .decay = decay, .gain = gain, .light = light, .graph = &graph};
    bool good = true;
#pragma omp target data map(alloc : sweeps[0 : most], in_faces[0 : 3 * most], out_faces[0 : 3 * most], opacity[0 : size], \
                                source[0 : size], in[0 : faces], out[0 : faces], decay[0 : kept], gain[0 : kept],           \
                                light[0 : all]) map(tofrom : mean[0 : size], fx[0 : size], fy[0 : size], fz[0 : size])
    for (int band = 0; band < gas->bands && good; band++)
        good = solve_band(&s, rays, count, band);
    good = good && !box_any(box, !all_numbers(box, result->mean));
    gantry_graph_free(&graph);
    void *used[] = {sweeps, in_faces, out_faces, opacity, source, in, out, decay, gain, light, s.before, gas->opacity, gas->source};
    for (size_t k = 0; k < sizeof used / sizeof *used; k++)
        free(used[k]);
    return good;
}

void result_free(struct result *r)
{
    free(r->mean);
    for (int a = 0; a < 3; a++)
        free(r->flux[a]);
}
