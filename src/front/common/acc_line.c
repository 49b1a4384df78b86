/* common/acc_line.c: pragmas that were written as `#pragma acc` (acc/apply.c): the user's words. */
#include "../front_private.h"

#include <stdio.h>
#include <string.h>

void acc_read_mark(struct front *f, struct pragma *p)
{
    enum { LONGEST = 48 };
    char end[LONGEST];
    unsigned line, which;
    p->text_end = p->end;
    for (uint32_t at = p->end; at > p->begin && p->end - at < LONGEST - 1; at--) {
        if (f->src[at] != ' ' || strncmp(f->src + at + 1, ACC_MARK, sizeof ACC_MARK - 1) != 0)
            continue;
        snprintf(end, sizeof end, "%.*s", (int)(p->end - at), f->src + at);
        if (sscanf(end, " " ACC_MARK "%u,%u)", &line, &which) != 2 || line >= f->acc_lines.n ||
            which >= f->acc_lines.v[line]->starts.n || f->acc_lines.v[line]->loc.line != p->loc.line)
            return;
        p->text_end = at;
        p->acc = f->acc_lines.v[line];
        p->acc_start = p->acc->starts.v[which];
        return;
    }
}

/* the token of the user's line that token i of the pragma stands for */
static unsigned token_from(const struct pragma *p, unsigned i)
{
    const struct acc_line *l = p->acc;
    size_t last = p->toks.t.n - 1, at = p->acc_start + (i < last ? i : last);
    return at < l->from.n ? l->from.v[at] : l->from.v[l->from.n - 1];
}

/* Is a pragma of line b nearer than one of line a? Those before the place count first. */
static bool is_nearer(int place, int a, int b)
{
    bool before_a = a && a <= place, before_b = b <= place;
    return !a || (before_b ? !before_a || b > a : !before_a && b < a);
}

bool acc_is_nearest(const struct front *f, struct loc loc)
{
    int nearest = 0;
    bool acc = false;
    for (size_t i = 0; i < f->acc_lines.n; i++)
        if (is_nearer(loc.line, nearest, f->acc_lines.v[i]->loc.line)) {
            nearest = f->acc_lines.v[i]->loc.line;
            acc = true;
        }
    for (size_t i = 0; acc && i < f->pragmas.n; i++)
        if (!f->pragmas.v[i]->acc && is_nearer(loc.line, nearest, f->pragmas.v[i]->loc.line))
            acc = false;
    return acc;
}

struct loc acc_place(const struct pragma *p, unsigned i) { return p->acc->places.v[token_from(p, i)]; }

unsigned acc_length(const struct pragma *p, unsigned i) { return p->acc->toks.t.v[token_from(p, i)].len; }

const char *acc_item_text(struct front *f, const struct pragma *p, unsigned i)
{
    const struct acc_line *l = p->acc;
    unsigned b = token_from(p, i), e = b;
    for (int depth = 0; e < l->toks.t.n && l->toks.t.v[e].kind != TOK_END; e++) {
        char c = l->text[l->toks.t.v[e].off];
        if (depth == 0 && (c == ',' || c == ')'))
            break;
        depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    }
    const struct token *first = &l->toks.t.v[b], *last = &l->toks.t.v[e > b ? e - 1 : b];
    return arena_strndup(f->arena, l->text + first->off, last->off + last->len - first->off);
}

const char *acc_clause_text(struct front *f, const struct pragma *p, unsigned i, bool name)
{
    if (!p->acc)
        return NULL;
    const struct acc_line *l = p->acc;
    unsigned at = token_from(p, i), b = l->first.v[at], e = name ? b + 1 : l->end.v[at];
    if (b >= l->end.v[at])
        return NULL;
    const struct token *first = &l->toks.t.v[b], *last = &l->toks.t.v[e - 1];
    return arena_strndup(f->arena, l->text + first->off, last->off + last->len - first->off);
}
