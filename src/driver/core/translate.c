/* translate.c: a file's directives in the other language. */
#include "core.h"

#include <string.h>

#include "../../analysis/analysis.h"
#include "../../analysis/sharing.h"
#include "../../front/front.h"

struct wanted {
    const char *path, *include, *text, *out, *to;
};

typedef VEC(struct translate_clauses) clause_list;

static const char *copies_of(struct arena *a, const struct region *r)
{
    struct sb out = {0};
    for_each_row (s, r, ATTR_PRIVATE | ATTR_FIRSTPRIVATE)
        if (s->rule == RULE_DEFAULT && s->var)
            sb_printf(&out, " %s(%s)", s->attribute == ATTR_PRIVATE ? "private" : "firstprivate", s->var->name);
    return sb_take(&out, a);
}

/* `use_device`, by the types of what it lists */
static const char *addresses_of(struct arena *a, const struct region *r)
{
    struct sb out = {0};
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; i < c->items.n; i++)
            if (c->kind == CLAUSE_USE_DEVICE_PTR || c->kind == CLAUSE_USE_DEVICE_ADDR)
                sb_printf(&out, " %s(%s)", c->kind == CLAUSE_USE_DEVICE_PTR ? "use_device_ptr" : "use_device_addr",
                          c->items.v[i].named ? c->items.v[i].named : c->items.v[i].written);
    return sb_take(&out, a);
}

/* Is the item of `present` a pointer by its name? What it leads to is there (acc/types.c). */
static bool is_pointer_by_name(const struct item *it)
{
    return it->is_name && it->nsections && !strchr(it->written, '[');
}

/* what `present` lists: names of pointers, or which of the items are such names */
static const char *pointers_of(struct arena *a, const struct region *r, bool names)
{
    struct sb out = {0};
    for (const struct clause *c = r->clauses; c; c = c->next)
        for (size_t i = 0; c->kind == CLAUSE_MAP && (c->modifiers & MAPMOD_PRESENT) && i < c->items.n; i++) {
            bool pointer = is_pointer_by_name(&c->items.v[i]);
            if (!names)
                sb_addc(&out, pointer ? '1' : '0');
            else if (pointer)
                sb_printf(&out, " %s ", c->items.v[i].written);
        }
    return sb_take(&out, a);
}

/* What analysis knows of the file's OpenACC. */
static bool look(struct arena *a, const struct unit *u, const char *path, clause_list *given)
{
    struct analysis *an = NULL;
    struct analysis_options ao = {.warn = true,
                                  .variants = true,
                                  .loop_order = true,
                                  .single_launch = true,
                                  .narrow = true,
                                  .rounds = true,
                                  .apart = true};
    if (!analyse(u, &ao, &an))
        return false;
    for (size_t i = 0; i < u->regions.n; i++) {
        const struct region *r = u->regions.v[i];
        if (!r->acc || (r->loc.file && strcmp(r->loc.file, path) != 0))
            continue;
        const char *addresses = addresses_of(a, r);
        struct translate_clauses c = {r->loc.line, *addresses ? addresses : copies_of(a, r),
                                      *addresses ? "use_device_ptr" : NULL, pointers_of(a, r, true),
                                      pointers_of(a, r, false)};
        if (r->leaves || *addresses || *c.pointers)
            vec_push(a, given, c);
    }
    return true;
}

static int translate_file(const struct wanted *w, struct arena *a, struct diag *d, struct front_options *o)
{
    size_t len;
    clause_list given = {0};
    char *text = file_read(a, w->text, &len), *source = file_read(a, w->path, NULL);
    enum translate_to to = strcmp(w->to, "openacc") == 0 ? TRANSLATE_TO_OPENACC : TRANSLATE_TO_OPENMP;
    if (!text || !source)
        internal_error("translate", "cannot read %s", text ? w->path : w->text);
    if (to == TRANSLATE_TO_OPENMP && front_asks_for_facts(text, len))
        core_find_facts(a, o, text, len);
    const struct unit *u = front_parse(a, d, o, text, len); /* what is wrong is said there */
    if (!u || (to == TRANSLATE_TO_OPENMP && !look(a, u, w->path, &given)))
        return 1;
    front_lets_ask(o);
    const char *made = front_translate(a, d, o, source, text, to, given.v, given.n);
    if (!made)
        return 1;
    if (!file_write(w->out, made, strlen(made)))
        cannot_write(w->out);
    return 0;
}

int core_translate(int argc, char **argv)
{
    struct wanted w = {0};
    const char *ignored;
    const struct word_row rows[] = {
        {"--path", &w.path, NULL}, {"--include", &w.include, NULL}, {"--text", &w.text, NULL},
        {"--out", &w.out, NULL},   {"--to", &w.to, NULL},           {CORE_DIAG, &ignored, NULL},
    };
    int rest = core_words(argc, argv, rows, sizeof rows / sizeof rows[0]);
    struct arena *a = arena_new();
    struct diag d;
    core_diag(&d, a, argc, argv);
    struct front_options o = {.path = w.path,
                              .cflags = (const char *const *)argv + rest,
                              .include_dir = w.include,
                              .openacc = strcmp(w.to, "openacc") != 0,
                              .check = true};
    int status = translate_file(&w, a, &d, &o);
    diag_finish(&d);
    arena_free(a);
    return status;
}
