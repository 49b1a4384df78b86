/* Functions of twenty more laboratories, whose truths were written before they were judged, once. The letters are the truths: see kernels.py. */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { int rows, cols; float *w, *b, *act, *delta; } layer;
typedef struct { int nx, ny, nz; double *rho, *phi; double h; } mesh;
typedef struct { int n, capacity; double *x, *y, *z, *vx, *vy, *vz, *q; } swarm;
typedef struct { int feature, left, right; float cut, value; } fork;
typedef struct { double spot, strike, years, rate, sigma; } deal;
typedef struct { int nv, nt; float (*v)[3]; int (*t)[3]; float (*normal)[3]; } surface;
typedef struct { int members, dim; double **state; double *mean; } ensemble;

/* 1 a layer of a network: forward, and the errors back */
void forward(layer *l, const float *in)
{
    for (int r = 0; r < l->rows; r++) { // P
        float s = l->b[r];
        for (int c = 0; c < l->cols; c++) // R
            s += l->w[r * l->cols + c] * in[c];
        l->act[r] = s > 0 ? s : 0.01f * s;
    }
}
void backward(layer *l, const float *in, float *before, float rate)
{
    for (int c = 0; c < l->cols; c++) { // P
        float s = 0;
        for (int r = 0; r < l->rows; r++) // R
            s += l->w[r * l->cols + c] * l->delta[r];
        before[c] = s;
    }
    for (int r = 0; r < l->rows; r++) { // P
        float step = rate * l->delta[r];
        for (int c = 0; c < l->cols; c++) // P
            l->w[r * l->cols + c] -= step * in[c];
        l->b[r] -= step;
    }
}

/* 2 charges to a mesh and forces back, by weights of eight corners */
static int corner(const mesh *m, int i, int j, int k)
{
    return (k * m->ny + j) * m->nx + i;
}
void deposit(mesh *m, const swarm *s)
{
    memset(m->rho, 0, sizeof *m->rho * m->nx * m->ny * m->nz);
    for (int p = 0; p < s->n; p++) { // H
        int i = s->x[p] / m->h, j = s->y[p] / m->h, k = s->z[p] / m->h;
        double fx = s->x[p] / m->h - i, fy = s->y[p] / m->h - j, fz = s->z[p] / m->h - k;
        for (int c = 0; c < 8; c++) { // H
            double w = (c & 1 ? fx : 1 - fx) * (c & 2 ? fy : 1 - fy) * (c & 4 ? fz : 1 - fz);
            m->rho[corner(m, i + (c & 1), j + (c >> 1 & 1), k + (c >> 2))] += w * s->q[p];
        }
    }
}
double push(swarm *s, const mesh *m, double dt)
{
    double energy = 0;
    for (int p = 0; p < s->n; p++) { // R
        int i = s->x[p] / m->h, j = s->y[p] / m->h, k = s->z[p] / m->h;
        double ex = (m->phi[corner(m, i, j, k)] - m->phi[corner(m, i + 1, j, k)]) / m->h;
        s->vx[p] += dt * s->q[p] * ex;
        s->x[p] += dt * s->vx[p];
        s->y[p] += dt * s->vy[p];
        s->z[p] += dt * s->vz[p];
        energy += 0.5 * (s->vx[p] * s->vx[p] + s->vy[p] * s->vy[p] + s->vz[p] * s->vz[p]);
    }
    return energy;
}
int leave(swarm *s, double lo, double hi)
{
    int kept = 0;
    for (int p = 0; p < s->n; p++) { // S
        if (s->x[p] < lo || s->x[p] >= hi)
            continue;
        s->x[kept] = s->x[p];
        s->q[kept++] = s->q[p];
    }
    return s->n = kept;
}

