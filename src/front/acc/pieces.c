/* acc/pieces.c: the words of a directive of OpenMP, each with the token of the user's line that it stands for. */
#include "write.h"

#include <string.h>

/* ---- pieces ---- */

static void piece(struct writer *w, unsigned tok, bool copied)
{
    vec_push(w->a->f->arena, &w->o->pieces, ((struct acc_piece){(uint32_t)w->o->text.n, tok, copied}));
}

/* words that stand for the user's token */
void acc_say(struct writer *w, unsigned tok, const char *words)
{
    piece(w, tok, false);
    sb_add(&w->o->text, words);
}

/* the user's tokens */
void acc_copy(struct writer *w, struct range r)
{
    struct slice s = range_slice(&w->ps, r);
    piece(w, r.b, true);
    sb_addn(&w->o->text, w->ps.f->src + s.begin, s.end - s.begin);
}

void acc_say_around(struct writer *w, const struct acc_clause *x, const char *before, const char *after)
{
    acc_say(w, x->at, before);
    if (x->list.b < x->list.e)
        acc_copy(w, x->list);
    acc_say(w, x->all.e - 1, after);
}

void acc_begin(struct writer *w, struct acc_written *out, const char *words)
{
    w->o = &out->v[out->n++];
    acc_say(w, NAME, words);
}

/* x, then y; either may be NULL */
const char *acc_in_turn(struct writer *w, const char *x, const char *y)
{
    return x && y ? arena_printf(w->a->f->arena, "%s\n%s", x, y) : x ? x : y;
}

const char *acc_queue_of(const struct writer *w, const struct acc_clause *x)
{
    return x->list.b < x->list.e ? range_text(&w->ps, x->list) : "-1";
}
