/* registry.c: modules (one per executable or shared library) with their images and declare target variables, made known
 * by constructors in any order. */
#include <stdlib.h>
#include <string.h>

#include "gantry_checker.h"
#include "registry.h"

static struct gantry_registered *modules;
struct gantry_variables *gantry_registry_variables;
static atomic_uint generation = 1;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void gantry_registry_lock(void) { pthread_mutex_lock(&lock); }
void gantry_registry_unlock(void) { pthread_mutex_unlock(&lock); }
unsigned gantry_registry_generation(void) { return atomic_load(&generation); }

struct gantry_registered *gantry_registry_find(const struct gantry_module *m)
{
    for (struct gantry_registered *r = modules; r; r = r->next)
        if (r->module == m)
            return r;
    return NULL;
}

void gantry_register_module(struct gantry_module *m)
{
    if (!m)
        gantry_failf(NULL, "a device construct has no module: link with `gantry cc`");
    gantry_check_module(m);
    struct gantry_registered *r = calloc(1, sizeof *r);
    if (!r)
        gantry_failf(NULL, "out of host memory");
    r->module = m;
    pthread_mutex_lock(&lock);
    if (gantry_registry_find(m)) {
        pthread_mutex_unlock(&lock);
        free(r);
        return;
    }
    struct gantry_registered **end = &modules;
    while (*end)
        end = &(*end)->next;
    *end = r;
    __atomic_store_n(&m->cache, r, __ATOMIC_RELEASE);
    atomic_fetch_add(&generation, 1);
    pthread_mutex_unlock(&lock);
}

/* A region may run in a constructor that comes before its module's own. */
void gantry_see_module(struct gantry_module *m)
{
    if (!__atomic_load_n(&m->cache, __ATOMIC_ACQUIRE))
        gantry_register_module(m);
}

/* -fcheck: of modules whose constructors come before the judge's it is told when it is there. */
static void tell_variables(const struct gantry_variables *v)
{
    for (uint32_t i = 0; i < v->n; i++)
        if (v->vars[i].size && !(v->vars[i].flags & (GANTRY_VAR_LINK | GANTRY_VAR_INDIRECT)))
            GANTRY_TELL(declared, &v->vars[i]);
}

void gantry_tell_variables(void)
{
    pthread_mutex_lock(&lock);
    for (const struct gantry_variables *v = gantry_registry_variables; v; v = v->next)
        tell_variables(v);
    pthread_mutex_unlock(&lock);
}

void gantry_register_vars(struct gantry_module *m, const struct gantry_var *vars, uint32_t n)
{
    struct gantry_variables *v = calloc(1, sizeof *v);
    if (!v)
        gantry_failf(NULL, "out of host memory");
    gantry_check_variables(vars, n);
    *v = (struct gantry_variables){NULL, m, vars, n};
    pthread_mutex_lock(&lock);
    v->next = gantry_registry_variables;
    gantry_registry_variables = v;
    tell_variables(v);
    atomic_fetch_add(&generation, 1);
    pthread_mutex_unlock(&lock);
}

/* ---- what lies in variables of declare target, where the program was built with -fcheck ---- */
static struct described {
    struct described *next;
    const struct gantry_variable_object *vars;
} *described;
static pthread_mutex_t described_lock = PTHREAD_MUTEX_INITIALIZER;

void gantry_describe_vars(const struct gantry_variable_object *vars)
{
    struct described *t = malloc(sizeof *t);
    if (!t)
        return;
    pthread_mutex_lock(&described_lock);
    *t = (struct described){described, vars};
    described = t;
    pthread_mutex_unlock(&described_lock);
}

const struct gantry_object *gantry_object_of_variable(const void *address)
{
    const struct gantry_object *found = NULL;
    pthread_mutex_lock(&described_lock);
    for (const struct described *t = described; t && !found; t = t->next)
        for (const struct gantry_variable_object *v = t->vars; v->address && !found; v++)
            found = v->address == address ? &v->object : NULL;
    pthread_mutex_unlock(&described_lock);
    return found;
}

bool gantry_registry_has_kind(const char *kind, bool *any)
{
    bool found = false;
    pthread_mutex_lock(&lock);
    *any = modules != NULL;
    for (const struct gantry_registered *r = modules; r && !found; r = r->next)
        for (uint32_t i = 0; i < r->module->nimages && !found; i++)
            found = strcmp(r->module->images[i]->kind, kind) == 0;
    pthread_mutex_unlock(&lock);
    return found;
}

struct gantry_registered *gantry_registry_remove(struct gantry_module *m)
{
    struct gantry_registered *removed = NULL;
    m->cache = NULL;
    for (struct gantry_registered **p = &modules; *p; p = &(*p)->next)
        if ((*p)->module == m) {
            removed = *p;
            *p = removed->next;
            break;
        }
    for (struct gantry_variables **p = &gantry_registry_variables; *p;) {
        struct gantry_variables *v = *p;
        if (v->module != m) {
            p = &v->next;
            continue;
        }
        *p = v->next;
        free(v);
    }
    return removed;
}
