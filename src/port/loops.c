/* loops.c: the loops of all files as `gantry annotate` judges them, and the files with directives at some. Files of the
 * same flags are judged together, so that each knows what functions of the others do. annotate works in the serial
 * copy, which gets its text back at once. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <fcntl.h>

#include "port_priv.h"

typedef VEC(const char *) word_list;

const char *source_file(const struct port *p, enum tree t, const struct source *s)
{
    return arena_printf(p->arena, "%s/%s", tree_path(p, t), s->path);
}

static void add_flags(struct arena *a, word_list *words, const char *flags)
{
    while (*flags) {
        size_t n = strcspn(flags, "\n");
        vec_push(a, words, arena_strndup(a, flags, n));
        flags += n + 1;
    }
}

/* annotate for the readable files that have the flags of `first`, or for this one alone */
static struct ran annotate(struct port *p, const struct source *first, bool alone, const word_list *options)
{
    word_list words = {0};
    vec_push(p->arena, &words, p->here->gantry);
    vec_push(p->arena, &words, "annotate");
    vec_push(p->arena, &words, "-w");
    for_each (const char *, w, *options)
        vec_push(p->arena, &words, *w);
    add_flags(p->arena, &words, first->flags);
    for_each (struct source, s, p->sources)
        if (s == first || (!alone && !s->unread && strcmp(s->flags, first->flags) == 0))
            vec_push(p->arena, &words, source_file(p, TREE_SERIAL, s));
    vec_push(p->arena, &words, NULL);
    return command_in(p, tree_folder(p, TREE_SERIAL), NULL, words.v, NULL, p->run_limit);
}

static bool is_first_of_flags(const struct port *p, const struct source *s)
{
    for_each (struct source, before, p->sources)
        if (before == s)
            return true;
        else if (!before->unread && strcmp(before->flags, s->flags) == 0)
            return false;
    return false;
}

/* ---- the loops ---- */
static struct source *source_of(const struct port *p, const char *path)
{
    const char *tree = tree_path(p, TREE_SERIAL);
    for_each (struct source, s, p->sources)
        if (path_is_below(path, tree) && strcmp(path + strlen(tree) + 1, s->path) == 0)
            return s;
    return NULL;
}

static void add_loop(struct port *p, const struct json *j)
{
    const struct json *none = json_member(j, "none");
    struct loop *l = NEW(p->arena, struct loop);
    const char *file = json_member_text(j, "file");
    l->source = file ? source_of(p, file) : NULL;
    l->line = (int)json_member_number(j, "line", 0);
    l->last = (int)json_member_number(j, "last", 0);
    l->function = json_member_text(j, "function");
    l->verdict = json_member_text(j, "verdict");
    l->id = json_member_text(j, "id");
    l->reason = json_member_text(j, "reason");
    l->directive = json_member_text(j, "directive");
    l->none_id = none ? json_member_text(none, "id") : NULL;
    l->none = none ? json_member_text(none, "reason") : NULL;
    if (l->source && l->line && l->function && l->verdict && l->id && l->reason)
        vec_push(p->arena, &p->loops, l);
}

static void add_loops(struct port *p, const char *text)
{
    while (*text) {
        size_t n = strcspn(text, "\n");
        struct json_error e = {0};
        const struct json *j = json_parse(p->arena, arena_strndup(p->arena, text, n), n, &e);
        if (j)
            add_loop(p, j);
        text += n + (text[n] == '\n');
    }
}

/* Which of these files keeps the others from being judged? */
static void find_unread(struct port *p, const struct source *first, const word_list *options)
{
    for_each (struct source, s, p->sources) {
        if (s->unread || strcmp(s->flags, first->flags) != 0)
            continue;
        struct ran r = annotate(p, s, true, options);
        if (r.status == 0)
            continue;
        s->unread = true;
        const char *line = first_line(p->arena, r.err, "error");
        vec_push(p->arena, &p->notes,
                 arena_printf(p->arena, "%s stays as it is: annotate %s%s", s->path,
                              r.late ? "was not over in time" : "does not understand it: ",
                              r.late ? ""
                              : line ? line
                                     : ""));
    }
}

