/* calls.c: what the functions do that the body of a loop calls. */
#include <string.h>

#include "../tables/tables.h"
#include "collect_priv.h"

static isl_pw_aff *bytes_of(struct scope *s, const struct node *count);

/* So many elements of a constant size; NULL: it is no such product, or not known */
static isl_pw_aff *elements_of(struct scope *s, const struct node *n)
{
    for (unsigned i = 0; n->kind == NODE_BINARY && n->operator== OPERATOR_MUL && i<2; i++) {
        const struct node *size = node_uncast(n->kids[i]), *x = n->kids[1 - i];
        isl_pw_aff *many = size->constant && size->value > 0 && !x->constant ? bytes_of(s, x) : NULL;
        if (many)
            return isl_pw_aff_scale_val(many, isl_val_int_from_si(s->isl, size->value));
    }
    return NULL;
}

/* A number of bytes. A factor that is converted from a signed number is not negative: no memory has so many bytes as
 * that would be; nor do products of 64 bits wrap. NULL: not known */
static isl_pw_aff *bytes_of(struct scope *s, const struct node *count)
{
    const struct node *n = node_uncast(count);
    isl_pw_aff *known = n->type && n->type->size == 8 ? elements_of(s, n) : NULL;
    known = known ? known : value_of(s, count);
    if (known)
        return known;
    if (n != count && n->type && n->type->kind == TYPE_INT && n->type->is_signed)
        return value_of(s, n);
    return elements_of(s, n);
}

/* ---- expressions where p stands ---- */
static struct node *made(struct scope *s, const struct node *p, enum node_kind kind, const struct type *type,
                         const struct node *x, const struct node *y)
{
    struct node *n = NEW(s->a->arena, struct node);
    *n = (struct node){.kind = kind, .off = p->off, .at = p->at, .around = p->at, .type = type, .parent = p->parent};
    n->kids = arena_alloc(s->a->arena, 2 * sizeof *n->kids);
    n->kids[0] = (struct node *)x;
    n->kids[1] = (struct node *)y;
    n->nkids = x && y ? 2 : x ? 1 : 0;
    return n;
}

/* p[x]; where p leads to arrays, *(&p[0][0] + x), which runs through all their elements */
static const struct node *element(struct scope *s, const struct node *p, const struct node *x)
{
    const struct type *elem = p->type->elem;
    if (!type_is_array(elem))
        return made(s, p, NODE_SUBSCRIPT, elem, p, x);
    const struct node *first = p;
    for (bool inside = true; inside; elem = inside ? elem->elem : elem) {
        struct node *zero = made(s, p, NODE_NUMBER, x->type, NULL, NULL);
        zero->constant = true;
        first = made(s, p, NODE_SUBSCRIPT, elem, first, zero);
        inside = type_is_array(elem);
    }
    struct type *pointer = NEW(s->a->arena, struct type);
    *pointer = (struct type){.kind = TYPE_POINTER, .size = sizeof(void *), .elem = elem};
    struct node *sum = made(s, p, NODE_BINARY, pointer, made(s, p, NODE_ADDRESS, pointer, first, NULL), x);
    sum->operator= OPERATOR_ADD;
    return made(s, p, NODE_DEREFERENCE, elem, sum, NULL);
}

