/* found_text.c: loops that find an extreme value, as C: a structure carries all that is kept of the place, and a
 * reduction of its own chooses between two of them. The user's statement stays, with members in place of variables:
 *
 *     struct found { double most; int where; long at; int any; } found = {0};
 *     #pragma omp declare reduction(first_max: struct found: …) initializer(omp_priv = {0})
 *     … reduction(first_max: found)
 *         if (x > (found.any ? found.most : most)) {
 *             found.any = 1, found.at = i;
 *             found.most = x;
 *             found.where = i;
 *         }
 *     if (found.any)
 *         most = found.most, where = found.where;
 *
 * `at` is the number of the iteration, by which the first or the last of equal ones wins; `any`: something was found.
 * The user's variables keep what they had before the loop, with which every thread begins: as long as a thread has
 * found nothing, that counts. (A copy that began as the original would read it while others combine into it.)
 * Of a variable that is stored to under some condition, `if (x[i] == key) where = i;`, the last store wins by `at`
 * alone.
 */
#include <string.h>

#include "annotate_priv.h"

/* ---- names ---- */
static const char *member(struct arena *a, const struct finding *f, const char *name)
{
    for_each_pointer (const struct var, v, f->vars)
        if (strcmp(v->name, name) == 0)
            return arena_printf(a, "%s_", name);
    return name;
}

static bool is_by_name(const struct finding *f) { return !f->best || f->best->kind == NODE_NAME; }

static const char *best_member(struct arena *a, const struct finding *f)
{
    return is_by_name(f) ? f->best->var->name : member(a, f, "value");
}

static const char *operator_of(const struct finding *f)
{
    static const char *const names[2][2] = {{"first_min", "last_min"}, {"first_max", "last_max"}};
    return f->best ? names[f->is_greatest][f->last] : "last_kept";
}

/* Does another variable of the loop have this name? */
static bool is_hidden(const struct scope *s, const struct var *v)
{
    for_each_pointer (const struct var, x, s->u->vars)
        if (x != v && slice_has(s->loop->at, x->decl) && strcmp(x->name, v->name) == 0)
            return true;
    return false;
}

void name_findings(struct scope *s, struct judged *j)
{
    struct arena *a = s->a->arena;
    const struct loop *l = j->loop;
    for (size_t i = 0; i < s->findings.n; i++) {
        struct finding *f = s->findings.v[i];
        bool plain = j->counted || !is_hidden(s, l->iv);
        const char *iv = j->counted ? j->trip : l->iv->name;
        if (!plain || !iv)
            continue;
        f->at = j->counted || loop_goes_up(l) ? iv : arena_printf(a, "-(long)%s", iv);
        f->name = fresh_name(s, i ? arena_printf(a, "found%zu", i + 1) : "found");
    }
}

const char *findings_clause(struct annotation *a, const struct judged *j)
{
    const char *text = "";
    for_each_pointer (struct finding, f, j->findings)
        text = arena_printf(a->arena, "%s reduction(%s: %s)", text, operator_of(f), f->name);
    return text;
}

/* ---- before and after the loop ---- */
static void add_structure(struct arena *a, struct sb *b, const struct finding *f, const char *gap)
{
    sb_printf(b, "%sstruct %s { ", gap, f->name);
    if (!is_by_name(f))
        sb_printf(b, "%s %s; ", f->best->type->canonical, best_member(a, f));
    for_each_pointer (const struct var, v, f->vars)
        sb_printf(b, "%s %s; ", v->type->canonical, v->name);
    sb_printf(b, "long %s; int %s; } %s = {0};\n", member(a, f, "at"), member(a, f, "any"), f->name);
}

static void add_combiner(struct arena *a, struct sb *b, const struct finding *f, const char *gap)
{
    const char *any = member(a, f, "any"), *at = member(a, f, "at"), *best = f->best ? best_member(a, f) : NULL;
    sb_printf(b, "%s#pragma omp declare reduction(%s: struct %s: omp_out = \\\n", gap, operator_of(f), f->name);
    if (!best) {
        sb_printf(b, "%s    omp_in.%s && (!omp_out.%s || omp_in.%s > omp_out.%s) ? omp_in : omp_out) \\\n", gap, any,
                  any, at, at);
        sb_printf(b, "%s    initializer(omp_priv = {0})\n", gap);
        return;
    }
    sb_printf(b, "%s    omp_in.%s && (!omp_out.%s || omp_in.%s %c omp_out.%s || \\\n", gap, any, any, best,
              f->is_greatest ? '>' : '<', best);
    sb_printf(b, "%s    (omp_in.%s == omp_out.%s && omp_in.%s %c omp_out.%s)) ? omp_in : omp_out) \\\n", gap, best,
              best, at, f->last ? '>' : '<', at);
    sb_printf(b, "%s    initializer(omp_priv = {0})\n", gap);
}

