/* acc_calls.c: where the program called a routine of OpenACC, and with which arguments. The macros of openacc.h note it
 * before the call; a call within the arguments of another one notes it in between. */
#include <stdlib.h>
#include <string.h>

#include "host.h"

enum { DEEP = 8 };
static _Thread_local struct gantry_acc_call calls[DEEP];
static _Thread_local unsigned depth;

void gantry_acc_at(const char *file, int line, const char *function, const char *arguments)
{
    if (depth == DEEP) /* calls that never came: somebody jumped out of them */
        depth = 0;
    calls[depth++] = (struct gantry_acc_call){.at = {file, function, line, 0}, .arguments = arguments};
}

struct gantry_acc_call gantry_acc_called(const char *routine)
{
    struct gantry_acc_call c = {0};
    if (depth)
        c = calls[--depth];
    c.routine = routine;
    return c;
}

/* ---- the descriptor that data constructs have, made once for each call in the source ---- */
struct site {
    struct site *next;
    struct gantry_region region;
    struct gantry_map map;
    const char *arguments;
};

/* the first of the arguments, as the program says it */
static char *first_argument(const char *text)
{
    size_t n = 0;
    for (int open = 0; text[n] && (open || text[n] != ','); n++) {
        if (text[n] == '"' || text[n] == '\'')
            for (char quote = text[n++]; text[n] && text[n] != quote; n++)
                n += text[n] == '\\' && text[n + 1];
        open += strchr("([{", text[n]) ? 1 : strchr(")]}", text[n]) ? -1 : 0;
        if (!text[n])
            break;
    }
    return strndup(text, n);
}

static bool is_of(const struct site *s, const struct gantry_acc_call *c, uint32_t flags)
{
    return s->region.loc.line == c->at.line && s->region.loc.file == c->at.file && s->arguments == c->arguments &&
           s->map.flags == flags && strcmp(s->region.words, c->routine) == 0;
}

static struct site *make(const struct gantry_acc_call *c, enum gantry_construct construct, uint32_t flags)
{
    struct site *s = calloc(1, sizeof *s);
    char *name = c->arguments ? first_argument(c->arguments) : strdup(c->routine);
    if (!s || !name)
        gantry_fail_as(&c->at, GANTRY_ERR_NO_MEMORY, "out of host memory");
    s->arguments = c->arguments;
    s->map = (struct gantry_map){name, flags, GANTRY_PARAM_ADDRESS, c->at.line, c->at.col};
    s->region = (struct gantry_region){.magic = GANTRY_MAGIC,
                                       .abi = GANTRY_ABI_VERSION,
                                       .size = sizeof s->region,
                                       .construct = construct,
                                       .loc = c->at,
                                       .nmaps = 1,
                                       .maps = &s->map,
                                       .words = c->routine};
    return s;
}

const struct gantry_region *gantry_acc_region(const struct gantry_acc_call *c, enum gantry_construct construct,
                                              uint32_t flags)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static struct site *sites[256] GANTRY_BEHIND;
    struct site **list = &sites[((unsigned)c->at.line * 31u + flags) % COUNT_OF(sites)], *s;
    pthread_mutex_lock(&lock);
    for (s = *list; s && !is_of(s, c, flags);)
        s = s->next;
    if (!s) {
        s = make(c, construct, flags);
        s->next = *list;
        *list = s;
    }
    pthread_mutex_unlock(&lock);
    return &s->region;
}

/* ---- the tools interface, for programs ---- */
struct gantry_acc_prof gantry_acc_prof;

void gantry_acc_prof_register(int event, void *call, int how)
{
    gantry_readers_start();
    gantry_acc_prof.add(event, call, how);
}

void gantry_acc_prof_unregister(int event, void *call, int how)
{
    gantry_readers_start();
    gantry_acc_prof.take(event, call, how);
}

void *gantry_acc_prof_lookup(const char *name)
{
    gantry_readers_start();
    return gantry_acc_prof.find(name);
}
