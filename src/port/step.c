/* step.c: one loop, tried: the files with its directive too are built, run, checked, verified and timed; what is not
 * right or does not pay is undone, with the reason. */
#include <math.h>
#include <string.h>

#include "port_priv.h"

enum { LEAST_PAIRS = 7, FINAL_RUNS = 5 };
static const double sure = 0.05, hopeless = 0.5; /* so rarely may chance say that a step pays; it will not any more */

/* ---- times ---- */
struct times {
    VEC(double) before, after, logs; /* logs: of before over after */
    double probability;
};

/* false: it is not as it was when it was checked */
static bool timed(struct port *p, enum tree t, double *seconds)
{
    struct ran r = command_shell(p, tree_folder(p, t), NULL, p->run, p->longest);
    *seconds = r.seconds;
    return !r.late && r.status == p->status;
}

/* What --measured says of this step: "BEFORE AFTER NAME", a pair of seconds a line. false: nothing */
static bool pairs_read(struct port *p, const struct loop *l, struct times *t)
{
    const char *name = loop_name(p->arena, l);
    char *text = p->measured ? file_read(p->arena, p->measured, NULL) : NULL;
    for (const char *line = text; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        double before, after;
        int n = 0;
        bool pair = sscanf(line, "%lf %lf %n", &before, &after, &n) == 2 && n > 0 && before > 0 && after > 0;
        if (!pair || strcspn(line + n, "\n") != strlen(name) || strncmp(line + n, name, strlen(name)) != 0)
            continue;
        vec_push(p->arena, &t->before, before);
        vec_push(p->arena, &t->after, after);
        vec_push(p->arena, &t->logs, log(before / after));
    }
    if (t->logs.n)
        t->probability = rank_pairs_probability(t->logs.v, t->logs.n);
    return t->logs.n > 0;
}

/* In pairs, each time the other one first, so that what disturbs the machine meets both; until the rank test is sure.
 * false: a run failed */
static bool pairs_time(struct port *p, struct times *t)
{
    for (long i = 0; i < p->pairs && !out_of_time(p); i++) {
        double before, after;
        if (i % 2 ? !timed(p, TREE_AFTER, &after) || !timed(p, TREE_BEFORE, &before)
                  : !timed(p, TREE_BEFORE, &before) || !timed(p, TREE_AFTER, &after))
            return false;
        vec_push(p->arena, &t->before, before);
        vec_push(p->arena, &t->after, after);
        vec_push(p->arena, &t->logs, log(before / after));
        t->probability = rank_pairs_probability(t->logs.v, t->logs.n);
        if (i + 1 >= LEAST_PAIRS && (t->probability < sure / 3 || t->probability > hopeless))
            break;
    }
    return t->before.n > 0;
}

/* Times on the CPU, where regions have no copies, may say nothing of data that stays on a GPU: fewer bytes do. */
static bool copies_less(const struct port *p, const struct loop *l, double bytes)
{
    return l->kind == TRY_DATA && !p->here->gpu && bytes >= 0 && p->bytes >= 0 && bytes < p->bytes;
}

/* The reason to undo the step; NULL: it pays */
static const char *times_judge(struct port *p, struct loop *l, double bytes)
{
    struct times t = {.probability = 1};
    bool given = pairs_read(p, l, &t);
    if (!given && is_too_short(p) && p->measured)
        return "nothing says that it pays: --measured does not name it, and the run is too short to time";
    if (!given && is_too_short(p)) {
        l->why = "right; the run is too short to time (--run names a longer one)";
        return NULL;
    }
    if (!given && !pairs_time(p, &t))
        return "a run that was timed failed or was not over in time, though the check had passed";
    size_t n = t.before.n;
    l->before = rank_median(t.before.v, n);
    l->after = rank_median(t.after.v, n);
    double factor = exp(rank_median(t.logs.v, n));
    const char *numbers = arena_printf(p->arena, "median of %zu pairs, p = %.2g", n, t.probability);
    l->why = t.probability >= sure ? arena_printf(p->arena, "it is right and does not pay: no difference (%s)", numbers)
             : factor > 1
                 ? arena_printf(p->arena, "right, and %.2f times as fast (%s)", factor, numbers)
                 : arena_printf(p->arena, "it is right and does not pay: %.2f times as fast (%s)", factor, numbers);
    if (t.probability >= sure && copies_less(p, l, bytes)) {
        l->why =
            arena_printf(p->arena, "right; times say nothing (%s), and it copies %.0f bytes where %.0f were copied",
                         numbers, bytes, p->bytes);
        return NULL;
    }
    return t.probability < sure && factor > 1 ? NULL : l->why;
}

double final_time(struct port *p)
{
    double v[FINAL_RUNS];
    for (int i = 0; i < FINAL_RUNS; i++)
        if (!timed(p, TREE_BEFORE, &v[i]))
            return 0;
    return rank_median(v, FINAL_RUNS);
}

/* ---- the step ---- */
static void progress(const char *what) { say(" %s", what); }

static const char *built(struct port *p, enum tree t)
{
    if (!versions_write(p, t))
        return "the copy cannot be written: is the disk full?";
    struct ran r = build_in(p, t);
    return r.status ? arena_printf(p->arena, "it does not build: %s", build_says(p, &r)) : NULL;
}

bool before_build(struct port *p)
{
    const char *wrong = p->keep_all ? NULL : built(p, TREE_BEFORE);
    if (wrong && !out_of_time(p))
        port_error("the program with all that was kept: %s", wrong);
    return !wrong || out_of_time(p); /* the same command builds it, then */
}