bool loops_find(struct port *p)
{
    word_list options = {0};
    vec_push(p->arena, &options, "--json");
    vec_push(p->arena, &options, "--no-data"); /* each loop for itself */
    for_each (struct source, s, p->sources) {
        if (s->unread || !is_first_of_flags(p, s))
            continue;
        struct ran r = annotate(p, s, false, &options);
        if (r.status != 0) {
            find_unread(p, s, &options);
            struct source *left = s;
            while (left < p->sources.v + p->sources.n && (left->unread || strcmp(left->flags, s->flags) != 0))
                left++;
            if (left == p->sources.v + p->sources.n)
                continue;
            r = annotate(p, left, false, &options);
        }
        if (r.status == 0)
            add_loops(p, r.out);
    }
    if (p->loops.n == 0) {
        for_each (const char *, n, p->notes)
            say("gantry port: note: %s\n", *n);
        port_error("no loop was found in the files that the build compiles");
    }
    return p->loops.n > 0;
}

const char *loop_name(struct arena *a, const struct loop *l)
{
    return l->kind == TRY_LOOP   ? arena_printf(a, "%s:%d", l->source->path, l->line)
           : l->kind == TRY_DATA ? "data that stays on the device"
           : l->kind == TRY_TUNE ? "settings of the regions"
                                 : "all loops that are right, with data that stays on the device";
}

struct loop *loop_at(const struct port *p, const char *file, int line)
{
    for_each_pointer (struct loop, l, p->loops)
        if (l->line == line && strcmp(l->source->path, file) == 0)
            return l;
    return NULL;
}

/* ---- the files with directives ---- */
static bool put(const struct port *p, enum tree t, const struct source *s, const char *text)
{
    const char *path = source_file(p, t, s);
    struct stat st;
    bool there = stat(path, &st) == 0;
    return file_write(path, text, strlen(text)) && (!there || chmod(path, st.st_mode & 07777) == 0);
}

/* The kind of the directives that a step, or all that was kept (NULL), gives. */
static enum kind kind_of(const struct port *p, const struct loop *step)
{
    enum kind kind = step ? step->kind : TRY_LOOP;
    for_each_pointer (struct loop, m, p->merges)
        kind = m->outcome == STEP_KEPT ? m->kind : kind;
    return kind;
}

/* A small loop gets a directive only where the host would touch what stays on the device: annotate sees to that. */
static bool is_taken(const struct loop *l, const struct loop *step, enum kind kind)
{
    bool small = l->none_id && strcmp(l->none_id, "GL501") == 0;
    return l->outcome == STEP_KEPT || l == step || (kind == TRY_ALL && l->right) || (kind != TRY_LOOP && small);
}

/* the words for the loops of this group; false: there are none */
static bool loops_of_group(struct port *p, const struct source *first, const struct loop *step, word_list *words)
{
    enum kind kind = kind_of(p, step);
    size_t before = words->n;
    for_each_pointer (struct loop, l, p->loops)
        if (is_taken(l, step, kind) && strcmp(l->source->flags, first->flags) == 0) {
            vec_push(p->arena, words, "--loop");
            vec_push(p->arena, words, arena_printf(p->arena, "%s:%d", source_file(p, TREE_SERIAL, l->source), l->line));
        }
    bool any = words->n > before;
    if (kind == TRY_LOOP)
        vec_push(p->arena, words, "--no-data");
    return any;
}

/* What annotate made of the group's files in place becomes `tried`, or `always`, and the files are as they were. */
static const char *take_versions(struct port *p, const struct source *first, bool always)
{
    for_each (struct source, s, p->sources) {
        if (s->unread || strcmp(s->flags, first->flags) != 0)
            continue;
        size_t len;
        char *text = file_read(p->arena, source_file(p, TREE_SERIAL, s), &len);
        if (!text || (len != s->len || memcmp(text, s->text, len) != 0 ? !put(p, TREE_SERIAL, s, s->text) : 0))
            return "the disk is full, or a file of the copy cannot be written";
        *(always ? &s->always : &s->tried) = text;
    }
    return NULL;
}

