/* explain.c: a paragraph for each loop: the verdict, its reason and place. */
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

static const char *const verdicts[] = {"serial", "parallel under a test", "parallel"};

static const char *object_words(const struct annotation *a, const struct object *o)
{
    if (o->kind == OBJECT_ROWS)
        return text_slice(a->u, o->pointer->at);
    if (o->kind == OBJECT_POINTEE)
        return o->name ? o->name : text_slice(a->u, o->pointer->at);
    return o->var ? o->var->name : "";
}

static const char *const role_words[] = {NULL, "private", "lastprivate", "reduction", "induction", "reduction", "flag"};

static void print_roles(const struct judged *j, FILE *f)
{
    for_each (struct role_row, r, j->roles)
        if (role_words[r->role])
            fprintf(f, "  %-9s %s%s%s\n", role_words[r->role], r->op ? r->op : "", r->op ? ": " : "", r->var->name);
}

static void print_elements(const struct annotation *a, const struct judged *j, FILE *f)
{
    for_each (struct reduced_element, e, j->elements)
        fprintf(f, "  update    %s: %s\n", e->op, text_slice(a->u, e->store->kids[0]->at));
}

static const char *pair_words(const struct annotation *a, const struct pair *p)
{
    const char *x = object_words(a, p->a), *y = object_words(a, p->b);
    return p->a == p->b ? arena_printf(a->arena, "no two rows %s overlap", x)
           : p->same    ? arena_printf(a->arena, "%s and %s are the same or do not overlap", x, y)
                        : arena_printf(a->arena, "%s and %s do not overlap", x, y);
}

static void print_apart(const struct annotation *a, const struct judged *j, FILE *f)
{
    for_each (struct pair, p, j->apart)
        fprintf(f, "  test      %s\n", pair_words(a, p));
    if (j->sizes)
        fprintf(f, "  test      %s\n", j->sizes);
}

/* the places that decide */
static const char *place_words(const struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    sb_printf(&b, "line %d", unit_loc(a->u, j->at->off).line);
    if (j->other)
        sb_printf(&b, " and line %d", unit_loc(a->u, j->other->off).line);
    if (j->var)
        sb_printf(&b, ": %s", j->var->name);
    else if (!node_is_statement(j->at))
        sb_printf(&b, ": %s", text_slice(a->u, j->at->at));
    if (j->other && j->other != j->at)
        sb_printf(&b, " and %s", text_slice(a->u, j->other->at));
    if (j->has_distance)
        sb_printf(&b, ", %ld iteration%s apart", labs(j->distance), labs(j->distance) == 1 ? "" : "s");
    return sb_take(&b, a->arena);
}

static void print_place(const struct annotation *a, const struct judged *j, FILE *f)
{
    if (j->verdict == VERDICT_SERIAL && j->at)
        fprintf(f, "  at        %s\n", place_words(a, j));
}

const char *verdict_said(const struct annotation *a, const struct judged *j)
{
    bool at = j->verdict == VERDICT_SERIAL && j->at;
    return arena_printf(a->arena, "%s: %s%s%s [%s]", verdicts[j->verdict], reasons[j->why].text, at ? ", " : "",
                        at ? place_words(a, j) : "", reasons[j->why].id);
}

static void print_asserted(const struct judged *j, FILE *f)
{
    for_each (struct asserted, x, j->asserted)
        fprintf(f, "  asserted  %s (line %d)%s\n", x->text, x->line,
                j->contradicted && str_starts(x->text, "independent") ? ", which is not so" : "");
    if (j->without)
        fprintf(f, "  without   %s [%s]\n", reasons[j->without].text, reasons[j->without].id);
}

/* ---- nests in waves ---- */
static const char *waves_words(const struct annotation *a, const struct waves *w)
{
    return w->is_doacross
               ? arena_printf(a->arena, "ordered %s: %s", sinks_text(a->arena, w), reasons[LOOP_DOACROSS].text)
               : arena_printf(a->arena, "%s: %s", waves_sum(a->arena, w), reasons[LOOP_WAVES].text);
}

static const char *waves_id(const struct waves *w) { return reasons[w->is_doacross ? LOOP_DOACROSS : LOOP_WAVES].id; }

/* The test in the output, NULL: there is none */
static const char *test_of_output(const struct annotation *a, const struct judged *j)
{
    const char *pays = j->waves && !j->waves->is_doacross && !j->is_held ? j->waves->pays : NULL;
    return both_tests(a->arena, pays, j->guard);
}

