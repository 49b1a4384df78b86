#include "crafts.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 9: what an option is worth, by a lattice with three branches and two buffers */
real trinomial(lattice *l)
{
    int width = 2 * l->steps + 1;
    for (int j = 0; j < width; j++) { // P
        real price = 100 * pow(l->up, j - l->steps);
        l->now[j] = MAX(price - l->strike, 0);
    }
    for (int s = l->steps - 1; s >= 0; s--) { // S
        for (int j = l->steps - s; j <= l->steps + s; j++) { // P
            real hold = (l->now[j - 1] + 4 * l->now[j] + l->now[j + 1]) / 6 * exp(-l->rate);
            real price = 100 * pow(l->up, j - l->steps);
            l->then[j] = MAX(hold, price - l->strike);
        }
        swap_rows(&l->now, &l->then);
    }
    return l->now[l->steps];
}
/* 10: bioinformatics: the best place of a profile in a sequence; how two sequences agree in windows */
int scan_profile(const profile *p, const char *seq, int n, real *best)
{
    static const char letters[] = "ACGT";
    int where = -1;
    *best = -1e30;
    for (int i = 0; i + p->length <= n; i++) { // R
        real s = 0;
        for (int j = 0; j < p->length; j++) { // R
            int a = 0;
            while (a < 3 && letters[a] != seq[i + j]) // S
                a++;
            s += p->score[j * p->width + a];
        }
        if (s > *best) {
            *best = s;
            where = i;
        }
    }
    return where;
}
void dotplot(const char *a, int n, const char *b, int m, int window, unsigned char *restrict dots)
{
    for (int i = 0; i + window <= n; i++) // P
        for (int j = 0; j + window <= m; j++) { // P
            int same = 0;
            for (int k = 0; k < window; k++) // R
                same += a[i + k] == b[j + k];
            dots[i * m + j] = (unsigned char)(2 * same >= window);
        }
}
void align(const char *a, int n, const char *b, int m, int *h)
{
    for (int i = 1; i <= n; i++) // S
        for (int j = 1; j <= m; j++) { // S
            int d = h[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? 2 : -1);
            int g = MAX(h[(i - 1) * (m + 1) + j], h[i * (m + 1) + j - 1]) - 2;
            h[i * (m + 1) + j] = MAX(MAX(d, g), 0);
        }
}
/* 11: kinetics: rates of all reactions in each cell, one step of Runge and Kutta */
static void rates(const mechanism *m, const real *y, real *dy)
{
    for (int s = 0; s < m->species; s++) // P
        dy[s] = 0;
    for (int r = 0; r < m->reactions; r++) { // H
        real f = m->k[r] * y[m->in[r][0]] * y[m->in[r][1]];
        dy[m->in[r][0]] -= f;
        dy[m->in[r][1]] -= f;
        dy[m->out[r][0]] += f;
        dy[m->out[r][1]] += f;
    }
}
void kinetics(const mechanism *m, int cells, real *conc, real dt)
{
    for (int c = 0; c < cells; c++) { // P
        real k1[32], k2[32], y[32];
        real *mine = &conc[c * m->species];
        rates(m, mine, k1);
        for (int s = 0; s < m->species; s++) // P
            y[s] = mine[s] + dt / 2 * k1[s];
        rates(m, y, k2);
        for (int s = 0; s < m->species; s++) // P
            mine[s] += dt * k2[s];
    }
}
/* 12: cars on a road by Nagel and Schreckenberg: the gap ahead, then the road as it is afterwards */
void traffic(road *r, int vmax, const real *chance)
{
    for (int i = 0; i < r->cells; i++) { // P
        if (r->v[i] < 0)
            continue;
        int gap = 1;
        while (gap <= vmax && r->v[(i + gap) % r->cells] < 0) // S
            gap++;
        int v = MIN(r->v[i] + 1, gap - 1);
        if (v > vmax)
            v = vmax;
        if (v > 0 && chance[i] < .3)
            v--;
        r->next[i] = v;
    }
    int *moved = malloc((size_t)r->cells * sizeof *moved);
    for (int i = 0; i < r->cells; i++) // P
        moved[i] = -1;
    for (int i = 0; i < r->cells; i++) // S
        if (r->v[i] >= 0)
            moved[(i + r->next[i]) % r->cells] = r->next[i];
    memcpy(r->v, moved, (size_t)r->cells * sizeof *moved);
    free(moved);
}
/* 13: sound: a filter over each channel, and frames that overlap, added up */
void filter_bank(int channels, int n, const biquad *q, const float *restrict in, float *restrict out)
{
    for (int c = 0; c < channels; c++) { // P
        real x1 = 0, x2 = 0, y1 = 0, y2 = 0;
        const biquad *f = q + c;
        for (int i = 0; i < n; i++) { // S
            real x = in[i], y = f->b0 * x + f->b1 * x1 + f->b2 * x2 - f->a1 * y1 - f->a2 * y2;
            x2 = x1;
            x1 = x;
            y2 = y1;
            y1 = y;
            out[c * n + i] = (float)y;
        }
    }
}
void overlap_add(int frames, int size, int hop, const float *frame, const float *window, float *restrict sound)
{
    for (int f = 0; f < frames; f++) // H
        for (int i = 0; i < size; i++) // P
            sound[f * hop + i] += frame[f * size + i] * window[i];
}
/* 14: robots: where the hand is for each set of angles */
static frame times(const frame *a, const frame *b)
{
    frame c;
    for (int i = 0; i < 4; i++) // P
        for (int j = 0; j < 4; j++) { // P
            c.m[i][j] = 0;
            for (int k = 0; k < 4; k++) // H
                c.m[i][j] += a->m[i][k] * b->m[k][j];
        }
    return c;
}
void hands(int poses, int joints, const real *angle, const real *arm, real (*restrict hand)[3])
{
    for (int p = 0; p < poses; p++) { // P
        frame t = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
        for (int j = 0; j < joints; j++) { // S
            real c = cos(angle[p * joints + j]), s = sin(angle[p * joints + j]);
            frame step = {{{c, -s, 0, arm[j] * c}, {s, c, 0, arm[j] * s}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
            t = times(&t, &step);
        }
        for (int d = 0; d < 3; d++) // P
            hand[p][d] = t.m[d][3];
    }
}
/* 15: an epidemic in towns between which people travel */
void spread(epidemic *e, real dt)
{
    for (int i = 0; i < e->n; i++) { // P
        real force = 0;
        for (int j = 0; j < e->n; j++) { // R
            real people = e->S[j] + e->I[j] + e->R[j];
            force += e->travel[i][j] * e->I[j] / people;
        }
        e->dS[i] = -e->beta * force * e->S[i];
        e->dR[i] = e->gamma * e->I[i];
        e->dI[i] = -e->dS[i] - e->dR[i];
    }
    for (int i = 0; i < e->n; i++) { // P
        e->S[i] += dt * e->dS[i];
        e->I[i] += dt * e->dI[i];
        e->R[i] += dt * e->dR[i];
    }
}
real peak_of(const epidemic *e, int *where)
{
    real most = e->I[0];
    *where = 0;
    for (int i = 1; i < e->n; i++) // R
        if (e->I[i] > most) {
            most = e->I[i];
            *where = i;
        }
    return most;
}
/* 16: seats by D'Hondt in each district; votes of the whole country */
void apportion(election *e, int seats, long *total)
{
    for (int p = 0; p < e->parties; p++) // P
        total[p] = 0;
    for (int d = 0; d < e->districts; d++) // H
        for (int p = 0; p < e->parties; p++) // P
            total[p] += e->votes[d * e->parties + p];
    for (int d = 0; d < e->districts; d++) { // P
        long *v = e->votes + d * e->parties;
        int *s = e->seats + d * e->parties;
        for (int p = 0; p < e->parties; p++) // P
            s[p] = 0;
        for (int k = 0; k < seats; k++) { // S
            int best = 0;
            for (int p = 1; p < e->parties; p++) // R
                if (v[p] * (s[best] + 1) > v[best] * (s[p] + 1))
                    best = p;
            s[best]++;
        }
    }
}
/* 17: structure factors of a crystal, for all reflections with h, k, l up to a limit */
void structure_factors(int hmax, int n, const atom *a, const real f[][4], real *restrict F)
{
    int side = 2 * hmax + 1;
    for (int h = -hmax; h <= hmax; h++) // P
        for (int k = -hmax; k <= hmax; k++) // P
            for (int l = -hmax; l <= hmax; l++) { // P
                real re = 0, im = 0, s2 = (h * h + k * k + l * l) / 400.;
                for (int j = 0; j < n; j++) { // R
                    real ff = f[a[j].kind][0] * exp(-f[a[j].kind][1] * s2) * a[j].occupancy * exp(-a[j].b * s2);
                    real phase = 2 * M_PI * (h * a[j].x + k * a[j].y + l * a[j].z);
                    re += ff * cos(phase);
                    im += ff * sin(phase);
                }
                F[((h + hmax) * side + k + hmax) * side + l + hmax] = sqrt(re * re + im * im);
            }
}