/* Verify came to fewer regions: there are tests of size in directives, and its run may be a small one. */
static const char *verify_always(struct port *p, struct loop *l, unsigned *regions, unsigned least)
{
    const char *nothing =
        "verify did not come to its region: nothing says that it is right (--verify names a run that does)";
    const char *wrong = l->kind == TRY_TUNE ? nothing : versions_always(p, l);
    progress("verify");
    wrong = wrong ? wrong : built(p, TREE_VERIFY);
    wrong = wrong ? wrong : verify_wrong(p, regions);
    if (!wrong && *regions >= least)
        l->besides = "verified without the tests of size in directives, for the run of verify is smaller";
    return wrong ? wrong : *regions < least ? nothing : NULL;
}

/* The reason to undo it; NULL: it is right, and pays. *sized: of the regions those that the tests of size let run */
static const char *wrong_with(struct port *p, struct loop *l, unsigned *regions, unsigned *sized, double *bytes)
{
    progress("build");
    const char *wrong = built(p, TREE_AFTER);
    if (!wrong) {
        progress("check");
        wrong = program_wrong(p, TREE_AFTER);
    }
    if (!wrong) {
        progress("verify");
        wrong = built(p, TREE_VERIFY);
    }
    wrong = wrong ? wrong : verify_wrong(p, regions);
    *sized = *regions;
    unsigned least = l->kind == TRY_TUNE ? p->sized : p->regions + (l->kind == TRY_LOOP);
    if (!wrong && *regions < least)
        wrong = verify_always(p, l, regions, least);
    if (!wrong && !p->no_faults) {
        progress("faults");
        wrong = built(p, TREE_FAULTS);
        wrong = wrong ? wrong : faults_wrong(p, bytes, &l->besides);
    }
    l->right = !wrong;
    if (wrong || p->keep_all || (l->kind == TRY_TUNE && !p->here->gpu)) /* a model of a GPU has judged these */
        return wrong;
    if (p->measured || !is_too_short(p))
        progress("time");
    return times_judge(p, l, *bytes);
}

static void patch_of_loop(struct port *p, struct loop *l)
{
    struct arena *a = p->arena;
    char *name = arena_printf(a, "%04u-%s-%d.patch", l->step, l->source->path, l->line);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    const char *subject = arena_printf(a, "%s:%d: %s on the device", l->source->path, l->line, l->function);
    const char *body =
        arena_printf(a, "%s of the time was spent in this loop.\n%s: %s [%s].\nStep %u of gantry port: %s.\n",
                     share_text(a, p, l->seconds), l->verdict, l->reason, l->id, l->step, l->why);
    patch_write(p, l, name, subject, body);
}

static void patch_of_merge(struct port *p, struct loop *l)
{
    struct arena *a = p->arena;
    bool tuned = l->kind == TRY_TUNE;
    patch_write(p, l, arena_printf(a, "%04u-%s.patch", l->step, tuned ? "tune" : "data"),
                tuned ? "Settings of the regions" : "Data stays on the device between regions",
                arena_printf(a, "%sStep %u of gantry port: %s.\n", l->data, l->step, l->why));
}

/* Loops that were right and too slow alone have come with the others. */
static void keep_slow(struct port *p, unsigned step)
{
    for_each_pointer (struct loop, l, p->loops)
        if (l->outcome == STEP_UNDONE && l->right) {
            l->outcome = STEP_KEPT;
            l->why = arena_printf(p->arena, "with all others, step %u; alone: %s", step, l->why);
        }
}

static void keep(struct port *p, struct loop *l, unsigned regions, unsigned sized, double bytes)
{
    l->kind == TRY_LOOP ? patch_of_loop(p, l) : patch_of_merge(p, l);
    l->outcome = STEP_KEPT;
    if (l->kind == TRY_ALL)
        keep_slow(p, l->step);
    p->regions = regions;
    p->sized = sized;
    p->bytes = bytes;
    for_each (struct source, s, p->sources)
        s->kept = s->tried;
}

bool step_try(struct port *p, struct loop *l)
{
    unsigned regions = 0, sized = 0;
    double bytes = -1;
    bool loop = l->kind == TRY_LOOP, tuned = l->kind == TRY_TUNE;
    if (!loop)
        say("%s:%s", loop_name(p->arena, l), tuned ? " tune" : "");
    l->data = l->kind == TRY_DATA || l->kind == TRY_ALL ? data_find(p, l) : NULL;
    l->why = tuned ? settings_make(p, l) : versions_make(p, l);
    if (l->why) {
        l->outcome = tuned && out_of_time(p) ? STEP_OPEN : STEP_NOT_TRIED;
        if (!loop)
            say(" -- %s\n", l->why);
        return true;
    }
    if (loop)
        say("%s (%s):", loop_name(p->arena, l), share_text(p->arena, p, l->seconds));
    l->why = "right";
    const char *wrong = wrong_with(p, l, &regions, &sized, &bytes);
    if (out_of_time(p)) { /* what was ended by it says nothing about the loop */
        l->before = l->after = 0;
        say(" -- out of time\n");
        return true;
    }
    l->step = ++p->steps;
    if (wrong) {
        l->why = wrong;
        l->outcome = STEP_UNDONE;
    } else {
        l->why = l->besides ? arena_printf(p->arena, "%s; %s", l->why, l->besides) : l->why;
        keep(p, l, regions, sized, bytes);
    }
    say(" -- %s: %s\n", outcome_names[l->outcome], l->why);
    return l->outcome != STEP_KEPT || before_build(p);
}
