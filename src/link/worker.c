/* worker.c: jobs in child processes; see worker.h. */
#include "worker.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct worker *worker_self;
static int gate = -1; /* a pipe that gives end-of-file once every job that does not wait has ended */

/* ---- messages: fields ended by a 0 byte; kind, then its fields ---- */

enum { MESSAGE_STAGE = 'S', MESSAGE_DIAG = 'D', MESSAGE_FATAL = 'F' };
enum { DIAG_FIELDS = 6 };

static void send_all(const struct worker *w, struct sb *b)
{
    for (size_t at = 0; at < b->n;) {
        ssize_t n = write(w->pipe, b->s + at, b->n - at);
        if (n < 0 && errno != EINTR)
            _exit(1); /* the parent is gone */
        if (n > 0)
            at += (size_t)n;
    }
    sb_free(b);
}

static void field(struct sb *b, const char *s)
{
    sb_add(b, s);
    sb_addc(b, 0);
}

void worker_stage(struct worker *w, const char *fmt, ...)
{
    struct sb b = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_addc(&b, MESSAGE_STAGE);
    sb_vprintf(&b, fmt, ap);
    sb_addc(&b, 0);
    va_end(ap);
    send_all(w, &b);
}

void worker_diag(struct worker *w, enum diag_level level, struct loc loc, const char *id, const char *fmt, ...)
{
    struct sb b = {0};
    va_list ap;
    sb_addc(&b, MESSAGE_DIAG);
    sb_printf(&b, "%d", (int)level);
    sb_addc(&b, 0);
    field(&b, loc.file ? loc.file : "");
    sb_printf(&b, "%d", loc.line);
    sb_addc(&b, 0);
    sb_printf(&b, "%d", loc.col);
    sb_addc(&b, 0);
    field(&b, id ? id : "");
    va_start(ap, fmt);
    sb_vprintf(&b, fmt, ap);
    sb_addc(&b, 0);
    va_end(ap);
    if (level >= DIAG_ERROR)
        w->nerrors++;
    send_all(w, &b);
}

_Noreturn void worker_fatal(struct worker *w, const char *fmt, ...)
{
    struct sb b = {0};
    va_list ap;
    va_start(ap, fmt);
    sb_addc(&b, MESSAGE_FATAL);
    sb_vprintf(&b, fmt, ap);
    sb_addc(&b, 0);
    va_end(ap);
    send_all(w, &b);
    _exit(70);
}

/* ---- the parent's side ---- */

struct message {
    enum diag_level level;
    struct loc loc;
    const char *id, *text;
};
struct child {
    pid_t pid;
    int fd;
    struct sb in;
    const char *stage, *fatal;
    VEC(struct message) messages;
    int status;
};

/* f: the fields of worker_diag */
static void keep_message(struct arena *a, struct child *c, char **f)
{
    struct message m = {.level = (enum diag_level)(f[0][0] - '0'), .loc.file = arena_strdup(a, f[1])};
    sscanf(f[2], "%d", &m.loc.line);
    sscanf(f[3], "%d", &m.loc.col);
    m.id = *f[4] ? arena_strdup(a, f[4]) : NULL;
    m.text = arena_strdup(a, f[5]);
    vec_push(a, &c->messages, m);
}

/* Takes every complete message off the front of c->in. */
static void take_messages(struct arena *a, struct child *c)
{
    size_t at = 0;
    while (at < c->in.n) {
        char *p = c->in.s + at, *f[DIAG_FIELDS], *end = c->in.s + c->in.n;
        int want = *p == MESSAGE_DIAG ? DIAG_FIELDS : 1, got = 0;
        char *q = p + 1;
        for (char *z; got < want && (z = memchr(q, 0, (size_t)(end - q))); got++) {
            f[got] = q;
            q = z + 1;
        }
        if (got < want)
            break;
        if (*p == MESSAGE_DIAG)
            keep_message(a, c, f);
        else if (*p == MESSAGE_STAGE)
            c->stage = arena_strdup(a, f[0]);
        else
            c->fatal = arena_strdup(a, f[0]);
        at = (size_t)(q - c->in.s);
    }
    c->in.n -= at;
    memmove(c->in.s, c->in.s + at, c->in.n);
}

/* The same fault is found once per target. A repeated message keeps its first position, with the most exact place of
 * all. Notes belong to the message before them. */
