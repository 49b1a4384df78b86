/* gen/common/vla.c: variable-length arrays in device code: patches of the text (front/clang/vla.c), and storage. A
 * variable of such a type is a pointer to its elements, which lie in the device's heap: other threads reach them, and a
 * GPU thread has no stack for them. It lives as long as its block. */
#include "../gen_priv.h"
#include "../../../include/gantry_numbers.h"

static const struct patch *patch_at(const struct emit *e, size_t i)
{
    return e->device ? e->u->patches.v[i] : e->u->host_patches.v[i];
}

static size_t number_of_patches(const struct emit *e) { return e->device ? e->u->patches.n : e->u->host_patches.n; }

size_t patch_from(const struct emit *e, struct slice s)
{
    size_t lo = 0, hi = number_of_patches(e);
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        const struct patch *p = patch_at(e, mid);
        if (p->off < s.begin || (p->off == s.begin && p->closes))
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

const struct patch *patch_in(const struct emit *e, size_t *i, uint32_t from, struct slice s)
{
    while (*i < number_of_patches(e) &&
           (patch_at(e, *i)->off < from || (patch_at(e, *i)->of_user_function && !e->reference)))
        ++*i;
    const struct patch *p = *i < number_of_patches(e) ? patch_at(e, *i) : NULL;
    return p && (p->off < s.end || (p->off == s.end && p->closes)) ? p : NULL;
}

void emit_patch(struct emit *e, const struct patch *p)
{
    for (size_t i = 0; i < p->parts.n; i++)
        if (p->parts.v[i].text)
            sb_add(e->out, p->parts.v[i].text);
        else
            sb_add(e->out, text_of(e, p->parts.v[i].slice));
}

void emit_vla_lengths(struct emit *e, const struct var *v)
{
    for (size_t i = 0; i < v->dims.n; i++)
        if (v->dims.v[i].own)
            out(e, "unsigned long %s = (unsigned long)(%s);", v->dims.v[i].var->name, text_of(e, v->dims.v[i].expr));
}

const char *vla_bytes(struct emit *e, const struct var *v)
{
    const char *n = "";
    for (unsigned i = 0; i < v->vla_arrays; i++)
        if (v->dims.v[i].var)
            n = arena_printf(e->u->arena, "%s%s * ", n, v->dims.v[i].var->name);
        else
            n = arena_printf(e->u->arena, "%s%ldul * ", n, (long)v->dims.v[i].count);
    return arena_printf(e->u->arena, "%ssizeof(%s)", n, v->vla_element);
}

/* Blocks of the heap are aligned to __GD_HEAP_ALIGN bytes; what asks for more begins later in a larger block. */
void emit_vla_storage(struct emit *e, const struct var *v)
{
    struct arena *a = e->u->arena;
    unsigned align = asked_align(v);
    bool moves = align > __GD_HEAP_ALIGN;
    const char *bytes = vla_bytes(e, v), *at = arena_printf(a, "__gd_s_%s.at", v->name);
    out(e, "struct __gd_vla __gd_s_%s __attribute__((cleanup(__gd_vla_leave))) = __gd_vla_enter(%s);", v->name,
        moves ? arena_printf(a, "%s + %u", bytes, align) : bytes);
    out(e, "%s = %s;", type_declare(a, v->type, v->name),
        moves ? arena_printf(a, "(void *)(((unsigned long)%s + %u) & -%uul)", at, align - 1, align) : at);
}

void emit_allocas(struct emit *e, const struct region *r)
{
    for (size_t i = 0; i < e->u->allocas.n; i++)
        if (slice_has(r->stmt, e->u->allocas.v[i])) {
            out(e, "%s", ALLOCAS_DECLARED);
            return;
        }
}
