/* settings.c: settings of the kept regions (teams, threads, schedules), found by gantry tune in a copy of its own, and
 * written as clauses. */
#include <string.h>

#include "port_priv.h"

enum { LONGEST = 1000000 };

/* A copy with all that was kept; it has not been built, for tune watches the build. */
static bool copy_make(struct port *p)
{
    if (!tree_make(p, TREE_TUNE))
        return false;
    for_each (struct source, s, p->sources) {
        s->now[TREE_TUNE] = s->text;
        s->tried = s->kept;
        s->always = NULL;
    }
    return versions_write(p, TREE_TUNE);
}

static struct ran tune(struct port *p, const char *store)
{
    struct arena *a = p->arena;
    double left = p->deadline > 0 ? p->deadline - clock_now() - 1 : LONGEST;
    VEC(const char *) words = {0};
    const char *const first[] = {p->here->gantry,
                                 "tune",
                                 "--device",
                                 p->here->gpu ? "cuda" : "emulated",
                                 "--budget",
                                 arena_printf(a, "%ld", p->tune),
                                 "--seconds",
                                 arena_printf(a, "%.0f", left < 1 ? 1 : left),
                                 "--store",
                                 store,
                                 "--",
                                 "sh",
                                 "-c",
                                 "run=$1; shift; \"$@\" >&2 && eval \"$run\" >&2",
                                 "sh",
                                 p->verify};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        vec_push(a, &words, first[i]);
    for (const char **w = p->build; *w; w++)
        vec_push(a, &words, *w);
    vec_push(a, &words, NULL);
    return command_in(p, tree_folder(p, TREE_TUNE), build_variables(p, TREE_TUNE), words.v, NULL, LONGEST);
}

/* what it says of each region */
static const char *findings(struct port *p, const char *text)
{
    struct sb b = {0};
    for (; *text; text += strcspn(text, "\n"), text += *text == '\n') {
        const char *line = arena_strndup(p->arena, text, strcspn(text, "\n"));
        if (strstr(line, ": as it is "))
            sb_printf(&b, "%s\n", line);
    }
    return b.n ? sb_take(&b, p->arena) : "";
}

/* The store's patch, applied to the copy */
static const char *settings_write(struct port *p, const char *store)
{
    struct arena *a = p->arena;
    const char *const show[] = {p->here->gantry, "tune", "--patch", "--store", store, NULL};
    const char *const apply[] = {"patch", "-s", "-p1", "--no-backup-if-mismatch", NULL};
    const char *folder = tree_folder(p, TREE_TUNE), *file = temp_path(a, "settings", ".diff");
    struct ran r = command_in(p, folder, NULL, show, NULL, 600);
    if (r.status || !file_write(file, r.out, r.out_len))
        return "gantry tune --patch failed";
    if (!r.out_len)
        return "as they are they are not beaten";
    r = command_in(p, folder, NULL, apply, file, 600);
    return r.status ? arena_printf(a, "patch: %s%s", r.out, r.err) : NULL;
}

const char *settings_make(struct port *p, struct loop *l)
{
    const char *store = arena_printf(p->arena, "%s/gantry.tuned", p->work);
    if (!copy_make(p))
        return "the copy for tuning could not be made";
    struct ran r = tune(p, store);
    const char *line = first_line(p->arena, r.err, "error");
    if (r.status || r.late)
        return arena_printf(p->arena, "gantry tune: %s", line ? line : arena_printf(p->arena, "status %d", r.status));
    l->data = findings(p, r.out);
    const char *wrong = settings_write(p, store);
    if (wrong)
        return wrong;
    for_each (struct source, s, p->sources) {
        char *text = file_read(p->arena, source_file(p, TREE_TUNE, s), NULL);
        if (!text)
            return "a file of the copy cannot be read";
        s->tried = s->now[TREE_TUNE] = text;
    }
    return all_as_kept(p) ? "as they are they are not beaten" : NULL;
}
