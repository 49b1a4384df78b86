/* observed.c: what one run of the program showed of the loops that are not proved (runtime/check/observed.c has the
 * file's form): which of them carried a dependence, and which may be trusted for that they carried none. */
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- reading ---- */
/* The next word of a line, up to a tab; the line goes on behind it. */
static char *next_word(char **line)
{
    char *word = *line, *end = word + strcspn(word, "\t");
    *line = end + (*end != 0);
    *end = 0;
    return word;
}

/* FILE:LINE; 0: it is another file's */
static int line_here(const struct annotation *a, char *place)
{
    const char *slash = strrchr(a->u->path, '/'), *own = slash ? slash + 1 : a->u->path;
    char *colon = strrchr(place, ':'), *base;
    if (!colon)
        return 0;
    *colon = 0;
    base = strrchr(place, '/');
    return strcmp(base ? base + 1 : place, own) == 0 ? atoi(colon + 1) : 0;
}

/* The first loop of the line: of each line that one alone is watched. */
static struct judged *loop_at(const struct annotation *a, const char *file, int line)
{
    for_each_pointer (struct judged, j, a->loops)
        if (j->loc.line == line && strcmp(j->loc.file, file) == 0)
            return j;
    return NULL;
}

static struct seen_loop *read_loop(struct annotation *a, char *rest)
{
    const char *file = next_word(&rest);
    struct judged *j = loop_at(a, file, atoi(next_word(&rest)));
    if (!j)
        return NULL;
    struct seen_loop *o = NEW(a->arena, struct seen_loop);
    o->runs = strtoull(next_word(&rest), NULL, 10);
    o->iterations = strtoull(next_word(&rest), NULL, 10);
    o->longest = strtoull(next_word(&rest), NULL, 10);
    o->is_whole = atoi(next_word(&rest));
    j->seen = o;
    return o;
}

static void read_meeting(struct annotation *a, struct seen_loop *o, char *rest)
{
    struct seen_meeting m = {.kind = arena_strdup(a->arena, next_word(&rest))};
    const char *name = next_word(&rest);
    m.name = strcmp(name, "-") == 0 ? NULL : arena_strdup(a->arena, name);
    m.is_scalar = atoi(next_word(&rest));
    m.from = line_here(a, next_word(&rest));
    m.to = line_here(a, next_word(&rest));
    m.distance = strtoul(next_word(&rest), NULL, 10);
    m.times = strtoull(next_word(&rest), NULL, 10);
    vec_push(a->arena, &o->meetings, m);
}

