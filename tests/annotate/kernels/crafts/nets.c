#include "crafts.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* 18: layers of neurons: forward, back, gradients, the loss */
void forward(layer *l, const float *in)
{
    for (int o = 0; o < l->out; o++) { // P
        float sum = l->b[o];
        const float *w = l->w + (size_t)o * l->in;
        for (int i = 0; i < l->in; i++) // R
            sum += w[i] * in[i];
        l->z[o] = sum;
        l->a[o] = sum > 0 ? sum : 0;
    }
}
void backward(layer *l, const layer *next, const float *in)
{
    for (int o = 0; o < l->out; o++) { // P
        float sum = 0;
        for (int k = 0; k < next->out; k++) // R
            sum += next->w[k * next->in + o] * next->delta[k];
        l->delta[o] = l->z[o] > 0 ? sum : 0;
    }
    for (int o = 0; o < l->out; o++) { // P
        l->gb[o] += l->delta[o];
        for (int i = 0; i < l->in; i++) // P
            l->gw[o * l->in + i] += l->delta[o] * in[i];
    }
}
float softmax(int n, float *x, int label)
{
    float most = x[0], sum = 0;
    for (int i = 1; i < n; i++) // R
        if (x[i] > most)
            most = x[i];
    for (int i = 0; i < n; i++) { // R
        x[i] = expf(x[i] - most);
        sum += x[i];
    }
    for (int i = 0; i < n; i++) // P
        x[i] /= sum;
    return -logf(x[label]);
}
/* 19: compression: how often bytes and pairs occur, bits that this needs, runs */
real bits_needed(const unsigned char *p, size_t n, unsigned *pairs)
{
    unsigned count[256];
    real bits = 0;
    for (int i = 0; i < 256; ++i) // P
        count[i] = 0;
    for (size_t i = 0; i < n; ++i) // H
        ++count[p[i]];
    for (size_t i = 1; i < n; ++i) // H
        pairs[p[i - 1] << 8 | p[i]]++;
    for (int i = 0; i < 256; ++i) // R
        if (count[i])
            bits -= count[i] * log2((real)count[i] / (real)n);
    return bits;
}
size_t runs(const unsigned char *p, size_t n, unsigned char *out)
{
    size_t o = 0, i = 0;
    while (i < n) { // S
        size_t j = i + 1;
        while (j < n && p[j] == p[i] && j - i < 255) // S
            j++;
        out[o++] = (unsigned char)(j - i);
        out[o++] = p[i];
        i = j;
    }
    return o;
}
/* 20: orbits: where planets are at each time */
real kepler(real mean, real e)
{
    real E = mean, d;
    int n = 0;
    do { // S
        d = (E - e * sin(E) - mean) / (1 - e * cos(E));
        E -= d;
    } while (fabs(d) > 1e-12 && ++n < 30);
    return E;
}
void ephemeris(const orbit *o, int bodies, const real *when, int times, real *restrict xyz)
{
    for (int t = 0; t < times; t++) // P
        for (int b = 0; b < bodies; b++) { // P
            const orbit *p = &o[b];
            real n = 1 / sqrt(p->a * p->a * p->a), E = kepler(p->m0 + n * when[t], p->e);
            real x = p->a * (cos(E) - p->e), y = p->a * sqrt(1 - SQ(p->e)) * sin(E);
            real *r = xyz + 3 * (t * bodies + b);
            r[0] = x * cos(p->peri) - y * sin(p->peri);
            r[1] = (x * sin(p->peri) + y * cos(p->peri)) * cos(p->i);
            r[2] = (x * sin(p->peri) + y * cos(p->peri)) * sin(p->i);
        }
}
/* 21: optics: what a stack of thin films reflects, for each colour */
real planck_weight(real wave, real t)
{
    return 1 / (wave * wave * wave * wave * wave * (exp(1.4388e7 / (wave * t)) - 1));
}
real films(int colours, int layers, const real *index, const real *thick, real *restrict reflected)
{
    real all = 0, norm = 0;
    for (int c = 0; c < colours; c++) { // R
        real wave = 400 + 300. * c / colours;
        real m[2][2][2] = {{{1, 0}, {0, 0}}, {{0, 0}, {1, 0}}};
        for (int l = 0; l < layers; l++) { // S
            real d = 2 * M_PI * index[l] * thick[l] / wave, cs = cos(d), sn = sin(d);
            real s[2][2][2] = {{{cs, 0}, {0, sn / index[l]}}, {{0, index[l] * sn}, {cs, 0}}}, r[2][2][2];
            for (int i = 0; i < 2; i++) // P
                for (int j = 0; j < 2; j++) { // P
                    r[i][j][0] = r[i][j][1] = 0;
                    for (int k = 0; k < 2; k++) { // H
                        r[i][j][0] += m[i][k][0] * s[k][j][0] - m[i][k][1] * s[k][j][1];
                        r[i][j][1] += m[i][k][0] * s[k][j][1] + m[i][k][1] * s[k][j][0];
                    }
                }
            memcpy(m, r, sizeof m);
        }
        real a = m[0][0][0] - m[1][1][0], b = m[0][1][1] - m[1][0][1];
        reflected[c] = (a * a + b * b) / (a * a + b * b + 4);
        real w = planck_weight(wave, 5800);
        all += w * reflected[c];
        norm += w;
    }
    return all / norm;
}
/* 22: a power grid: how far the powers are off, and one sweep of Gauss and Seidel */
real mismatch(const grid_t *g, real *restrict dp, real *restrict dq)
{
    real worst = 0;
    for (int i = 0; i < g->n; i++) { // R
        real p = 0, q = 0;
        for (int k = g->start[i]; k < g->start[i + 1]; k++) { // R
            int j = g->col[k];
            real th = g->va[i] - g->va[j];
            p += g->vm[j] * (g->g[k] * cos(th) + g->b[k] * sin(th));
            q += g->vm[j] * (g->g[k] * sin(th) - g->b[k] * cos(th));
        }
        dp[i] = g->p[i] - g->vm[i] * p;
        dq[i] = g->q[i] - g->vm[i] * q;
        if (fabs(dp[i]) > worst)
            worst = fabs(dp[i]);
        if (fabs(dq[i]) > worst)
            worst = fabs(dq[i]);
    }
    return worst;
}
void relax_angles(grid_t *g, const real *dp)
{
    for (int i = 1; i < g->n; i++) { // S
        real sum = dp[i], diag = 1;
        for (int k = g->start[i]; k < g->start[i + 1]; k++) // R
            if (g->col[k] != i)
                sum += g->b[k] * g->va[g->col[k]];
            else
                diag = g->b[k];
        g->va[i] += .1 * sum / (diag + 10);
    }
}
/* 23: ranks of pages, by those that lead to them */
int pagerank(web *w, real damping, real eps, int most)
{
    int round = 0;
    real change;
    do { // S
        real lost = 0;
        for (int i = 0; i < w->nodes; i++) // R
            if (w->out[i] == 0)
                lost += w->rank[i];
        change = 0;
        for (int i = 0; i < w->nodes; i++) { // R
            real sum = 0;
            for (int k = w->row[i]; k < w->row[i + 1]; k++) // R
                sum += w->rank[w->from[k]] / w->out[w->from[k]];
            w->next[i] = (1 - damping + damping * lost) / w->nodes + damping * sum;
            change += fabs(w->next[i] - w->rank[i]);
        }
        real *t = w->rank;
        w->rank = w->next;
        w->next = t;
    } while (change > eps && ++round < most);
    return round;
}
/* 24: a gas in cells: lists of who is where, forces from the cells around */
int cell_index(const gas *g, int i)
{
    int a = (int)(g->x[i] / g->box * g->side), b = (int)(g->y[i] / g->box * g->side);
    return MIN(MAX(a, 0), g->side - 1) * g->side + MIN(MAX(b, 0), g->side - 1);
}
void sort_into_cells(gas *g)
{
    for (int c = 0; c < g->side * g->side; c++) // P
        g->head[c] = -1;
    for (int i = 0; i < g->n; i++) { // S
        int c = cell_index(g, i);
        g->list[i] = g->head[c];
        g->head[c] = i;
    }
}
real forces(gas *g, real cut)
{
    real energy = 0;
    for (int i = 0; i < g->n; i++) { // R
        int c = cell_index(g, i), cx = c / g->side, cy = c % g->side;
        g->fx[i] = g->fy[i] = 0;
        for (int dx = -1; dx <= 1; dx++) // H
            for (int dy = -1; dy <= 1; dy++) { // H
                int nx = (cx + dx + g->side) % g->side, ny = (cy + dy + g->side) % g->side;
                for (int j = g->head[nx * g->side + ny]; j >= 0; j = g->list[j]) { // S
                    if (j == i)
                        continue;
                    real rx = g->x[i] - g->x[j], ry = g->y[i] - g->y[j];
                    rx -= g->box * rint(rx / g->box);
                    ry -= g->box * rint(ry / g->box);
                    real r2 = rx * rx + ry * ry;
                    if (r2 > cut * cut)
                        continue;
                    real s6 = 1 / (r2 * r2 * r2 + 1e-3);
                    energy += 2 * (s6 * s6 - s6);
                    g->fx[i] += 24 * (2 * s6 * s6 - s6) * rx / r2;
                    g->fy[i] += 24 * (2 * s6 * s6 - s6) * ry / r2;
                }
            }
    }
    return energy;
}
/* 25: text: how often a word occurs; how documents are like a question */
int occurrences(const char *text, int n, const char *word, int m)
{
    int found = 0;
    for (int i = 0; i <= n - m; i++) { // R
        int j = 0;
        while (j < m && text[i + j] == word[j]) // S
            j++;
        found += j == m;
    }
    return found;
}
int most_alike(int docs, int terms, const float *tf, const float *idf, const float *question, float *restrict score)
{
    int best = 0;
    for (int d = 0; d < docs; d++) { // P
        const float *row = tf + (size_t)d * terms;
        float dot = 0, len = 0;
        for (int t = 0; t < terms; t++) { // R
            float x = row[t] * idf[t];
            dot += x * question[t];
            len += x * x;
        }
        score[d] = len > 0 ? dot / sqrtf(len) : 0;
    }
    for (int d = 1; d < docs; d++) // R
        if (score[d] > score[best])
            best = d;
    return best;
}
