/* check.c: is the program right? Its own check says so, or what it prints and leaves in files, held against the first
 * serial run; and gantry verify, region by region. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "port_priv.h"

/* ---- the program's results ---- */
static const char *output_path(const struct port *p, enum tree t, size_t i)
{
    return arena_printf(p->arena, "%s/%s", tree_folder(p, t), p->outputs.v[i]);
}

static struct ran run_in(struct port *p, enum tree t, double limit)
{
    for (size_t i = 0; i < p->outputs.n; i++) /* what a run before has left says nothing */
        remove(output_path(p, t, i));
    return command_shell(p, tree_folder(p, t), NULL, p->run, limit);
}

static const char *file_differs(struct port *p, const char *name, const char *expected, const char *text)
{
    if (!expected || !text)
        return expected || text ? arena_printf(p->arena, "'%s' is there only once", name) : NULL;
    const char *what = texts_differ(p->arena, expected, text, p->tolerance, p->ignored.v, p->ignored.n);
    return what ? arena_printf(p->arena, "%s, %s", name, what) : NULL;
}

/* How this run differs from the expected one; NULL: it does not */
static const char *results_differ(struct port *p, enum tree t, const struct ran *r)
{
    char *expected = file_read(p->arena, expected_path(p, 0), NULL);
    if (r->status != p->status)
        return arena_printf(p->arena, "status %d and %d", p->status, r->status);
    const char *what = file_differs(p, "output", expected ? expected : "", r->out);
    for (size_t i = 0; i < p->outputs.n && !what; i++)
        what = file_differs(p, p->outputs.v[i], file_read(p->arena, expected_path(p, i + 1), NULL),
                            file_read(p->arena, output_path(p, t, i), NULL));
    return what;
}

static const char *check_wrong(struct port *p, enum tree t, double limit)
{
    struct ran r = command_shell(p, tree_folder(p, t), NULL, p->check, limit);
    const char *line = first_line(p->arena, r.err, NULL);
    line = line ? line : first_line(p->arena, r.out, NULL);
    if (r.late)
        return arena_printf(p->arena, "the check was not over after %.0f s", r.seconds);
    return r.status ? arena_printf(p->arena, "the check says no: status %d%s%s", r.status, line ? ": " : "",
                                   line ? line : "")
                    : NULL;
}

const char *program_wrong(struct port *p, enum tree t)
{
    if (p->check)
        return check_wrong(p, t, p->longest);
    struct ran r = run_in(p, t, p->longest);
    const char *line = first_line(p->arena, r.err, NULL);
    if (r.late)
        return arena_printf(p->arena, "the program was not over after %.0f s", r.seconds);
    const char *what = results_differ(p, t, &r);
    return !what                   ? NULL
           : r.status != p->status ? arena_printf(p->arena, "%s%s%s", what, line ? ": " : "", line ? line : "")
                                   : arena_printf(p->arena, "serial and now: %s", what);
}

/* ---- the serial program ---- */
static bool serial_build(struct port *p)
{
    struct ran r = build_in(p, TREE_SERIAL);
    if (r.status == 0)
        return true;
    const char *path = arena_printf(p->arena, "%s/build.txt", p->work);
    const char *text = arena_printf(p->arena, "%s%s", r.out, r.err);
    file_write(path, text, strlen(text));
    port_error("the build fails as it is, before anything was changed: %s (all that it printed is in %s)",
               build_says(p, &r), path);
    if (strstr(text, "../"))
        say("gantry port: note: only '%s' was copied; if the build needs what lies above it, --source names the folder "
            "that holds all\n",
            p->root);
    return false;
}

/* Once again, and the same? */
static bool is_deterministic(struct port *p)
{
    struct ran r = run_in(p, TREE_SERIAL, p->longest);
    const char *what = r.late ? "the second was not over in time" : results_differ(p, TREE_SERIAL, &r);
    if (what)
        port_error("the program is not deterministic: two serial runs differ: %s (--ignore TEXT leaves lines out that "
                   "hold a text, --check CMD asks a check of your own)",
                   what);
    return !what;
}

