/* size.c: the test whether a loop has work enough for a device, where that depends on variables. */
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

enum { NO_MATTER = 16 }; /* iterations more or less */

/* of a loop whose bounds are constant; else as many as usual */
double loop_trips(const struct judged *j, bool *known)
{
    const struct loop *l = j->loop;
    *known = !j->counted && l && l->lower && l->upper && l->lower->constant && l->upper->constant && !l->stride;
    return *known ? (double)llabs(l->upper->value - l->lower->value) : USUAL_TRIPS;
}

double loop_work(const struct judged *j)
{
    bool known;
    return loop_trips(j, &known) * j->work;
}

/* Can n be evaluated before the loop, wherever the program comes there? What inner loops name is perhaps not there. */
static bool is_plain(const struct scope *s, const struct node *n, bool outermost)
{
    for (const struct node *m = n; m; m = tree_next(n, m)) {
        bool sum = m->kind == NODE_BINARY &&
                   (m->operator== OPERATOR_ADD || m->operator== OPERATOR_SUB || m->operator== OPERATOR_MUL);
        bool member = outermost && (m->kind == NODE_MEMBER || m->kind == NODE_ARROW);
        if (!sum && !member && !m->constant && m->kind != NODE_CAST && !(m->kind == NODE_NAME && m->var))
            return false;
    }
    return !varies(s, n);
}

/* n without a number that does not matter */
static const struct node *roughly(const struct node *n)
{
    bool sum = n->kind == NODE_BINARY && !n->constant && (n->operator== OPERATOR_ADD || n->operator== OPERATOR_SUB);
    return sum && n->kids[1]->constant && llabs(n->kids[1]->value) <= NO_MATTER ? n->kids[0] : n;
}

struct factors {
    struct sb text;
    unsigned n;
    double known; /* the product of those that are numbers, by the steps */
};

static void add_factor(struct factors *f, const char *text, const struct node *n, bool sum)
{
    sb_printf(&f->text, "%s%s%s%s%s", f->n ? " * " : "", f->n == 0 && n->type->size < 8 ? "\1" : "", sum ? "(" : "",
              text, sum ? ")" : "");
    f->n++;
}

/* How many iterations, roughly; false: no text */
static bool add_trips(struct scope *s, struct factors *f, const struct loop *l, bool outermost)
{
    if (!l || !l->lower || !l->upper || (l->stride && !l->stride->constant))
        return false;
    bool up = loop_goes_up(l);
    const struct node *low = up ? l->lower : l->upper, *high = up ? l->upper : l->lower;
    f->known /= l->stride && l->stride->value ? (double)llabs(l->stride->value) : 1;
    if (low->constant && high->constant) {
        f->known *= (double)llabs(high->value - low->value);
        return true;
    }
    low = roughly(low);
    high = roughly(high);
    bool from_zero = low->constant && llabs(low->value) <= NO_MATTER;
    const char *most = is_plain(s, high, outermost) ? node_text(s, high) : NULL;
    const char *least = from_zero ? "" : is_plain(s, low, outermost) ? node_text(s, low) : NULL;
    if (!most || !least || strchr(most, '\n') || strchr(least, '\n'))
        return false;
    if (from_zero)
        add_factor(f, most, high, high->kind == NODE_BINARY);
    else
        add_factor(f, arena_printf(s->a->arena, low->kind == NODE_BINARY ? "%s - (%s)" : "%s - %s", most, least), high,
                   true);
    return true;
}

/* the loop in j that does most of its work; NULL: none does */
static struct judged *heaviest(const struct annotation *a, const struct judged *j)
{
    for (size_t i = first_loop(a, j->tree->at.begin); i < a->loops.n; i++) {
        struct judged *k = a->loops.v[i];
        if (k->outer == j && loop_work(k) > j->work / 2)
            return k;
        if (k->tree->at.begin >= j->tree->at.end)
            break;
    }
    return NULL;
}

/* so much, in two digits */
long two_digits(double x)
{
    long unit = 1;
    while (x / (double)unit > 100)
        unit *= 10;
    return (long)(x / (double)unit) * unit;
}

/* As text that multiplies in long: one factor needs no cast, nor parentheses. */
static const char *product(struct arena *a, struct factors *f)
{
    char *text = sb_take(&f->text, a), *cast = strchr(text, '\1');
    size_t n = strlen(text);
    if (f->n > 1)
        return cast ? arena_printf(a, "(long)%s", text + 1) : text;
    text += cast != NULL;
    n -= cast != NULL;
    return *text == '(' && text[n - 1] == ')' ? arena_strndup(a, text + 1, n - 2) : text;
}

const char *size_test(struct annotation *a, struct judged *j)
{
    struct scope s = {.a = a, .u = a->u, .isl = a->isl, .loop = j->tree};
    struct factors f = {.known = 1};
    double least = a->wishes.least_work, work = j->work;
    if (j->counted) {
        if (j->trips[strspn(j->trips, "0123456789")] == 0 || least <= j->work)
            return NULL;
        return arena_printf(a->arena, "%s > %ld", j->trips_name, two_digits(least / j->work));
    }
    bool ok = add_trips(&s, &f, j->loop, true);
    unsigned inside = 1;
    for (struct judged *k = j; ok && (k = heaviest(a, k)) != NULL; inside++) {
        if (k->counted || !add_trips(&s, &f, k->loop, false)) {
            ok = inside >= j->collapse; /* of the others an iteration's work is known */
            break;
        }
        work = k->work;
    }
    double trips = ok ? least / (work > 0 ? work : 1) / (f.known > 0 ? f.known : 1) : 0;
    if (!f.n || trips < 2) {
        sb_free(&f.text);
        return NULL;
    }
    return arena_printf(a->arena, "%s > %ld", product(a->arena, &f), two_digits(trips));
}
