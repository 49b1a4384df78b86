/* samples.c: where the time goes: a serial run with a library that notes, at each tick of its time, by which calls
 * the program has come to where it is; llvm-symbolizer names the lines, and loops and functions are summed up. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "port_priv.h"

struct place {                   /* a line of an address; an address within inlined calls has several */
    const struct source *source; /* NULL: not one of ours */
    int line;
    const char *function;
};
struct address {
    const char *name;         /* MODULE 0xOFFSET, as it was noted */
    VEC(struct place) places; /* the innermost first */
};
struct stack { /* the innermost address first */
    double seconds;
    VEC(size_t) addresses;
};
struct samples {
    double n; /* of all runs */
    VEC(struct address) addresses;
    VEC(struct stack) stacks;
};

/* ---- what the library wrote ---- */
static size_t address_of(struct arena *a, struct samples *s, const char *name)
{
    for (size_t i = 0; i < s->addresses.n; i++)
        if (strcmp(s->addresses.v[i].name, name) == 0)
            return i;
    vec_push(a, &s->addresses, (struct address){.name = name});
    return s->addresses.n - 1;
}

/* "INTERVAL" in seconds, then a line for each stack: COUNT, a tab, and MODULE 0xOFFSET, each with a tab behind */
static void samples_add(struct port *p, const char *path, struct samples *s)
{
    char *text = file_read(p->arena, path, NULL), *rest = NULL;
    char *line = text ? strtok_r(text, "\n", &rest) : NULL;
    double interval = line ? strtod(line, NULL) : 0;
    while (line && (line = strtok_r(NULL, "\n", &rest))) {
        double n = strtod(line, &line);
        struct stack k = {.seconds = n * interval};
        s->n += n;
        for (char *word; *line == '\t' && line[1]; line += strcspn(line, "\t")) {
            word = arena_strndup(p->arena, line + 1, strcspn(line + 1, "\t"));
            vec_push(p->arena, &k.addresses, address_of(p->arena, s, word));
            line++;
        }
        vec_push(p->arena, &s->stacks, k);
    }
}

/* ---- lines ---- */
static const struct source *source_named(const struct port *p, const char *file)
{
    const char *tree = tree_path(p, TREE_SERIAL);
    if (!file || !path_is_below(file, tree))
        return NULL;
    for_each (struct source, s, p->sources)
        if (strcmp(file + strlen(tree) + 1, s->path) == 0)
            return s;
    return NULL;
}

static void add_places(struct port *p, struct address *at, const struct json *answer)
{
    const struct json *symbols = json_member(answer, "Symbol");
    for (const struct json *j = symbols ? symbols->first : NULL; j; j = j->next) {
        const char *name = json_member_text(j, "FunctionName");
        struct place place = {.source = source_named(p, json_member_text(j, "FileName")),
                              .line = (int)json_member_number(j, "Line", 0),
                              .function = name && *name ? name : NULL};
        vec_push(p->arena, &at->places, place);
    }
}

/* false after a message */
static bool lines_find(struct port *p, struct samples *s)
{
    const char *tool = tool_find(p->arena, "llvm-symbolizer-19");
    struct sb ask = {0};
    if (!tool) {
        port_error("llvm-symbolizer-19 is needed to measure where the time goes and was not found; it is in the Debian "
                   "package '%s' (apt install %s); --times FILE says it instead",
                   tool_package("llvm-symbolizer-19"), tool_package("llvm-symbolizer-19"));
        return false;
    }
    for_each (struct address, at, s->addresses)
        sb_printf(&ask, "%s\n", at->name);
    const char *in = temp_path(p->arena, "addresses", ".txt");
    if (!file_write(in, ask.s, ask.n))
        cannot_write(in);
    sb_free(&ask);
    struct ran r = command_in(p, tree_folder(p, TREE_SERIAL), NULL,
                              (const char *const[]){tool, "--output-style=JSON", "--no-demangle", NULL}, in, 600);
    size_t i = 0;
    for (char *text = r.out; *text && i < s->addresses.n; i++) {
        size_t n = strcspn(text, "\n");
        struct json_error e = {0};
        const struct json *j = json_parse(p->arena, arena_strndup(p->arena, text, n), n, &e);
        if (j)
            add_places(p, &s->addresses.v[i], j);
        text += n + (text[n] == '\n');
    }
    if (r.status || i < s->addresses.n)
        port_error("llvm-symbolizer failed (status %d): %s", r.status, r.err);
    return r.status == 0 && i == s->addresses.n;
}

/* ---- sums ---- */
static bool is_in_loop(const struct samples *s, const struct stack *k, const struct loop *l)
{
    for_each (size_t, i, k->addresses)
        for_each (struct place, at, s->addresses.v[*i].places)
            if (at->source == l->source && at->line >= l->line && at->line <= l->last)
                return true;
    return false;
}

