/* passes.c: what the files of a program say to each other of their calls: how many elements there are where the
 * arguments lead to, in other arguments. Lines of words, which foreign.c reads:
 *
 *   passes NAME TYPE …   a call; each argument: i4, u8 and the like, - what is no integer
 *   length K SIZE SUM    of that: argument K leads to so many elements of SIZE bytes;
 *                        2*0*1+3 is twice argument 0 times argument 1, and 3
 *   names NAME           it is named in another way, or called where nobody looks
 *   declares NAME        it is declared
 *   hidden               functions are called by declarations */
#include <stdlib.h>
#include <string.h>

#include "../tables/tables.h"
#include "callers_priv.h"

/* Another file may define what a header of the system declares here. */
static bool is_of_others(const struct func *f) { return !given(f->def) && !library_find(f->name); }

static void write_number(FILE *out, const struct number *x)
{
    for (unsigned i = 0; i < x->n; i++) {
        fprintf(out, "%s%lld", i ? "+" : "", (long long)x->parts[i].times);
        for (unsigned k = 0; k < x->parts[i].n; k++)
            fprintf(out, "*%u", x->parts[i].vars[k]->decl);
    }
    fputs(x->n ? "\n" : "0\n", out);
}

/* The called function as far as the call shows it: its parameters have the types of the arguments. */
static const struct func *as_called(struct arena *a, const struct node *call)
{
    struct func *f = NEW(a, struct func);
    f->name = "";
    for (unsigned i = 1; i < call->nkids; i++) {
        struct var *p = NEW(a, struct var);
        *p = (struct var){.name = "", .type = call->kids[i]->type, .decl = i - 1, .is_param = true, .func = f};
        vec_push(a, &f->params, p);
    }
    return f;
}

static void write_call(struct annotation *a, const struct func *f, const struct node *call, FILE *out)
{
    const struct func *g = as_called(a->arena, call);
    fprintf(out, "passes %s", f->name);
    for_each_pointer (const struct var, p, g->params)
        if (p->type && p->type->kind == TYPE_INT)
            fprintf(out, " %c%d", p->type->is_signed ? 'i' : 'u', (int)p->type->size);
        else
            fputs(" -", out);
    fputc('\n', out);
    for_each_pointer (const struct var, p, g->params) {
        const struct type *t = p->type;
        bool leads = t && (t->kind == TYPE_POINTER || type_is_array(t)) && t->elem && t->elem->size > 0;
        number_list all = {0};
        if (leads)
            lengths_passed(a, call, g, p->decl, t->elem->size, &all);
        for_each (struct number, x, all) {
            fprintf(out, "length %u %lld ", p->decl, (long long)t->elem->size);
            write_number(out, x);
        }
    }
}

void passes_write(struct annotation *a, FILE *out)
{
    for_each_pointer (const struct func, f, a->u->funcs)
        if (is_of_others(f) && !f->in_system_header)
            fprintf(out, "declares %s\n", f->name);
    for_each (struct ref, r, a->u->refs) {
        if (!r->func || !is_of_others(r->func) || (r->node && r->node->unevaluated))
            continue;
        if (is_plain_call(a, r))
            write_call(a, r->func, r->node->parent, out);
        else
            fprintf(out, "names %s\n", r->func->name);
    }
    if (has_hidden_calls(a))
        fputs("hidden\n", out);
}
