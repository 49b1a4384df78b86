/* facts.c: what OpenACC's `kernels` and `auto` ask of loops: may the iterations run at once, and with which clauses?
 * The answer is for a directive at the loop, in a text that is parsed again (front/acc/proved.c). */
#include <ctype.h>
#include <string.h>

#include "annotate_priv.h"

enum { FEW = 8 };

/* ---- the place of an extreme value ---- */

/* Lines as the preprocessor leaves them, without the last line end */
static const char *joined(struct arena *a, const char *text)
{
    struct sb b = {0};
    for (const char *p = text; *p;) {
        bool goes_on = p[0] == '\\' && p[1] == '\n';
        if (!goes_on && (p[0] != '\n' || p[1]))
            sb_addc(&b, *p);
        p += goes_on ? 2 + strspn(p + 2, " ") : 1;
    }
    return sb_take(&b, a);
}

static const struct found_fact *found_of(struct annotation *a, const struct judged *j)
{
    place_edit_list edits = {0};
    struct found_fact *f = NEW(a->arena, struct found_fact);
    const struct slice at = j->tree->at;
    f->what = "it keeps the place of an extreme value";
    f->before = joined(a->arena, findings_before(a, j, ""));
    f->after = joined(a->arena, findings_after(a, j, ""));
    f->loop = arena_strndup(a->arena, a->u->text + at.begin, at.end - at.begin);
    findings_edits(a, j, &edits);
    for_each (const struct place_edit, e, edits)
        vec_push(a->arena, &f->rewrites, ((struct rewrite_fact){e->off - at.begin, e->gone, e->text}));
    return f;
}

/* ---- loops that are counted ---- */

static const char *on_one_line(struct arena *a, const char *text)
{
    char *s = arena_strndup(a, text, strlen(text));
    for (char *p = s; (p = strchr(p, '\n')) != NULL;)
        *p = ' ';
    return s;
}

static const char *line_ends(struct arena *a, const char *text, size_t n)
{
    struct sb b = {0};
    for (size_t i = 0; i < n; i++)
        if (text[i] == '\n')
            sb_addc(&b, '\n');
    return b.n ? sb_take(&b, a) : "";
}

/* As a `for`, whose body declares what moves; what the text says of lines stays right */
static const struct found_fact *counted_of(struct annotation *a, const struct judged *j)
{
    struct found_fact *f = NEW(a->arena, struct found_fact);
    const struct slice at = j->tree->at, body = body_of(j->tree)->at;
    const char *text = a->u->text + at.begin;
    bool block = body_of(j->tree)->kind == NODE_COMPOUND;
    uint32_t head = body.begin - at.begin + block, end = body.end - at.begin - 1; /* `;` or `}` */
    const char *rest = line_ends(a->arena, text + end + 1, at.end - body.end);    /* the condition of `do` */
    f->what = "it is counted";
    f->counted = true;
    f->before = joined(a->arena, arena_printf(a->arena, "{\n%s", j->text.first));
    f->last = j->text.after;
    f->after = arena_printf(a->arena, "%s}", j->text.after);
    f->loop = arena_strndup(a->arena, text, at.end - at.begin);
    vec_push(a->arena, &f->rewrites,
             ((struct rewrite_fact){0, head,
                                    arena_printf(a->arena, "%s%s { %s", line_ends(a->arena, text, head), j->text.head,
                                                 on_one_line(a->arena, j->text.begin))}));
    vec_push(a->arena, &f->rewrites,
             ((struct rewrite_fact){
                 end, at.end - body.end + 1,
                 arena_printf(a->arena, "%s%s}%s", block ? "" : ";", j->text.end ? j->text.end : "", rest)}));
    return f;
}

/* May it be rewritten so before a construct? */
static bool is_for_construct(const struct annotation *a, const struct judged *j)
{
    const struct slice at = j->tree->at, body = j->rewritten ? body_of(j->tree)->at : at;
    return j->rewritten && !j->findings.n && !memchr(a->u->text + at.begin, '#', body.begin - at.begin) &&
           !memchr(a->u->text + body.end, '#', at.end - body.end);
}

/* ---- clauses ---- */
/* OpenACC has no operator `-`: partial sums are added. */
static const char *operator_of(const char *op) { return strcmp(op, "-") == 0 ? "+" : op; }

static const char *clauses_of(struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    for_each (struct role_row, r, j->roles) {
        if (r->role == ROLE_PRIVATE)
            sb_printf(&b, " private(%s)", r->var->name);
        else if (r->role == ROLE_REDUCTION)
            sb_printf(&b, " reduction(%s: %s)", operator_of(r->op), r->var->name);
        else if (r->role == ROLE_LASTPRIVATE)
            sb_printf(&b, " __gantry_last(%s)", r->var->name);
        else if (r->role == ROLE_FLAG)
            sb_printf(&b, " __gantry_flag(%s)", r->var->name);
    }
    sb_add(&b, findings_clause(a, j));
    return b.n ? sb_take(&b, a->arena) : "";
}

