/* front.c: front_parse runs the passes of the front end in their order. */
#include "front_private.h"

#include <pthread.h>
#include <string.h>

#include "../tables/warnings.h"

static bool any_error(const struct front *f, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (f->reports.v[i].level == DIAG_ERROR && !f->reports.v[i].raised)
            return true;
    return false;
}

/* unit.hash, which makes names unique. It covers the text without line markers, so that the folder a file lies in does
 * not change names; and the pragmas, of which the probe copy has only the expressions. */
static uint64_t content_hash(const struct unit *u)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < u->len;) {
        const char *nl = memchr(u->text + i, '\n', u->len - i);
        uint32_t end = nl ? (uint32_t)(nl - u->text) + 1 : u->len;
        if (u->text[i] != '#')
            h = hash_bytes(h, u->text + i, end - i);
        i = end;
    }
    for (size_t i = 0; i < u->regions.n; i++)
        h = hash_bytes(h, u->regions.v[i]->pragma, strlen(u->regions.v[i]->pragma));
    for (size_t i = 0; i < u->decl_pragmas.n; i++)
        h = hash_bytes(h, u->decl_pragmas.v[i].pragma, strlen(u->decl_pragmas.v[i].pragma));
    return h;
}

static void run(struct front *f)
{
    registers_drop(f);
    acc_apply(f);
    changes_apply(f);
    variants_mask(f);
    selector_constants_apply(f);
    metadirectives_apply(f);
    variants_rewrite(f);
    transforms_apply(f);
    pragmas_parse(f);
    probe_build(f);
    if (f->too_deep || (f->options->check && !clang_check(f)))
        return;
    size_t before = f->reports.n;
    f->parsed = clang_read(f);
    f->probe_silent = any_error(f, before); /* the check of the user's own file reports the same errors, with better
                                             * places */
    if (!f->parsed)
        return;
    acc_settle(f);
    variants_resolve(f);
    device_mark(f);
    acc_check_declared(f);
    legality_check(f);
    f->unit->hash = content_hash(f->unit);
    if (!any_error(f, 0))
        unit_verify(f->unit, "the front end");
}

static void explain_place(void *front, struct loc loc) { macro_notes(front, loc); }

/* A message about OpenACC speaks of it: by the pragma before its place. Its notes do as it does. */
static const char *in_words(void *front, const struct diag_message *m)
{
    struct front *f = front;
    if (m->level != DIAG_NOTE)
        f->says_acc = acc_is_nearest(f, m->loc);
    return f->says_acc && !m->worded ? in_acc_words(f->arena, m->text) : m->text;
}

static struct loc place(void *front, uint32_t off) { return place_in_unit(front, off); }

/* The front end runs in a thread with a large stack: trees of deeply nested expressions are walked by recursion. */
static void *run_thread(void *arg)
{
    run(arg);
    return NULL;
}

static void run_with_stack(struct front *f, size_t bytes)
{
    pthread_attr_t attr;
    pthread_t thread;
    pthread_attr_init(&attr);
    pthread_attr_setstacksize(&attr, bytes);
    if (pthread_create(&thread, &attr, run_thread, f) == 0)
        pthread_join(thread, NULL);
    else
        run(f);
    pthread_attr_destroy(&attr);
}

/* ---- pragmas that set the level of warnings ---- */
struct warned_text {
    const struct linemap *lines;
    const char *text;
};

static uint32_t warned_offset(const void *text, struct loc loc)
{
    const struct warned_text *w = text;
    return linemap_find(w->lines, w->text, loc);
}

/* Reads those pragmas from the preprocessed text. */
static void read_warnings(struct front *f)
{
    struct warned_text *w = NEW(f->arena, struct warned_text);
    *w = (struct warned_text){f->src_lines, f->src};
    for (uint32_t at = 0; f->diag->warnings && at < f->len;) {
        const char *nl = memchr(f->src + at, '\n', f->len - at);
        uint32_t end = nl ? (uint32_t)(nl - f->src) : f->len;
        if (f->src[at] == '#')
            warnings_pragma(f->diag, at, f->src + at, end - at);
        at = end + 1;
    }
    warnings_places(f->diag, warned_offset, w);
}

void front_lets_ask(struct front_options *o) { o->ask = clang_ask; }

static int real_errors(const struct diag *d) { return d->nerrors - d->nraised; }

bool front_check(struct arena *a, struct diag *d, const struct front_options *o)
{
    struct front *f = NEW(a, struct front);
    *f = (struct front){.arena = a, .diag = d, .options = o};
    f->src = "";
    f->src_lines = linemap_build(a, f->src, 0, o->path);
    int errors = d->nerrors;
    clang_check(f);
    reports_flush(f);
    if (f->check_failed && d->nerrors == errors)
        diag(d, DIAG_ERROR, (struct loc){.file = o->path}, NULL, "Clang's parser failed on this file");
    return d->nerrors == errors;
}

/* The user's -ffile-prefix-map=OLD=NEW and -fmacro-prefix-map=: file names that Gantry writes into objects are mapped
 * as __FILE__ is. */
static const char *const *path_maps(struct arena *a, const char *const *flags)
{
    static const char *const options[] = {"-ffile-prefix-map=", "-fmacro-prefix-map="};
    VEC(const char *) maps = {0};
    for (; flags && *flags; flags++)
        for (int i = 0; i < 2; i++)
            if (str_starts(*flags, options[i]))
                vec_push(a, &maps, *flags + strlen(options[i]));
    vec_push(a, &maps, NULL);
    return maps.v;
}

const struct unit *front_parse(struct arena *a, struct diag *d, const struct front_options *o, const char *text,
                               size_t len)
{
    struct front *f = NEW(a, struct front);
    struct unit *u = NEW(a, struct unit);
    if (len > UINT32_MAX / 4) {
        diag(d, DIAG_ERROR, (struct loc){.file = o->path}, NULL, "the preprocessed file is larger than a gigabyte");
        return NULL;
    }
    u->arena = a;
    u->diag = d;
    u->path = o->path;
    u->path_maps = path_maps(a, o->cflags);
    *f = (struct front){
        .arena = a, .diag = d, .options = o, .unit = u, .src = text, .len = (uint32_t)len, .ask = clang_ask};
    f->src_lines = linemap_build(a, text, f->len, o->path);
    read_warnings(f);
    d->explain_place = explain_place;
    d->words = in_words;
    d->front = f;
    u->place = place;
    u->front = f;
    int errors = real_errors(d);
    run_with_stack(f, (size_t)512 << 20);
    reports_flush(f);
    if (f->check_failed && real_errors(d) == errors)
        diag(d, DIAG_ERROR, (struct loc){.file = o->path}, NULL, "Clang's parser failed on this file");
    return real_errors(d) == errors && f->parsed ? u : NULL;
}
