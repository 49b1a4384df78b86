/* text/selector.c: reads context selectors and matches them against a place; see selector.h.
 * needs: f->src.   sets: nothing; reports.   breaks: nothing. */
#include "selector.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char *const where_names[NWHERES] = {"the initial device", "NVIDIA GPUs", "the emulated GPU"};

bool literal_value(const char *text, int64_t *value)
{
    char *end;
    errno = 0;
    *value = strtoll(text, &end, 0);
    bool read = end != text && errno == 0;
    return read && !end[strspn(end, "uUlL")];
}

/* ---- directives by name ---- */

void constructs_add(struct constructs *c, const char *name)
{
    if (c->n < MOST_CONSTRUCTS)
        c->name[c->n++] = name;
}

static size_t words_match(const char *text, const char *name)
{
    const char *p = text;
    for (;; name++) {
        if (*name == ' ') {
            if (!isspace((unsigned char)*p))
                return 0;
            while (isspace((unsigned char)*p))
                p++;
        } else if (!*name) {
            return is_word(*p) ? 0 : (size_t)(p - text);
        } else if (*p++ != *name) {
            return 0;
        }
    }
}

static size_t longest_row(const char *text, int *row)
{
    size_t best = 0;
    for (int k = DIR_COMBINED + 1; k < DIR_COUNT; k++) {
        size_t n = words_match(text, directive_rows[k].name);
        if (n > best) {
            best = n;
            *row = k;
        }
    }
    return best;
}

static size_t leaf_at(const char *text, struct constructs *c)
{
    for (int k = 0; k < LEAF_COUNT; k++) {
        size_t n = words_match(text, leaf_rows[k].name);
        if (n) {
            constructs_add(c, leaf_rows[k].name);
            return n;
        }
    }
    return 0;
}

bool directive_constructs(const char *text, struct constructs *c, bool *block)
{
    bool any = false;
    *block = false;
    for (size_t n;; text += n) {
        int row = 0;
        while (isspace((unsigned char)*text))
            text++;
        n = longest_row(text, &row);
        if (n && (!any || (directive_rows[row].form == FORM_BLOCK && row != DIR_ORDERED))) { /* else it is a clause of
                                                                                              * that name */
            bool waits = row == DIR_ORDERED && (strstr(text, "depend") || strstr(text, "doacross"));
            if (directive_rows[row].form == FORM_BLOCK && !waits) {
                constructs_add(c, directive_rows[row].name);
                *block = true;
            }
            return true;
        }
        n = leaf_at(text, c);
        if (!n)
            return any;
        any = *block = true;
    }
}

/* ---- reading ---- */

static const char *const set_names[NSETS] = {"construct", "device", "target_device", "implementation", "user"};

static const struct {
    enum trait_set set;
    const char *name;
    bool bare; /* may stand without properties */
} trait_names[] = {
    {SET_DEVICE, "kind", false},
    {SET_DEVICE, "isa", false},
    {SET_DEVICE, "arch", false},
    {SET_TARGET_DEVICE, "kind", false},
    {SET_TARGET_DEVICE, "isa", false},
    {SET_TARGET_DEVICE, "arch", false},
    {SET_TARGET_DEVICE, "uid", false},
    {SET_TARGET_DEVICE, "device_num", false},
    {SET_IMPLEMENTATION, "vendor", false},
    {SET_IMPLEMENTATION, "extension", false},
    {SET_IMPLEMENTATION, "requires", false},
    {SET_IMPLEMENTATION, "atomic_default_mem_order", false},
    {SET_IMPLEMENTATION, "unified_address", true},
    {SET_IMPLEMENTATION, "unified_shared_memory", true},
    {SET_IMPLEMENTATION, "reverse_offload", true},
    {SET_IMPLEMENTATION, "dynamic_allocators", true},
    {SET_IMPLEMENTATION, "self_maps", true},
    {SET_USER, "condition", false},
};

static void complain(struct parser *ps, struct selector *s, unsigned i, const char *text, bool with_found)
{
    if (!s->wrong)
        error_at(ps, i, "GN0720", "%s%s%s", text, with_found ? ", found " : "", with_found ? found(ps, i) : "");
    s->wrong = true;
}

static void wrong(struct parser *ps, struct selector *s, unsigned i, const char *text)
{
    complain(ps, s, i, text, true);
}

static const char *token_text(const struct parser *ps, unsigned i)
{
    const struct token *t = tok(ps, i);
    return arena_strndup(ps->f->arena, ps->f->src + t->off, t->len);
}

