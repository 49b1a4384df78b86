/* waves_text.c: nests that run in waves, as C: a loop over the waves, in which the iterations of each are a loop of
 * their own. The iterations of both loops have numbers from 0 on, `row` and `wave - row`, where the inner loop has the
 * same ones in all of the outer one's; else a wave is the sum of the two variables, and each iteration of the outer
 * loop asks whether it has one there. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "annotate_priv.h"

/* ---- numbers of iterations ---- */
static const char *one_line(struct arena *a, const char *text)
{
    char *line = arena_strndup(a, text, strlen(text));
    for (char *c = line; *c; c++)
        *c = isspace((unsigned char)*c) ? ' ' : *c;
    return line;
}

/* The value of a bound as a long; "": it is the number *rest */
static const char *bound_text(struct scope *s, const struct node *n, long *rest)
{
    struct arena *a = s->a->arena;
    *rest = 0;
    if (n->constant) {
        *rest = (long)n->value;
        return "";
    }
    const char *text = one_line(a, text_slice(s->u, n->around));
    bool wide = n->type->size == 8 && n->type->is_signed, name = n->kind == NODE_NAME;
    return arena_printf(a, name ? (wide ? "%s" : "(long)%s") : (wide ? "(%s)" : "(long)(%s)"), text);
}

static const char *sum_text(struct arena *a, const char *x, long more)
{
    if (!*x)
        return arena_printf(a, "%ld", more);
    return more ? arena_printf(a, "%s %c %ld", x, more < 0 ? '-' : '+', more < 0 ? -more : more) : x;
}

static const char *trips_of_loop(struct scope *s, const struct loop *l)
{
    struct arena *a = s->a->arena;
    bool up = loop_goes_up(l);
    long least, most;
    const char *low = bound_text(s, up ? l->lower : l->upper, &least),
               *high = bound_text(s, up ? l->upper : l->lower, &most);
    long more = most - least + (l->rel == REL_LE || l->rel == REL_GE);
    if (*low)
        return sum_text(a, arena_printf(a, "%s - %s", *high ? high : sum_text(a, "", more), low), *high ? more : 0);
    const char *sum = sum_text(a, high, more);
    return more || strncmp(sum, "(long)", 6) != 0 ? sum : sum + 6; /* what it initialises is long */
}

static const char *limit_of(struct scope *s, const struct node *n)
{
    long number;
    const char *text = bound_text(s, n, &number);
    return *text ? text : sum_text(s->a->arena, "", number);
}

static bool needs_care(const struct node *n)
{
    return n->kind == NODE_SUBSCRIPT || n->kind == NODE_DEREFERENCE || n->kind == NODE_ARROW ||
           (n->kind == NODE_BINARY && (n->operator== OPERATOR_DIV || n->operator== OPERATOR_REM));
}

/* ---- the least and the greatest sum of the variables of a nest that is no rectangle ---- */
/* Where the nest has no iterations a difference of unsigned numbers is huge, and there would be as many waves. */
static bool has_unsigned(const struct scope *s, isl_pw_aff *x)
{
    bool has = false;
    for (unsigned d = 0; d < s->judged; d++)
        has |= !s->frames[d].loop->iv->type->is_signed;
    for (int i = 0; i < (int)isl_pw_aff_dim(x, isl_dim_param); i++) {
        isl_id *id = isl_pw_aff_get_dim_id(x, isl_dim_param, (unsigned)i);
        const struct node *n = isl_id_get_user(id);
        has |= n && !n->type->is_signed && n->type->size >= 4 &&
               isl_pw_aff_involves_dims(x, isl_dim_param, (unsigned)i, 1) == isl_bool_true;
        isl_id_free(id);
    }
    return has;
}

