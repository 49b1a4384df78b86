/* translate/places.c: places of the preprocessed text in the source's. Both have the same words, line by line, but for
 * macros: a word that a macro has made has no place of its own in the source, and words on either side of it are found
 * by the beginning and the end of their line.
 *
 * needs: both texts, with what analysis has written in them.   sets: nothing.   breaks: nothing. */
#include "translate.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct word {
    uint32_t b, e;
};
struct words { /* of a line, as far as they follow each other */
    int line;
    size_t first, n; /* of text_words.v */
};
struct text_words {
    struct text t;
    VEC(struct word) v;
    VEC(struct words) lines;
};
struct places {
    struct text_words there, here;
    VEC(size_t) line; /* for each of there.lines: the number of here.lines, from 1; 0: none */
};

static uint32_t end_of_word(struct text t, uint32_t at)
{
    uint32_t e = at;
    while (e < t.len && is_word(t.s[e]))
        e++;
    return e > at ? e : next_char(t, at);
}

static void read_words(struct arena *a, struct text t, const struct linemap *lines, const char *path,
                       struct text_words *out)
{
    out->t = t;
    for (uint32_t at = 0; at < t.len;) {
        if (t.s[at] == '#' && (at == 0 || t.s[at - 1] == '\n')) { /* a directive, or the number of a line */
            at = after_line(t, at);
            continue;
        }
        if (isspace((unsigned char)t.s[at])) {
            at++;
            continue;
        }
        struct loc l = linemap_at(lines, at);
        struct word w = {at, end_of_word(t, at)};
        at = w.e;
        if (l.file && strcmp(l.file, path) != 0)
            continue;
        if (!out->lines.n || out->lines.v[out->lines.n - 1].line != l.line)
            vec_push(a, &out->lines, ((struct words){l.line, out->v.n, 0}));
        out->lines.v[out->lines.n - 1].n++;
        vec_push(a, &out->v, w);
    }
}

const struct places *translate_places(struct acc_file *a, const struct acc_file *whole, const struct raw *r)
{
    struct places *p = NEW(a->f->arena, struct places);
    size_t next = 0;
    read_words(a->f->arena, a->t, a->f->src_lines, r->path, &p->here);
    read_words(a->f->arena, whole->t, whole->f->src_lines, r->path, &p->there);
    for_each (const struct words, x, p->there.lines) {
        size_t k = next;
        while (k < p->here.lines.n && p->here.lines.v[k].line != x->line)
            k++;
        bool found = k < p->here.lines.n;
        vec_push(a->f->arena, &p->line, found ? k + 1 : 0);
        next = found ? k + 1 : next;
    }
    return p;
}

static bool is_same_word(const struct places *p, size_t there, size_t here)
{
    struct word x = p->there.v.v[there], y = p->here.v.v[here];
    return x.e - x.b == y.e - y.b && !memcmp(p->there.t.s + x.b, p->here.t.s + y.b, x.e - x.b);
}

/* The word of the source that is the i-th of the line x, which is y there; SIZE_MAX: none is */
static size_t word_in_line(const struct places *p, const struct words *x, const struct words *y, size_t i)
{
    size_t same = 0, last = 0, least = x->n < y->n ? x->n : y->n;
    while (same < least && is_same_word(p, x->first + same, y->first + same))
        same++;
    if (i < same)
        return y->first + i;
    while (last < least - same && is_same_word(p, x->first + x->n - 1 - last, y->first + y->n - 1 - last))
        last++;
    return x->n - i <= last ? y->first + y->n - (x->n - i) : SIZE_MAX;
}

uint32_t translate_place(const struct places *p, uint32_t there, bool end)
{
    for (size_t i = 0; i < p->there.lines.n; i++) {
        const struct words *x = &p->there.lines.v[i];
        for (size_t k = 0; k < x->n; k++) {
            struct word w = p->there.v.v[x->first + k];
            if ((end ? w.e : w.b) != there)
                continue;
            size_t found = p->line.v[i] ? word_in_line(p, x, &p->here.lines.v[p->line.v[i] - 1], k) : SIZE_MAX;
            return found == SIZE_MAX ? 0 : end ? p->here.v.v[found].e : p->here.v.v[found].b;
        }
    }
    return 0;
}