/* [score(n):] property, property … */
static void read_properties(struct parser *ps, struct selector *s, struct trait *t, struct range r)
{
    bool whole = !strcmp(t->name, "condition") || !strcmp(t->name, "device_num");
    if (is(ps, r.b, "score") && is(ps, r.b + 1, "(")) {
        unsigned close = matching(ps, r.b + 1);
        if (!close || !is(ps, close + 1, ":")) {
            wrong(ps, s, close ? close + 1 : r.b, "expected ':' after 'score(…)'");
            return;
        }
        t->scored = true;
        if (!literal_value(range_text(ps, (struct range){r.b + 2, close}), &t->score) || t->score < 0) {
            error_at(ps, r.b + 2, "GN0721", "a score must be a constant that is not negative");
            s->wrong = true;
        }
        if (t->set == SET_CONSTRUCT || t->set == SET_DEVICE || t->set == SET_TARGET_DEVICE)
            wrong(ps, s, r.b, "traits of constructs and devices have no 'score'");
        r.b = close + 2;
    }
    t->value = r.b;
    while (r.b < r.e) {
        struct range one = {r.b, whole ? r.e : find(ps, r, ",")};
        if (one.b == one.e) {
            wrong(ps, s, one.b, "expected a property of the trait");
            return;
        }
        const char *text = range_text(ps, one);
        size_t n = strlen(text);
        if (n > 1 && text[0] == '"' && text[n - 1] == '"') /* OpenMP 5.2: a name in quotes */
            text = arena_strndup(ps->f->arena, text + 1, n - 2);
        vec_push(ps->f->arena, &t->properties, text);
        r.b = one.e + 1;
    }
    if (!t->properties.n)
        wrong(ps, s, r.e, "expected a property of the trait");
}

/* A trait may be said twice where blocks of `begin declare variant` are one in the other. */
static void add_trait(struct front *f, struct selector *s, struct trait t)
{
    for (size_t i = 0; i < s->traits.n; i++) {
        const struct trait *o = &s->traits.v[i];
        bool same = o->set == t.set && !strcmp(o->name, t.name) && o->properties.n == t.properties.n;
        for (size_t k = 0; same && k < t.properties.n; k++)
            same = !strcmp(o->properties.v[k], t.properties.v[k]);
        if (same)
            return;
    }
    vec_push(f->arena, &s->traits, t);
}

static void read_trait(struct parser *ps, struct selector *s, enum trait_set set, struct range r)
{
    struct trait t = {.set = set, .name = token_text(ps, r.b), .tok = r.b};
    if (set == SET_CONSTRUCT) {
        struct constructs c = {0};
        bool block;
        unsigned open = find(ps, r, "(");
        t.name = range_text(ps, (struct range){r.b, open});
        if (!directive_constructs(t.name, &c, &block) || !c.n) {
            wrong(ps, s, r.b, "expected a construct in 'construct={…}'");
            return;
        }
        for (unsigned i = 0; i < c.n; i++) { /* `target teams` stands for both */
            t.name = c.name[i];
            add_trait(ps->f, s, t);
        }
        return; /* clauses of simd concern vector variants of functions */
    }
    for (size_t i = 0; i < sizeof trait_names / sizeof *trait_names; i++) {
        if (trait_names[i].set != set || strcmp(trait_names[i].name, t.name) != 0)
            continue;
        if (r.b + 1 < r.e && is(ps, r.b + 1, "(")) {
            unsigned close = matching(ps, r.b + 1);
            if (!close || close + 1 != r.e) {
                wrong(ps, s, close ? close + 1 : r.b, "expected ',' or '}' after the trait");
                return;
            }
            read_properties(ps, s, &t, (struct range){r.b + 2, close});
        } else if (r.b + 1 != r.e || !trait_names[i].bare) {
            wrong(ps, s, r.b + 1, "expected '(' after the trait's name");
        }
        add_trait(ps->f, s, t);
        return;
    }
    complain(ps, s, r.b, arena_printf(ps->f->arena, "'%s' is no trait of '%s'", t.name, set_names[set]), false);
}

static void check_kinds(struct parser *ps, struct selector *s)
{
    static const char *const kinds[] = {"host", "nohost", "cpu", "gpu", "fpga", "any"};
    for (size_t i = 0; i < s->traits.n; i++) {
        struct trait *t = &s->traits.v[i];
        for (size_t k = 0; k < t->properties.n && !strcmp(t->name, "kind"); k++) {
            bool known = false;
            for (size_t j = 0; j < sizeof kinds / sizeof *kinds; j++)
                known |= !strcmp(kinds[j], t->properties.v[k]);
            if (!known)
                complain(ps, s, t->tok,
                         arena_printf(ps->f->arena, "'%s' is no kind of device: any, host, nohost, cpu, gpu, fpga",
                                      t->properties.v[k]),
                         false);
        }
    }
}

