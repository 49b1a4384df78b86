/* sweep.c: where a group's planes lie in memory, and the coefficients of the formal solution at all their nodes. */
#include "sweep.h"

void sweep_strides(const struct box *box, const struct ray *ray, bool transposed, long stride[3])
{
    if (transposed && ray->axis == 0) { /* y, z, x: planes of x are contiguous */
        stride[1] = 1;
        stride[2] = box->nodes[1];
        stride[0] = box->nodes[1] * box->nodes[2];
        return;
    }
    stride[0] = 1;
    stride[1] = box->nodes[0];
    stride[2] = box->nodes[0] * box->nodes[1];
}

/* row_axis and column_axis: the two other axes, the column's the one that is closer in memory. */
static void lattice_make(const struct box *box, const struct ray *ray, const long stride[3], int row_axis, int column_axis,
                         struct lattice *l)
{
    int axis = ray->axis;
    l->along = ray->sign[axis] * stride[axis];
    l->row = stride[row_axis];
    l->column = stride[column_axis];
    l->first = (ray->sign[axis] > 0 ? 0 : box->nodes[axis] - 1) * stride[axis] + (ray->sign[row_axis] > 0) * l->row +
               (ray->sign[column_axis] > 0) * l->column;
    long by_row = -ray->sign[row_axis] * l->row, by_column = -ray->sign[column_axis] * l->column;
    l->back[0] = -l->along;
    l->back[1] = -l->along + by_row;
    l->back[2] = -l->along + by_column;
    l->back[3] = -l->along + by_row + by_column;
}

void sweep_make(const struct box *box, const struct ray *ray, bool transposed, long offset, struct sweep *s)
{
    int axis = ray->axis, row_axis = axis == 2 ? 1 : 2, column_axis = axis == 0 ? 1 : 0;
    long stride[3];
    sweep_strides(box, ray, transposed, stride);
    lattice_make(box, ray, stride, row_axis, column_axis, &s->light);
    s->light.first += offset;
    sweep_strides(box, ray, false, stride);
    lattice_make(box, ray, stride, row_axis, column_axis, &s->gas);
    double by_row = fabs(ray->mu[row_axis] / ray->mu[axis]), by_column = fabs(ray->mu[column_axis] / ray->mu[axis]);
    s->weight[0] = (1 - by_row) * (1 - by_column);
    s->weight[1] = by_row * (1 - by_column);
    s->weight[2] = (1 - by_row) * by_column;
    s->weight[3] = by_row * by_column;
    s->path = 1 / fabs(ray->mu[axis]);
}

void sweep_coefficients(const struct group *group)
{
    long planes = group->planes, rows = group->rows, columns = group->columns;
    int rays = group->rays;
    const struct sweep *sweeps = group->sweeps;
    const double *opacity = group->opacity, *source = group->source;
    double *decay = group->decay, *gain = group->gain;
#pragma omp target teams distribute parallel for collapse(3)
    for (int r = 0; r < rays; r++)
        for (long k = 1; k <= planes; k++)
            for (long a = 0; a < rows; a++) {
                const struct sweep *s = &sweeps[r];
                long light = s->light.first + k * s->light.along + a * s->light.row;
                long gas = s->gas.first + k * s->gas.along + a * s->gas.row;
#pragma omp simd
                for (long b = 0; b < columns; b++) {
                    long node = light + b * s->light.column;
                    gain[node] = node_gain(opacity, source, s, gas + b * s->gas.column, &decay[node]);
                }
            }
}