/* 3 spins on a board of two colors, with numbers that come from the place */
static uint32_t mix(uint32_t x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}
long ising(int n, signed char *spin, double beta, int sweeps)
{
    long sum = 0;
    for (int s = 0; s < sweeps; s++) // S
        for (int color = 0; color < 2; color++) // S
            for (int i = 0; i < n; i++) // P
                for (int j = (i + color) & 1; j < n; j += 2) { // P
                    int near = spin[(i + 1) % n * n + j] + spin[(i + n - 1) % n * n + j] + spin[i * n + (j + 1) % n] + spin[i * n + (j + n - 1) % n];
                    double p = exp(-2 * beta * spin[i * n + j] * near);
                    if (mix(s * n * n + i * n + j) < p * 4294967295.)
                        spin[i * n + j] = -spin[i * n + j];
                }
    for (int k = 0; k < n * n; k++) // R
        sum += spin[k];
    return sum;
}

/* 4 blocks of a picture: cosines, steps, the order of a diagonal */
void cosines(int w, int h, const unsigned char *pix, const float table[8][8], const unsigned char *step, const unsigned char *order, short *out)
{
    for (int by = 0; by < h / 8; by++) // P
        for (int bx = 0; bx < w / 8; bx++) { // P
            float half[8][8], full[8][8];
            for (int y = 0; y < 8; y++) // P
                for (int u = 0; u < 8; u++) { // P
                    float s = 0;
                    for (int x = 0; x < 8; x++) // R
                        s += table[u][x] * (pix[(by * 8 + y) * w + bx * 8 + x] - 128);
                    half[y][u] = s;
                }
            for (int v = 0; v < 8; v++) // P
                for (int u = 0; u < 8; u++) { // P
                    float s = 0;
                    for (int y = 0; y < 8; y++) // R
                        s += table[v][y] * half[y][u];
                    full[v][u] = s;
                }
            short *block = out + 64 * (by * (w / 8) + bx);
            for (int k = 0; k < 64; k++) { // P
                int at = order[k];
                block[k] = (short)lrintf(full[at >> 3][at & 7] / step[at]);
            }
        }
}

/* 5 the likeliest way through states */
double viterbi(int n, int k, const double *enter, const double (*go)[16], const double (*say)[64], const int *heard, int *way)
{
    double now[16], next[16], best = -DBL_MAX;
    int (*from)[16] = malloc(n * sizeof *from);
    for (int s = 0; s < k; s++) // P
        now[s] = enter[s] + say[s][heard[0]];
    for (int t = 1; t < n; t++) { // S
        for (int s = 0; s < k; s++) { // P
            double most = -DBL_MAX;
            int which = 0;
            for (int r = 0; r < k; r++) { // R
                double v = now[r] + go[r][s];
                if (v > most) {
                    most = v;
                    which = r;
                }
            }
            next[s] = most + say[s][heard[t]];
            from[t][s] = which;
        }
        memcpy(now, next, sizeof now);
    }
    int last = 0;
    for (int s = 0; s < k; s++) // R
        if (now[s] > best)
            best = now[s], last = s;
    for (int t = n - 1; t >= 0; t--) { // S
        way[t] = last;
        if (t)
            last = from[t][last];
    }
    free(from);
    return best;
}

/* 6 a mixture of bells */
double mixture(int n, int k, const double *x, double *mean, double *var, double *part, double *resp)
{
    double fit = 0;
    for (int i = 0; i < n; i++) { // R
        double all = 0;
        for (int c = 0; c < k; c++) { // R
            double d = x[i] - mean[c];
            resp[i * k + c] = part[c] * exp(-d * d / (2 * var[c])) / sqrt(2 * M_PI * var[c]);
            all += resp[i * k + c];
        }
        for (int c = 0; c < k; c++) // P
            resp[i * k + c] /= all;
        fit += log(all);
    }
    for (int c = 0; c < k; c++) { // P
        double w = 0, m = 0, v = 0;
        for (int i = 0; i < n; i++) { // R
            w += resp[i * k + c];
            m += resp[i * k + c] * x[i];
        }
        m /= w;
        for (int i = 0; i < n; i++) // R
            v += resp[i * k + c] * (x[i] - m) * (x[i] - m);
        mean[c] = m;
        var[c] = v / w + 1e-9;
        part[c] = w / n;
    }
    return fit;
}

