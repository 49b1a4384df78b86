/* names.c: what mapped memory is called, and names that the runtime makes. Whoever is told of one keeps it, so each is
 * made once and stays. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "present.h"

/* What the program calls the object at item i's base: with -fcheck */
const struct gantry_object *gantry_item_object(const struct gantry_mapping *m, uint32_t i)
{
    const struct gantry_region *r = m->region;
    const char *name = m->maps[i].name;
    for (uint32_t k = 0; r->verify && r->verify->objects && k < r->nmaps; k++)
        if (r->maps[k].name == name && r->maps[k].line == m->maps[i].line && !(r->maps[k].flags & GANTRY_MAP_LIST) &&
            r->verify->objects[k].name)
            return &r->verify->objects[k];
    for (const struct gantry_named_object *n = r->verify ? r->verify->named : NULL; n && n->row; n++)
        if (name && strcmp(n->row, name) == 0)
            return &n->object;
    return NULL;
}

static struct name {
    struct name *next;
    char text[];
} *all;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

const char *gantry_name_kept(const char *text)
{
    size_t n = strlen(text) + 1;
    pthread_mutex_lock(&lock);
    struct name *name = all;
    while (name && strcmp(name->text, text) != 0)
        name = name->next;
    if (!name && (name = malloc(sizeof *name + n)) != NULL) {
        memcpy(name->text, text, n);
        name->next = all;
        all = name;
    }
    pthread_mutex_unlock(&lock);
    return name ? name->text : NULL;
}