void read_seen(struct annotation *a, const char *text)
{
    struct seen_loop *o = NULL;
    char *save = NULL;
    a->is_observed = true;
    for (char *line = strtok_r(arena_strdup(a->arena, text), "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        const char *word = next_word(&line);
        if (strcmp(word, "run") == 0)
            a->run_words = arena_strdup(a->arena, line);
        else if (strcmp(word, "loop") == 0)
            o = read_loop(a, line);
        else if (strcmp(word, "meets") == 0 && o)
            read_meeting(a, o, line);
    }
}

/* ---- what counts ---- */
static bool is_flow(const struct seen_meeting *m) { return strcmp(m->kind, "flow") == 0; }

/* A variable whose value goes from iteration to iteration in a way that directives have: it counts, or is reduced. */
static bool is_usual_scalar(const struct annotation *a, const struct judged *j, const char *name)
{
    struct loop l = {0};
    bool canonical = j->tree->kind == NODE_FOR && !loop_read_header(&l, j->tree);
    for_each (struct move, m, j->moves)
        if (strcmp(m->var->name, name) == 0)
            return true;
    for_each_in (ref, r, a->u, j->tree->at)
        if (r->var && strcmp(r->var->name, name) == 0)
            return (canonical && r->var == l.iv) || reduction_of(a->u, j->tree, r->var);
    return false;
}

/* Scalars get copies of their own: of these it counts only that a value goes from one iteration to another. */
bool is_told_meeting(const struct annotation *a, const struct judged *j, const struct seen_meeting *m)
{
    if (j->is_borne_out)
        return false;
    return !m->is_scalar || (is_flow(m) && m->name && !is_usual_scalar(a, j, m->name));
}

enum loop_reason observed_reason(const struct annotation *a, const struct judged *j)
{
    const struct seen_loop *o = j->seen;
    if (!o || o->longest < 2)
        return LOOP_NOT_SEEN;
    if (j->is_borne_out)
        return LOOP_SEEN_APART;
    for_each (struct seen_meeting, m, o->meetings)
        if (is_told_meeting(a, j, m))
            return LOOP_SEEN_MEETING;
    bool strange = j->why == LOOP_CALL || j->why == LOOP_STATEMENT || j->why == LOOP_VOLATILE;
    return o->is_whole && !strange ? LOOP_SEEN_APART : LOOP_SEEN_PARTLY;
}

/* ---- trust ---- */
static int first_line(const struct annotation *a, const struct node *n) { return unit_loc(a->u, n->at.begin).line; }
static int last_line(const struct annotation *a, const struct node *n) { return unit_loc(a->u, n->at.end - 1).line; }

static bool is_in_lines(const struct annotation *a, const struct node *n, int line)
{
    return line >= first_line(a, n) && line <= last_line(a, n);
}

static bool stores(const struct node *n)
{
    return n->kind == NODE_ASSIGN || n->kind == NODE_COMPOUND_ASSIGN || n->kind == NODE_INCREMENT;
}

/* Does anything else store to memory in the lines of e's update? */
static bool is_alone_in_lines(const struct annotation *a, const struct judged *j, const struct node *update)
{
    for (const struct node *n = j->tree; n; n = tree_next(j->tree, n))
        if (stores(n) && n != update && !node_var(n->kids[0]) && first_line(a, n) <= last_line(a, update) &&
            last_line(a, n) >= first_line(a, update))
            return false;
    return true;
}

static bool is_own_copy(const struct judged *j, const struct seen_meeting *m)
{
    for_each (struct role_row, r, j->roles)
        if (r->role == ROLE_PRIVATE && m->name && !is_flow(m) && strcmp(r->var->name, m->name) == 0)
            return true;
    return false;
}

/* An update that the directives make atomic, or a reduction */
static bool is_update(const struct annotation *a, const struct judged *j, const struct seen_meeting *m)
{
    for_each (struct reduced_element, e, j->elements)
        if (slice_has(j->tree->at, e->store->at.begin) && is_in_lines(a, e->store, m->from) &&
            is_in_lines(a, e->store, m->to) && is_alone_in_lines(a, j, e->store))
            return true;
    return false;
}

/* j as it is judged if iterations do not meet in memory but where the directives see to it: did the run show that? */
static bool is_borne_out(const struct annotation *a, const struct judged *j, const struct seen_loop *o)
{
    for_each (struct seen_meeting, m, o->meetings)
        if (!m->is_scalar && !is_own_copy(j, m) && !is_update(a, j, m))
            return false;
    return true;
}

static bool is_of_memory(enum loop_reason why)
{
    return why == LOOP_FLOW || why == LOOP_OUTPUT || why == LOOP_OVERLAP || why == LOOP_UNKNOWN_PLACE ||
           why == LOOP_TOO_COMPLEX;
}

bool may_be_trusted(const struct judged *j)
{
    const struct seen_loop *o = j->seen;
    return j->verdict == VERDICT_SERIAL && is_of_memory(j->why) && o && o->is_whole && o->longest >= 2;
}

/* other: j as it is judged when the run is trusted */
void trust(const struct annotation *a, struct judged *j, const struct judged *other)
{
    const struct seen_loop *o = j->seen;
    enum loop_reason why = j->why;
    j->is_borne_out = other->verdict != VERDICT_SERIAL && is_borne_out(a, other, o);
    if (!j->is_borne_out || !a->wishes.trust_observed)
        return;
    *j = *other;
    j->seen = o;
    j->without = why;
    j->why = LOOP_TRUSTED;
    j->is_trusted = j->is_borne_out = true;
}

/* The line above the directive; "": the loop is proved */
const char *trust_comment(const struct annotation *a, const struct judged *j, const char *gap)
{
    const struct seen_loop *o = j->seen;
    bool said = a->run_words && *a->run_words && strlen(a->run_words) < 40 && !strstr(a->run_words, "*/");
    if (!j->is_trusted)
        return "";
    return arena_printf(a->arena, "%s/* Observed, not proved: no two of %llu iterations met in a run%s%s%s. */\n", gap,
                        o->iterations, said ? " (arguments: " : "", said ? a->run_words : "", said ? ")" : "");
}
