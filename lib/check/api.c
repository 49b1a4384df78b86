/* api.c: golden.h: the table that callers get who load the library at run time. */
#include "check.h"

#define EXPORT __attribute__((visibility("default")))

static struct golden *begin(const struct golden_origin *o, char *error, size_t size)
{
    session_lock();
    struct golden *g = session(o, error, size);
    session_unlock();
    return g;
}

static bool wanted(struct golden *g, const char *place, uint64_t launch, enum golden_moment moment)
{
    session_lock();
    bool yes = session_wants(g, place, launch, moment);
    session_unlock();
    return yes;
}

static int64_t put(struct golden *g, const struct golden_checkpoint *c)
{
    session_lock();
    int64_t n = session_put(g, c);
    session_unlock();
    return n;
}

static int status(struct golden *g)
{
    session_lock();
    int s = session_status(g);
    session_unlock();
    return s;
}

static void save(struct golden *g)
{
    session_lock();
    session_save(g);
    session_unlock();
}

static struct golden_file *open_file(const char *path, char *error, size_t size)
{
    session_lock();
    struct golden_file *f = recording_open(path, error, size);
    session_unlock();
    return f;
}

static void close_file(struct golden_file *f)
{
    session_lock();
    recording_close(f);
    session_unlock();
}

static bool read_array(struct golden_file *f, const struct golden_array *a, void *to, char *error, size_t size)
{
    session_lock();
    bool good = recording_read(f, a, to, error, size);
    session_unlock();
    return good;
}

static bool read_tolerances(struct gantry_tolerances *t, const char *path, char *error, size_t size)
{
    *t = (struct gantry_tolerances){.first = NULL};
    if (!path || gantry_tolerances_read(t, path, true))
        return true;
    if (t->line)
        snprintf(error, size, "%s:%d: %s", path, t->line, t->error);
    else
        snprintf(error, size, "%s cannot be read: %s", path, t->error);
    return false;
}

static int64_t compare(struct golden_file *file, const struct golden_checkpoint *then,
                       const struct golden_checkpoint *now, const char *what, const char *tolerance, FILE *to,
                       struct golden_compared *out, char *error, size_t size)
{
    struct gantry_tolerances tolerances;
    struct report report = {.to = to, .now = what, .then = "recorded", .against = recording_path(file), .marked = true};
    struct comparing work = {.now = now,
                             .then = then,
                             .then_file = file,
                             .tolerances = &tolerances,
                             .report = report_differences,
                             .context = &report,
                             .error = error,
                             .room = size};
    session_lock();
    int64_t n = read_tolerances(&tolerances, tolerance, error, size) ? compare_checkpoints(&work) : -1;
    gantry_tolerances_free(&tolerances);
    session_unlock();
    if (out)
        *out = work.sums;
    return n;
}

EXPORT const struct golden_api *gantry_golden_api(unsigned abi)
{
    static const struct golden_api api = {
        .abi = GOLDEN_ABI,
        .session = begin,
        .comparing = session_compares,
        .wanted = wanted,
        .put = put,
        .status = status,
        .save = save,
        .open = open_file,
        .close = close_file,
        .origin = recording_origin,
        .count = recording_count,
        .at = recording_at,
        .find = recording_find,
        .read = read_array,
        .compare = compare,
    };
    return abi == GOLDEN_ABI ? &api : NULL;
}