/* 7 trees of questions: what they say, and where to cut */
void predict(int n, int features, const float *x, const fork *f, int trees, const int *root, float *y)
{
    for (int i = 0; i < n; i++) { // P
        const float *row = x + (size_t)i * features;
        float sum = 0;
        for (int t = 0; t < trees; t++) { // R
            int at = root[t];
            while (f[at].feature >= 0) // S
                at = row[f[at].feature] < f[at].cut ? f[at].left : f[at].right;
            sum += f[at].value;
        }
        y[i] = sum;
    }
}
double cut(int n, const unsigned char *bin, const float *grad, int bins, int *where)
{
    double sum[256] = {0}, total = 0, left = 0, best = 0;
    int count[256] = {0}, before = 0;
    for (int i = 0; i < n; i++) { // H
        sum[bin[i]] += grad[i];
        count[bin[i]]++;
        total += grad[i];
    }
    for (int b = 0; b < bins - 1; b++) { // S
        left += sum[b];
        before += count[b];
        if (before == 0 || before == n)
            continue;
        double gain = left * left / before + (total - left) * (total - left) / (n - before);
        if (gain > best) {
            best = gain;
            *where = b;
        }
    }
    return best;
}

/* 8 prices and risks of many deals */
static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}
void price(const deal *d, int n, double *call, double *vega)
{
    for (const deal *end = d + n; d < end; d++) { // P
        double s = d->sigma * sqrt(d->years), u = (log(d->spot / d->strike) + (d->rate + d->sigma * d->sigma / 2) * d->years) / s;
        *call++ = d->spot * normal(u) - d->strike * exp(-d->rate * d->years) * normal(u - s);
        *vega++ = d->spot * exp(-u * u / 2) / sqrt(2 * M_PI) * sqrt(d->years);
    }
}
double worst(int scenarios, int assets, const double *holding, const double *moves, double *loss)
{
    double most = -DBL_MAX;
    for (int s = 0; s < scenarios; s++) { // R
        loss[s] = 0;
        for (int a = 0; a < assets; a++) // R
            loss[s] -= holding[a] * moves[s * assets + a];
        if (loss[s] > most)
            most = loss[s];
    }
    return most;
}

/* 9 normals of a surface, by faces */
void normals(surface *s)
{
    for (int i = 0; i < s->nv; i++) // P
        s->normal[i][0] = s->normal[i][1] = s->normal[i][2] = 0;
    for (int t = 0; t < s->nt; t++) { // H
        const float *a = s->v[s->t[t][0]], *b = s->v[s->t[t][1]], *c = s->v[s->t[t][2]];
        float n[3], u[3], v[3];
        for (int k = 0; k < 3; k++) { // P
            u[k] = b[k] - a[k];
            v[k] = c[k] - a[k];
        }
        for (int k = 0; k < 3; k++) // P
            n[k] = u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3];
        for (int q = 0; q < 3; q++) // H
            for (int k = 0; k < 3; k++) // P
                s->normal[s->t[t][q]][k] += n[k];
    }
    for (int i = 0; i < s->nv; i++) { // P
        float *n = s->normal[i];
        float l = sqrtf(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (l > 0)
            n[0] /= l, n[1] /= l, n[2] /= l;
    }
}

/* 10 a picture smoothed where it is smooth already */
void bilateral(int w, int h, float **in, float **out, int r, float near, float like)
{
    for (int y = 0; y < h; y++) // P
        for (int x = 0; x < w; x++) { // P
            float sum = 0, all = 0;
            for (int v = -r; v <= r; v++) // R
                for (int u = -r; u <= r; u++) { // R
                    int yy = y + v, xx = x + u;
                    if (yy < 0 || yy >= h || xx < 0 || xx >= w)
                        continue;
                    float d = in[yy][xx] - in[y][x], g = expf(-(u * u + v * v) / near - d * d / like);
                    sum += g * in[yy][xx];
                    all += g;
                }
            out[y][x] = sum / all;
        }
}

