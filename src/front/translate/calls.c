/* translate/calls.c: calls of routines, by rows. A call that is a statement may become a directive; others become
 * expressions. */
#include "translate.h"

#include <string.h>

/* $1 … are the arguments, $* an item of the bytes that the first two name; # begins a directive, which only a
 * statement becomes, and after ; a statement; ` is the queue that the last argument names, @1 that of the first. */
struct row {
    const char *name, *becomes, *said; /* said: in a comment; NULL: nothing */
};
#define DEVICE "omp_get_default_device()"
#define HOST "omp_get_initial_device()"
static const struct row to_openmp[] = {
    {"acc_get_num_devices", "omp_get_num_devices()", NULL},
    {"acc_get_device_num", DEVICE, NULL},
    {"acc_set_device_num", "omp_set_default_device($1)", NULL},
    {"acc_init", "omp_set_default_device(0)", NULL}, /* it chooses the device, too */
    {"acc_init_device", "omp_set_default_device($1)", NULL},
    {"acc_shutdown", "(void)0", "acc_shutdown: OpenMP needs none"},
    {"acc_shutdown_device", "(void)0", "acc_shutdown_device: OpenMP needs none"},
    {"acc_malloc", "omp_target_alloc($1, " DEVICE ")", NULL},
    {"acc_free", "omp_target_free($1, " DEVICE ")", NULL},
    {"acc_memcpy_to_device", "omp_target_memcpy($1, $2, $3, 0, 0, " DEVICE ", " HOST ")", NULL},
    {"acc_memcpy_from_device", "omp_target_memcpy($1, $2, $3, 0, 0, " HOST ", " DEVICE ")", NULL},
    {"acc_memcpy_device", "omp_target_memcpy($1, $2, $3, 0, 0, " DEVICE ", " DEVICE ")", NULL},
    {"acc_deviceptr", "omp_get_mapped_ptr($1, " DEVICE ")", NULL},
    {"acc_is_present", "omp_target_is_present($1, " DEVICE ")", NULL},
    {"acc_map_data", "omp_target_associate_ptr($1, $2, $3, 0, " DEVICE ")", NULL},
    {"acc_unmap_data", "omp_target_disassociate_ptr($1, " DEVICE ")", NULL},
    {"acc_wait", "#taskwait depend(inout: `)", NULL},
    {"acc_wait_all", "#taskwait", NULL},
    {"acc_async_wait", "#taskwait depend(inout: `)", NULL},
    {"acc_async_wait_all", "#taskwait", NULL},
    {"acc_wait_all_device", "#taskwait", "of all devices"},
    {"acc_wait_device", "#taskwait depend(inout: @1)", NULL},
    {"acc_wait_async", "#taskwait depend(in: @1) depend(inout: @2) nowait", NULL},
    {"acc_wait_device_async", "#taskwait depend(in: @1) depend(inout: @2) nowait", NULL},
    {"acc_wait_all_async", "#taskwait", "waits at once"},
    {"acc_wait_all_device_async", "#taskwait", "waits at once"},
    {"acc_async_test", "acc_waited($1)", NULL},
    {"acc_async_test_device", "acc_waited($1)", NULL},
    {"acc_async_test_all", "acc_waited_all()", NULL},
    {"acc_async_test_all_device", "acc_waited_all()", NULL},
    {"acc_wait_any", "($1 > 0 ? acc_waited_all() - 1 : -1)", "waits for all"},
    {"acc_wait_any_device", "($1 > 0 ? acc_waited_all() - 1 : -1)", "waits for all"},
    {"acc_get_default_async", "acc_default_queue", NULL},
    {"acc_set_default_async", "acc_default_queue = $1", NULL},
    {"acc_memcpy_to_device_async",
     "#taskwait depend(inout: `);omp_target_memcpy($1, $2, $3, 0, 0, " DEVICE ", " HOST ")", NULL},
    {"acc_memcpy_from_device_async",
     "#taskwait depend(inout: `);omp_target_memcpy($1, $2, $3, 0, 0, " HOST ", " DEVICE ")", NULL},
    {"acc_memcpy_device_async",
     "#taskwait depend(inout: `);omp_target_memcpy($1, $2, $3, 0, 0, " DEVICE ", " DEVICE ")", NULL},
    {"acc_copyin", "#target enter data map(to: $*)", NULL},
    {"acc_present_or_copyin", "#target enter data map(to: $*)", NULL},
    {"acc_pcopyin", "#target enter data map(to: $*)", NULL},
    {"acc_create", "#target enter data map(alloc: $*)", NULL},
    {"acc_present_or_create", "#target enter data map(alloc: $*)", NULL},
    {"acc_pcreate", "#target enter data map(alloc: $*)", NULL},
    {"acc_copyout", "#target exit data map(from: $*)", NULL},
    {"acc_delete", "#target exit data map(release: $*)", NULL},
    {"acc_copyout_finalize", "#target exit data map(from: $*) map(delete: $*)", NULL},
    {"acc_delete_finalize", "#target exit data map(delete: $*)", NULL},
    {"acc_update_device", "#target update to($*)", NULL},
    {"acc_update_self", "#target update from($*)", NULL},
    {"acc_copyin_async", "#target enter data map(to: $*) nowait depend(inout: `)", NULL},
    {"acc_create_async", "#target enter data map(alloc: $*) nowait depend(inout: `)", NULL},
    {"acc_copyout_async", "#target exit data map(from: $*) nowait depend(inout: `)", NULL},
    {"acc_delete_async", "#target exit data map(release: $*) nowait depend(inout: `)", NULL},
    {"acc_update_device_async", "#target update to($*) nowait depend(inout: `)", NULL},
    {"acc_update_self_async", "#target update from($*) nowait depend(inout: `)", NULL},
    {NULL, NULL, NULL},
};
static const struct row to_openacc[] = {
    {"omp_get_num_devices", "acc_get_num_devices(acc_device_not_host)", NULL},
    {"omp_get_default_device", "acc_get_device_num(acc_device_default)", NULL},
    {"omp_set_default_device", "acc_set_device_num($1, acc_device_default)", NULL},
    {"omp_is_initial_device", "acc_on_device(acc_device_host)", NULL},
    {"omp_target_alloc", "acc_malloc($1)", NULL},
    {"omp_target_free", "acc_free($1)", NULL},
    {"omp_get_mapped_ptr", "acc_deviceptr($1)", NULL},
    {"omp_target_is_present", "acc_is_present($1, 1)", NULL},
    {NULL, NULL, NULL},
};

