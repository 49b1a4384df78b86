/* rows.c: rows behind a table of pointers, a[i][j] of `double **a`. No map clause has all of them: before the loop one
 * of the host maps each row, and after it another one takes it back. Rows are mapped of which an iteration surely
 * touches an element, and of each what is touched of it. Whether they are apart is tested for all of them, at once. */
#include <string.h>

#include "annotate_priv.h"

enum { BUDGET = 400000 }; /* isl's operations for the rows of one table */

/* ---- the table ---- */
/* Where its pointers are, as an expression; NULL: it has no such text, or no row of numbers */
static const char *table_text(struct scope *s, const struct object *o)
{
    const struct object *t = o->table;
    const struct type *elem = o->pointer->type ? o->pointer->type->elem : NULL;
    const struct node *base = o->pointer->kind == NODE_SUBSCRIPT ? o->pointer->kids[0] : NULL;
    if (!elem || !type_is_arithmetic(elem) || elem->size <= 0 || !base || o->way[o->nway - 1].is_member)
        return NULL;
    if (o->nway == 1)
        return t->kind == OBJECT_POINTEE ? t->name : has_name_here(s, t->var) ? t->var->name : NULL;
    bool member = (base->kind == NODE_MEMBER || base->kind == NODE_ARROW) && type_is_array(base->type);
    const char *text = member && !varies(s, base) ? asked_text(s, base) : NULL;
    return text && !strpbrk(text, "(\n") ? text : NULL;
}

/* Is t a row's element, by a row that is known? */
static bool is_of_row(const struct scope *s, const struct object *o, const struct touch *t)
{
    return t->nsteps == o->nway + 1 && !t->whole && !t->far && !t->before && !t->map &&
           poly_is_affine(t->steps[o->nway - 1].index) && t->row && t->row->kind == NODE_SUBSCRIPT &&
           tree_equal(s->u, t->row->kids[0], o->pointer->kids[0]);
}

/* … and by an index that is, too? */
static bool is_plain_row(const struct scope *s, const struct object *o, const struct touch *t)
{
    return is_of_row(s, o, t) && poly_is_affine(t->steps[o->nway].index);
}

/* ---- which rows, and what of them ---- */
static isl_map *index_map(const struct touch *t, unsigned step)
{
    return isl_map_from_pw_aff(isl_pw_aff_copy(t->steps[step].index->terms[0].coefficient));
}