static bool has_role(const struct judged *j, enum role role)
{
    for_each (struct role_row, r, j->roles)
        if (r->role == role)
            return true;
    return false;
}

/* ---- updates of elements that iterations share ---- */
static bool update_one_element(const struct judged *j)
{
    const char *one = j->elements.n ? j->elements.v[0].section : NULL;
    for_each (struct reduced_element, e, j->elements)
        if (!one || !e->section || strcmp(e->section, one) != 0)
            return false;
    return one != NULL;
}

static bool are_updates_atomic(const struct annotation *a, const struct judged *j)
{
    for_each (struct reduced_element, e, j->elements)
        if (!has_atomic_form(a, j, e))
            return false;
    return true;
}

/* Is there a loop in it that can run in parallel without such updates? */
static bool has_better_loop(const struct annotation *a, const struct judged *j)
{
    bool known;
    for_each_pointer (struct judged, k, a->loops)
        if (k != j && slice_has(j->tree->at, k->tree->at.begin) && k->verdict != VERDICT_SERIAL && !k->elements.n &&
            !(loop_trips(k, &known) < FEW && known))
            return true;
    return false;
}

static void add_update(struct annotation *a, const struct node *store, const char *how, struct loop_fact *f)
{
    const struct slice s = store->at;
    vec_push(a->arena, &f->updates,
             ((struct update_fact){unit_loc(a->u, s.begin),
                                   arena_strndup(a->arena, a->u->text + s.begin, s.end - s.begin), how}));
}

static void add_updates(struct annotation *a, const struct judged *j, struct loop_fact *f)
{
    for_each (struct reduced_element, e, j->elements)
        add_update(a, e->store, "", f);
    for_each (struct role_row, row, j->roles)
        for_each_in (ref, r, a->u, j->tree->at)
            if (row->role == ROLE_FLAG && plain_store(r, row->var))
                add_update(a, plain_store(r, row->var), " write", f);
}

/* ---- what pointers lead to ---- */
static bool calls_function(const char *text)
{
    for (const char *p = text; (p = strchr(p, '(')) != NULL; p++)
        if (p > text && (isalnum((unsigned char)p[-1]) || p[-1] == '_'))
            return true;
    return false;
}

/* Of sections that the host can tell before the loop; of memory by rows, whole rows */
static void add_sections(struct annotation *a, const struct judged *j, struct loop_fact *f)
{
    for_each (struct extent, e, j->extents) {
        const struct object *o = e->object;
        const char *open = strchr(e->item, '[');
        size_t n = open ? (size_t)(open - e->item) : 0;
        if (o->kind != OBJECT_POINTEE || !o->var || !open || strlen(o->var->name) != n ||
            memcmp(e->item, o->var->name, n) != 0 || strpbrk(open + 1, "[.") || strstr(open, "->") ||
            calls_function(open) || (j->counted && (strstr(open, "_first") || (j->trip && strstr(open, j->trip)))))
            continue; /* of counted loops: it names what is declared at the loop alone */
        vec_push(a->arena, &f->sections,
                 ((struct section_fact){o->var->name, e->item, e->read || !e->covered, e->written}));
    }
}

/* Are clauses, and updates that are atomic, all that the loop needs? */
static const char *lacking(const struct annotation *a, const struct judged *j)
{
    for_each_pointer (struct finding, f, j->findings)
        if (!f->name)
            return "it keeps the place of an extreme value";
    if (!flags_have_form(a, j))
        return "a flag is not set by a statement of its own";
    return update_one_element(j)       ? "all iterations update one element: sum it in a variable"
           : !are_updates_atomic(a, j) ? "an update of elements is no statement like `a[k] += x;`, which can be atomic"
           : j->elements.n && has_better_loop(a, j) ? "a loop in it needs no atomic updates"
           : j->counted && !is_for_construct(a, j)  ? "it is not written as a `for` with a number of iterations"
           : j->stores_addresses                    ? "it stores addresses"
           : j->allocates                           ? "it allocates memory"
           : j->calls_by_pointer                    ? "it calls functions through pointers"
                                                    : NULL;
}

/* ---- the test of overlap ---- */

/* Does it read no memory? What the host holds there, the device may have otherwise. */
static bool names_no_memory(const char *guard) { return !strpbrk(guard, "[.") && !strstr(guard, "->"); }

/* " a@12/b@20 ": pointers by name and place of declaration; NULL: they are no variables */
static const char *apart_of(struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    bool known = true;
    for_each (struct pair, p, j->apart) {
        const struct var *x = p->a->var, *y = p->b->var;
        known = known && x && y;
        if (known)
            sb_printf(&b, " %s@%u/%s@%u  %s@%u/%s@%u ", x->name, x->decl, y->name, y->decl, y->name, y->decl, x->name,
                      x->decl);
    }
    const char *text = b.n ? sb_take(&b, a->arena) : "";
    return known ? text : NULL;
}