void selector_parse(struct front *f, struct pragma *p, struct range r, struct selector *s)
{
    struct parser ps = {f, p};
    *s = (struct selector){0};
    if (r.b >= r.e)
        wrong(&ps, s, r.b, "expected a context selector");
    while (r.b < r.e && !s->wrong) {
        int set = 0;
        while (set < NSETS && !is(&ps, r.b, set_names[set]))
            set++;
        if (set == NSETS) {
            wrong(&ps, s, r.b, "expected 'construct', 'device', 'target_device', 'implementation' or 'user'");
            return;
        }
        if (!is(&ps, r.b + 1, "=") || !is(&ps, r.b + 2, "{")) {
            wrong(&ps, s, r.b + 1, "expected '={' after the set's name");
            return;
        }
        unsigned close = matching(&ps, r.b + 2);
        if (!close) {
            s->wrong = true;
            return;
        }
        for (unsigned i = r.b + 3; i < close && !s->wrong;) {
            unsigned e = find(&ps, (struct range){i, close}, ",");
            read_trait(&ps, s, (enum trait_set)set, (struct range){i, e});
            i = e + 1;
        }
        r.b = close + 1;
        if (r.b < r.e && !is(&ps, r.b, ",")) {
            wrong(&ps, s, r.b, "expected ',' between sets of traits");
            return;
        }
        r.b++;
    }
    check_kinds(&ps, s);
}

bool selector_has(const struct selector *s, enum trait_set set, const char *name)
{
    for (size_t i = 0; i < s->traits.n; i++)
        if (s->traits.v[i].set == set && (!name || !strcmp(s->traits.v[i].name, name)))
            return true;
    return false;
}

/* ---- matching it against a place ---- */

static bool kind_is(const char *kind, enum where where)
{
    static const char *const of_host[] = {"host", "cpu", "any"}, *const of_device[] = {"nohost", "gpu", "any"};
    for (int i = 0; i < 3; i++)
        if (!strcmp(kind, where == ON_HOST ? of_host[i] : of_device[i]))
            return true;
    return false;
}

static bool arch_is(const char *arch, enum where where)
{
    switch (where) {
    case ON_HOST:
        return !strcmp(arch, "x86_64");
    case ON_NVIDIA:
        return !strcmp(arch, "nvptx64") || !strcmp(arch, "nvptx");
    default:
        return !strcmp(arch, "gantry_emulated");
    }
}

/* The host has the instruction sets for which its compiler defines a macro: __AVX512F__ for avx512f. Devices match no
 * isa: sm_70 and the like are no instruction sets that Clang names. */
static bool isa_is(struct front *f, const char *isa, enum where where)
{
    const char *clang = tool_find(f->arena, "clang-19");
    if (where != ON_HOST || !clang)
        return false;
    unsigned n;
    const char **flags = front_flags(f->arena, f->options, FLAGS_PREPROCESS, &n);
    const char **argv = arena_alloc(f->arena, (n + 8) * sizeof *argv);
    unsigned argc = 0;
    argv[argc++] = clang;
    for (unsigned i = 0; i < n; i++)
        argv[argc++] = flags[i];
    const char *const rest[] = {"-E", "-dM", "-xc", "/dev/null", NULL};
    memcpy(argv + argc, rest, sizeof rest);
    struct run_result r = run_program(f->arena, argv, RUN_CAPTURE_OUT | RUN_CAPTURE_ERR);
    char *macro = arena_printf(f->arena, "#define __%s__ 1", isa);
    for (char *p = macro + 10; *p; p++)
        *p = strchr(".-", *p) ? '_' : (char)toupper((unsigned char)*p);
    macro[strlen(macro) - 1] = '1';
    return r.status == 0 && r.out && strstr(r.out, macro) != NULL;
}

/* `requires` directives of the file that name the word */
static bool is_required(struct front *f, const char *word, const char *argument)
{
    struct text t = {f->src, f->len};
    for (uint32_t at = 0; at < t.len; at = after_line(t, at)) {
        uint32_t e = after_line(t, at);
        if (t.s[at] != '#' || !is_omp_line(t.s, at, e))
            continue;
        const char *line = trimmed(f, t, (struct span){at, e}), *p = strstr(line, "omp") + 3;
        p += strspn(p, " \t");
        if (strncmp(p, "requires", 8) != 0 || is_word(p[8]))
            continue;
        for (p += 8; (p = strstr(p, word)); p++) {
            const char *q = p + strlen(word);
            if (is_word(p[-1]) || is_word(*q))
                continue;
            q += strspn(q, " \t(");
            if (!argument || (!strncmp(q, argument, strlen(argument)) && !is_word(q[strlen(argument)])))
                return true;
        }
    }
    return false;
}

