/* pragma/similar.c: for "did you mean": the word of the tables with the most similar spelling. */
#include "../front_private.h"

#include <string.h>

/* The number of edits that turn one word into the other; swapping two neighbouring letters is one edit. */
static unsigned distance(const char *a, size_t n, const char *b)
{
    unsigned rows[3][32], *before = rows[0], *row = rows[1], *next = rows[2];
    size_t m = strlen(b);
    if (n >= 32 || m >= 32)
        return 99;
    for (size_t j = 0; j <= m; j++)
        row[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        next[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned best = row[j - 1] + (a[i - 1] != b[j - 1]);
            best = row[j] + 1 < best ? row[j] + 1 : best;
            best = next[j - 1] + 1 < best ? next[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && before[j - 2] + 1 < best)
                best = before[j - 2] + 1;
            next[j] = best;
        }
        unsigned *t = before;
        before = row;
        row = next;
        next = t;
    }
    return row[m];
}

static void consider(const char *word, size_t n, const char *name, const char **best, unsigned *best_d)
{
    unsigned d = distance(word, n, name);
    if (d < *best_d && d <= (n > 4 ? 2 : 1)) {
        *best_d = d;
        *best = name;
    }
}

void similar_to(const char *word, size_t n, const char *name, struct similar *s)
{
    s->distance = s->best ? s->distance : 99;
    consider(word, n, name, &s->best, &s->distance);
}

const char *similar_directive(const char *word, size_t n)
{
    const char *best = NULL;
    unsigned d = 99;
    for (int i = 0; i < LEAF_COUNT; i++)
        consider(word, n, leaf_rows[i].name, &best, &d);
    for (int i = DIR_COMBINED + 1; i < DIR_COUNT; i++)
        consider(word, n, directive_rows[i].name, &best, &d);
    return best;
}

const char *similar_clause(const char *word, size_t n)
{
    const char *best = NULL;
    unsigned d = 99;
    for (int i = CLAUSE_NONE + 1; i < CLAUSE_COUNT; i++)
        consider(word, n, clause_rows[i].name, &best, &d);
    for (int i = 0; other_clauses[i]; i++)
        consider(word, n, other_clauses[i], &best, &d);
    return best;
}