const char *findings_before(struct annotation *a, const struct judged *j, const char *gap)
{
    struct sb b = {0};
    if (!j->findings.n)
        return "";
    sb_printf(&b, "%s{\n", gap);
    for_each_pointer (struct finding, f, j->findings) {
        add_structure(a->arena, &b, f, gap);
        add_combiner(a->arena, &b, f, gap);
    }
    return sb_take(&b, a->arena);
}

const char *findings_after(struct annotation *a, const struct judged *j, const char *gap)
{
    struct sb b = {0};
    if (!j->findings.n)
        return "";
    for_each_pointer (struct finding, f, j->findings) {
        sb_printf(&b, "%sif (%s.%s)\n%s    ", gap, f->name, member(a->arena, f, "any"), gap);
        for (size_t i = 0; i < f->vars.n; i++)
            sb_printf(&b, "%s%s = %s.%s", i ? ", " : "", f->vars.v[i]->name, f->name, f->vars.v[i]->name);
        sb_add(&b, ";\n");
    }
    sb_printf(&b, "%s}\n", gap);
    return sb_take(&b, a->arena);
}

/* ---- in the loop ---- */
/* what the branch does first, as an expression */
static const char *begin_text(struct annotation *a, const struct finding *f)
{
    struct arena *m = a->arena;
    const char *text =
        arena_printf(m, "%s.%s = 1, %s.%s = %s", f->name, member(m, f, "any"), f->name, member(m, f, "at"), f->at);
    if (is_by_name(f))
        return text;
    return arena_printf(m, "%s, %s.%s = %s", text, f->name, best_member(m, f), text_slice(a->u, f->value->at));
}

/* the line break and the blanks before the first statement of the block that begins there; " ": none */
static const char *indentation(struct annotation *a, const char *block)
{
    size_t n = strspn(block, " \t\n"), blanks = 0;
    while (blanks < n && block[n - 1 - blanks] != '\n')
        blanks++;
    return blanks == n ? " " : arena_printf(a->arena, "\n%.*s", (int)blanks, block + n - blanks);
}

static void add_member(struct annotation *a, const struct finding *f, const struct ref *r, bool reads,
                       place_edit_list *edits)
{
    const char *name = r->var->name, *kept = arena_printf(a->arena, "%s.%s", f->name, name);
    if (reads)
        kept = arena_printf(a->arena, "(%s.%s ? %s : %s)", f->name, member(a->arena, f, "any"), kept, name);
    vec_push(a->arena, edits, (struct place_edit){r->off, (unsigned)strlen(name), kept});
}

/* Does it name what has been found so far? Not where it becomes, or stays, what it is. */
static bool is_read(const struct finding *f, const struct ref *r)
{
    const struct node *in = r->node ? r->node->parent : NULL;
    bool stays = in && in->kind == NODE_CONDITIONAL && in->parent == f->branch && r->node->place == 2;
    return !stays && !plain_store(r, r->var);
}

/* Each store says where it is. */
static void last_edits(struct annotation *a, const struct judged *j, const struct finding *f, place_edit_list *edits)
{
    for_each_in (ref, r, a->u, j->tree->at) {
        const struct node *store = has_var(&f->vars, r->var) ? plain_store(r, r->var) : NULL;
        if (!store)
            continue;
        vec_push(a->arena, edits,
                 (struct place_edit){store->at.begin, 0, arena_printf(a->arena, "%s, ", begin_text(a, f))});
        add_member(a, f, r, false, edits);
    }
}

void findings_edits(struct annotation *a, const struct judged *j, place_edit_list *edits)
{
    for_each_pointer (struct finding, f, j->findings) {
        if (!f->best) {
            last_edits(a, j, f, edits);
            continue;
        }
        const struct node *body = f->branch->kids[1];
        const char *begin = begin_text(a, f);
        if (body->kind == NODE_CONDITIONAL) {
            const struct slice value = body->kids[1]->around;
            vec_push(a->arena, edits, (struct place_edit){value.begin, 0, arena_printf(a->arena, "(%s, ", begin)});
            vec_push(a->arena, edits,
                     (struct place_edit){value.end - 1, 1, arena_printf(a->arena, "%c)", a->u->text[value.end - 1])});
        } else if (body->kind == NODE_COMPOUND) {
            const char *gap = indentation(a, a->u->text + body->at.begin + 1);
            vec_push(a->arena, edits,
                     (struct place_edit){body->at.begin, 1, arena_printf(a->arena, "{%s%s;", gap, begin)});
        } else { /* before the name that was replaced there */
            vec_push(a->arena, edits, (struct place_edit){body->at.begin, 0, arena_printf(a->arena, "%s, ", begin)});
        }
        for_each_in (ref, r, a->u, f->branch->at)
            if (has_var(&f->vars, r->var))
                add_member(a, f, r, is_read(f, r), edits);
    }
}