static const char *limit_text(struct scope *s, const struct waves *w, bool greatest)
{
    isl_set *nest = isl_set_intersect_params(isl_set_copy(s->nest), isl_set_copy(s->context));
    isl_aff *sum = isl_aff_zero_on_domain(isl_local_space_from_space(isl_set_get_space(nest)));
    sum = isl_aff_set_coefficient_si(sum, isl_dim_in, (int)s->judged, (int)(w->by * s->wave->signs[0]));
    sum = isl_aff_set_coefficient_si(sum, isl_dim_in, (int)s->judged + 1, (int)s->wave->signs[1]);
    isl_map *m = isl_map_intersect_domain(isl_map_from_aff(sum), nest);
    m = isl_map_project_out(m, isl_dim_in, s->judged, (unsigned)isl_map_dim(m, isl_dim_in) - s->judged);
    isl_set *sums = isl_set_coalesce(isl_map_range(outer_as_parameters(s, m)));
    isl_pw_aff *x = greatest ? isl_set_dim_max(sums, 0) : isl_set_dim_min(sums, 0);
    if (!x || has_unsigned(s, x)) {
        isl_pw_aff_free(x);
        return NULL;
    }
    x = isl_pw_aff_coalesce(isl_pw_aff_intersect_params(x, usual_parameters(s)));
    isl_set *domain = isl_set_coalesce(isl_set_intersect(usual_parameters(s), isl_pw_aff_domain(isl_pw_aff_copy(x))));
    const char *text = expression_text(s, isl_pw_aff_gist_params(x, domain));
    return text && length_to_read(text) <= LONGEST_SECTION && !has_type_limits(text) && !strchr(text, '[') ? text
                                                                                                           : NULL;
}

/* ---- does it pay? ---- */
/* A wave has about half as many iterations as the shorter side of the nest. */
static void ask_for_work(struct scope *s, struct waves *w)
{
    double least = s->a->wishes.least_work / w->inner->work;
    const char *sides[] = {w->rows, w->columns}, *names[] = {w->names.rows, w->names.columns};
    long trips = two_digits(2 * least);
    struct sb b = {0};
    for (unsigned i = 0; trips > 1 && i < 2; i++) {
        if (!sides[i])
            continue;
        if (sides[i][strspn(sides[i], "0123456789")] == 0)
            w->is_small = w->is_small || strtol(sides[i], NULL, 10) <= trips;
        else
            sb_printf(&b, "%s%s > %ld", b.n ? " && " : "", names[i], trips);
    }
    w->pays = b.n ? sb_take(&b, s->a->arena) : NULL;
}

bool name_waves(struct scope *s, struct waves *w)
{
    const struct loop *l = w->outer->loop, *k = w->inner->loop;
    bool rectangle = !varies(s, k->lower) && !varies(s, k->upper);
    if (tree_has(k->lower, needs_care)) /* its first value is worked out in front of the nest */
        return false;
    w->rows = trips_of_loop(s, l);
    if (rectangle)
        w->columns = trips_of_loop(s, k);
    if (w->is_doacross)
        return rectangle;
    w->names.rows = fresh_name(s, "rows");
    w->names.columns = fresh_name(s, "columns");
    w->names.wave = fresh_name(s, "wave");
    w->names.from = fresh_name(s, "from");
    w->names.to = fresh_name(s, "to");
    w->names.row = fresh_name(s, "row");
    w->names.at = fresh_name(s, "at");
    const struct loop *loops[] = {l, k};
    for (unsigned i = 0; i < (rectangle ? 2 : 1); i++)
        if (!loops[i]->lower->constant) {
            w->names.first[i] = fresh_name(s, arena_printf(s->a->arena, "%s_first", loops[i]->iv->name));
            w->first[i] = one_line(s->a->arena, text_slice(s->u, loops[i]->lower->around));
        }
    w->limits[0] = limit_of(s, k->lower);
    w->limits[1] = limit_of(s, k->upper);
    ask_for_work(s, w);
    if (rectangle) {
        if (tree_has(k->lower, needs_care) || tree_has(k->upper, needs_care))
            w->columns = arena_printf(s->a->arena, "%s > 0 ? %s : 0", w->names.rows, w->columns);
        return true;
    }
    w->low = limit_text(s, w, false);
    w->high = limit_text(s, w, true);
    return w->low && w->high;
}

/* ---- what is said of them ---- */
const char *waves_sum(struct arena *a, const struct waves *w)
{
    const struct loop *l = w->outer->loop, *k = w->inner->loop;
    bool up = loop_goes_up(l), also = loop_goes_up(k);
    const char *times = w->by > 1 ? arena_printf(a, "%ld * ", w->by) : "";
    if (!up && also)
        return arena_printf(a, "%s - %s%s", k->iv->name, times, l->iv->name);
    return arena_printf(a, "%s%s %c %s", times, l->iv->name, up == also ? '+' : '-', k->iv->name);
}