static void sum_loops(struct port *p, const struct samples *s)
{
    for_each (struct stack, k, s->stacks) {
        p->total += k->seconds;
        for_each_pointer (struct loop, l, p->loops)
            if (is_in_loop(s, k, l))
                l->seconds += k->seconds;
    }
}

struct call {
    const char *from, *to;
    double seconds;
};
typedef VEC(struct call) call_list;

static struct function *function_named(struct port *p, const char *name)
{
    for_each (struct function, f, p->functions)
        if (strcmp(f->name, name) == 0)
            return f;
    vec_push(p->arena, &p->functions, (struct function){.name = name});
    return &p->functions.v[p->functions.n - 1];
}

static void add_call(struct port *p, call_list *calls, const char *from, const char *to, double seconds)
{
    for_each (struct call, c, *calls)
        if (strcmp(c->from, from) == 0 && strcmp(c->to, to) == 0) {
            c->seconds += seconds;
            return;
        }
    vec_push(p->arena, calls, (struct call){from, to, seconds});
}

typedef VEC(const char *) name_list;

/* The functions of a stack that are known by name and, up to main, follow each other; the innermost first */
static void names_of(struct port *p, const struct samples *s, const struct stack *k, name_list *names)
{
    for_each (size_t, i, k->addresses)
        for_each (struct place, at, s->addresses.v[*i].places) {
            if (at->function)
                vec_push(p->arena, names, at->function);
            if (at->function && strcmp(at->function, "main") == 0)
                return;
        }
}

static bool is_among(const name_list *names, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(names->v[i], name) == 0)
            return true;
    return false;
}

/* each function, and each call, once for a stack, however often it stands there */
static void sum_stack(struct port *p, const struct samples *s, const struct stack *k, call_list *calls)
{
    name_list names = {0};
    names_of(p, s, k, &names);
    for (size_t i = 0; i < names.n; i++) {
        struct function *f = function_named(p, names.v[i]);
        double seconds = k->seconds;
        if (i == 0)
            f->self += seconds;
        if (!is_among(&names, i, names.v[i])) {
            f->seconds += seconds;
            if (i + 1 < names.n && strcmp(names.v[i + 1], names.v[i]) != 0)
                add_call(p, calls, names.v[i + 1], names.v[i], seconds);
        }
    }
}

static int by_calls(const void *a, const void *b)
{
    double x = ((const struct call *)a)->seconds, y = ((const struct call *)b)->seconds;
    return x < y ? 1 : -(x > y);
}

static int by_seconds(const void *a, const void *b)
{
    double x = ((const struct function *)a)->seconds, y = ((const struct function *)b)->seconds;
    return x < y ? 1 : -(x > y);
}

static void sum_functions(struct port *p, const struct samples *s)
{
    call_list calls = {0};
    for_each (struct stack, k, s->stacks)
        sum_stack(p, s, k, &calls);
    if (calls.n)
        qsort(calls.v, calls.n, sizeof *calls.v, by_calls);
    for_each (struct function, f, p->functions) {
        struct sb b = {0};
        for_each (struct call, c, calls)
            if (strcmp(c->to, f->name) == 0 && c->seconds >= 0.05 * f->seconds)
                sb_printf(&b, "%s%s %.0f %%", b.n ? ", " : "", c->from, 100 * c->seconds / f->seconds);
        f->callers = b.n ? sb_take(&b, p->arena) : "";
    }
    if (p->functions.n)
        qsort(p->functions.v, p->functions.n, sizeof *p->functions.v, by_seconds);
}

/* ---- times that somebody says ---- */
/* "FILE:LINE SECONDS" a line; "total SECONDS"; # begins a comment. false after a message */
static bool times_read(struct port *p, const char *path)
{
    char *text = file_read(p->arena, path, NULL), *rest = NULL;
    long number = 0;
    if (!text)
        port_error("cannot read '%s': %s", path, strerror(errno));
    for (char *line = text; line; line = rest) {
        rest = strchr(line, '\n');
        if (rest)
            *rest++ = 0;
        number++;
        char place[512], *colon;
        double seconds;
        if (!line[strspn(line, " \t\r")] || *line == '#')
            continue;
        bool ok = sscanf(line, "%511s %lf", place, &seconds) == 2 && seconds >= 0;
        colon = ok ? strrchr(place, ':') : NULL;
        struct loop *l = colon ? (*colon = 0, loop_at(p, place, atoi(colon + 1))) : NULL;
        if (l)
            l->seconds = seconds;
        else if (ok && !colon && strcmp(place, "total") == 0)
            p->total = seconds;
        else if (ok && !colon && strcmp(place, "estimated") == 0)
            p->estimated = seconds > 0;
        else {
            port_error("%s:%ld: FILE:LINE SECONDS is meant, where a loop begins: '%s'", path, number, line);
            return false;
        }
    }
    for_each_pointer (struct loop, l, p->loops)
        p->total = l->seconds > p->total ? l->seconds : p->total;
    return text != NULL;
}