bool serial_check(struct port *p)
{
    const char *program = arena_printf(p->arena, "%s/%s", tree_folder(p, TREE_SERIAL), p->program);
    if (!serial_build(p))
        return false;
    if (access(program, X_OK) != 0) {
        port_error("the build leaves no program '%s'", p->program);
        return false;
    }
    struct ran r = run_in(p, TREE_SERIAL, p->run_limit);
    p->status = r.status;
    p->serial = r.seconds;
    p->busy = r.busy;
    p->longest = 10 * r.seconds + 30;
    if (r.late || r.status > 125) {
        const char *line = first_line(p->arena, r.err, NULL);
        r.late
            ? port_error("the program was not over after %.0f s, before anything was changed (--run-limit)", r.seconds)
            : port_error("'%s' fails before anything was changed: status %d%s%s", p->run, r.status, line ? ": " : "",
                         line ? line : "");
        return false;
    }
    expected_write(p, &r);
    const char *wrong = p->check ? check_wrong(p, TREE_SERIAL, p->run_limit) : NULL;
    if (wrong)
        port_error("of the program as it is, before anything was changed, %s", wrong);
    return !wrong && (p->check || is_deterministic(p));
}

/* ---- gantry verify ---- */
/* its last words: how many regions it compared, and how many launches differ; false: there are none */
static bool summary_read(const char *text, unsigned *regions, unsigned long long *differing)
{
    bool found = false;
    for (const char *p = text; (p = strstr(p, "gantry verify: ")); p++) {
        unsigned n, launches;
        unsigned long long equal, near, wrong;
        char a[16], b[16];
        if (sscanf(p, "gantry verify: %u %15[a-z], %u %15[a-z] compared: %llu bit-equal, %llu within tolerance, %llu",
                   &n, a, &launches, b, &equal, &near, &wrong) == 7) {
            *regions = n;
            *differing = wrong;
            found = true;
        }
    }
    return found;
}

const char *verify_wrong(struct port *p, unsigned *regions)
{
    const char *device = getenv("GANTRY_DEVICES");
    const char *const variables[] = {"GANTRY_VERIFY=strict", "OMP_TARGET_OFFLOAD=MANDATORY",
                                     arena_printf(p->arena, "GANTRY_DEVICES=%s",
                                                  device && *device && strcmp(device, "none") != 0 ? device
                                                  : p->here->gpu                                   ? "cuda"
                                                                                                   : "emulated"),
                                     NULL};
    struct ran r = command_shell(p, tree_folder(p, TREE_VERIFY), variables, p->verify, p->run_limit);
    unsigned long long differing = 0;
    const char *line = first_line(p->arena, r.err, "differs");
    *regions = 0;
    if (r.late)
        return arena_printf(p->arena, "verify was not over after %.0f s (--verify names a shorter run)", r.seconds);
    bool said = summary_read(r.err, regions, &differing) || strstr(r.err, "gantry verify: nothing was compared");
    p->verified = r.status;
    if (!said || differing) {
        line = line ? line : first_line(p->arena, r.err, "gantry");
        return arena_printf(p->arena, "verify: %s", line ? line : arena_printf(p->arena, "status %d", r.status));
    }
    return NULL;
}

/* ---- gantry check ---- */
/* The bytes to the devices and back, by the counters of the runtime */
static double bytes_copied(struct port *p, const char *stats)
{
    double all = -1;
    char *text = file_read(p->arena, stats, NULL);
    for (const char *line = text ? strstr(text, "(total)\t") : NULL; line; line = strstr(line + 1, "(total)\t")) {
        unsigned long long to, from;
        if (sscanf(line, "(total) %*u %llu %*u %llu", &to, &from) == 2)
            all = (all < 0 ? 0 : all) + (double)(to + from);
    }
    return all;
}

const char *faults_wrong(struct port *p, double *bytes, const char **besides)
{
    const char *stats = arena_printf(p->arena, "%s/stats.txt", p->work);
    const char *const variables[] = {"GANTRY_CHECK=all", "OMP_TARGET_OFFLOAD=MANDATORY", "GANTRY_DEVICES=emulated",
                                     arena_printf(p->arena, "GANTRY_STATS=%s", stats), NULL};
    remove(stats);
    *bytes = -1;
    struct ran r = command_shell(p, tree_folder(p, TREE_FAULTS), variables, p->verify, p->faults_limit);
    const char *line = first_line(p->arena, r.err, "[GC");
    if (line)
        return arena_printf(p->arena, "gantry check: %s", line);
    if (r.late) {
        *besides = arena_printf(p->arena, "%s%sgantry check was not over after %.0f s, and had found nothing",
                                *besides ? *besides : "", *besides ? "; " : "", r.seconds);
        return NULL;
    }
    if (r.status != p->verified) {
        line = first_line(p->arena, r.err, NULL);
        return arena_printf(p->arena, "gantry check: status %d%s%s", r.status, line ? ": " : "", line ? line : "");
    }
    *bytes = bytes_copied(p, stats);
    remove(stats);
    return NULL;
}
