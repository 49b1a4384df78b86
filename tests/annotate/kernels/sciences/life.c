/* Genes, patients, animals and molecules. Letters: see ../kernels.py. */
#include "sciences.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* 8 the likelihood of a tree, from its leaves to its root */
real likelihood(tree *t, const real p[4][4], const real pi[4])
{
    for (int v = 0; v < t->nodes; v++) { // S
        if (t->left[v] < 0)
            continue;
        const real *l = t->partial[t->left[v]], *r = t->partial[t->right[v]];
        real *here = t->partial[v];
        for (int s = 0; s < t->sites; s++) { // P
            for (int a = 0; a < 4; a++) { // P
                real sl = 0, sr = 0;
                for (int b = 0; b < 4; b++) { // R
                    sl += p[a][b] * l[4 * s + b];
                    sr += p[a][b] * r[4 * s + b];
                }
                here[4 * s + a] = sl * sr;
            }
        }
    }
    const real *root = t->partial[t->nodes - 1];
    real log_likelihood = 0;
    for (int s = 0; s < t->sites; s++) { // R
        real sum = 0;
        for (int a = 0; a < 4; a++) // R
            sum += pi[a] * root[4 * s + a];
        log_likelihood += log(sum);
    }
    return log_likelihood;
}

/* 9 words of a genome, its composition, its other strand */
static int code(char c)
{
    switch (c) {
    case 'A': return 0;
    case 'C': return 1;
    case 'G': return 2;
    default: return 3;
    }
}
long kmers(const char *dna, long n, int k, long *count)
{
    long words = 1L << 2 * k, distinct = 0;
    memset(count, 0, words * sizeof *count);
    for (long i = 0; i + k <= n; i++) { // H
        long word = 0;
        for (int j = 0; j < k; j++) // S
            word = word << 2 | code(dna[i + j]);
        count[word]++;
    }
    for (long w = 0; w < words; w++) // R
        distinct += count[w] > 0;
    return distinct;
}
real gc(const char *dna, long n)
{
    long some = 0, all = 0;
    while (n-- > 0) { // R
        char c = *dna++;
        if (c == 'N')
            continue;
        all++;
        if (c == 'G' || c == 'C')
            some++;
    }
    return all ? (real)some / all : 0;
}
void reverse(const char *dna, long n, char *out)
{
    static const char other[4] = {'T', 'G', 'C', 'A'};
    for (long i = 0; i < n; i++) // P
        out[n - 1 - i] = other[code(dna[i])];
}

/* 10 two sequences side by side */
int align(const char *a, int n, const char *b, int m, int *score, int match, int gap)
{
    int best = 0;
    for (int j = 0; j <= m; j++) // P
        score[j] = 0;
    for (int i = 1; i <= n; i++) { // S
        score[i * (m + 1)] = 0;
        for (int j = 1; j <= m; j++) { // S
            int s = score[(i - 1) * (m + 1) + j - 1] + (a[i - 1] == b[j - 1] ? match : -match);
            int up = score[(i - 1) * (m + 1) + j] - gap, left = score[i * (m + 1) + j - 1] - gap;
            if (up > s)
                s = up;
            if (left > s)
                s = left;
            if (s < 0)
                s = 0;
            score[i * (m + 1) + j] = s;
            if (s > best)
                best = s;
        }
    }
    return best;
}

/* 11 a hidden chain of states */
void hidden(int n, int states, const int *seen, const real *trans, const real *emit, real *alpha, real *scale)
{
    for (int s = 0; s < states; s++) // P
        alpha[s] = emit[seen[0] * states + s] / states;
    scale[0] = 1;
    for (int t = 1; t < n; t++) { // S
        real *now = alpha + t * states;
        const real *before = now - states;
        real total = 0;
        for (int j = 0; j < states; j++) { // R
            real sum = 0;
            for (int i = 0; i < states; i++) // R
                sum += before[i] * trans[i * states + j];
            now[j] = sum * emit[seen[t] * states + j];
            total += now[j];
        }
        scale[t] = total;
        for (int j = 0; j < states; j++) // P
            now[j] /= total;
    }
}

/* 12 an epidemic in many towns, with old and new numbers that change places */
void epidemic(patches *p, const real *mix, real beta, real g, int days)
{
    for (int d = 0; d < days; d++) { // S
        for (int a = 0; a < p->n; a++) { // P
            real force = 0;
            for (int b = 0; b < p->n; b++) // R
                force += mix[a * p->n + b] * p->i[b];
            real fresh = beta * force * p->s[a], healed = g * p->i[a];
            p->s2[a] = p->s[a] - fresh;
            p->i2[a] = p->i[a] + fresh - healed;
            p->r2[a] = p->r[a] + healed;
        }
        real *t;
        t = p->s, p->s = p->s2, p->s2 = t;
        t = p->i, p->i = p->i2, p->i2 = t;
        t = p->r, p->r = p->r2, p->r2 = t;
    }
}

/* 13 species that move between patches and eat each other */
void disperse(int patches, int species, const real *move, const real *now, real *then)
{
    for (int p = 0; p < patches; p++) { // P
        for (int s = 0; s < species; s++) { // P
            real come = 0, go = 0;
            for (int q = 0; q < patches; q++) { // R
                if (q == p)
                    continue;
                come += move[q * patches + p] * now[q * species + s];
                go += move[p * patches + q];
            }
            real x = now[p * species + s];
            real eaten = s + 1 < species ? 0.1 * x * now[p * species + s + 1] : 0;
            then[p * species + s] = fmax(0, x + come - go * x - eaten);
        }
    }
}

/* 14 reactions in cells, in small steps */
void kinetics(int cells, int species, int reactions, real *y, const int (*in)[2], const int (*out)[2], const real *rate, real dt, int sub)
{
    for (int c = 0; c < cells; c++) { // S
        real *here = y + (long)c * species;
        real dot[16];
        for (int s = 0; s < sub; s++) { // S
            for (int k = 0; k < species; k++) // P
                dot[k] = 0;
            for (int r = 0; r < reactions; r++) { // H
                real q = rate[r] * here[in[r][0]] * here[in[r][1]];
                dot[in[r][0]] -= q;
                dot[in[r][1]] -= q;
                dot[out[r][0]] += q;
                dot[out[r][1]] += q;
            }
            for (int k = 0; k < species; k++) { // P
                here[k] += dt / sub * dot[k];
                if (here[k] < 0)
                    here[k] = 0;
            }
        }
    }
}