/* `count` bytes from p on, element by element */
static bool block(struct scope *s, const struct node *p, const struct node *count, bool write)
{
    const struct type *elem = p->type ? p->type->elem : NULL;
    bool pointer = p->type && (p->type->kind == TYPE_POINTER || type_is_array(p->type));
    isl_pw_aff *bytes = pointer && s->depth < MOST_DEPTH ? bytes_of(s, count) : NULL;
    if (!bytes || elem->size <= 0) {
        isl_pw_aff_free(bytes);
        return false;
    }
    struct place before = place_here(s);
    struct var *v = NEW(s->a->arena, struct var);
    static const struct type number = {.kind = TYPE_INT, .size = 8, .is_signed = true, .canonical = "long"};
    *v = (struct var){.name = "", .type = &number, .decl = s->loop->at.begin, .loop = s->loop->at};
    struct loop *l = NEW(s->a->arena, struct loop);
    l->iv = v;
    struct node *name = made(s, p, NODE_NAME, &number, NULL, NULL);
    name->var = v;
    const struct node *place = element(s, p, name);
    s->domain = isl_set_add_dims(s->domain, isl_dim_set, 1);
    s->frames[s->depth++] = (struct frame){.loop = l};
    s->domain = isl_set_lower_bound_si(s->domain, isl_dim_set, s->depth - 1, 0);
    isl_local_space *ls = isl_local_space_from_space(isl_set_get_space(s->domain));
    isl_pw_aff *at = isl_pw_aff_from_aff(isl_aff_var_on_domain(ls, isl_dim_set, s->depth - 1));
    at = isl_pw_aff_scale_val(at, isl_val_int_from_si(s->isl, place->type->size));
    bytes = isl_pw_aff_add_dims(bytes, isl_dim_in, 1);
    s->domain = isl_set_intersect(s->domain, isl_pw_aff_lt_set(at, bytes));
    add_touch(s, place, write);
    place_back(s, before);
    return true;
}

/* memset, memcpy and memmove, where the number of bytes is known */
static bool block_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool set = f && strcmp(f->name, "memset") == 0;
    if (n->nkids != 4 || !f || !(set || strcmp(f->name, "memcpy") == 0 || strcmp(f->name, "memmove") == 0))
        return false;
    return (set || block(s, node_uncast(n->kids[2]), n->kids[3], false)) &&
           block(s, node_uncast(n->kids[1]), n->kids[3], true);
}

static bool gets_pointer(const struct node *call)
{
    for (unsigned i = 1; i < call->nkids; i++)
        if (call->kids[i] && call->kids[i]->type &&
            (call->kids[i]->type->kind == TYPE_POINTER || type_is_array(call->kids[i]->type)))
            return true;
    return false;
}

/* New blocks are apart from all else, and each block is freed once: only what is accessed through pointers may be it.
 */
static bool heap_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool frees = f && strcmp(f->name, "free") == 0 && n->nkids == 2;
    if (!f || (!frees && strcmp(f->name, "malloc") != 0 && strcmp(f->name, "calloc") != 0))
        return false;
    s->allocates = true;
    if (frees && !s->in_target) {
        whole_of_unknown(s, n, true);
        s->accesses.v[s->accesses.n - 1].frees = true;
    }
    return true;
}

/* ---- calls between regions ---- */
static bool is_text(const struct node *n)
{
    n = node_uncast(n);
    return n->kind == NODE_STRING || is_of_string(n);
}

/* All of what p leads to, and no more. */
static void touch_pointee(struct scope *s, const struct node *p, bool write)
{
    struct node *n = NEW(s->a->arena, struct node);
    *n = (struct node){.kind = NODE_DEREFERENCE, .off = p->off, .at = p->at, .around = p->at, .parent = p->parent};
    n->type = p->type->elem;
    n->kids = arena_alloc(s->a->arena, sizeof *n->kids);
    n->kids[0] = (struct node *)p;
    n->nkids = 1;
    struct touch a = place_of(s, n);
    forget_dimensions(&a);
    if (a.object->kind == OBJECT_VARIABLE && is_declared_in(s, a.object->var) && !a.object->var->is_static)
        return;
    for (unsigned i = 0; i < a.nsteps; i++) { /* somewhere in it */
        poly_free(a.steps[i].index);
        a.steps[i].index = NULL;
    }
    a.whole = true;
    a.write = write;
    a.far = s->inside.n > 0;
    a.domain = isl_set_copy(s->domain);
    a.object->read = true;
    a.object->written |= write;
    note_loops(s, &a);
    note_place(s, &a);
    push_touch(s, &a);
}