static bool required_property(struct front *f, const char *text)
{
    size_t n = strcspn(text, " (");
    const char *word = arena_strndup(f->arena, text, n), *argument = text + n + strspn(text + n, " (");
    if (!*argument)
        return is_required(f, word, NULL);
    return is_required(f, word, arena_strndup(f->arena, argument, strcspn(argument, " )")));
}

static bool implementation_has(struct front *f, const struct trait *t, const char *property)
{
    if (!strcmp(t->name, "vendor"))
        return !strcmp(property, "llvm") || !strcmp(property, "gantry"); /* the host compiler matches llvm, too */
    if (!strcmp(t->name, "atomic_default_mem_order"))
        return is_required(f, t->name, property);
    if (!strcmp(t->name, "requires"))
        return required_property(f, property);
    return false;
}

static const char *joined(struct front *f, const char *a, const char *op, const char *b)
{
    return a ? arena_printf(f->arena, "%s %s %s", a, op, b) : b;
}

/* the run-time condition for the traits of target_device: the device is known only then */
static const char *target_device_test(struct front *f, const struct selector *s)
{
    const char *number = NULL, *kind = "", *arch = "";
    bool never = false;
    for (size_t i = 0; i < s->traits.n; i++) {
        const struct trait *t = &s->traits.v[i];
        if (t->set != SET_TARGET_DEVICE || !t->properties.n)
            continue;
        if (!strcmp(t->name, "device_num"))
            number = t->properties.v[0];
        else if (!strcmp(t->name, "kind"))
            kind = t->properties.v[0];
        else if (!strcmp(t->name, "arch"))
            arch = t->properties.v[0];
        else
            never = true;
        never |= t->properties.n > 1;
    }
    if (never)
        return NULL;
    return arena_printf(f->arena, "__gantry_device_is(%s, \"%s\", \"%s\")", number ? number : "-2147483647", kind,
                        arch);
}

/* The run's part of one trait: what is asked when the program runs; NULL: nothing. */
static const char *asked_of_run(struct front *f, const struct selector *s, const struct trait *t)
{
    int64_t value;
    if (t->set == SET_TARGET_DEVICE)
        return target_device_test(f, s);
    if (t->set == SET_USER && t->properties.n && !literal_value(t->properties.v[0], &value))
        return arena_printf(f->arena, "(%s)", t->properties.v[0]);
    return NULL;
}

enum holds { NO, YES, WHEN };

static enum holds one_trait(struct front *f, const struct selector *s, const struct trait *t, enum where where)
{
    int64_t value;
    switch (t->set) {
    case SET_DEVICE:
        for (size_t i = 0; i < t->properties.n; i++) {
            const char *p = t->properties.v[i];
            bool is = !strcmp(t->name, "kind")   ? kind_is(p, where)
                      : !strcmp(t->name, "arch") ? arch_is(p, where)
                                                 : isa_is(f, p, where);
            if (!is)
                return NO;
        }
        return YES;
    case SET_IMPLEMENTATION:
        if (!t->properties.n)
            return is_required(f, t->name, NULL) ? YES : NO;
        for (size_t i = 0; i < t->properties.n; i++) {
            if (!implementation_has(f, t, t->properties.v[i]))
                return NO;
        }
        return YES;
    case SET_TARGET_DEVICE:
    case SET_USER:
        if (asked_of_run(f, s, t))
            return WHEN;
        return t->set == SET_USER && literal_value(t->properties.v[0], &value) && value ? YES : NO;
    default:
        return NO;
    }
}

/* Are the selector's constructs among those around, in the same order? Matched from the innermost outwards, since inner
 * ones score higher. */
static bool constructs_match(const struct selector *s, const struct constructs *around, int64_t *score)
{
    unsigned at = around->n;
    for (size_t i = s->traits.n; i-- > 0;) {
        if (s->traits.v[i].set != SET_CONSTRUCT)
            continue;
        while (at > 0 && strcmp(around->name[at - 1], s->traits.v[i].name) != 0)
            at--;
        if (at == 0)
            return false;
        at--;
        *score += (int64_t)1 << at;
    }
    return true;
}

