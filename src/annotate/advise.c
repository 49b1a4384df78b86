/* advise.c: what `gantry advise` says: which data stays on the device between the user's constructs, and which may not,
 * with the reason; and which findings of a profile that mends. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

#define REASON(E, ID, TEXT) {ID, TEXT},
static const struct {
    const char *id, *text;
} reasons[] = {
    {"", ""},
#include "reasons.def"
};
#undef REASON

struct observation {
    const char *id, *item;
    int line;
    bool told;
};
typedef VEC(struct observation) observations;

static void read_observations(struct annotation *a, char *text, observations *all)
{
    char *line, *rest = text;
    while (text && (line = strtok_r(rest, "\n", &rest))) {
        char *place = strchr(line, ' '), *item = place ? strchr(place + 1, ' ') : NULL;
        if (!item)
            continue;
        *place = *item = 0;
        vec_push(a->arena, all, (struct observation){line, item + 1, atoi(place + 1), false});
    }
}

static bool is_at(const struct annotation *a, const struct judged *j, int line)
{
    const struct node *body = node_kid(j->tree, 0);
    int last = body ? unit_place(a->u, body->at.begin).line : j->loc.line;
    return j->loc.line <= line && (line < last || line == j->loc.line);
}

/* Does the list item begin with the name? */
static bool is_of(const char *item, const char *name)
{
    size_t n = strlen(name);
    return strncmp(item, name, n) == 0 && !isalnum((unsigned char)item[n]) && item[n] != '_';
}

/* name "": of whatever the construct maps */
static void print_observed(const struct annotation *a, observations *all, const struct judged *j, const char *name,
                           FILE *f)
{
    for_each (struct observation, o, *all) {
        if (o->told || !is_at(a, j, o->line) || (*name && !is_of(o->item, name)))
            continue;
        fprintf(f, "  observed  line %d: %s [%s]\n", o->line, o->item, o->id);
        o->told = true;
    }
}

static void print_range(const struct annotation *a, unsigned number, observations *all, FILE *f)
{
    const struct data_range *r = &a->ranges.v[number];
    struct loc first = unit_place(a->u, r->first->at.begin), last = unit_place(a->u, r->last->at.end - 1);
    fprintf(f, "%s:%d: data stays on the device, to line %d: proved [%s]\n", first.file, first.line, last.line,
            reasons[LOOP_STAYS].id);
    if (r->entry)
        fprintf(f, "  before it const int %s = %s;\n", r->kept, r->entry);
    if (r->is_entered)
        fprintf(f, "  in        if (%s)\n", r->kept);
    fprintf(f, "  directive %s\n", range_directive(a, r, false));
    if (!r->structured)
        fprintf(f, "  after it  %s\n", range_directive(a, r, true));
    for_each (struct data_update, u, r->updates) {
        int line = unit_place(a->u, u->at->at.begin).line;
        if (u->from)
            fprintf(f, "  line %-5d%s\n", line, update_directive(a, r, u, false));
        if (u->to)
            fprintf(f, "  line %-5d%s, after it\n", line, update_directive(a, r, u, true));
    }
    for_each (struct mended, m, a->mended)
        if (m->range == number)
            print_observed(a, all, m->construct, m->name, f);
}

static bool is_mended(const struct annotation *a, const struct refusal *r)
{
    for_each (struct mended, m, a->mended)
        if (m->construct == r->construct && (!*r->name || strcmp(m->name, r->name) == 0) &&
            a->ranges.v[m->range].has_place)
            return true;
    return false;
}

/* Another one says more of it: which variable. */
static bool is_detailed(const struct annotation *a, const struct refusal *r)
{
    for_each (struct refusal, x, a->refusals)
        if (!*r->name && x != r && x->construct == r->construct && *x->name)
            return true;
    return false;
}

static void print_refusal(const struct annotation *a, const struct refusal *r, observations *all, FILE *f)
{
    fprintf(f, "%s:%d: %s%snot proved: %s [%s]\n", r->construct->loc.file, r->construct->loc.line, r->name,
            *r->name ? ": " : "", reasons[r->why].text, reasons[r->why].id);
    if (r->at) {
        const char *text = text_slice(a->u, r->at->at);
        int n = (int)strcspn(text, "\n");
        bool own = r->at->kind != NODE_CONSTRUCT;
        fprintf(f, "  at        line %d%s%.*s\n", unit_loc(a->u, r->at->off).line, own ? ": " : "", own ? n : 0, text);
    }
    print_observed(a, all, r->construct, r->name, f);
}

static void print_rest(const struct annotation *a, observations *all, FILE *f)
{
    for_each (struct observation, o, *all) {
        bool moves = strcmp(o->id, "GP101") == 0 || strcmp(o->id, "GP102") == 0 || strcmp(o->id, "GP104") == 0;
        enum loop_reason why = a->why_none ? a->why_none : LOOP_NO_STATEMENTS;
        if (o->told)
            continue;
        if (moves)
            fprintf(f, "%s:%d: %s: observed [%s], not proved: %s [%s]\n", a->u->path, o->line, o->item, o->id,
                    reasons[why].text, reasons[why].id);
        else
            fprintf(
                f, "%s:%d: %s: observed [%s]: its clause could change; what the profile proposes is not written here\n",
                a->u->path, o->line, o->item, o->id);
    }
}