/* ---- arguments ---- */
enum { MOST = 6 };
struct routine_call {
    const struct row *row;
    uint32_t b, e; /* with its brackets */
    unsigned n;
    const char *arguments[MOST];
    bool statement, guarded; /* a statement, which may be that of an `if` */
};

static const char *text_of(struct arena *a, const char *s, uint32_t b, uint32_t e)
{
    while (b < e && strchr(" \t\n", s[b]))
        b++;
    while (e > b && strchr(" \t\n", s[e - 1]))
        e--;
    return arena_strndup(a, s + b, e - b);
}

static void read_arguments(struct arena *a, struct text t, struct routine_call *c, uint32_t open)
{
    uint32_t from = open + 1, at = from;
    while (at < c->e - 1) {
        if (t.s[at] == ',') {
            if (c->n < MOST)
                c->arguments[c->n++] = text_of(a, t.s, from, at);
            from = ++at;
        } else {
            at = strchr("([{", t.s[at]) ? after_bracket(t, at) : next_char(t, at);
        }
    }
    if (c->n < MOST && *text_of(a, t.s, from, c->e - 1))
        c->arguments[c->n++] = text_of(a, t.s, from, c->e - 1);
}

static bool is_simple(const char *s)
{
    while (is_word(*s))
        s++;
    return !*s;
}