const char *sinks_text(struct arena *a, const struct waves *w)
{
    const struct loop *l = w->outer->loop, *k = w->inner->loop;
    struct sb b = {0};
    for (long n = 0; n <= w->by; n++) {
        sb_printf(&b, "%sdepend(sink: %s %c 1, %s", n ? " " : "", l->iv->name, loop_goes_up(l) ? '-' : '+',
                  k->iv->name);
        if (n)
            sb_printf(&b, " %c %ld", loop_goes_up(k) ? '+' : '-', n);
        sb_addc(&b, ')');
    }
    return sb_take(&b, a);
}

/* ---- the text ---- */
/* One that the loop declares; another one is private to iterations, and set there. */
static bool is_declared(const struct loop *l) { return given(l->iv->loop); }

static const char *variable_begin(struct arena *a, const struct loop *l)
{
    return is_declared(l) ? arena_printf(a, "const %s", type_declare(a, l->iv->type, l->iv->name)) : l->iv->name;
}

/* const int i = 1 + (int)row; of the number of an iteration */
static const char *variable_text(struct arena *a, const struct loop *l, const char *first, const char *number)
{
    const char *type = l->iv->type->canonical, *sign = loop_goes_up(l) ? "+" : "-", *name = variable_begin(a, l);
    if (!first && l->lower->value == 0 && loop_goes_up(l))
        return arena_printf(a, "%s = (%s)%s;\n", name, type, number);
    first = first ? first : arena_printf(a, "%ld", (long)l->lower->value);
    return arena_printf(a, "%s = %s %s (%s)%s;\n", name, first, sign, type, number);
}

void add_wave_variables(struct sb *b, const struct waves *w)
{
    const struct loop *loops[] = {w->outer->loop, w->inner->loop};
    bool open = false;
    for (unsigned i = 0; i < 2; i++)
        if (!is_declared(loops[i])) {
            sb_printf(b, "%s%s", open ? ", " : " private(", loops[i]->iv->name);
            open = true;
        }
    sb_add(b, open ? ")" : "");
}

static void add_lines(struct sb *b, const char *gap, const char *lines)
{
    while (*lines) {
        size_t n = strcspn(lines, "\n");
        sb_printf(b, "%s%.*s\n", gap, (int)n, lines);
        lines += n + (lines[n] == '\n');
    }
}

/* what is known before the nest; its test may name it */
static const char *before_text(struct arena *a, const struct waves *w, const char *gap)
{
    const struct loop *loops[] = {w->outer->loop, w->inner->loop};
    struct sb b = {0};
    for (unsigned i = 0; i < 2; i++)
        if (w->names.first[i])
            sb_printf(&b, "%sconst %s = %s;\n", gap, type_declare(a, loops[i]->iv->type, w->names.first[i]),
                      w->first[i]);
    sb_printf(&b, "%sconst long %s = %s", gap, w->names.rows, w->rows);
    if (w->columns)
        sb_printf(&b, ", %s = %s", w->names.columns, w->columns);
    sb_add(&b, ";\n");
    return sb_take(&b, a);
}

/* the iterations of the outer loop that a wave has */
static void add_limits(struct sb *b, const struct waves *w)
{
    const char *wave = w->names.wave, *rows = w->names.rows, *columns = w->names.columns;
    sb_printf(b, "const long %s = %s < %s ? 0 : ", w->names.from, wave, columns);
    if (w->by == 1)
        sb_printf(b, "%s - %s + 1, %s = %s < %s ? %s + 1 : %s;\n", wave, columns, w->names.to, wave, rows, wave, rows);
    else
        sb_printf(b, "(%s - %s) / %ld + 1, %s = %s / %ld < %s ? %s / %ld + 1 : %s;\n", wave, columns, w->by,
                  w->names.to, wave, w->by, rows, wave, w->by, rows);
}

