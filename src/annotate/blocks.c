/* blocks.c: memory whose elements are known only when the program runs, out of a block whose allocation says how many
 * it has: that many are mapped. */
#include <string.h>

#include "annotate_priv.h"

static bool is_size_of(const struct node *n, int64_t size) { return n->constant && n->value == size && !node_var(n); }

/* The number of elements in the block that o leads to, as the call says that allocated it; NULL: not known */
const struct node *allocated_length(struct scope *s, const struct object *o)
{
    const struct var *v = o->kind == OBJECT_POINTEE ? o->var : NULL;
    const struct node *call =
        v && v->value && !v->written && !v->addr_taken && !v->is_global ? node_uncast(v->value) : NULL;
    const struct func *f = call && call->kind == NODE_CALL ? node_called(call) : NULL;
    int64_t size = o->elem ? o->elem->size : 0;
    if (!f || given(f->def) || size <= 0)
        return NULL;
    const struct node *x, *y;
    if (strcmp(f->name, "calloc") == 0 && call->nkids == 3) {
        x = node_uncast(call->kids[1]);
        y = node_uncast(call->kids[2]);
    } else if (strcmp(f->name, "malloc") == 0 && call->nkids == 2 && node_uncast(call->kids[1])->kind == NODE_BINARY &&
               node_uncast(call->kids[1])->operator== OPERATOR_MUL) {
        x = node_uncast(node_uncast(call->kids[1])->kids[0]);
        y = node_uncast(node_uncast(call->kids[1])->kids[1]);
    } else {
        return NULL;
    }
    const struct node *length = is_size_of(y, size) ? x : is_size_of(x, size) ? y : NULL;
    return length && keeps_value(s, v, length) ? length : NULL;
}

/* Is the block freed before the loop, or between two of its runs? */
static bool may_be_freed(const struct scope *s, const struct var *v)
{
    for_each_in (ref, r, s->u, life_until_loop(s, v)) {
        const struct node *p = r->var == v && r->node ? r->node->parent : NULL;
        while (p && p->kind == NODE_CAST)
            p = p->parent;
        const struct func *f = p && p->kind == NODE_CALL ? node_called(p) : NULL;
        if (f && (strcmp(f->name, "free") == 0 || strcmp(f->name, "realloc") == 0))
            return true;
    }
    return false;
}

bool find_block(struct scope *s, struct extent *e)
{
    const struct node *n = allocated_length(s, e->object);
    const char *text = n && e->object->name ? node_text(s, n) : NULL;
    int64_t value;
    if (!text || strpbrk(text, "[\n") || strlen(text) > LONGEST_SECTION / 3 || may_be_freed(s, e->object->var))
        return false;
    e->covered = false;
    e->low = "0";
    e->length = known_value(s, n, &value) ? arena_printf(s->a->arena, "%lld", (long long)value)
                : n->type->is_signed      ? arena_printf(s->a->arena, "%s > 0 ? %s : 0", text, text)
                                          : text;
    spell_section(s, e);
    return true;
}