/* the number of elements in `n * sizeof *p` and its other forms; NULL: it is none of them */
static const char *elements(struct arena *a, const char *p, const char *bytes)
{
    const char *at = strstr(bytes, "sizeof");
    const char *forms[] = {arena_printf(a, "sizeof *%s", p), arena_printf(a, "sizeof(*%s)", p),
                           arena_printf(a, "sizeof %s[0]", p), arena_printf(a, "sizeof(%s[0])", p)};
    for (size_t i = 0; at && i < sizeof forms / sizeof *forms; i++) {
        size_t n = strlen(forms[i]);
        if (strncmp(at, forms[i], n) != 0)
            continue;
        const char *times = at + n + strspn(at + n, " ");
        if (at == bytes && !*times)
            return "1";
        if (at == bytes && *times == '*')
            return times + 1 + strspn(times + 1, " ");
        if (at > bytes && !*times) {
            size_t end = (size_t)(at - bytes);
            while (end && bytes[end - 1] == ' ')
                end--;
            if (end && bytes[end - 1] == '*')
                return text_of(a, bytes, 0, (uint32_t)end - 1);
        }
    }
    return NULL;
}

static const char *item(struct arena *a, const struct routine_call *c)
{
    const char *p = c->arguments[0], *n = c->arguments[1];
    const char *whole = arena_printf(a, "sizeof %s", p), *bracketed = arena_printf(a, "sizeof(%s)", p);
    if (is_simple(p) && (strcmp(n, whole) == 0 || strcmp(n, bracketed) == 0))
        return p;
    if (*p == '&' && is_simple(p + 1) &&
        (strcmp(n, arena_printf(a, "sizeof %s", p + 1)) == 0 || strcmp(n, arena_printf(a, "sizeof(%s)", p + 1)) == 0))
        return p + 1;
    const char *many = is_simple(p) ? elements(a, p, n) : NULL;
    if (many)
        return arena_printf(a, "%s[0:%s]", p, many);
    const char *open = strchr(p, '[');
    if (*p == '&' && open && open[strlen(open) - 1] == ']') { /* &x[e] */
        const char *x = arena_strndup(a, p + 1, (size_t)(open - p - 1));
        many = is_simple(x) ? elements(a, x, n) : NULL;
        if (many)
            return arena_printf(a, "%s[%.*s:%s]", x, (int)strlen(open) - 2, open + 1, many);
    }
    return NULL;
}

static bool is_none(const char *number)
{
    return strcmp(number, "acc_async_noval") == 0 || strcmp(number, "acc_async_default") == 0 ||
           strcmp(number, "-1") == 0;
}

/* an argument in the other language: calls may stand in it */
static const char *argument(struct calls *c, const char *text) { return calls_translate(c, text, c->to); }

static const char *queue(struct calls *c, const char *number)
{
    const char *none = c->sets_queue ? "acc_default_queue" : "1024";
    if (strcmp(number, "acc_async_sync") == 0) /* on which nothing is: one to wait for in vain */
        return "acc_queues[1024]";
    return arena_printf(c->arena, "acc_queues[%s]", is_none(number) ? none : argument(c, number));
}

static const char *filled(struct calls *calls, const struct routine_call *c)
{
    struct sb out = {0};
    for (const char *p = c->row->becomes; *p; p++) {
        if (*p == '@') {
            calls->queues = true;
            sb_add(&out, queue(calls, c->arguments[*++p - '1']));
        } else if (*p == '$' && p[1] == '*') {
            const char *x = item(calls->arena, c);
            sb_add(&out, argument(calls, x ? x : arena_printf(calls->arena, "bytes[0:%s]", c->arguments[1])));
            p++;
        } else if (*p == '$') {
            sb_add(&out, argument(calls, c->arguments[*++p - '1']));
        } else if (*p == '`') {
            calls->queues = true;
            sb_add(&out, queue(calls, c->arguments[c->n - 1]));
        } else {
            sb_addc(&out, *p);
        }
    }
    return sb_take(&out, calls->arena);
}

static unsigned needs(const struct row *r)
{
    unsigned n = strchr(r->becomes, '`') != NULL;
    for (const char *p = r->becomes; *p; p++)
        if (*p == '$' || *p == '@')
            n = p[1] == '*' ? (n < 2 ? 2 : n) : n < (unsigned)(p[1] - '0') ? (unsigned)(p[1] - '0') : n;
    return n;
}