/* A function of the library that the host calls: false: nobody knows what it does. */
static bool host_call(struct scope *s, const struct node *n, const struct func *f)
{
    bool stores = false, known = f && is_host_function(f->name, &stores) && !s->a->has_buffers;
    if (known && strcmp(f->name, "exit") == 0 && is_seen_after_exit(s->a))
        return false;
    size_t first = s->accesses.n;
    s->ends |= f && (f->noreturn || ends_program(f));
    for (unsigned i = 1; known && i < n->nkids; i++) {
        const struct node *arg = node_uncast(n->kids[i]);
        bool pointer = arg && arg->type && (arg->type->kind == TYPE_POINTER || type_is_array(arg->type));
        const char *to = pointer && arg->type->elem ? arg->type->elem->canonical : NULL;
        bool file = to && strstr(to, "_IO_FILE");
        if (pointer && !file && !arg->constant && !is_text(arg))
            touch_pointee(s, arg, stores);
    }
    for (size_t i = first; known && i < s->accesses.n; i++)
        s->accesses.v[i].frees = strcmp(f->name, "free") == 0;
    return known;
}

static bool is_errno(const struct node *n)
{
    const struct func *f = n->kind == NODE_CALL ? node_called(n) : NULL;
    return f && (strcmp(f->name, "__errno_location") == 0 || strcmp(f->name, "perror") == 0);
}

/* Does the loop's function look at errno? Then what sets it does more than compute: a device has none. */
static bool asks_errno(struct scope *s)
{
    const struct node *top = s->loop;
    while (top->parent)
        top = top->parent;
    if (s->a->errno_of != top)
        s->a->asks_errno = tree_has(top, is_errno);
    s->a->errno_of = top;
    return s->a->asks_errno;
}

static bool may_set_errno(struct scope *s, const struct node *n)
{
    return n->type && n->type->kind == TYPE_FLOAT && asks_errno(s);
}

void library_call(struct scope *s, const struct node *n, const struct func *f)
{
    if (s->is_data && !s->region) {
        if (!block_call(s, n, f) && !host_call(s, n, f))
            scope_wrong(s, LOOP_CALL, n);
        return;
    }
    const struct library_row *row = f ? library_find(f->name) : NULL;
    if (block_call(s, n, f) || heap_call(s, n, f) || ends_program(f))
        return;
    if (!row || row->effect != LIBRARY_COMPUTES || row->place == LIBRARY_HOST || may_set_errno(s, n))
        scope_wrong(s, LOOP_CALL, n);
    else if (gets_pointer(n))
        whole_of_unknown(s, n, false);
}

/* Does something follow a `return` of the body? */
void read_all(struct scope *s, const struct node *n, const struct effects *e)
{
    for_each_pointer (const struct var, v, e->read) {
        struct node *name = NEW(s->a->arena, struct node);
        *name = *n;
        name->kind = NODE_NAME;
        name->nkids = 0;
        name->var = v;
        struct touch a = place_of(s, name);
        forget_dimensions(&a);
        a.whole = a.far = true;
        a.node = n;
        a.domain = isl_set_copy(s->domain);
        a.object->read = a.object->far = true;
        note_place(s, &a);
        push_touch(s, &a);
    }
    if (e->reads)
        whole_of_unknown(s, n, false);
}

void add_callees(struct scope *s, const struct effects *e)
{
    for_each_pointer (const struct func, f, e->reached) {
        bool known = false;
        for_each_pointer (const struct func, g, s->callees)
            known |= f == g;
        if (!known)
            vec_push(s->a->arena, &s->callees, f);
    }
    for_each_pointer (const struct known, k, e->elsewhere) {
        bool known = false;
        for_each_pointer (const struct known, x, s->elsewhere)
            known |= x == k;
        if (!known)
            vec_push(s->a->arena, &s->elsewhere, k);
    }
    s->calls_in_circles |= e->is_recursive;
    s->calls_by_pointer |= e->by_pointer;
}