/* OpenMP 5.2, 7.3: kind, arch and isa score more than all constructs around, each more than the one before it. */
static int64_t score_of(const struct trait *t, unsigned level)
{
    if (t->scored)
        return t->score;
    if (t->set != SET_DEVICE && t->set != SET_TARGET_DEVICE)
        return 0;
    return (int64_t)1 << (level + (!strcmp(t->name, "arch") ? 1 : !strcmp(t->name, "isa") ? 2 : 0));
}

/* Is it one of Clang's extensions that say how the other traits are matched? */
static bool is_about_matching(const struct trait *t)
{
    static const char *const known[] = {"match_all",       "match_any",          "match_none", "disable_implicit_base",
                                        "allow_templates", "bind_to_declaration"};
    for (size_t i = 0; i < t->properties.n; i++) {
        bool is = false;
        for (size_t k = 0; k < sizeof known / sizeof *known; k++)
            is |= !strcmp(t->properties.v[i], known[k]);
        if (!is)
            return false;
    }
    return !strcmp(t->name, "extension");
}

static const char *extension_of(const struct selector *s)
{
    for (size_t i = 0; i < s->traits.n; i++)
        for (size_t k = 0; k < s->traits.v[i].properties.n && !strcmp(s->traits.v[i].name, "extension"); k++)
            if (!strcmp(s->traits.v[i].properties.v[k], "match_any") ||
                !strcmp(s->traits.v[i].properties.v[k], "match_none"))
                return s->traits.v[i].properties.v[k];
    return "match_all";
}

const char *selector_condition(struct front *f, const struct selector *s)
{
    const char *how = extension_of(s), *all = NULL;
    bool any = !strcmp(how, "match_any"), none = !strcmp(how, "match_none"), tested = false;
    for (size_t i = 0; i < s->traits.n; i++) {
        const struct trait *t = &s->traits.v[i];
        const char *one = t->set == SET_TARGET_DEVICE && tested ? NULL : asked_of_run(f, s, t);
        tested |= t->set == SET_TARGET_DEVICE;
        if (one)
            all = joined(f, all, any ? "||" : "&&", none ? arena_printf(f->arena, "!%s", one) : one);
    }
    return all;
}

bool selector_matches(struct front *f, const struct selector *s, enum where where, const struct constructs *around,
                      struct match *m)
{
    const char *how = extension_of(s);
    bool any = !strcmp(how, "match_any"), none = !strcmp(how, "match_none"), tested = false;
    unsigned yes = 0, when = 0, asked = 0;
    *m = (struct match){0};
    if (s->wrong)
        return false;
    if (selector_has(s, SET_CONSTRUCT, NULL)) {
        asked++;
        yes += constructs_match(s, around, &m->score);
    }
    for (size_t i = 0; i < s->traits.n; i++) {
        const struct trait *t = &s->traits.v[i];
        if (t->set == SET_CONSTRUCT || (t->set == SET_TARGET_DEVICE && tested) || is_about_matching(t))
            continue;
        enum holds h = one_trait(f, s, t, where);
        tested |= t->set == SET_TARGET_DEVICE;
        asked++;
        yes += h == YES;
        when += h == WHEN;
        if (h != NO)
            m->score += score_of(t, around->n);
    }
    if (when && !(any && yes))
        m->condition = selector_condition(f, s);
    if (none)
        return yes == 0;
    return any ? yes + when > 0 : yes + when == asked;
}

static bool says(const struct selector *s, const struct trait *t, const char *property)
{
    for (size_t i = 0; i < s->traits.n; i++) {
        const struct trait *o = &s->traits.v[i];
        if (o->set != t->set || strcmp(o->name, t->name) != 0)
            continue;
        for (size_t k = 0; k < o->properties.n && property; k++)
            if (!strcmp(o->properties.v[k], property))
                return true;
        if (!property)
            return true;
    }
    return false;
}

static unsigned number_of_properties(const struct selector *s)
{
    unsigned n = 0;
    for (size_t i = 0; i < s->traits.n; i++)
        n += s->traits.v[i].properties.n ? (unsigned)s->traits.v[i].properties.n : 1;
    return n;
}

bool selector_is_part(const struct selector *a, const struct selector *b)
{
    for (size_t i = 0; i < a->traits.n; i++) {
        const struct trait *t = &a->traits.v[i];
        if (!t->properties.n && !says(b, t, NULL))
            return false;
        for (size_t k = 0; k < t->properties.n; k++)
            if (!says(b, t, t->properties.v[k]))
                return false;
    }
    return number_of_properties(a) < number_of_properties(b);
}