/* {[row, element]}, by parameters */
static isl_set *pairs_of(struct scope *s, const struct object *o, const struct touch *t)
{
    isl_map *m = isl_map_flat_range_product(index_map(t, o->nway - 1), index_map(t, o->nway));
    m = isl_map_intersect_domain(m, known_domain(s, t->domain));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

static isl_set *with(isl_set *all, isl_set *more) { return all ? isl_set_union(all, more) : more; }

struct touched_rows { /* {[row, element]}; NULL: none */
    isl_set *all, *sure, *stored;
    isl_set *doubtful; /* where data says so */
};

static void end_touched(struct touched_rows *t)
{
    isl_set_free(t->all);
    isl_set_free(t->sure);
    isl_set_free(t->stored);
    isl_set_free(t->doubtful);
}

static bool gather(struct scope *s, struct rows_map *r, struct touched_rows *all)
{
    const struct object *o = r->object;
    for_each (struct touch, t, s->accesses) {
        if (t->object != o)
            continue;
        if (!is_plain_row(s, o, t))
            return false;
        isl_set *x = pairs_of(s, o, t);
        all->all = with(all->all, isl_set_copy(x));
        isl_set **sort = t->must ? &all->sure : &all->doubtful;
        *sort = with(*sort, isl_set_copy(x));
        if (t->must && t->write)
            all->stored = with(all->stored, isl_set_copy(x));
        isl_set_free(x);
    }
    return all->all && all->sure;
}

/* The row becomes a parameter. Takes x. */
static isl_set *of_row(struct scope *s, isl_set *x, const char *row)
{
    unsigned n = (unsigned)isl_set_dim(x, isl_dim_param);
    x = isl_set_move_dims(x, isl_dim_param, n, isl_dim_set, 0, 1);
    return isl_set_set_dim_id(x, isl_dim_param, n, isl_id_alloc(s->isl, row, NULL));
}

/* From the least to the greatest of one dimension, as e. Takes x. */
static bool find_part(struct scope *s, struct extent *e, const char *name, const struct type *elem, isl_set *x)
{
    struct object *o = NEW(s->a->arena, struct object);
    *o = (struct object){.kind = OBJECT_POINTEE, .name = name, .elem = elem};
    e->object = o;
    return find_section(s, e, x);
}

/* Of each row what is touched of it, where its number is `row` */
static bool find_each(struct scope *s, struct rows_map *r, const struct touched_rows *t, const char *row)
{
    const struct type *elem = r->object->pointer->type->elem;
    isl_set *context = s->context, *x = of_row(s, isl_set_copy(t->all), row);
    s->context = isl_set_intersect(isl_set_copy(context), isl_set_params(isl_set_copy(x)));
    if (t->stored && !r->object->read) {
        isl_set *h = isl_set_intersect_params(range_hull(x), isl_set_copy(s->context));
        isl_set *stored = of_row(s, isl_set_copy(t->stored), row);
        r->each.covered = isl_set_is_subset(h, stored) == isl_bool_true;
        isl_set_free(stored);
        isl_set_free(h);
    }
    isl_set *sure = of_row(s, isl_set_copy(t->sure), row);
    isl_set *doubtful = t->doubtful ? of_row(s, isl_set_copy(t->doubtful), row) : NULL;
    bool there = is_taken_to_be(s, r->object, doubtful, sure, NULL);
    bool ok = find_part(s, &r->each, arena_printf(s->a->arena, "%s[%s]", r->table, row), elem, x) && there;
    isl_set_free(sure);
    isl_set_free(s->context);
    s->context = context;
    r->each.read = r->object->read;
    r->each.written = r->object->written;
    return ok;
}

static bool find_parts(struct scope *s, struct rows_map *r, const char *row)
{
    struct touched_rows t = {0};
    const struct type *pointer = r->object->pointer->type, *elem = pointer->elem;
    bool ok = gather(s, r, &t);
    if (ok) {
        isl_set *rows = isl_set_project_out(isl_set_copy(t.all), isl_dim_set, 1, 1);
        isl_set *sure = isl_set_project_out(isl_set_copy(t.sure), isl_dim_set, 1, 1);
        isl_set *hull = isl_set_intersect_params(range_hull(rows), usual_parameters(s));
        ok = isl_set_is_subset(hull, sure) == isl_bool_true;
        isl_set_free(hull);
        isl_set_free(sure);
        ok = find_part(s, &r->rows, r->table, pointer, rows) && ok;
        isl_set *any = isl_set_project_out(isl_set_copy(t.all), isl_dim_set, 0, 1);
        ok = ok && find_each(s, r, &t, row);
        ok = find_part(s, &r->any, r->table, elem, any) && ok;
    }
    end_touched(&t);
    return ok;
}

/* ---- rows by products, f->u[v][j * nx + i] ---- */
static bool takes_part(const struct poly *p, unsigned dim)
{
    for (unsigned k = 0; k < p->n; k++)
        if (isl_pw_aff_involves_dims(p->terms[k].coefficient, isl_dim_in, dim, 1) != isl_bool_false)
            return true;
    return false;
}

/* Does t touch the same elements in each of its rows? Then some loops number the rows, others the elements, and none
 * has bounds by one of the others. */
static bool is_alike_in_rows(struct scope *s, const struct object *o, const struct touch *t)
{
    const struct poly *row = t->steps[o->nway - 1].index, *element = t->steps[o->nway].index;
    isl_set *all = known_domain(s, t->domain), *rows = isl_set_copy(all), *elements = isl_set_copy(all);
    bool alike = element != NULL;
    for (unsigned i = s->judged; alike && i < (unsigned)isl_set_dim(all, isl_dim_set); i++)
        if (takes_part(row, i)) {
            alike = !takes_part(element, i);
            elements = isl_set_eliminate(elements, isl_dim_set, i, 1);
        } else {
            rows = isl_set_eliminate(rows, isl_dim_set, i, 1);
        }
    rows = isl_set_intersect(rows, elements);
    alike = alike && isl_set_is_equal(rows, all) == isl_bool_true;
    isl_set_free(rows);
    isl_set_free(all);
    return alike;
}

/* {[row]}, by parameters */
static isl_set *rows_of(struct scope *s, const struct object *o, const struct touch *t)
{
    isl_map *m = isl_map_intersect_domain(index_map(t, o->nway - 1), known_domain(s, t->domain));
    unsigned dims = (unsigned)isl_map_dim(m, isl_dim_in);
    m = isl_map_project_out(m, isl_dim_in, s->judged, dims - s->judged);
    return isl_map_range(outer_as_parameters(s, m));
}

/* Every access becomes one of `part`, a row that stands for all of them, if each is sure and goes to all rows. *rows:
 * which these are */
static bool gather_alike(struct scope *s, const struct object *o, struct object *part, isl_set **rows)
{
    for (size_t i = 0, n = s->accesses.n; i < n; i++) {
        struct touch t = s->accesses.v[i];
        if (t.object != o)
            continue;
        if (!t.must || !is_of_row(s, o, &t) || !is_alike_in_rows(s, o, &t))
            return false;
        isl_set *x = rows_of(s, o, &t);
        bool same = !*rows || isl_set_is_equal(x, *rows) == isl_bool_true;
        if (*rows)
            isl_set_free(x);
        else
            *rows = x;
        if (!same)
            return false;
        t.object = part;
        t.steps[0] = t.steps[o->nway];
        t.nsteps = 1;
        t.row = NULL;
        vec_push(s->a->arena, &s->accesses, t);
    }
    return *rows;
}

static struct object *part_of_rows(struct scope *s, const struct object *o, const char *name)
{
    struct object *part = NEW(s->a->arena, struct object);
    *part = (struct object){.kind = OBJECT_POINTEE,
                            .name = name,
                            .elem = o->pointer->type ? o->pointer->type->elem : NULL,
                            .read = o->read,
                            .written = o->written};
    return part;
}

isl_set *where_rows_proper(struct scope *s, const struct object *o)
{
    isl_set *rows = NULL, *where = NULL;
    size_t n = s->accesses.n;
    struct object *part = part_of_rows(s, o, NULL);
    if (gather_alike(s, o, part, &rows))
        where = where_proper(s, part);
    s->accesses.n = n;
    isl_set_free(rows);
    return where;
}

/* Where products number the elements, and of each row the same is touched */
static bool find_alike(struct scope *s, struct rows_map *r, const char *row)
{
    const struct type *pointer = r->object->pointer->type;
    struct object *part = part_of_rows(s, r->object, arena_printf(s->a->arena, "%s[%s]", r->table, row));
    isl_set *rows = NULL;
    size_t n = s->accesses.n;
    r->each = (struct extent){.object = part, .read = part->read, .written = part->written};
    bool ok = gather_alike(s, r->object, part, &rows) && find_digits(s, &r->each);
    s->accesses.n = n;
    if (ok) {
        isl_set *hull = isl_set_intersect_params(range_hull(rows), usual_parameters(s));
        ok = isl_set_is_subset(hull, rows) == isl_bool_true;
        isl_set_free(hull);
    }
    if (!ok) {
        isl_set_free(rows);
        return false;
    }
    r->any = r->each;
    return find_part(s, &r->rows, r->table, pointer, rows);
}

bool find_rows_map(struct scope *s, struct judged *j, struct object *o)
{
    struct rows_map r = {.object = o};
    if (!o->table || o->table->kind == OBJECT_ROWS || o->table->kind == OBJECT_UNKNOWN || is_anywhere(o) ||
        j->counted || s->a->wishes.openacc || !(r.table = table_text(s, o)))
        return false;
    isl_ctx_reset_operations(s->isl);
    isl_ctx_set_max_operations(s->isl, BUDGET);
    bool ok =
        (find_parts(s, &r, s->a->row) || find_alike(s, &r, s->a->row)) && isl_ctx_last_error(s->isl) != isl_error_quota;
    isl_ctx_set_max_operations(s->isl, 0);
    isl_ctx_reset_error(s->isl);
    if (ok)
        vec_push(s->a->arena, &j->rows, r);
    return ok;
}

const struct rows_map *rows_of_object(const rows_list *all, const struct object *o)
{
    for (const struct rows_map *r = all ? all->v : NULL; r && r < all->v + all->n; r++)
        if (r->object == o)
            return r;
    return NULL;
}

/* ---- what is there before the rows are ---- */
/* The table, and the structure that it is found in: the device's copies get the addresses of rows. */
static bool holds_rows(const struct judged *j, const struct extent *e)
{
    for_each (struct rows_map, r, j->rows) {
        const struct object *o = e->object;
        const struct type *t = o->kind == OBJECT_VARIABLE ? o->var->type : o->elem;
        if (o == r->object->table || (e->root == root_of(r->object->table) && t && t->kind == TYPE_RECORD))
            return true;
    }
    return false;
}

bool rows_are_held(const struct judged *j)
{
    for_each (struct rows_map, r, j->rows) {
        bool found = false;
        for_each (struct extent, e, j->extents)
            found |= e->object == r->object->table;
        if (!found)
            return false;
    }
    for_each (struct extent, e, j->extents)
        if (holds_rows(j, e) && e->written)
            return false;
    return true;
}

static bool is_of_member(const struct extent *e)
{
    size_t n = strcspn(e->item, "[");
    return memchr(e->item, '>', n) || memchr(e->item, '.', n);
}

static void add_holders(struct sb *b, const struct judged *j, const char *clause)
{
    bool open = false;
    for (unsigned members = 0; members < 2; members++)
        for_each (struct extent, e, j->extents)
            if (holds_rows(j, e) && is_of_member(e) == members) {
                sb_printf(b, "%s%s", open ? ", " : clause, e->item);
                open = true;
            }
    sb_add(b, ")");
}

const char *rows_directive(struct annotation *a, const struct judged *j, bool leaving)
{
    struct sb b = {0};
    add_holders(&b, j, leaving ? "target exit data map(release: " : "target enter data map(to: ");
    return sb_take(&b, a->arena);
}

const char *row_directive(struct annotation *a, const struct rows_map *r, bool leaving)
{
    bool from = r->each.written, to = r->each.read || !r->each.covered;
    return leaving ? arena_printf(a->arena, "target exit data map(%s: %s)", from ? "from" : "release", r->each.item)
                   : arena_printf(a->arena, "target enter data map(%s: %s)", to ? "to" : "alloc", r->each.item);
}

/* A text that may stand beside a binary operator */
static void add_closed(struct sb *b, const char *text) { sb_printf(b, strpbrk(text, " ?") ? "(%s)" : "%s", text); }

const char *row_loop(struct annotation *a, const struct rows_map *r)
{
    struct sb b = {0};
    sb_printf(&b, "for (long %s = %s; %s < ", a->row, r->rows.low_text, a->row);
    if (strcmp(r->rows.low, "0") != 0) {
        add_closed(&b, r->rows.low_text);
        sb_add(&b, " + ");
    }
    add_closed(&b, r->rows.length_text);
    sb_printf(&b, "; %s++) {", a->row);
    return sb_take(&b, a->arena);
}

/* ---- the test ---- */
static const char definition[] =
    "static unsigned long %s_at(const void *table, long k)\n"
    "{\n"
    "    const char *row;\n"
    "    __builtin_memcpy(&row, (const char *)table + k * (long)sizeof row, sizeof row);\n"
    "    return (unsigned long)row;\n"
    "}\n"
    "/* Is no byte of n rows, from one to another byte of each, one of m other rows; or, where b is 0, of two of them? "
    "*/\n"
    "static int %s(const void *a, long n, long from, long to, const void *b, long m, long first, long last)\n"
    "{\n"
    "    int up = 1; /* rows follow each other in memory: mostly they do */\n"
    "    for (long i = 1; up && i < n; i++)\n"
    "        up = %s_at(a, i - 1) + to <= %s_at(a, i) + from;\n"
    "    for (long i = 1; up && b && i < m; i++)\n"
    "        up = %s_at(b, i - 1) + last <= %s_at(b, i) + first;\n"
    "    for (long i = 0, k = 0; up && b && i < n && k < m;) {\n"
    "        if (%s_at(a, i) + to <= %s_at(b, k) + first)\n"
    "            i++;\n"
    "        else if (%s_at(b, k) + last <= %s_at(a, i) + from)\n"
    "            k++;\n"
    "        else\n"
    "            return 0;\n"
    "    }\n"
    "    for (long i = 0; !up && i < n; i++)\n"
    "        for (long k = b ? 0 : i + 1; k < (b ? m : n); k++)\n"
    "            if (b ? !(%s_at(a, i) + to <= %s_at(b, k) + first || %s_at(b, k) + last <= %s_at(a, i) + from)\n"
    "                  : !(%s_at(a, i) + to <= %s_at(a, k) + from || %s_at(a, k) + to <= %s_at(a, i) + from))\n"
    "                return 0;\n"
    "    return 1;\n"
    "}\n";

const char *rows_definition(const struct annotation *a)
{
    struct sb b = {0};
    for (const char *p = definition, *q; *p; p = q) {
        q = strstr(p, "%s");
        sb_addn(&b, p, q ? (size_t)(q - p) : strlen(p));
        sb_add(&b, q ? a->rows_apart : "");
        q = q ? q + 2 : p + strlen(p);
    }
    return sb_take(&b, a->arena);
}

static void add_rows(struct sb *b, const struct rows_map *r)
{
    const struct extent *rows = &r->rows, *any = &r->any;
    bool zero = strcmp(any->low, "0") == 0;
    sb_add(b, r->table);
    if (strcmp(rows->low, "0") != 0) {
        sb_add(b, " + ");
        add_closed(b, rows->low_text);
    }
    sb_printf(b, ", %s, ", rows->length_text);
    if (zero) {
        sb_add(b, "0, ");
    } else {
        add_closed(b, any->low_text);
        sb_printf(b, " * (long)sizeof **%s, (", r->table);
        add_closed(b, any->low_text);
        sb_add(b, " + ");
    }
    add_closed(b, any->length_text);
    sb_printf(b, "%s * (long)sizeof **%s", zero ? "" : ")", r->table);
}

/* Memory that is in one piece, as one row */
static void add_piece(struct sb *b, const struct object *o, const struct extent *e)
{
    if (o->kind == OBJECT_VARIABLE) {
        sb_printf(b, "&(const void *){&%s}, 1, 0, (long)sizeof %s", o->var->name, o->var->name);
        return;
    }
    sb_printf(b, "&(const void *){%s", o->name);
    if (strcmp(e->low, "0") != 0) {
        sb_add(b, " + ");
        add_closed(b, e->low_text);
    }
    sb_add(b, "}, 1, 0, ");
    add_closed(b, e->length_text);
    sb_printf(b, " * (long)sizeof *%s", o->name);
}

bool add_rows_test(const struct annotation *a, struct sb *b, const struct pair *p, const rows_list *rows,
                   const struct extent *e)
{
    const struct rows_map *x = rows_of_object(rows, p->a), *y = rows_of_object(rows, p->b);
    const struct object *other = x ? p->b : p->a;
    bool piece = other->kind == OBJECT_VARIABLE || (e && e->low);
    if ((!x && !y) || (!(x && y) && (!piece || other->kind == OBJECT_ROWS)))
        return false;
    sb_printf(b, "%s%s(", b->n ? " && " : "", a->rows_apart);
    add_rows(b, x ? x : y);
    sb_add(b, ", ");
    if (x == y)
        sb_add(b, "0, 0, 0, 0");
    else if (x && y)
        add_rows(b, y);
    else
        add_piece(b, other, e);
    sb_addc(b, ')');
    return true;
}