/* ---- as JSON ---- */
static void json_member_string(FILE *f, const char *name, const char *value)
{
    fprintf(f, ", \"%s\": ", name);
    json_string(f, value);
}

static void json_begin(FILE *f, const char *file, int line, const char *verdict, enum loop_reason why)
{
    fputs("{\"file\": ", f);
    json_string(f, file);
    fprintf(f, ", \"line\": %d", line);
    json_member_string(f, "verdict", verdict);
    if (why) {
        json_member_string(f, "id", reasons[why].id);
        json_member_string(f, "reason", reasons[why].text);
    }
}

static void json_one_observed(const struct observation *o, bool first, FILE *f)
{
    fprintf(f, "%s{\"id\": \"%s\", \"line\": %d", first ? ", \"observed\": [" : ", ", o->id, o->line);
    json_member_string(f, "item", o->item);
    fputc('}', f);
}

/* Those of the construct; name "": of whatever it maps. *first: none has been written yet */
static void json_observed(const struct annotation *a, observations *all, const struct judged *j, const char *name,
                          bool *first, FILE *f)
{
    for_each (struct observation, o, *all) {
        if (o->told || !is_at(a, j, o->line) || (*name && !is_of(o->item, name)))
            continue;
        json_one_observed(o, *first, f);
        *first = false;
        o->told = true;
    }
}

static void json_update(const struct annotation *a, const struct data_range *r, const struct data_update *u, bool to,
                        bool first, FILE *f)
{
    fprintf(f, "%s{\"line\": %d", first ? ", \"updates\": [" : ", ", unit_place(a->u, u->at->at.begin).line);
    json_member_string(f, to ? "after" : "before", update_directive(a, r, u, to));
    fputc('}', f);
}

static void json_range(const struct annotation *a, unsigned number, observations *all, FILE *f)
{
    const struct data_range *r = &a->ranges.v[number];
    struct loc at = unit_place(a->u, r->first->at.begin);
    bool first = true;
    json_begin(f, at.file, at.line, "stays", LOOP_STAYS);
    fprintf(f, ", \"last\": %d", unit_place(a->u, r->last->at.end - 1).line);
    if (r->entry)
        json_member_string(f, "before", arena_printf(a->arena, "const int %s = %s;", r->kept, r->entry));
    if (r->is_entered)
        json_member_string(f, "if", r->kept);
    json_member_string(f, "directive", range_directive(a, r, false));
    if (!r->structured)
        json_member_string(f, "after", range_directive(a, r, true));
    for_each (struct data_update, u, r->updates)
        for (unsigned to = 0; to < 2; to++)
            if (to ? u->to : u->from) {
                json_update(a, r, u, to, first, f);
                first = false;
            }
    fputs(first ? "" : "]", f);
    first = true;
    for_each (struct mended, m, a->mended)
        if (m->range == number)
            json_observed(a, all, m->construct, m->name, &first, f);
    fputs(first ? "}\n" : "]}\n", f);
}

static void json_refusal(const struct annotation *a, const struct refusal *r, observations *all, FILE *f)
{
    bool first = true;
    json_begin(f, r->construct->loc.file, r->construct->loc.line, "not proved", r->why);
    if (*r->name)
        json_member_string(f, "name", r->name);
    if (r->at)
        fprintf(f, ", \"at\": %d", unit_loc(a->u, r->at->off).line);
    json_observed(a, all, r->construct, r->name, &first, f);
    fputs(first ? "}\n" : "]}\n", f);
}

void advise_json(const struct annotation *a, char *observed, FILE *f)
{
    observations all = {0};
    read_observations((struct annotation *)a, observed, &all);
    if (a->why_none && a->loops.n) {
        json_begin(f, a->u->path, 0, "nothing is proved", a->why_none);
        if (a->why_name)
            json_member_string(f, "name", a->why_name);
        fputs("}\n", f);
    }
    for (unsigned i = 0; i < a->ranges.n; i++)
        if (a->ranges.v[i].has_place)
            json_range(a, i, &all, f);
    for_each (struct refusal, r, a->refusals)
        if (!is_mended(a, r) && !is_detailed(a, r))
            json_refusal(a, r, &all, f);
    for_each (struct observation, o, all) {
        if (o->told)
            continue;
        json_begin(f, a->u->path, o->line, "not written", 0);
        json_one_observed(o, true, f);
        fputs("]}\n", f);
    }
}

void advise_print(const struct annotation *a, char *observed, FILE *f)
{
    observations all = {0};
    read_observations((struct annotation *)a, observed, &all);
    if (a->why_none && a->loops.n)
        fprintf(f, "%s: nothing is proved: %s%s%s [%s]\n", a->u->path, reasons[a->why_none].text,
                a->why_name ? ": " : "", a->why_name ? a->why_name : "", reasons[a->why_none].id);
    for (unsigned i = 0; i < a->ranges.n; i++)
        if (a->ranges.v[i].has_place)
            print_range(a, i, &all, f);
    for_each (struct refusal, r, a->refusals)
        if (!is_mended(a, r) && !is_detailed(a, r))
            print_refusal(a, r, &all, f);
    print_rest(a, &all, f);
}