/* ---- what a run showed ---- */
static const char *meeting_words(const struct annotation *a, const struct seen_meeting *m)
{
    static const struct {
        const char *kind, *words;
    } kinds[] = {{"flow", "an iteration reads what another one wrote"},
                 {"anti", "an iteration writes what another one read before"},
                 {"output", "two iterations store to the same element"}};
    struct sb b = {0};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(m->kind, kinds[i].kind) == 0)
            sb_add(&b, kinds[i].words);
    sb_printf(&b, "%s%s", m->name ? ": " : "", m->name ? m->name : "");
    if (m->from && m->to)
        sb_printf(&b, ", line %d and line %d", m->from, m->to);
    if (m->distance)
        sb_printf(&b, ", %lu iteration%s apart", m->distance, m->distance == 1 ? "" : "s");
    sb_printf(&b, ", %llu time%s", m->times, m->times == 1 ? "" : "s");
    return sb_take(&b, a->arena);
}

static bool is_observed(const struct annotation *a, const struct judged *j)
{
    return a->is_observed && (j->verdict == VERDICT_SERIAL || j->is_trusted);
}

static void print_observed(const struct annotation *a, const struct judged *j, FILE *f)
{
    if (!is_observed(a, j))
        return;
    enum loop_reason why = observed_reason(a, j);
    const struct seen_loop *o = j->seen;
    fprintf(f, "  observed  %s", reasons[why].text);
    if (o && why != LOOP_NOT_SEEN)
        fprintf(f, ": %llu iterations in %llu run%s of the loop", o->iterations, o->runs, o->runs == 1 ? "" : "s");
    fprintf(f, " [%s]\n", reasons[why].id);
    for (size_t i = 0; o && i < o->meetings.n; i++)
        if (is_told_meeting(a, j, &o->meetings.v[i]))
            fprintf(f, "  seen      %s\n", meeting_words(a, &o->meetings.v[i]));
}

/* j < 512 */
static const char *limit_words(const struct annotation *a, const struct node *n)
{
    const struct node *array = n->kids[0];
    struct scope s = {.a = (struct annotation *)a, .u = a->u};
    const struct node *length = array->type->count > 0 ? NULL : row_length_of(&s, array);
    const char *most =
        length ? text_slice(a->u, length->at) : arena_printf(a->arena, "%lld", (long long)array->type->count);
    return arena_printf(a->arena, "%s < %s", text_slice(a->u, n->kids[1]->at), most);
}

typedef VEC(const char *) text_list;

/* Each once */
static text_list limits_of(const struct annotation *a, const struct judged *j)
{
    text_list all = {0};
    for_each_pointer (const struct node, n, j->limits) {
        const char *words = limit_words(a, n);
        bool known = false;
        for_each (const char *, x, all)
            known |= strcmp(*x, words) == 0;
        if (!known)
            vec_push(a->arena, &all, words);
    }
    return all;
}

/* What each run of its region copies, and why it does not stay on the device */
static void print_copied(const struct annotation *a, const struct judged *j, FILE *f)
{
    for_each (struct refusal, r, a->refusals)
        if (r->construct == j) {
            const char *at = r->at ? arena_printf(a->arena, ", line %d", unit_loc(a->u, r->at->off).line) : "";
            fprintf(f, "  copied    %s, each time: %s%s [%s]\n", *r->name ? r->name : "all that it maps",
                    reasons[r->why].text, at, reasons[r->why].id);
        }
}

static void print_limits(const struct annotation *a, const struct judged *j, FILE *f)
{
    text_list all = limits_of(a, j);
    for_each (const char *, x, all)
        fprintf(f, "%s%s%s", x == all.v ? "  rows      " : ", ", *x, x + 1 == all.v + all.n ? "\n" : "");
}

/* The memory for which there is no section, each name once */
static text_list unmapped_of(const struct annotation *a, const struct judged *j)
{
    text_list all = {0};
    if (j->not_chosen == LOOP_ROW_POINTERS)
        vec_push(a->arena, &all, text_slice(a->u, j->by_pointers->at));
    bool named = j->not_chosen == LOOP_NO_EXTENT || j->not_chosen == LOOP_INCOMPLETE;
    for (size_t i = 0; named && i < j->unmapped.n; i++) {
        const char *words = object_words(a, j->unmapped.v[i]);
        if (*words)
            vec_push(a->arena, &all, words);
    }
    return all;
}