/* Does it name the number of a counted loop's iteration, which it stands before? */
static bool names_iteration(const struct judged *j, const char *guard)
{
    size_t n = j->counted && j->trip ? strlen(j->trip) : 0;
    for (const char *p = guard; n && (p = strstr(p, j->trip)) != NULL; p += n)
        if ((p == guard || !(isalnum((unsigned char)p[-1]) || p[-1] == '_')) &&
            !(isalnum((unsigned char)p[n]) || p[n] == '_'))
            return true;
    return false;
}

static const char *guard_of(struct annotation *a, const struct judged *j)
{
    const char *guard = j->is_sectioned && apart_of(a, j) ? apart_text(a, &j->apart, &j->extents, NULL) : NULL;
    return guard && names_no_memory(guard) && !names_iteration(j, guard) ? guard : NULL;
}

/* ---- the loop in the text ---- */
static const char *head_of(struct annotation *a, const struct judged *j)
{
    const char *text = a->u->text + j->tree->at.begin, *p = text;
    int depth = 0;
    do {
        depth += (*p == '(') - (*p == ')');
        p++;
    } while (*p && (depth > 0 || p[-1] != ')'));
    return arena_strndup(a->arena, text, (size_t)(p - text));
}

static void add_name(struct sb *b, const struct var *v)
{
    sb_printf(b, " %s%s ", v->type->kind == TYPE_POINTER ? "*" : "", v->name);
}

static const char *names_of(struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    var_list seen = {0};
    for_each_in (ref, r, a->u, j->tree->at)
        if (r->var && !type_is_array(r->var->type) && !slice_has(j->tree->at, r->var->decl) &&
            !has_var(&seen, r->var)) {
            vec_push(a->arena, &seen, r->var);
            add_name(&b, r->var);
        }
    for_each_pointer (const struct var, v, j->far)
        add_name(&b, v);
    return b.n ? sb_take(&b, a->arena) : "";
}

static const char *locals_of(struct annotation *a, const struct judged *j)
{
    struct sb b = {0};
    for_each_in (ref, r, a->u, j->tree->at)
        if (r->var && r->var->func)
            sb_printf(&b, " %s ", r->var->name);
    return b.n ? sb_take(&b, a->arena) : "";
}

static void add_fact(struct annotation *a, const struct judged *j, struct file_facts *out)
{
    bool known;
    const struct func *in = unit_func_around(a->u, j->tree->at.begin);
    struct loop_fact f = {.at = unit_loc(a->u, j->tree->at.begin),
                          .head = head_of(a, j),
                          .clauses = clauses_of(a, j),
                          .names = names_of(a, j),
                          .locals = locals_of(a, j),
                          .func_begin = in ? unit_loc(a->u, in->def.begin) : (struct loc){0},
                          .func_end = in ? unit_loc(a->u, in->def.end - 1) : (struct loc){0},
                          .has_last = has_role(j, ROLE_LASTPRIVATE) || has_role(j, ROLE_FLAG),
                          .said = verdict_said(a, j)};
    if (j->is_sectioned)
        add_sections(a, j, &f);
    if (j->findings.n && j->verdict != VERDICT_SERIAL && !lacking(a, j))
        f.found = found_of(a, j);
    else if (j->counted && j->verdict != VERDICT_SERIAL && !lacking(a, j))
        f.found = counted_of(a, j);
    if (j->verdict != VERDICT_SERIAL) {
        const char *lacks = lacking(a, j);
        add_updates(a, j, &f);
        f.guard = j->apart.n ? guard_of(a, j) : NULL;
        f.apart = j->apart.n ? apart_of(a, j) : "";
        if (!lacks && j->apart.n && !f.guard)
            lacks = "pointers may lead to the same memory, and no test of the host's can tell";
        f.parallel = !lacks;
        f.few = loop_trips(j, &known) < FEW && known;
        if (lacks)
            f.said = arena_printf(a->arena, "serial: %s (%s)", lacks, f.said);
    }
    vec_push(a->arena, &out->loops, f);
}

static void find_pointers_set(struct annotation *a, struct file_facts *out)
{
    for (size_t i = 0; i < a->u->refs.n; i++) {
        const struct ref *r = &a->u->refs.v[i];
        if (r->var && r->var->type->kind == TYPE_POINTER && (r->access & (ACC_WRITE | ACC_ADDR)))
            vec_push(a->arena, &out->pointers_set, unit_loc(a->u, r->off));
    }
}

void list_facts(struct annotation *a, struct file_facts *out)
{
    for_each_pointer (struct judged, j, a->loops)
        if (is_loop_statement(j->tree))
            add_fact(a, j, out);
    find_pointers_set(a, out);
}
