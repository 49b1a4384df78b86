/* advise/write.c: directives as text, with the names that the user has written. */
#include "advise.h"

#include <string.h>

enum { WIDEST = 110 };

/* Adds a clause, on a line of its own where the line would become too long. */
static void add_clause(struct sb *text, size_t *line, const char *clause)
{
    if (text->n - *line + strlen(clause) + 3 > WIDEST) {
        sb_add(text, " \\\n    ");
        *line = text->n - 4;
    } else {
        sb_addc(text, ' ');
    }
    sb_add(text, clause);
}

const char *directive_line(struct arena *ar, const struct region *r, struct rewrite_of w)
{
    char name[128];
    struct sb text = {0};
    size_t line = 0;
    sb_printf(&text, "#pragma omp %s", directive_name(w.leaves, r->dir, name, sizeof name));
    if (w.collapse > 1)
        add_clause(&text, &line, arena_printf(ar, "collapse(%u)", w.collapse));
    for (const struct clause *c = r->clauses; c; c = c->next) {
        bool goes = (w.drops && c->kind == w.drops) || (w.collapse && c->kind == CLAUSE_COLLAPSE) || !c->written;
        if (!goes)
            add_clause(&text, &line, c->written);
    }
    if (w.more && *w.more)
        add_clause(&text, &line, w.more);
    return sb_take(&text, ar);
}

/* ---- of a line of OpenACC ---- */

enum { LEVELS = LEAF_DISTRIBUTE | LEAF_FOR | LEAF_SIMD };

static bool is_all_of_line(struct advice *ad, const struct region *r)
{
    for_each_pointer (const struct region, x, ad->a->unit->regions)
        if (x != r && r->acc_said && x->acc_said == r->acc_said)
            return false;
    return true;
}

/* the leaves of all directives that stand for the line */
static unsigned leaves_of_line(struct advice *ad, const struct region *r)
{
    unsigned leaves = 0;
    for_each_pointer (const struct region, x, ad->a->unit->regions)
        leaves |= x->acc_said == r->acc_said ? x->leaves : 0;
    return leaves;
}

/* the user's clause of that name, "gang(static: 4)"; or the name */
static const char *clause_of_line(const struct acc_said *said, const char *name)
{
    for_each (const struct acc_said_clause, c, said->clauses)
        if (!strcmp(c->name, name))
            return c->text;
    return name;
}

static bool line_has(const struct acc_said *said, const char *name)
{
    for_each (const struct acc_said_clause, c, said->clauses)
        if (!strcmp(c->name, name))
            return true;
    return false;
}

/* The levels of loops with these leaves: threads are workers where they have lanes, or where the user says so. */
static bool is_level(const struct acc_said *said, const char *word, unsigned leaves)
{
    bool threads = leaves & LEAF_FOR, lanes = leaves & LEAF_SIMD;
    bool workers = threads && (lanes || (line_has(said, "worker") && !line_has(said, "vector")));
    return !strcmp(word, "gang")     ? (leaves & LEAF_DISTRIBUTE) != 0
           : !strcmp(word, "worker") ? workers
                                     : lanes || (threads && !workers);
}

/* "parallel loop", where a construct of that name gets loops */
static const char *name_of_line(struct arena *ar, const struct acc_said *said, unsigned leaves)
{
    bool loop = strstr(said->name, "loop") != NULL;
    const char *name = str_starts(said->name, "serial") && leaves & LEAF_TEAMS
                           ? arena_printf(ar, "parallel%s", said->name + strlen("serial"))
                           : said->name;
    return leaves & LEVELS && !loop ? arena_printf(ar, "%s loop", name) : name;
}

const char *acc_directive_line(struct advice *ad, const struct region *r, struct rewrite_of w)
{
    static const char *const levels[] = {"gang", "worker", "vector"}, *const others[] = {"seq", "auto", "independent"};
    const struct acc_said *said = r->acc_said;
    unsigned was = leaves_of_line(ad, r), now = (was & ~r->leaves) | w.leaves;
    bool implied = w.drops == CLAUSE_NUM_TEAMS && !line_has(said, "num_gangs"); /* the one gang of a serial construct */
    bool change = (was ^ now) & LEVELS, dropped = !w.drops || implied;
    struct sb text = {0};
    size_t line = 0;
    if (str_starts(said->name, "kernels") || line_has(said, "device_type") || line_has(said, "dtype"))
        return NULL; /* analysis decides; what is for other devices is not known here */
    sb_printf(&text, "#pragma acc %s", name_of_line(ad->arena, said, now));
    for (size_t i = 0; change && i < sizeof levels / sizeof *levels; i++)
        if (is_level(said, levels[i], now))
            add_clause(&text, &line, clause_of_line(said, levels[i]));
    if (w.collapse > 1)
        add_clause(&text, &line, arena_printf(ad->arena, "collapse(%u)", w.collapse));
    for_each (const struct acc_said_clause, c, said->clauses) {
        bool goes = (w.drops == CLAUSE_NUM_TEAMS && !strcmp(c->name, "num_gangs")) ||
                    (w.collapse && !strcmp(c->name, "collapse"));
        bool chunks = w.drops == CLAUSE_DIST_SCHEDULE && str_starts(c->text, "gang(");
        for (size_t i = 0; change && i < sizeof levels / sizeof *levels; i++)
            goes |= !strcmp(c->name, levels[i]) || !strcmp(c->name, others[i]);
        dropped |= goes || chunks;
        if (!goes)
            add_clause(&text, &line, chunks ? "gang" : c->text);
    }
    if (w.more && *w.more)
        add_clause(&text, &line, w.more);
    return dropped ? sb_take(&text, ad->arena) : NULL;
}

/* ---- edits ---- */

const char *clauses_of(struct arena *ar, const struct independence *in)
{
    struct sb text = {0};
    for_each (const struct summed, x, in->reduced)
        sb_printf(&text, "%sreduction(%s: %s)", text.n ? " " : "", op_name(x->op), x->var->name);
    for (size_t i = 0; i < in->privates.n; i++)
        sb_printf(&text, i ? ", %s" : text.n ? " private(%s" : "private(%s", in->privates.v[i]->name);
    if (in->privates.n)
        sb_addc(&text, ')');
    return text.n ? sb_take(&text, ar) : "";
}

void edit_directive(struct advice *ad, struct finding *f, const struct region *r, struct rewrite_of w)
{
    const char *acc = r->acc_said ? acc_directive_line(ad, r, w) : NULL;
    vec_push(ad->arena, &f->edits,
             ((struct edit){.at = r->loc,
                            .replaces = true,
                            .text = acc ? acc : directive_line(ad->arena, r, w),
                            .whole = acc || !r->acc_said}));
}

void edit_insert(struct advice *ad, struct finding *f, struct loc at, const char *text)
{
    vec_push(ad->arena, &f->edits, ((struct edit){.at = at, .text = text}));
}

void edit_delete(struct advice *ad, struct finding *f, const struct region *r)
{
    vec_push(ad->arena, &f->edits,
             ((struct edit){.at = r->loc, .replaces = true, .text = "", .whole = is_all_of_line(ad, r)}));
}