bool all_as_kept(const struct port *p)
{
    for_each (struct source, s, p->sources)
        if (strcmp(s->tried, s->kept) != 0)
            return false;
    return true;
}

/* Settings are in the copy that they were made in. */
static const char *take_settings(struct port *p)
{
    for_each (struct source, s, p->sources)
        if (!(s->tried = file_read(p->arena, source_file(p, TREE_TUNE, s), NULL)))
            return "the copy with the settings is not there any more";
    return NULL;
}

static const char *versions_of(struct port *p, const struct loop *step, bool always)
{
    const char *wrong = NULL;
    for_each (struct source, s, p->sources) {
        word_list words = {0};
        vec_push(p->arena, &words, "--in-place");
        if (always)
            vec_push(p->arena, &words, "--least-work=0");
        if (wrong || s->unread || !is_first_of_flags(p, s) || !loops_of_group(p, s, step, &words))
            continue;
        struct ran r = annotate(p, s, false, &words);
        const char *line = first_line(p->arena, r.err, "error");
        const char *taken = take_versions(p, s, always);
        wrong = r.late     ? "annotate was not over in time"
                : r.status ? arena_printf(p->arena, "annotate: %s", line ? line : "it failed")
                           : taken;
    }
    return wrong;
}

const char *versions_make(struct port *p, const struct loop *step)
{
    for_each (struct source, s, p->sources)
        s->always = NULL;
    if (!step && kind_of(p, NULL) == TRY_TUNE)
        return take_settings(p);
    for_each (struct source, s, p->sources)
        s->tried = s->text;
    const char *wrong = versions_of(p, step, false);
    if (!wrong && step && all_as_kept(p))
        wrong = step->kind == TRY_LOOP ? "with the loops kept so far there is no directive for it"
                                       : "no two regions use data that the host leaves alone in between";
    return wrong;
}

const char *versions_always(struct port *p, const struct loop *step)
{
    for_each (struct source, s, p->sources)
        s->always = s->tried;
    return versions_of(p, step, true);
}

/* ---- data that stays on the device ---- */
static void add_data(struct port *p, const char *text, struct sb *b)
{
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        size_t n = strcspn(text, "\n");
        struct json_error e = {0};
        const struct json *j = json_parse(p->arena, arena_strndup(p->arena, text, n), n, &e);
        const char *verdict = j ? json_member_text(j, "verdict") : NULL, *file = j ? json_member_text(j, "file") : NULL;
        const char *directive = j ? json_member_text(j, "directive") : NULL;
        const struct source *s = file ? source_of(p, file) : NULL;
        if (verdict && strcmp(verdict, "data") == 0 && s && directive)
            sb_printf(b, "%s:%.0f to %.0f: %s\n", s->path, json_member_number(j, "line", 0),
                      json_member_number(j, "last", 0), directive);
    }
}

const char *data_find(struct port *p, const struct loop *step)
{
    struct sb b = {0};
    for_each (struct source, s, p->sources) {
        word_list words = {0};
        vec_push(p->arena, &words, "--json");
        if (s->unread || !is_first_of_flags(p, s) || !loops_of_group(p, s, step, &words))
            continue;
        add_data(p, annotate(p, s, false, &words).out, &b);
    }
    return b.n ? sb_take(&b, p->arena) : "";
}

bool versions_write(struct port *p, enum tree t)
{
    for_each (struct source, s, p->sources) {
        const char *text = s->always && (t == TREE_VERIFY || t == TREE_FAULTS) ? s->always : s->tried;
        if (strcmp(s->now[t], text) == 0)
            continue;
        if (!put(p, t, s, text))
            return false;
        s->now[t] = text;
    }
    return true;
}
