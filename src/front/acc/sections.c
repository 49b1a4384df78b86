/* acc/sections.c: the memory that pointers lead to in a `kernels` construct, where no clause says which part of it
 * there is: what analysis has found that its loops touch becomes a clause, as a user would write it.
 *
 * needs: the text, front_options.facts.   sets: nothing.   breaks: nothing. */
#include "prove.h"

#include <ctype.h>
#include <string.h>

/* ---- what is said already ---- */

/* Is the name in clauses of the line, or is all that has none said to be an error, or present? */
static bool is_settled(const struct prover *p, struct span line, const char *name)
{
    const struct acc_construct *c = acc_read_line(p, line);
    return acc_lists_word(p->f, c, name, strlen(name)) || acc_find(c, ACC_CLAUSE_DEFAULT);
}

/* Does a data construct around the place list the pointer, or say what holds for those that are not listed? */
static bool is_listed_around(const struct prover *p, uint32_t place, const char *name)
{
    for (uint32_t at = 0; at < place; at = after_line(p->t, at)) {
        struct span line = acc_line_at(p, at);
        bool data = acc_begins(p, line, "data") || acc_begins(p, line, "host_data");
        if (data && is_settled(p, line, name) && after_statement(p->t, line.e) > place)
            return true;
    }
    return false;
}

static bool leads_to_device(const struct prover *p, const char *name)
{
    for_each (const struct span, n, p->devices)
        if (strlen(name) == n->e - n->b && !memcmp(name, p->t.s + n->b, n->e - n->b))
            return true;
    return false;
}

static bool is_wanted(const struct prover *p, struct span line, const struct section_fact *s)
{
    return !p->f->options->no_acc_sections && !is_settled(p, line, s->name) && !leads_to_device(p, s->name) &&
           !is_listed_around(p, line.b, s->name);
}

/* ---- clauses ---- */

static void add_clause(struct sb *b, const char *clause, const char *item) { sb_printf(b, " %s(%s)", clause, item); }

const char *acc_sections(const struct prover *p, struct span line, const struct loop_fact *x)
{
    struct sb b = {0};
    for_each (const struct section_fact, s, x->sections)
        if (is_wanted(p, line, s))
            add_clause(&b, !s->written ? "copyin" : s->read ? "copy" : "copyout", s->item);
    if (!b.n)
        return "";
    const char *clauses = sb_take(&b, p->f->arena);
    return acc_has_types(p, line) ? arena_printf(p->f->arena, " __gantry_proved%s", clauses) : clauses;
}

/* ---- of several loops ---- */

/* May the statement store to a variable that the text names, or declare it? */
static bool may_set(const struct prover *p, struct span s, const char *words)
{
    for (uint32_t at = s.b; at < s.e; at++) {
        uint32_t end = at;
        while (is_word(p->t.s[end]))
            end++;
        if (end == at)
            continue;
        const char *next = p->t.s + end + strspn(p->t.s + end, " \t\n");
        bool compares = next[0] == '=' && next[1] == '=', steps = next[0] == next[1] && strchr("+-", next[0]),
             assigns = (strchr("+-*/%&|^", next[0]) && next[1] == '=') || (next[0] == '=' && !compares) ||
                       ((next[0] == '<' || next[0] == '>') && next[1] == next[0] && next[2] == '=');
        bool before = at > s.b + 1 && p->t.s[at - 1] == p->t.s[at - 2] && strchr("+-", p->t.s[at - 1]);
        bool takes_address = at > s.b && p->t.s[at - 1] == '&';
        if ((steps || assigns || before || takes_address) && has_word(words, strlen(words), p->t.s + at, end - at))
            return true;
        at = end;
    }
    return false;
}

void acc_add_sections(struct prover *p, struct span line, const struct loop_fact *x, section_list *list)
{
    for (size_t i = 0; x && i < x->sections.n; i++) {
        const struct section_fact *s = &x->sections.v[i];
        struct section_fact *known = NULL;
        for_each (struct section_fact, k, *list)
            known = strcmp(k->name, s->name) == 0 ? k : known;
        if (!known && is_wanted(p, line, s))
            vec_push(p->f->arena, list, *s);
        else if (known && known->item && strcmp(known->item, s->item) != 0)
            known->item = NULL; /* it is not the same part in all */
        else if (known)
            known->written = known->written || s->written;
    }
}

/* Is every use of the name there `p[0]` or the last element of `p[0:n]`, `p[0:n > 0 ? n : 0]`? */
static bool stays_within(const struct prover *p, struct span s, const char *name, const char *item)
{
    size_t n = strlen(name);
    const char *length = str_starts(item + n, "[0:") ? item + n + strlen("[0:") : "";
    size_t whole = strcspn(length, " ]");
    const char *last = arena_printf(p->f->arena, "%.*s-1", (int)whole, length);
    for (uint32_t at = s.b; *length && at < s.e;
         at += is_word(p->t.s[at]) ? (uint32_t)acc_word_length(p->t.s + at) : 1) {
        if (acc_word_length(p->t.s + at) != n || memcmp(p->t.s + at, name, n) != 0)
            continue;
        struct sb index = {0};
        const char *t = p->t.s + at + n;
        for (t += strspn(t, " "); *t && *t != ']'; t++)
            if (*t != ' ')
                sb_addc(&index, *t);
        const char *used = sb_take(&index, p->f->arena);
        if (strcmp(used, "[0") != 0 && (*used != '[' || strcmp(used + 1, last) != 0))
            return false;
    }
    return *length != 0;
}

void acc_limit_sections(struct prover *p, struct span statement, const struct loop_fact *x, section_list *list)
{
    for_each (struct section_fact, k, *list) {
        bool known = false;
        for (size_t i = 0; x && i < x->sections.n; i++)
            known = known || strcmp(x->sections.v[i].name, k->name) == 0;
        if (k->item && !known && has_word(p->t.s + statement.b, statement.e - statement.b, k->name, strlen(k->name)) &&
            !stays_within(p, statement, k->name, k->item))
            k->item = NULL;
    }
}

const char *acc_common_sections(struct prover *p, struct span block, section_list *list)
{
    struct sb b = {0};
    for_each (struct section_fact, s, *list) {
        if (s->item && may_set(p, block, s->item))
            s->item = NULL;
        if (s->item)
            add_clause(&b, s->written ? "copy" : "copyin", s->item);
    }
    return b.n ? sb_take(&b, p->f->arena) : "";
}

const char *acc_other_sections(const struct prover *p, struct span line, const struct loop_fact *x,
                               const section_list *common)
{
    struct sb b = {0};
    for (size_t i = 0; x && i < x->sections.n; i++) {
        const struct section_fact *s = &x->sections.v[i];
        bool done = !is_wanted(p, line, s);
        for_each (const struct section_fact, k, *common)
            done = done || (k->item && strcmp(k->name, s->name) == 0);
        if (!done)
            add_clause(&b, !s->written ? "copyin" : s->read ? "copy" : "copyout", s->item);
    }
    return b.n ? sb_take(&b, p->f->arena) : "";
}