static void print_unmapped(const struct annotation *a, const struct judged *j, FILE *f)
{
    text_list all = unmapped_of(a, j);
    for_each (const char *, x, all)
        fprintf(f, "%s%s%s", x == all.v ? "  memory    " : ", ", *x, x + 1 == all.v + all.n ? "\n" : "");
}

/* Sizes that callers pass in parameters of the output's */
static void print_added(const struct annotation *a, const struct judged *j, FILE *f)
{
    for_each (struct extent, e, j->extents)
        for (size_t i = 0; j->chosen && e->added && i < e->added->calls.n; i++) {
            const struct added_call *c = &e->added->calls.v[i];
            fprintf(f, "%s%s%s (line %d)%s", i ? "" : "  passed    ", i ? ", " : "",
                    i ? c->text : arena_printf(a->arena, "%s: %s", e->added->name, c->text),
                    unit_loc(a->u, c->call->off).line, i + 1 == e->added->calls.n ? "\n" : "");
        }
}

/* What the user may say, for the loop to get a directive: so many elements there are; NULL: nothing would do */
static const char *sizes_to_say(const struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    bool ok = j->not_chosen == LOOP_NO_EXTENT && j->unmapped.n;
    for (size_t i = 0; ok && i < j->unmapped.n; i++) {
        ok = may_be_sized(j->unmapped.v[i]);
        if (ok)
            sb_printf(&b, "%s%s[0:N%s]", i ? ", " : "#pragma ompx sizes(", j->unmapped.v[i]->name,
                      j->unmapped.n == 1 ? "" : arena_printf(a->arena, "%zu", i + 1));
    }
    if (!ok) {
        sb_free(&b);
        return NULL;
    }
    sb_addc(&b, ')');
    return sb_take(&b, a->arena);
}

static void print_say(const struct annotation *a, const struct judged *j, FILE *f)
{
    const char *say = sizes_to_say(a, j);
    if (say)
        fprintf(f, "  say       %s in front of it, with the %s of elements\n", say,
                j->unmapped.n == 1 ? "number N" : "numbers N1, …");
}

/* ---- JSON ---- */
static void member(FILE *f, const char *name, const char *value)
{
    fprintf(f, ", \"%s\": ", name);
    json_string(f, value);
}

static void json_reason(FILE *f, enum loop_reason why)
{
    member(f, "id", reasons[why].id);
    member(f, "reason", reasons[why].text);
}

static void json_roles(const struct judged *j, FILE *f)
{
    const char *gap = "";
    fputs(", \"variables\": [", f);
    for_each (struct role_row, r, j->roles) {
        if (!role_words[r->role])
            continue;
        fprintf(f, "%s{\"name\": \"%s\"", gap, r->var->name);
        member(f, "role", role_words[r->role]);
        if (r->op)
            member(f, "operator", r->op);
        fputc('}', f);
        gap = ", ";
    }
    fputc(']', f);
}

static void json_places(const struct annotation *a, const struct judged *j, FILE *f)
{
    if (j->verdict != VERDICT_SERIAL || !j->at)
        return;
    fprintf(f, ", \"lines\": [%d", unit_loc(a->u, j->at->off).line);
    if (j->other)
        fprintf(f, ", %d", unit_loc(a->u, j->other->off).line);
    fputc(']', f);
    if (j->has_distance)
        fprintf(f, ", \"distance\": %ld", labs(j->distance));
    member(f, "at", place_words(a, j));
}

static void json_updates(const struct annotation *a, const struct judged *j, FILE *f)
{
    const char *gap = "";
    fputs(j->elements.n ? ", \"updates\": [" : "", f);
    for_each (struct reduced_element, e, j->elements) {
        fputs(gap, f);
        json_string(f, arena_printf(a->arena, "%s: %s", e->op, text_slice(a->u, e->store->kids[0]->at)));
        gap = ", ";
    }
    fputs(j->elements.n ? "]" : "", f);
    fputs(j->apart.n || j->sizes ? ", \"tests\": [" : "", f);
    gap = "";
    for_each (struct pair, p, j->apart) {
        fputs(gap, f);
        json_string(f, pair_words(a, p));
        gap = ", ";
    }
    if (j->sizes) {
        fputs(gap, f);
        json_string(f, j->sizes);
    }
    fputs(j->apart.n || j->sizes ? "]" : "", f);
}