/* 11 small waves: sums and differences, level by level */
void wavelet(int n, float *a, float *tmp)
{
    for (int len = n; len > 1; len /= 2) { // S
        int half = len / 2;
        for (int i = 0; i < half; i++) { // P
            tmp[i] = (a[2 * i] + a[2 * i + 1]) / 2;
            tmp[half + i] = (a[2 * i] - a[2 * i + 1]) / 2;
        }
        for (int i = 0; i < len; i++) // P
            a[i] = tmp[i];
    }
}

/* 12 distances of pairs in a box, counted */
void pairs(int n, const double (*r)[3], double box, int bins, double *g, long *count)
{
    const double width = box / 2 / bins;
    for (int i = 0; i < n - 1; i++) // H
        for (int j = i + 1; j < n; j++) { // H
            double d2 = 0;
            for (int k = 0; k < 3; k++) { // R
                double d = r[i][k] - r[j][k];
                d -= box * rint(d / box);
                d2 += d * d;
            }
            if (d2 < box * box / 4)
                count[(int)(sqrt(d2) / width)] += 2;
        }
    for (int b = 0; b < bins; b++) { // P
        double lo = b * width, hi = lo + width;
        g[b] = count[b] / (4. / 3 * M_PI * (hi * hi * hi - lo * lo * lo) * n * n / (box * box * box));
    }
}

/* 13 an ensemble of forecasts, brought to what was measured */
void average(ensemble *e)
{
    for (int d = 0; d < e->dim; d++) { // P
        e->mean[d] = 0;
        for (int m = 0; m < e->members; m++) // R
            e->mean[d] += e->state[m][d] / e->members;
    }
}
double analyse(ensemble *e, int seen, double value, double error)
{
    double var = 0;
    average(e);
    for (int m = 0; m < e->members; m++) { // R
        double d = e->state[m][seen] - e->mean[seen];
        var += d * d / (e->members - 1);
    }
    for (int d = 0; d < e->dim; d++) { // S
        double cov = 0;
        for (int m = 0; m < e->members; m++) // R
            cov += (e->state[m][d] - e->mean[d]) * (e->state[m][seen] - e->mean[seen]) / (e->members - 1);
        double gain = cov / (var + error);
        for (int m = 0; m < e->members; m++) // P
            e->state[m][d] += gain * (value - e->state[m][seen]);
    }
    return var;
}

/* 14 a river: what runs off, and how it comes down */
void runoff(int n, const double *rain, int m, const double *unit, double *flow)
{
    for (int t = 0; t < n; t++) { // P
        double q = 0;
        for (int k = 0; k < m && k <= t; k++) // R
            q += unit[k] * rain[t - k];
        flow[t] = q;
    }
}
void route(int reaches, int n, double *q, double c0, double c1, double c2)
{
    for (int r = 1; r < reaches; r++) // S
        for (int t = 1; t < n; t++) // S
            q[r * n + t] = c0 * q[(r - 1) * n + t] + c1 * q[(r - 1) * n + t - 1] + c2 * q[r * n + t - 1];
}

