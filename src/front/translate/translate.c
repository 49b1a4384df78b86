/* translate/translate.c: `gantry translate`: a file's directives, and calls of routines, in the other language. */
#include "translate.h"

#include <string.h>

/* A loop's head ends with its first bracket, which is that of the body or of the condition where the loop is a `do`. */
static uint32_t head_end(struct text t, uint32_t at)
{
    while (at < t.len && t.s[at] != '(')
        at = next_char(t, at);
    return at < t.len ? after_bracket(t, at) : 0;
}

/* Analysis names loops of the preprocessed text by their heads; here they have the words of the source: those words, or
 * those of the one loop of the line. */
static const char *head_in_line(struct front *f, int line, const char *preprocessed)
{
    bool several = false;
    struct text t = {f->src, f->len};
    const char *head = NULL, *word = str_starts(preprocessed, "while") ? "while"
                                     : str_starts(preprocessed, "do")  ? "do"
                                                                       : "for";
    for (uint32_t at = 0; at < t.len; at = is_word(t.s[at]) ? at + 1 : next_char(t, at)) {
        if (!starts_with_word(t, at, word) || (at && is_word(t.s[at - 1])) || linemap_at(f->src_lines, at).line != line)
            continue;
        bool bracket = t.s[skip_blank(t, at + (uint32_t)strlen(word))] == '(' || strcmp(word, "do") == 0;
        uint32_t e = bracket ? head_end(t, at) : 0;
        if (!e)
            return NULL;
        if (str_starts(f->src + at, preprocessed))
            return preprocessed;
        several |= head != NULL;
        head = arena_strndup(f->arena, t.s + at, e - at);
    }
    return several ? NULL : head;
}

static void rename_facts(struct front *f, struct front_options *o)
{
    struct file_facts *named = NEW(f->arena, struct file_facts);
    if (!o->facts)
        return;
    named->pointers_set.v = o->facts->pointers_set.v;
    named->pointers_set.n = named->pointers_set.cap = o->facts->pointers_set.n;
    for_each (const struct loop_fact, x, o->facts->loops) {
        struct loop_fact y = *x;
        bool here = !x->at.file || strcmp(x->at.file, o->path) == 0;
        y.head = here ? head_in_line(f, x->at.line, x->head) : NULL;
        if (y.head)
            vec_push(f->arena, &named->loops, y);
    }
    o->facts = named;
}

static const char *header_lines(const struct calls *c, enum translate_to to)
{
    bool openmp = to == TRANSLATE_TO_OPENMP;
    const char *own = openmp ? "#include <openacc.h> /* for what has no counterpart in OpenMP */"
                             : "#include <omp.h> /* for what has no counterpart in OpenACC */";
    const char *other = openmp ? "#include <omp.h>" : "#include <openacc.h>";
    return c->remains ? arena_printf(c->arena, "%s\n%s", other, own) : other;
}

static bool sets_queue(const char *text)
{
    return strstr(text, "default_async(") || strstr(text, "acc_set_default_async)(") ||
           strstr(text, "acc_get_default_async(");
}

static void put_queues(const struct calls *c, struct sb *out)
{
    sb_add(out, "\n/* OpenACC's queues: what is put on queue n depends on acc_queues[n] */\n"
                "__attribute__((weak)) char acc_queues[1025];\n");
    if (c->sets_queue)
        sb_add(out, "__attribute__((weak)) int acc_default_queue = 1024;\n");
    if (c->waits)
        sb_add(out, "/* OpenMP cannot ask whether tasks are over, but wait for them */\n"
                    "static int acc_waited(int queue)\n{\n"
                    "    #pragma omp taskwait depend(inout: acc_queues[queue])\n"
                    "    return 1;\n}\n"
                    "static int acc_waited_all(void)\n{\n"
                    "    #pragma omp taskwait\n"
                    "    return 1;\n}\n");
}

/* What OpenACC has and OpenMP has no words for */
static void put_helps(const struct calls *c, struct sb *out)
{
    static const char *const functions[] = {
        "static int device_has(void *p, size_t n)\n{\n"
        "    (void)n;\n"
        "    return omp_target_is_present(p, omp_get_default_device());\n}\n",
        "/* zero: clears what has come into being on the device */\n"
        "static void device_clear(void *p, size_t n, int was_there)\n{\n"
        "    char *bytes = p;\n"
        "    if (was_there)\n"
        "        return;\n"
        "    #pragma omp target teams distribute parallel for map(alloc: bytes[0:n])\n"
        "    for (size_t i = 0; i < n; i++)\n"
        "        bytes[i] = 0;\n}\n",
        "/* attach and detach: the device's copy of a pointer leads to what is there, or to the host's; nobody counts "
        "*/\n"
        "static void device_point(int attach, void **p)\n{\n"
        "    int device = omp_get_default_device(), host = omp_get_initial_device();\n"
        "    void *at = omp_get_mapped_ptr(p, device), *to = attach ? omp_get_mapped_ptr(*p, device) : *p;\n"
        "    if (at && to && device != host)\n"
        "        omp_target_memcpy(at, &to, sizeof to, 0, 0, device, host);\n}\n",
        "/* declare in a function: the data leaves the device where the variable's scope ends */\n"
        "static void device_leave(void *declared)\n{\n"
        "    struct { void *at; size_t bytes; int comes_back; void *pointer; } *d = declared;\n"
        "    char *bytes = d->at;\n"
        "    size_t n = d->bytes;\n"
        "    if (d->pointer)\n"
        "        device_point(0, d->pointer);\n"
        "    if (d->comes_back) {\n"
        "        #pragma omp target exit data map(from: bytes[0:n])\n"
        "    } else {\n"
        "        #pragma omp target exit data map(release: bytes[0:n])\n"
        "    }\n}\n",
        "/* the rows that several pointers lead to, as a list */\n"
        "#include <stdlib.h>\n"
        "struct device_row {\n"
        "    void *at;\n    size_t bytes;\n    int comes_back;\n    void *pointer;\n    struct device_row *next;\n};\n"
        "static void device_row(void *list, void *at, size_t bytes, int comes_back, void *pointer)\n{\n"
        "    struct device_row **head = list, *r = malloc(sizeof *r);\n"
        "    *r = (struct device_row){at, bytes, comes_back, pointer, *head};\n"
        "    *head = r;\n}\n",
        "static void device_clear_rows(void *list)\n{\n"
        "    struct device_row **head = list;\n"
        "    for (struct device_row *r; (r = *head) != NULL; free(r)) {\n"
        "        device_clear(r->at, r->bytes, 0);\n"
        "        *head = r->next;\n"
        "    }\n}\n",
        "static void device_leave_rows(void *list)\n{\n"
        "    struct device_row **head = list;\n"
        "    for (struct device_row *r; (r = *head) != NULL; free(r)) {\n"
        "        device_leave(r);\n"
        "        *head = r->next;\n"
        "    }\n}\n"};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (c->helps >> i & 1)
            sb_add(out, functions[i]);
}

