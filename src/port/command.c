/* command.c: commands in a folder, with a time limit. `timeout` ends a command with all that it started. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <sys/resource.h>

#include "port_priv.h"

enum { LATE = 124, SHORTEST = 1 };

double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool out_of_time(const struct port *p) { return p->deadline > 0 && clock_now() >= p->deadline; }

void say(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fflush(stderr);
}

int port_error(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    fputs("gantry: error: gantry port: ", stderr);
    vfprintf(stderr, fmt, ap);
    fputc('\n', stderr);
    va_end(ap);
    return PORT_USER;
}

const char *first_line(struct arena *a, const char *text, const char *with)
{
    for (const char *p = text; p && *p;) {
        size_t n = strcspn(p, "\n");
        char *line = arena_strndup(a, p, n);
        if (line[strspn(line, " \t")] && (!with || strstr(line, with)))
            return line;
        p += n + (p[n] == '\n');
    }
    return NULL;
}

/* The limit of one command: never beyond that of all. */
static double within(const struct port *p, double limit)
{
    double left = p->deadline > 0 ? p->deadline - clock_now() : limit;
    return left < SHORTEST ? SHORTEST : left < limit ? left : limit;
}

/* of all children that have ended */
static double processor_time(void)
{
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    return (double)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) + 1e-6 * (double)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
}

struct ran command_in(struct port *p, const char *folder, const char *const *variables, const char *const *words,
                      const char *in, double limit)
{
    struct arena *a = p->arena;
    VEC(const char *) argv = {0};
    const char *out = temp_path(a, "out", ".txt"), *err = temp_path(a, "err", ".txt");
    const char *script = "cd \"$1\" || exit 126; i=$2 o=$3 e=$4; shift 4; exec \"$@\" <\"$i\" >\"$o\" 2>\"$e\"";
    limit = within(p, limit);
    const char *const first[] = {"timeout", "-k", "5", arena_printf(a, "%.3f", limit), "env"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        vec_push(a, &argv, first[i]);
    for (; variables && *variables; variables++)
        vec_push(a, &argv, *variables);
    const char *const next[] = {"sh", "-c", script, "sh", folder, in ? in : "/dev/null", out, err};
    for (size_t i = 0; i < sizeof next / sizeof *next; i++)
        vec_push(a, &argv, next[i]);
    for (; *words; words++)
        vec_push(a, &argv, *words);
    vec_push(a, &argv, NULL);
    double start = clock_now(), busy = processor_time();
    struct ran r = {.status = run_wait(run_start(argv.v, 0))};
    r.seconds = clock_now() - start;
    r.busy = processor_time() - busy;
    r.late = r.seconds >= limit && (r.status == LATE || r.status == 128 + 9);
    r.out = file_read(a, out, &r.out_len);
    r.err = file_read(a, err, NULL);
    r.out = r.out ? r.out : "";
    r.err = r.err ? r.err : "";
    remove(out);
    remove(err);
    return r;
}

struct ran command_shell(struct port *p, const char *folder, const char *const *variables, const char *command,
                         double limit)
{
    return command_in(p, folder, variables, (const char *const[]){"sh", "-c", command, NULL}, NULL, limit);
}