/* ---- what is asked by constants ---- */
static bool chooses_device(const char *name)
{
    return strcmp(name, "acc_set_device_num") == 0 || strcmp(name, "acc_init") == 0 ||
           strcmp(name, "acc_init_device") == 0;
}

static const char *known(const struct routine_call *c)
{
    const char *name = c->row->name, *type = c->n ? c->arguments[c->n - 1] : "";
    bool host = strcmp(type, "acc_device_host") == 0;
    if (strcmp(name, "acc_get_num_devices") == 0 && (host || strcmp(type, "acc_device_none") == 0))
        return host ? "1" : "0";
    if (chooses_device(name) && host)
        return "omp_set_default_device(omp_get_initial_device())";
    if (strcmp(name, "omp_set_default_device") == 0 && strcmp(type, HOST) == 0)
        return "acc_set_device_type(acc_device_host)";
    if (strcmp(name, "acc_set_default_async") == 0 && is_none(type))
        return "acc_default_queue = 1024";
    return NULL;
}

/* Types of devices are OpenMP's devices where they are all of them. */
static bool has_counterpart(const struct routine_call *c)
{
    static const char *const all[] = {"acc_device_default", "acc_device_not_host", "acc_device_nvidia",
                                      "acc_device_current", "acc_device_host",     "acc_device_none"};
    const char *name = c->row->name;
    if (c->n == 2 && *name == 'o') /* of the current device */
        return strcmp(c->arguments[1], DEVICE) == 0;
    if (strcmp(name, "acc_get_num_devices") != 0 && !chooses_device(name) && strcmp(name, "acc_get_device_num") != 0)
        return true;
    if (c->n == 2 && *c->arguments[0] == '-')
        return false;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(c->arguments[c->n - 1], all[i]) == 0)
            return true;
    return false;
}

static const char *on_device(const char *type)
{
    return strcmp(type, "acc_device_host") == 0       ? "omp_is_initial_device()"
           : strcmp(type, "acc_device_not_host") == 0 ? "!omp_is_initial_device()"
           : strcmp(type, "acc_device_nvidia") == 0   ? "!omp_is_initial_device()"
                                                      : NULL;
}

/* ---- the text ---- */
static uint32_t before(const char *s, uint32_t at)
{
    while (at > 0 && strchr(" \t\n\v\f\r", s[at - 1]))
        at--;
    return at;
}

/* Is the text before this place a line of ours, or the end of a statement? */
static void look_around(struct text t, struct routine_call *c)
{
    uint32_t b = before(t.s, c->b), line = b;
    while (line > 0 && t.s[line - 1] != '\n')
        line--;
    bool directive = t.s[line] == '#';
    char last = b ? t.s[b - 1] : ';';
    uint32_t e = c->e;
    while (strchr(" \t", t.s[e]) && t.s[e])
        e++;
    c->guarded = !directive && last == ')';
    c->statement = t.s[e] == ';' && (directive || strchr(";{})", last));
}

/* What follows on the line, comments left out, goes to a line of its own. */
static void end_line(struct text t, const char *blanks, struct sb *out, uint32_t *at)
{
    char next = t.s[*at + strspn(t.s + *at, " \t\v\f\r")];
    if (!next || next == '\n')
        return;
    while (strchr(" \t", t.s[*at]))
        ++*at;
    sb_printf(out, "\n%s", blanks);
}