static const char *of_wave(struct arena *a, const struct waves *w)
{
    const char *times = w->by > 1 ? arena_printf(a, "%ld * ", w->by) : "";
    return arena_printf(a, "(%s - %s%s)", w->names.wave, times, w->names.row);
}

/* the inner loop's variable where the nest is no rectangle: what the outer one leaves of the sum */
static void add_sought(struct arena *a, struct sb *b, const struct waves *w)
{
    const struct loop *l = w->outer->loop, *k = w->inner->loop;
    bool up = loop_goes_up(l), also = loop_goes_up(k);
    const char *i = arena_printf(a, "%s(long)%s", w->by > 1 ? arena_printf(a, "%ld * ", w->by) : "", l->iv->name);
    sb_printf(b, "const long %s = ", w->names.at);
    if (also)
        sb_printf(b, "%s %c %s;\n", w->names.wave, up ? '-' : '+', i);
    else
        sb_printf(b, "%s%s - %s;\n", up ? "" : "-", i, w->names.wave);
}

/* the condition that the inner loop has such an iteration there */
static const char *has_text(struct arena *a, const struct waves *w)
{
    static const char *const signs[] = {[REL_LT] = "<", [REL_LE] = "<=", [REL_GT] = ">", [REL_GE] = ">="};
    const struct loop *k = w->inner->loop;
    return arena_printf(a, "%s %s %s && %s %s %s", w->names.at, loop_goes_up(k) ? ">=" : "<=", w->limits[0],
                        w->names.at, signs[k->rel], w->limits[1]);
}

static void add_inside(struct arena *a, struct sb *b, const struct waves *w)
{
    const struct loop *l = w->outer->loop, *k = w->inner->loop;
    sb_add(b, variable_text(a, l, w->names.first[0], w->names.row));
    if (w->columns)
        sb_add(b, variable_text(a, k, w->names.first[1], of_wave(a, w)));
    else
        add_sought(a, b, w);
}

struct waves_text waves_text(struct arena *a, const struct waves *w, const char *gap, const char *data,
                             const char *region, const char *leaving)
{
    struct sb head = {0}, inside = {0}, lines = {0};
    const char *in = arena_printf(a, "%s    ", gap), *within = arena_printf(a, "%s    ", in), *wave = w->names.wave;
    sb_add(&head, data);
    if (!*leaving) /* not with maps of what members lead to (GR664) */
        sb_printf(&head, "%s#ifdef __GANTRY__\n%s#pragma ompx single_launch\n%s#endif\n", gap, gap, gap);
    if (w->columns) {
        const char *times = w->by > 1 ? arena_printf(a, "%ld * (%s - 1) + %s", w->by, w->names.rows, w->names.columns)
                                      : arena_printf(a, "%s + %s - 1", w->names.rows, w->names.columns);
        sb_printf(&head, "%sfor (long %s = 0; %s < %s; %s++) {\n%s", gap, wave, wave, times, wave, in);
        add_limits(&head, w);
    } else {
        sb_printf(&head,
                  strchr(w->high, '?') ? "%sfor (long %s = %s; %s <= (%s); %s++) {\n"
                                       : "%sfor (long %s = %s; %s <= %s; %s++) {\n",
                  gap, wave, w->low, wave, w->high, wave);
    }
    const char *from = w->columns ? w->names.from : "0", *to = w->columns ? w->names.to : w->names.rows;
    sb_printf(&head, "%s%sfor (long %s = %s; %s < %s; %s++) {\n", region, in, w->names.row, from, w->names.row, to,
              w->names.row);
    add_inside(a, &lines, w);
    add_lines(&inside, within, sb_take(&lines, a));
    if (!w->columns) {
        sb_printf(&inside, "%sif (%s) {\n", within, has_text(a, w));
        sb_printf(&inside, "%s    %s = (%s)%s;\n", within, variable_begin(a, w->inner->loop),
                  w->inner->loop->iv->type->canonical, w->names.at);
    }
    const char *tail =
        arena_printf(a, "%s%s%s}\n%s}\n%s", w->columns ? "" : within, w->columns ? "" : "}\n", in, gap, leaving);
    return (struct waves_text){before_text(a, w, gap), sb_take(&head, a), sb_take(&inside, a), tail};
}