static void print_messages(struct arena *a, struct diag *d, const struct child *c, size_t n)
{
    VEC(struct message) all = {0};
    bool repeated = false;
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < c[i].messages.n; k++) {
            const struct message *m = &c[i].messages.v[k];
            size_t old = 0;
            while (old < all.n && (all.v[old].level != m->level || strcmp(all.v[old].text, m->text)))
                old++;
            if (m->level != DIAG_NOTE)
                repeated = old < all.n;
            if (!repeated)
                vec_push(a, &all, *m);
            else if (m->level != DIAG_NOTE && all.v[old].loc.col == 0 && m->loc.col)
                all.v[old].loc = m->loc;
        }
    for (size_t i = 0; i < all.n; i++)
        diag(d, all.v[i].level, all.v[i].loc, all.v[i].id, "%s", all.v[i].text);
}

static bool drain(struct arena *a, struct child *c)
{
    char buf[4096];
    ssize_t n = read(c->fd, buf, sizeof buf);
    if (n < 0)
        return errno == EINTR;
    if (n == 0)
        return false;
    sb_addn(&c->in, buf, (size_t)n);
    take_messages(a, c);
    return true;
}

static void listen_all(struct arena *a, struct child *c, size_t n)
{
    struct pollfd p[n];
    for (size_t open = n; open > 0;) {
        for (size_t i = 0; i < n; i++)
            p[i] = (struct pollfd){.fd = c[i].fd, .events = POLLIN};
        if (poll(p, n, -1) < 0 && errno != EINTR)
            internal_error("device link", "poll: %s", strerror(errno));
        for (size_t i = 0; i < n; i++)
            if (c[i].fd >= 0 && (p[i].revents & (POLLIN | POLLHUP | POLLERR)) && !drain(a, &c[i])) {
                close(c[i].fd);
                c[i].fd = -1;
                open--;
            }
    }
}

static void start(struct child *c, const struct job *j, struct arena *a, int gate_in, int gate_out)
{
    int fd[2];
    if (pipe(fd))
        internal_error("device link", "pipe: %s", strerror(errno));
    *c = (struct child){.fd = fd[0], .stage = "start"};
    c->pid = fork();
    if (c->pid < 0)
        internal_error("device link", "fork: %s", strerror(errno));
    if (c->pid > 0) {
        close(fd[1]);
        return;
    }
    close(fd[0]);
    close(j->waits ? gate_out : gate_in);
    gate = gate_in;
    struct worker w = {.arena = a, .pipe = fd[1]};
    worker_self = &w;
    j->run(&w, j->ctx);
    _exit(w.nerrors ? 1 : 0);
}

void jobs_wait(struct worker *w)
{
    char c;
    worker_stage(w, "waiting for the other images");
    while (read(gate, &c, 1) < 0 && errno == EINTR)
        ;
}

static _Noreturn void crashed(const struct child *c, const char *folder)
{
    const char *how = c->fatal;
    if (!how && WIFSIGNALED(c->status))
        how = strsignal(WTERMSIG(c->status));
    if (!how)
        how = "it ended without a word";
    if (folder)
        internal_error("device link", "while %s: %s; what is needed to repeat this is kept in %s", c->stage, how,
                       folder);
    internal_error("device link", "while %s: %s", c->stage, how);
}

int jobs_run(struct arena *a, struct diag *d, const struct job *jobs, size_t n, const char *(*save)(void *ctx),
             void *save_ctx)
{
    struct child c[n];
    int fd[2], result = 0;
    if (pipe(fd))
        internal_error("device link", "pipe: %s", strerror(errno));
    fflush(NULL);
    for (size_t i = 0; i < n; i++)
        start(&c[i], &jobs[i], a, fd[0], fd[1]);
    close(fd[0]);
    close(fd[1]);
    listen_all(a, c, n);
    print_messages(a, d, c, n);
    const struct child *broken = NULL;
    for (size_t i = 0; i < n; i++) {
        while (waitpid(c[i].pid, &c[i].status, 0) < 0 && errno == EINTR)
            ;
        sb_free(&c[i].in);
        if (WIFEXITED(c[i].status) && WEXITSTATUS(c[i].status) == 1)
            result = -1;
        else if (!WIFEXITED(c[i].status) || WEXITSTATUS(c[i].status))
            broken = &c[i];
    }
    if (broken)
        crashed(broken, save ? save(save_ctx) : NULL);
    return result;
}