/* 15 ice that flows by its own weight */
void glacier(int nx, int ny, const double *bed, double *h, double *d, double *next, double dt, double dx)
{
    for (int j = 0; j < ny - 1; j++) // P
        for (int i = 0; i < nx - 1; i++) { // P
            int k = j * nx + i;
            double s[4], mid = 0;
            for (int c = 0; c < 4; c++) { // R
                int at = k + (c & 1) + (c >> 1) * nx;
                s[c] = bed[at] + h[at];
                mid += h[at] / 4;
            }
            double gx = (s[1] - s[0] + s[3] - s[2]) / (2 * dx), gy = (s[2] - s[0] + s[3] - s[1]) / (2 * dx);
            d[k] = pow(mid, 5) * (gx * gx + gy * gy);
        }
    for (int j = 1; j < ny - 1; j++) // P
        for (int i = 1; i < nx - 1; i++) { // P
            int k = j * nx + i;
            double e = (d[k] + d[k - nx]) / 2, w = (d[k - 1] + d[k - nx - 1]) / 2;
            double in = e * (bed[k + 1] + h[k + 1] - bed[k] - h[k]) - w * (bed[k] + h[k] - bed[k - 1] - h[k - 1]);
            next[k] = fmax(0, h[k] + dt / (dx * dx) * in);
        }
    for (int k = 0; k < nx * ny; k++) // P
        h[k] = next[k];
}

/* 16 tides: waves of known speed, by least squares */
void tides(int n, const double *t, const double *level, int k, const double *speed, double *a, double *b)
{
    int m = 2 * k + 1;
    double *row = malloc(m * sizeof *row);
    for (int i = 0; i < m * m; i++) // P
        a[i] = 0;
    for (int i = 0; i < m; i++) // P
        b[i] = 0;
    for (int i = 0; i < n; i++) { // H
        row[0] = 1;
        for (int c = 0; c < k; c++) { // P
            row[2 * c + 1] = cos(speed[c] * t[i]);
            row[2 * c + 2] = sin(speed[c] * t[i]);
        }
        for (int p = 0; p < m; p++) { // P
            for (int q = 0; q <= p; q++) // P
                a[p * m + q] += row[p] * row[q];
            b[p] += row[p] * level[i];
        }
    }
    free(row);
    for (int p = 0; p < m; p++) // P
        for (int q = p + 1; q < m; q++) // P
            a[p * m + q] = a[q * m + p];
}

/* 17 a sparse matrix on its side, and one factor of it */
void transpose(int n, int m, const int *ptr, const int *col, const double *val, int *tptr, int *tcol, double *tval)
{
    for (int j = 0; j <= m; j++) // P
        tptr[j] = 0;
    for (int k = 0; k < ptr[n]; k++) // H
        tptr[col[k] + 1]++;
    for (int j = 0; j < m; j++) // S
        tptr[j + 1] += tptr[j];
    for (int i = 0; i < n; i++) // S
        for (int k = ptr[i]; k < ptr[i + 1]; k++) { // S
            int at = tptr[col[k]]++;
            tcol[at] = i;
            tval[at] = val[k];
        }
    for (int j = m; j > 0; j--) // S
        tptr[j] = tptr[j - 1];
    tptr[0] = 0;
}
double diagonal(int n, const int *ptr, const int *col, const double *val, double *d)
{
    double least = DBL_MAX;
    for (int i = 0; i < n; i++) { // R
        d[i] = 0;
        for (int k = ptr[i]; k < ptr[i + 1]; k++) // R
            if (col[k] == i)
                d[i] += val[k];
        least = fmin(least, fabs(d[i]));
    }
    return least;
}

/* 18 lines in a picture: votes, and peaks among them */
int lines(int w, int h, const unsigned char *edge, int angles, int radii, const float *sine, const float *cosine, int *votes, int level, int (*peak)[2])
{
    int found = 0;
    for (int y = 0; y < h; y++) // H
        for (int x = 0; x < w; x++) { // H
            if (!edge[y * w + x])
                continue;
            for (int a = 0; a < angles; a++) { // P
                int r = (int)(x * cosine[a] + y * sine[a]) + radii / 2;
                if (r >= 0 && r < radii)
                    votes[a * radii + r]++;
            }
        }
    for (int a = 1; a < angles - 1; a++) // S
        for (int r = 1; r < radii - 1; r++) { // S
            int v = votes[a * radii + r], top = v >= level;
            for (int da = -1; da <= 1; da++) // R
                for (int dr = -1; dr <= 1; dr++) // R
                    top = top && votes[(a + da) * radii + r + dr] <= v;
            if (top) {
                peak[found][0] = a;
                peak[found++][1] = r;
            }
        }
    return found;
}

