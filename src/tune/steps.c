/* steps.c: how a program is built. Every gantry cc of the build tells of itself in a file (src/driver/steps.c): its
 * folder, words and output. With other settings the one step that compiles the region is done again, and the link. */
#include "tune_priv.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *full(struct arena *a, const char *directory, const char *name)
{
    char path[PATH_MAX];
    const char *joined = *name == '/' ? name : arena_printf(a, "%s/%s", directory, name);
    return realpath(joined, path) ? arena_strdup(a, path) : joined;
}

static void step_read(struct arena *a, struct steps *s, const struct json *j)
{
    struct step t = {.directory = json_member_text(j, "directory")};
    const struct json *links = json_member(j, "links"), *list = json_member(j, "inputs");
    t.links = links && links->kind == JSON_TRUE;
    t.output = full(a, t.directory, json_member_text(j, "output"));
    for (const struct json *w = list->first; w; w = w->next)
        vec_push(a, &t.inputs, full(a, t.directory, w->text));
    for (const struct json *w = json_member(j, "words")->first; w; w = w->next)
        vec_push(a, &t.words, w->text);
    vec_push(a, &s->v, t);
}

static void steps_read(struct arena *a, struct steps *s)
{
    size_t n = 0;
    char *text = file_read(a, arena_printf(a, "%s/steps", s->folder), &n);
    for (char *line = text, *end; line && *line; line = end + 1) {
        end = line + strcspn(line, "\n");
        struct json_error e;
        const struct json *j = json_parse(a, line, (size_t)(end - line), &e);
        if (j)
            step_read(a, s, j);
        if (!*end)
            break;
    }
}

int steps_record(struct arena *a, struct steps *s, const char *const *command)
{
    setenv("GANTRY_TUNE_STEPS", s->folder, 1);
    if (!file_write(arena_printf(a, "%s/words", s->folder), s->more, strlen(s->more)))
        cannot_write(s->folder);
    int status = run_program(a, command, 0).status;
    unsetenv("GANTRY_TUNE_STEPS");
    steps_read(a, s);
    return status;
}

static bool has_word(const struct step *t, const char *word)
{
    for (size_t i = 0; i < t->words.n; i++)
        if (strcmp(t->words.v[i], word) == 0)
            return true;
    return false;
}

const struct step *steps_program(const struct steps *s)
{
    for (size_t i = s->v.n; i-- > 0;)
        if (s->v.v[i].links && !has_word(&s->v.v[i], "-shared"))
            return &s->v.v[i];
    return NULL;
}

/* ---- a step again ---- */
struct again {
    struct arena *a;
    const char *instead, *with; /* this input is another file */
    VEC(const char *) words;
};

static void words_again(struct again *g, const struct steps *s, const struct step *t)
{
    vec_push(g->a, &g->words, s->gantry);
    vec_push(g->a, &g->words, "cc");
    for (size_t i = 0; i < t->words.n; i++) {
        const char *w = t->words.v[i];
        bool other = g->instead && *w != '-' && strcmp(full(g->a, t->directory, w), g->instead) == 0;
        vec_push(g->a, &g->words, other ? g->with : w);
    }
}

static struct run_result run_there(struct arena *a, const struct step *t, struct again *g)
{
    char here[PATH_MAX];
    struct run_result r = {.status = 127};
    vec_push(a, &g->words, NULL);
    if (!getcwd(here, sizeof here) || chdir(t->directory) != 0)
        return r;
    r = run_program(a, g->words.v, RUN_CAPTURE_OUT | RUN_CAPTURE_ERR);
    if (chdir(here) != 0)
        internal_error("tune", "%s: %s", here, strerror(errno));
    return r;
}

const char *step_print(struct arena *a, const struct steps *s, size_t i, const char *word)
{
    struct again g = {.a = a};
    words_again(&g, s, &s->v.v[i]);
    vec_push(a, &g.words, word);
    struct run_result r = run_there(a, &s->v.v[i], &g);
    return r.status == 0 ? r.out : NULL;
}

static bool make(struct arena *a, const struct step *t, struct again *g, const char *out, const char **why)
{
    vec_push(a, &g->words, "-o");
    vec_push(a, &g->words, out);
    struct run_result r = run_there(a, t, g);
    if (r.status == 0)
        return true;
    const char *said = r.err ? strstr(r.err, "error: ") : NULL;
    *why = said ? arena_printf(a, "not compiled: %.*s", (int)strcspn(said + 7, "\n"), said + 7) : "not compiled";
    return false;
}

const char *steps_build(struct arena *a, const struct steps *s, size_t i, const char *word, const char *name,
                        const char **why)
{
    const struct step *t = &s->v.v[i], *program = steps_program(s);
    const char *out = arena_printf(a, "%s/%s", s->folder, name);
    struct again compile = {.a = a}, link = {.a = a};
    words_again(&compile, s, t);
    vec_push(a, &compile.words, word);
    if (t->links)
        return make(a, t, &compile, out, why) ? out : NULL;
    const char *object = arena_printf(a, "%s.o", out);
    if (!make(a, t, &compile, object, why))
        return NULL;
    bool named = false;
    for (size_t k = 0; k < program->inputs.n; k++)
        named |= strcmp(program->inputs.v[k], t->output) == 0;
    link.instead = named ? t->output : NULL;
    link.with = object;
    words_again(&link, s, program);
    if (!named) { /* it is in an archive: whose member is not taken when this one comes first */
        vec_push(a, &link.words, NULL);
        memmove(link.words.v + 3, link.words.v + 2, (link.words.n - 3) * sizeof *link.words.v);
        link.words.v[2] = object;
    }
    bool good = make(a, program, &link, out, why);
    unlink(object);
    return good ? out : NULL;
}
