/* analysis/sharing_print.c: --dump=sharing, the rows of sharing.h with what they mean on the device: in which memory
 * the construct's instance of the variable is, what it starts with, and what happens to its last value.
 * needs: all passes. */
#include "analysis.h"

#include <string.h>

/* By attribute. `first`: what an instance starts with; `last`: who combines instances, or stores one back. */
static const struct {
    enum attribute attribute;
    const char *name, *first, *last;
} rows[] = {
    {ATTR_SHARED, "shared", "-", "-"},
    {ATTR_PRIVATE, "private", "nothing", "-"},
    {ATTR_FIRSTPRIVATE, "firstprivate", "the original", "-"},
    {ATTR_LASTPRIVATE, "lastprivate", "nothing", "the last iteration stores"},
    {ATTR_CONDITIONAL, "lastprivate(conditional)", "nothing", "the last iteration that assigns stores"},
    {ATTR_LINEAR, "linear", "the original", "each iteration computes"},
    {ATTR_LOOP, "loop variable", "the bound", "each iteration computes"},
    {ATTR_REDUCTION, "reduction", "", ""},
    {ATTR_IN_REDUCTION, "in_reduction", "", "the task combines"},
    {ATTR_TARGET_REDUCTION, "in_reduction", "", "the host's task combines"},
    {ATTR_TASK_REDUCTION, "task_reduction", "-", "its tasks combine"},
    {ATTR_COPYPRIVATE, "copyprivate", "-", "the single thread broadcasts"},
    {ATTR_MAPPED, "mapped", "-", "-"},
    {ATTR_IS_DEVICE_PTR, "is_device_ptr", "the host's value", "-"},
    {ATTR_HAS_DEVICE_ADDR, "has_device_addr", "-", "-"},
    {ATTR_USE_DEVICE_PTR, "use_device_ptr", "the device's address", "-"},
    {ATTR_USE_DEVICE_ADDR, "use_device_addr", "-", "-"},
    {ATTR_ALLOCATOR, "allocator", "the handle", "-"},
    {ATTR_MOVED, "moved", "-", "-"},
};

static const char *const rule_names[] = {
    [RULE_CLAUSE] = "clause",
    [RULE_LOOP] = "loop",
    [RULE_LINEAR] = "linear",
    [RULE_DEFAULT] = "default",
    [RULE_TASK] = "task",
    [RULE_EVENT] = "detach",
    [RULE_TASK_TARGET] = "in_reduction",
};

static const char *const storage_names[] = {
    [STORAGE_ORIGINAL] = "original",   [STORAGE_STACK] = "stack",
    [STORAGE_TEAM] = "team",           [STORAGE_FAR] = "heap",
    [STORAGE_GROUP] = "group",         [STORAGE_HEAP] = "heap",
    [STORAGE_ALLOCATOR] = "allocator", [STORAGE_HOST] = "host",
};

/* prints the levels at which a construct's copies are combined, innermost first */
static void print_levels_of(const struct region *r, FILE *f)
{
    static const struct {
        unsigned leaf;
        const char *name;
    } levels[] = {{LEAF_SIMD, "lanes"}, {LEAF_PARALLEL | LEAF_FOR, "threads"}, {LEAF_TEAMS, "teams"}};
    unsigned leaves = r->plan ? r->plan->leaves : r->leaves;
    bool any = false;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (leaves & levels[i].leaf) {
            fprintf(f, "%s%s", any ? ", " : "", levels[i].name);
            any = true;
        }
    fprintf(f, "%s combine", any ? "" : "threads");
}

static void print_row(const struct region *r, const struct sharing *s, FILE *f)
{
    size_t i = 0;
    while (rows[i].attribute != s->attribute)
        i++;
    bool reduced = s->attribute & (ATTRS_REDUCED | ATTR_TARGET_REDUCTION);
    fprintf(f, "  %s: %s by %s, in=%s, first=%s, last=", s->item ? s->item->written : s->var->name, rows[i].name,
            rule_names[s->rule], storage_names[s->storage],
            !reduced       ? rows[i].first
            : s->item->udr ? "its initializer"
                           : "the identity");
    if (s->attribute == ATTR_REDUCTION)
        print_levels_of(r, f);
    else
        fputs(rows[i].last, f);
    fputc('\n', f);
}

/* Prints how variables that no clause of a target construct lists reach the kernel. */
static void print_captures(const struct kernel *k, FILE *f)
{
    static const char *const names[] = {
        [CAP_ADDRESS] = "mapped",    [CAP_POINTER] = "mapped pointer", [CAP_VALUE] = "firstprivate",
        [CAP_COPY] = "firstprivate", [CAP_DEVPTR] = "is_device_ptr",   [CAP_PRIVATE] = "private",
    };
    for (size_t i = 0; i < k->captures.n; i++)
        if (!k->captures.v[i].item)
            fprintf(f, "  %s: %s by target (%s)\n", k->captures.v[i].var->name, names[k->captures.v[i].how],
                    why_id(k->captures.v[i].why));
}

void sharing_print(struct analysis *a, FILE *f)
{
    char buf[128];
    for_each_pointer (const struct region, r, a->unit->regions) {
        fprintf(f, "region %u line %d %s\n", r->id, r->loc.line, directive_name(r->leaves, r->dir, buf, sizeof buf));
        for_each_row (s, r, ATTRS_ALL)
            print_row(r, s, f);
        if (r->plan && r->plan->kernel && r->plan->kernel->region == r)
            print_captures(r->plan->kernel, f);
    }
}
