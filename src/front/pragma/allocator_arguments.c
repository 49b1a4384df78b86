/* pragma/allocator_arguments.c: arguments of allocate and uses_allocators (OpenMP 5.2, 6.6 and 6.8). Parts that Clang
 * 19 does not know are hidden from its check of the user's file (mask_token). */
#include "parser.h"

#include <stdlib.h>

static void hide(struct parser *ps, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++)
        mask_token(ps->f, ps->p, i, ' ');
}

/* Is there `word(…)` at i? *inside: the tokens between its brackets */
static bool modifier_at(struct parser *ps, unsigned i, const char *word, struct range *inside)
{
    if (!is(ps, i, word) || !is(ps, i + 1, "("))
        return false;
    *inside = (struct range){i + 2, skip_bracket(ps, i + 1, (unsigned)ps->p->toks.t.n) - 1};
    return true;
}

/* a literal power of two, or 0 with a message */
static unsigned alignment(struct parser *ps, struct range r)
{
    char *end = NULL;
    unsigned long n = r.e == r.b + 1 ? strtoul(text_at(ps, r.b), &end, 0) : 0;
    while (end && (*end == 'u' || *end == 'U' || *end == 'l' || *end == 'L'))
        end++;
    if (n && !(n & (n - 1)) && n <= 1u << 20 && end == text_at(ps, r.b) + tok(ps, r.b)->len)
        return (unsigned)n;
    error_at(ps, r.b, "GN0653", "an alignment must be a number that is a power of two, found %s", found(ps, r.b));
    return 0;
}

/* `allocator(a), align(n):` or `a:` before the list */
void arg_allocate(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    struct range in;
    if (colon >= r.e) {
        list_parse(ps, c, r, true);
        return;
    }
    bool any = false;
    for (unsigned i = r.b; i < colon;) {
        if (modifier_at(ps, i, "align", &in)) {
            c->align = alignment(ps, in);
            hide(ps, i, in.e + 1);
        } else if (modifier_at(ps, i, "allocator", &in)) {
            c->expr = expression(ps, in, "allocate");
            hide(ps, i, in.b);
            hide(ps, in.e, in.e + 1);
            any = true;
        } else if (i == r.b) {
            c->expr = expression(ps, (struct range){r.b, colon}, "allocate");
            any = true;
            break;
        } else {
            error_at(ps, i, "GN0205", "expected 'allocator(...)' or 'align(...)' in 'allocate', found %s",
                     found(ps, i));
            break;
        }
        i = in.e + 1;
        if (i < colon && is(ps, i, ",")) {
            hide(ps, i, i + 1);
            i++;
        }
    }
    if (!any)
        hide(ps, colon, colon + 1);
    list_parse(ps, c, (struct range){colon + 1, r.e}, true);
}

static bool is_predefined(const struct parser *ps, unsigned i)
{
    static const char *const names[] = {
        "omp_default_mem_alloc", "omp_large_cap_mem_alloc", "omp_const_mem_alloc",
        "omp_high_bw_mem_alloc", "omp_low_lat_mem_alloc",   "omp_cgroup_mem_alloc",
        "omp_pteam_mem_alloc",   "omp_thread_mem_alloc",    "omp_null_allocator",
    };
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (is(ps, i, names[k]))
            return true;
    return false;
}

/* uses_allocators becomes a clause for each allocator that the region makes; predefined allocators always exist. */
static void one_allocator(struct parser *ps, struct clause *c, struct range r, struct slice space, struct slice traits)
{
    if (r.b < r.e && is_predefined(ps, r.b)) {
        if (r.e > r.b + 1 || traits.end > traits.begin)
            error_at(ps, r.b, "GN0652", "%s is predefined and has its traits already", found(ps, r.b));
        return;
    }
    struct clause *own = c->items.n ? clause_append(ps, CLAUSE_USES_ALLOCATORS, r.b) : c;
    own->expr = space;
    own->expr2 = traits;
    if (r.e > r.b + 1 && is(ps, r.b + 1, "(")) {
        unsigned end = skip_bracket(ps, r.b + 1, r.e);
        own->expr2 = expression(ps, (struct range){r.b + 2, end - 1}, "uses_allocators");
        expect_end(ps, end, r, "uses_allocators");
        r.e = r.b + 1;
    }
    list_item(ps, own, r, true);
}

void arg_allocators(struct parser *ps, struct clause *c, struct range r)
{
    unsigned colon = find(ps, r, ":");
    struct slice space = {0, 0}, traits = {0, 0};
    struct range in;
    for (unsigned i = r.b; colon < r.e && i < colon; i = in.e + 1) {
        i += i > r.b && is(ps, i, ",");
        if (modifier_at(ps, i, "memspace", &in)) {
            space = expression(ps, in, "memspace");
        } else if (modifier_at(ps, i, "traits", &in)) {
            traits = expression(ps, in, "traits");
        } else {
            error_at(ps, i, "GN0205", "expected 'memspace(...)' or 'traits(...)' in 'uses_allocators', found %s",
                     found(ps, i));
            return;
        }
    }
    if (colon < r.e) {
        hide(ps, r.b, colon + 1);
        r.b = colon + 1;
    }
    if (r.b >= r.e)
        error_at(ps, r.b, "GN0105", "expected an allocator in 'uses_allocators', found %s", found(ps, r.b));
    while (r.b < r.e) {
        unsigned comma = find(ps, r, ",");
        one_allocator(ps, c, (struct range){r.b, comma}, space, traits);
        r.b = comma + 1;
    }
}