/* 19 noise of hills, and a fractal */
static float hash(int x, int y)
{
    return mix(x * 1973u + y * 9277u) / 4294967296.f;
}
void hills(int n, float *z, int octaves)
{
    for (int j = 0; j < n; j++) // P
        for (int i = 0; i < n; i++) { // P
            float sum = 0, size = 1, f = 4.f / n;
            for (int o = 0; o < octaves; o++) { // S
                float x = i * f, y = j * f;
                int u = x, v = y;
                float a = x - u, b = y - v;
                sum += size * ((1 - b) * ((1 - a) * hash(u, v) + a * hash(u + 1, v)) + b * ((1 - a) * hash(u, v + 1) + a * hash(u + 1, v + 1)));
                size /= 2;
                f *= 2;
            }
            z[j * n + i] = sum;
        }
}
long julia(int w, int h, double cr, double ci, unsigned short *escape)
{
    long inside = 0;
    for (int p = 0; p < w * h; p++) { // R
        double x = (p % w - w / 2) * 3. / w, y = (p / w - h / 2) * 3. / h;
        int k = 0;
        do { // S
            double t = x * x - y * y + cr;
            y = 2 * x * y + ci;
            x = t;
        } while (++k < 200 && x * x + y * y < 4);
        escape[p] = k;
        inside += k == 200;
    }
    return inside;
}

/* 20 cars on a ring */
int traffic(int n, int *speed, int *next, int limit, int steps)
{
    int moved = 0;
    for (int s = 0; s < steps; s++) { // S
        for (int i = 0; i < n; i++) // P
            next[i] = -1;
        for (int i = 0; i < n; i++) { // S
            if (speed[i] < 0)
                continue;
            int gap = 1;
            while (gap <= limit && speed[(i + gap) % n] < 0) // S
                gap++;
            int v = speed[i] + 1 < limit ? speed[i] + 1 : limit;
            v = v < gap - 1 ? v : gap - 1;
            next[(i + v) % n] = v;
            moved += v;
        }
        for (int i = 0; i < n; i++) // P
            speed[i] = next[i];
    }
    return moved;
}

/* 21 currents in a net of wires, by turns of two arrays */
double relax(int nodes, const int *first, const int *to, const double *wire, double *v, const unsigned char *fixed, double *fresh, int rounds)
{
    double most = 0;
    for (int r = 0; r < rounds; r++) { // S
        most = 0;
        for (int i = 0; i < nodes; i++) { // R
            double up = 0, down = 0;
            if (fixed[i]) {
                fresh[i] = v[i];
                continue;
            }
            for (int e = first[i]; e < first[i + 1]; e++) { // R
                up += wire[e] * v[to[e]];
                down += wire[e];
            }
            fresh[i] = up / down;
            double d = fabs(fresh[i] - v[i]);
            most = d > most ? d : most;
        }
        double *t = v;
        v = fresh;
        fresh = t;
    }
    return most;
}

/* 22 runs of equal letters, and letters moved to the front */
int runs(const unsigned char *in, int n, unsigned char *out)
{
    int m = 0;
    for (int i = 0; i < n;) { // S
        int k = i;
        while (k < n && in[k] == in[i] && k - i < 255) // S
            k++;
        out[m++] = k - i;
        out[m++] = in[i];
        i = k;
    }
    return m;
}
void front(unsigned char *text, int n)
{
    unsigned char list[256];
    for (int i = 0; i < 256; i++) // P
        list[i] = i;
    for (int i = 0; i < n; i++) { // S
        int at = 0;
        while (list[at] != text[i]) // S
            at++;
        unsigned char c = list[at];
        for (int k = at; k > 0; k--) // S
            list[k] = list[k - 1];
        list[0] = c;
        text[i] = at;
    }
}