/* ---- data that stays on the device ---- */
static void print_range(const struct annotation *a, const struct data_range *r, FILE *f)
{
    struct loc first = unit_place(a->u, r->first->at.begin), last = unit_place(a->u, r->last->at.end - 1);
    fprintf(f, "%s:%d: data, to line %d: %s [%s]\n", first.file, first.line, last.line, reasons[LOOP_STAYS].text,
            reasons[LOOP_STAYS].id);
    fprintf(f, "  directive %s\n", range_directive(a, r, false));
    if (r->is_entered)
        fprintf(f, "  if        %s\n", r->entry);
    if (!r->structured)
        fprintf(f, "  after it  %s\n", range_directive(a, r, true));
    for_each (struct data_update, u, r->updates) {
        int line = unit_place(a->u, u->at->at.begin).line;
        if (u->from)
            fprintf(f, "  line %-5d%s\n", line, update_directive(a, r, u, false));
        if (u->to)
            fprintf(f, "  line %-5d%s, after it\n", line, update_directive(a, r, u, true));
    }
}

static void json_range(const struct annotation *a, const struct data_range *r, FILE *f)
{
    struct loc first = unit_place(a->u, r->first->at.begin), last = unit_place(a->u, r->last->at.end - 1);
    fputs("{\"file\": ", f);
    json_string(f, first.file);
    fprintf(f, ", \"line\": %d, \"last\": %d", first.line, last.line);
    member(f, "verdict", "data");
    json_reason(f, LOOP_STAYS);
    member(f, "directive", range_directive(a, r, false));
    if (r->is_entered)
        member(f, "if", r->entry);
    if (!r->structured)
        member(f, "after", range_directive(a, r, true));
    fputs("}\n", f);
}

static void json_lanes(const struct judged *j, FILE *f)
{
    if (!j->lanes.n)
        return;
    fputs(", \"inner\": [", f);
    for_each (struct lanes, l, j->lanes) {
        fprintf(f, "%s{\"line\": %d", l == j->lanes.v ? "" : ", ", l->loop->loc.line);
        member(f, "directive", l->directive);
        fputc('}', f);
    }
    fputc(']', f);
}

static void json_asserted(const struct judged *j, FILE *f)
{
    for_each (struct asserted, x, j->asserted) {
        fprintf(f, "%s{\"line\": %d", x == j->asserted.v ? ", \"asserted\": [" : ", ", x->line);
        member(f, "text", x->text);
        fputc('}', f);
    }
    fputs(j->asserted.n ? "]" : "", f);
    if (j->without) {
        fputs(", \"without\": {\"id\": ", f);
        json_string(f, reasons[j->without].id);
        member(f, "reason", reasons[j->without].text);
        fputc('}', f);
    }
}

static void json_copied(const struct annotation *a, const struct judged *j, FILE *f)
{
    const char *gap = ", \"copied\": [", *end = "";
    for_each (struct refusal, r, a->refusals)
        if (r->construct == j) {
            fprintf(f, "%s{\"line\": %d", gap, r->at ? unit_loc(a->u, r->at->off).line : 0);
            member(f, "name", r->name);
            json_reason(f, r->why);
            fputc('}', f);
            gap = ", ";
            end = "]";
        }
    fputs(end, f);
}

static void json_meeting(const struct annotation *a, const struct seen_meeting *m, FILE *f)
{
    fputs("{\"kind\": ", f);
    json_string(f, m->kind);
    if (m->name)
        member(f, "name", m->name);
    fprintf(f, ", \"lines\": [%d, %d], \"distance\": %lu, \"times\": %llu", m->from, m->to, m->distance, m->times);
    member(f, "text", meeting_words(a, m));
    fputc('}', f);
}

static void json_observed(const struct annotation *a, const struct judged *j, FILE *f)
{
    const struct seen_loop *o = j->seen;
    const char *gap = "";
    if (!is_observed(a, j))
        return;
    enum loop_reason why = observed_reason(a, j);
    fputs(", \"observed\": {\"id\": ", f);
    json_string(f, reasons[why].id);
    member(f, "reason", reasons[why].text);
    fprintf(f, ", \"trusted\": %s, \"runs\": %llu, \"iterations\": %llu, \"dependences\": [",
            j->is_trusted ? "true" : "false", o ? o->runs : 0, o ? o->iterations : 0);
    for (size_t i = 0; o && i < o->meetings.n; i++) {
        if (!is_told_meeting(a, j, &o->meetings.v[i]))
            continue;
        fputs(gap, f);
        json_meeting(a, &o->meetings.v[i], f);
        gap = ", ";
    }
    fputs("]}", f);
}