static void put(struct calls *calls, struct text t, const struct routine_call *c, const char *becomes, struct sb *out,
                uint32_t *at)
{
    if (*becomes != '#') {
        sb_add(out, becomes);
        if (c->row && c->row->said)
            sb_printf(out, " /* %s */", c->row->said);
        *at = c->e;
        return;
    }
    struct sb indent = {0};
    size_t line = out->n;
    while (line > 0 && out->s[line - 1] != '\n')
        line--;
    while (out->s && line + indent.n < out->n && strchr(" \t", out->s[line + indent.n]))
        sb_addc(&indent, out->s[line + indent.n]);
    const char *blanks = sb_take(&indent, calls->arena);
    bool first = line + strlen(blanks) == out->n;
    if (first)
        out->n = line;
    bool bytes = strstr(becomes, "bytes[0:") != NULL, block = bytes || c->guarded;
    const char *then = strchr(becomes, ';');
    if (block)
        sb_printf(out, "%s{\n", first ? blanks : " ");
    else if (!first)
        sb_addc(out, '\n');
    if (bytes)
        sb_printf(out, "%s    char *bytes = (char *)(%s);\n", blanks, argument(calls, c->arguments[0]));
    if (c->row->said)
        lines_comment(out, blanks, c->row->said);
    lines_pragma(out, block ? arena_printf(calls->arena, "%s    ", blanks) : blanks, "omp",
                 arena_strndup(calls->arena, becomes + 1, then ? (size_t)(then - becomes - 1) : strlen(becomes + 1)));
    if (then)
        sb_printf(out, "\n%s%s%s;", blanks, block ? "    " : "", then + 1);
    if (block)
        sb_printf(out, "\n%s}", blanks);
    for (*at = c->e; t.s[*at] != ';';)
        ++*at;
    ++*at;
    end_line(t, blanks, out, at);
}

static const struct row *row_named(const struct row *rows, const char *s, size_t n)
{
    for (; rows->name; rows++)
        if (strlen(rows->name) == n && !memcmp(rows->name, s, n))
            return rows;
    return NULL;
}

/* Is it a variable that the file gets for its queues? */
static bool is_of_queues(const char *s, size_t n)
{
    return has_word("acc_queues acc_default_queue", strlen("acc_queues acc_default_queue"), s, n);
}

char *calls_translate(struct calls *calls, const char *text, enum translate_to to)
{
    struct text t = {text, (uint32_t)strlen(text)};
    const struct row *rows = to == TRANSLATE_TO_OPENMP ? to_openmp : to_openacc;
    const char *prefix = to == TRANSLATE_TO_OPENMP ? "acc_" : "omp_";
    struct sb out = {0};
    calls->to = to;
    for (uint32_t at = 0; at < t.len;) {
        uint32_t e = at;
        bool fresh = at == 0 || t.s[at - 1] == '\n';
        if (fresh && t.s[at] == '#' && !str_starts(t.s + at, "#pragma")) { /* a marker */
            e = after_line(t, e);
            sb_addn(&out, t.s + at, e - at);
            at = e;
            continue;
        }
        while (is_word(t.s[e]))
            e++;
        size_t n = e - at;
        if (!n) {
            e = next_char(t, at);
            sb_addn(&out, t.s + at, e - at);
            at = e;
            continue;
        }
        const char *becomes = NULL;
        struct routine_call c = {.row = row_named(rows, t.s + at, n), .b = at};
        bool asks = n == 13 && !memcmp(t.s + at, "acc_on_device", 13);
        if ((c.row || asks) && t.s[e] == '(' && (c.e = after_bracket(t, e)) != 0) {
            read_arguments(calls->arena, t, &c, e);
            look_around(t, &c);
            if (asks)
                becomes = c.n ? on_device(c.arguments[0]) : NULL;
            else if (c.n >= needs(c.row) && has_counterpart(&c) && (*c.row->becomes != '#' || c.statement))
                becomes = known(&c) ? known(&c) : filled(calls, &c);
        }
        if (becomes) {
            calls->header = true;
            calls->waits |= strstr(becomes, "acc_waited") != NULL;
            calls->queues |= calls->waits || strstr(becomes, "acc_default_queue");
            put(calls, t, &c, becomes, &out, &at);
            continue;
        }
        calls->remains |= n > 4 && !memcmp(t.s + at, prefix, 4) && !is_of_queues(t.s + at, n);
        sb_addn(&out, t.s + at, n);
        at = e;
    }
    return sb_take(&out, calls->arena);
}
