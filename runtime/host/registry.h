/* registry.h: between registry.c, which knows the modules, and images.c, which loads them. */
#ifndef GANTRY_REGISTRY_H
#define GANTRY_REGISTRY_H

#include "host.h"

struct gantry_variables {
    struct gantry_variables *next;
    struct gantry_module *module;
    const struct gantry_var *vars;
    uint32_t n;
};
struct gantry_region_cache; /* of images.c */
struct gantry_registered {
    struct gantry_registered *next;
    struct gantry_module *module;
    struct gantry_region_cache *caches;
};

void gantry_registry_lock(void); /* order of locks: this one, a device's, its present table's */
void gantry_registry_unlock(void);
unsigned gantry_registry_generation(void); /* changes when something is registered */
/* under the lock: */
extern struct gantry_variables *gantry_registry_variables;
struct gantry_registered *gantry_registry_find(const struct gantry_module *m);
/* the caller frees what is returned, and its caches; NULL: never registered */
struct gantry_registered *gantry_registry_remove(struct gantry_module *m);

/* damage.c */
void gantry_check_module(const struct gantry_module *m); /* stops the program */
void gantry_check_variables(const struct gantry_var *vars, uint32_t n);
int gantry_check_image(const struct gantry_module *m, const struct gantry_image *image, struct gantry_err *err);

#endif