static void json_texts(const char *key, text_list all, FILE *f)
{
    for_each (const char *, x, all) {
        if (x == all.v)
            fprintf(f, ", \"%s\": [", key);
        else
            fputs(", ", f);
        json_string(f, *x);
    }
    fputs(all.n ? "]" : "", f);
}

void annotate_json(const struct annotation *a, FILE *f)
{
    for_each_pointer (struct judged, j, a->loops) {
        const struct func *in = unit_func_around(a->u, j->tree->at.begin);
        fputs("{\"file\": ", f);
        json_string(f, j->loc.file);
        fprintf(f, ", \"line\": %d, \"last\": %d", j->loc.line, unit_loc(a->u, j->tree->at.end - 1).line);
        member(f, "function", in ? in->name : "");
        member(f, "verdict", verdicts[j->verdict]);
        json_reason(f, j->why);
        json_places(a, j, f);
        json_roles(j, f);
        json_updates(a, j, f);
        json_texts("rows", limits_of(a, j), f);
        json_asserted(j, f);
        json_observed(a, j, f);
        if (j->waves) {
            fputs(", \"waves\": {\"id\": ", f);
            json_string(f, waves_id(j->waves));
            member(f, "reason", waves_words(a, j->waves));
            fputc('}', f);
        }
        if (j->chosen && j->same_data)
            member(f, "around", j->same_data);
        if (j->chosen)
            member(f, "directive", j->directive);
        if (j->chosen && test_of_output(a, j))
            member(f, "if", test_of_output(a, j));
        json_lanes(j, f);
        json_copied(a, j, f);
        if (j->chosen && j->inward)
            fprintf(f, ", \"order\": {\"id\": \"%s\", \"lines\": [%d, %d], \"exchanged\": %s}", reasons[LOOP_ORDER].id,
                    j->inward->loc.line, j->outward->loc.line, j->is_exchanged ? "true" : "false");
        if (j->not_chosen) {
            fprintf(f, ", \"%s\": {\"id\": ", j->on_host ? "host" : "none");
            json_string(f, reasons[j->not_chosen].id);
            member(f, "reason", reasons[j->not_chosen].text);
            json_texts("memory", unmapped_of(a, j), f);
            if (sizes_to_say(a, j))
                member(f, "say", sizes_to_say(a, j));
            fputc('}', f);
        }
        fputs("}\n", f);
    }
    for_each (struct data_range, r, a->ranges)
        if (r->has_place)
            json_range(a, r, f);
}

void annotate_explain(const struct annotation *a, FILE *f)
{
    for_each_pointer (struct judged, j, a->loops) {
        fprintf(f, "%s:%d: %s: %s [%s]\n", j->loc.file, j->loc.line, verdicts[j->verdict], reasons[j->why].text,
                reasons[j->why].id);
        print_place(a, j, f);
        print_roles(j, f);
        print_elements(a, j, f);
        print_apart(a, j, f);
        print_limits(a, j, f);
        print_asserted(j, f);
        print_observed(a, j, f);
        if (j->waves)
            fprintf(f, "  waves     %s [%s]\n", waves_words(a, j->waves), waves_id(j->waves));
        if (j->chosen && j->same_data)
            fprintf(f, "  around it %s\n", j->same_data);
        if (j->chosen)
            fprintf(f, "  directive %s\n", j->directive);
        print_copied(a, j, f);
        for_each (struct lanes, l, j->lanes)
            fprintf(f, "  line %-5d%s\n", l->loop->loc.line, l->directive);
        if (j->chosen && j->inward)
            fprintf(f, "  order     the loops of lines %d and %d %s: %s [%s]\n", j->inward->loc.line,
                    j->outward->loc.line, j->is_exchanged ? "are exchanged" : "would be faster exchanged (--reorder)",
                    reasons[LOOP_ORDER].text, reasons[LOOP_ORDER].id);
        if (j->chosen && test_of_output(a, j))
            fprintf(f, "  if        %s\n", test_of_output(a, j));
        if (j->not_chosen == LOOP_ELSEWHERE)
            for_each (const struct known *, k, j->elsewhere)
                fprintf(f, "  function  %s (%s)\n", (*k)->name, (*k)->place);
        if (j->not_chosen)
            fprintf(f, "  %s      %s [%s]\n", j->on_host ? "host" : "none", reasons[j->not_chosen].text,
                    reasons[j->not_chosen].id);
        print_unmapped(a, j, f);
        print_added(a, j, f);
        print_say(a, j, f);
    }
    for_each (struct data_range, r, a->ranges)
        if (r->has_place)
            print_range(a, r, f);
}