static void times_write(const struct port *p, const char *path)
{
    struct sb b = {0};
    sb_printf(&b, "# seconds spent in each loop, with all that it calls\ntotal %.6f\n%s", p->total,
              p->estimated ? "estimated 1\n" : "");
    for_each_pointer (struct loop, l, p->loops)
        sb_printf(&b, "%s:%d %.6f\n", l->source->path, l->line, l->seconds);
    if (!file_write(path, b.s, b.n))
        cannot_write(path);
    sb_free(&b);
}

/* ---- what may be, where nothing was measured ---- */
static bool is_inside(const struct loop *in, const struct loop *l)
{
    return in != l && in->source == l->source && in->line >= l->line && in->last <= l->last &&
           (in->line > l->line || in->last < l->last);
}

/* By how deep the nests are: each loop is taken to run a few times what is in it. */
static void estimate(struct port *p)
{
    enum { TIMES = 4 };
    p->estimated = true;
    p->total = 0;
    p->functions.n = 0;
    for_each_pointer (struct loop, l, p->loops)
        l->seconds = 1;
    for (bool more = true; more;) {
        more = false;
        for_each_pointer (struct loop, l, p->loops)
            for_each_pointer (struct loop, in, p->loops)
                if (is_inside(in, l) && l->seconds < TIMES * in->seconds) {
                    l->seconds = TIMES * in->seconds;
                    more = true;
                }
    }
    for_each_pointer (struct loop, l, p->loops)
        p->total = l->seconds > p->total ? l->seconds : p->total;
}

/* ---- the run ---- */
enum { ENOUGH = 200, FEW = 10, MOST_RUNS = 200, MOST_SECONDS = 10 }; /* samples of all runs; what goes on meanwhile */

static const double FINE_BELOW = 0.2; /* seconds: of shorter runs the usual clock sees little */

/* false after a message */
static bool sample_runs(struct port *p, struct samples *s)
{
    const char *file = temp_path(p->arena, "samples", ".txt");
    const char *const variables[] = {
        arena_printf(p->arena, "LD_PRELOAD=%s", p->here->sampler), arena_printf(p->arena, "GANTRY_SAMPLES=%s", file),
        arena_printf(p->arena, "GANTRY_SAMPLES_OF=%s/%s", tree_folder(p, TREE_SERIAL), p->program),
        p->busy < FINE_BELOW ? "GANTRY_SAMPLES_EVERY=200" : NULL, NULL};
    double begin = clock_now();
    bool over = false;
    for (int i = 0; i < MOST_RUNS && !over; i++) {
        remove(file);
        struct ran r = command_shell(p, tree_folder(p, TREE_SERIAL), variables, p->run, p->longest);
        if (r.late) {
            port_error("where the time goes could not be measured: the program was not over in time");
            return false;
        }
        over = access(file, R_OK) != 0; /* it ends by _exit */
        samples_add(p, file, s);
        over = over || s->n >= ENOUGH || clock_now() - begin > MOST_SECONDS || out_of_time(p);
    }
    return true;
}

static bool sample(struct port *p)
{
    struct samples s = {0};
    double found = 0;
    if (!sample_runs(p, &s) || (s.n > 0 && !lines_find(p, &s)))
        return false;
    sum_loops(p, &s);
    sum_functions(p, &s);
    for_each_pointer (struct loop, l, p->loops)
        found = l->seconds > found ? l->seconds : found;
    if (s.n * (p->total > 0 ? found / p->total : 0) >= FEW)
        return true;
    say("gantry port: note: where the time goes was not measured: a run of %.3f s of processor time is too short, or "
        "ends by _exit (%.0f samples, %.0f in loops): the deepest nests come first. --run names a longer run, --times "
        "FILE says it\n",
        p->busy, s.n, p->total > 0 ? s.n * found / p->total : 0);
    estimate(p);
    return true;
}

static int hottest(const void *a, const void *b)
{
    const struct loop *x = *(struct loop *const *)a, *y = *(struct loop *const *)b;
    int files = strcmp(x->source->path, y->source->path);
    return x->seconds != y->seconds ? (x->seconds < y->seconds ? 1 : -1) : files ? files : x->line - y->line;
}

bool times_measure(struct port *p)
{
    const char *kept = arena_printf(p->arena, "%s/times.txt", p->work);
    bool ok = p->times ? times_read(p, p->times) : access(kept, R_OK) == 0 ? times_read(p, kept) : sample(p);
    if (!ok)
        return false;
    qsort(p->loops.v, p->loops.n, sizeof(p->loops.v[0]), hottest);
    times_write(p, kept);
    return true;
}