/* Does the line of the source begin with #? */
static bool is_line_of_preprocessor(const char *source, int line)
{
    const char *p = source;
    for (; line > 1 && p; line--)
        p = (p = strchr(p, '\n')) ? p + 1 : NULL;
    return p && p[strspn(p, " \t")] == '#';
}

/* Was a `_Pragma` of the line made a directive that is translated? Each answers once. */
static bool take_operator(struct raw *r, int line)
{
    for_each (int, x, r->operators)
        if (*x == line) {
            *x = 0;
            return true;
        }
    return false;
}

/* Directives in headers, and those that macros make, stay as they are, which is said of each file and of
 * each place. */
static void tell_others(struct arena *a, struct diag *d, struct raw *r, bool openmp)
{
    struct text t = {r->text, (uint32_t)strlen(r->text)};
    const struct linemap *lines = linemap_build(a, t.s, t.len, r->path);
    const char *language = openmp ? "OpenACC" : "OpenMP";
    VEC(struct loc) said = {0};
    for (uint32_t at = 0; at < t.len; at = after_line(t, at)) {
        uint32_t end = after_line(t, at);
        bool wanted = openmp ? is_acc_line(t.s, at, end)
                             : str_starts(t.s + at, "#pragma omp") && has_word(t.s + at, end - at, "target", 6);
        struct loc loc = t.s[at] == '#' && wanted ? linemap_at(lines, at) : (struct loc){0};
        bool own = loc.file && strcmp(loc.file, r->path) == 0;
        bool known = !loc.file || (own && is_line_of_preprocessor(r->source, loc.line)) ||
                     linemap_in_system(lines, at) || (own && take_operator(r, loc.line));
        for_each (const struct loc, x, said)
            known = known || (strcmp(x->file, loc.file) == 0 && (!own || x->line == loc.line));
        if (known)
            continue;
        vec_push(a, &said, loc);
        if (own)
            diag(d, DIAG_WARNING, loc, NULL,
                 "a directive of %s that a macro or _Pragma makes stays as it is: write it as a line '#pragma %s'",
                 language, r->pragma);
        else
            diag(d, DIAG_WARNING, loc, NULL,
                 "a directive of %s in a file that '%s' includes stays as it is: translate that file, too", language,
                 r->path);
    }
}

char *front_translate(struct arena *a, struct diag *d, const struct front_options *options, const char *source,
                      const char *preprocessed, enum translate_to to, const struct translate_clauses *given,
                      size_t ngiven)
{
    bool openmp = to == TRANSLATE_TO_OPENMP;
    struct front_options o = *options;
    struct raw r = {.arena = a,
                    .path = o.path,
                    .source = source,
                    .text = preprocessed,
                    .facts = o.facts,
                    .pragma = openmp ? "acc" : "omp",
                    .include = openmp ? "openacc.h" : "omp.h"};
    struct calls c = {.arena = a, .sets_queue = openmp && sets_queue(preprocessed)};
    struct given g = {given, ngiven, arena_alloc(a, ngiven + 1)};
    struct front *f = NEW(a, struct front);
    size_t len;
    int errors = d->nerrors;
    char *text = raw_protect(&r, &len);
    *f = (struct front){
        .arena = a, .diag = d, .options = &o, .unit = NEW(a, struct unit), .src = text, .len = (uint32_t)len};
    f->unit->arena = a;
    f->unit->path = o.path;
    f->src_lines = linemap_build(a, text, f->len, o.path);
    memset(g.taken, 0, ngiven);
    rename_facts(f, &o);
    if (preprocessed) /* what annotate has made is not */
        tell_others(a, d, &r, openmp);
    char *written = openmp ? translate_to_openmp(f, &r, &c, &g) : translate_to_openacc(f, &r, &c);
    reports_flush(f);
    if (d->nerrors != errors)
        return NULL;
    written = calls_translate(&c, written, to);
    struct sb head = {0};
    c.header = c.header || c.helps;
    if (c.header && !r.included)
        sb_printf(&head, "%s\n", header_lines(&c, to));
    if (c.queues)
        put_queues(&c, &head);
    put_helps(&c, &head);
    char *before = sb_take(&head, a);
    if (*before)
        before[strlen(before) - 1] = 0;
    return raw_release(&r, written, header_lines(&c, to), *before ? before : NULL);
}
