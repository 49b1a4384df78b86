/* src/tune: `gantry tune`: spaces of configurations, searches in them, and searches replayed on recorded spaces. Stands
 * on base alone. */
#ifndef GANTRY_TUNE_H
#define GANTRY_TUNE_H

#include <stdbool.h>
#include <stddef.h>

struct arena;
struct tune_house { /* where Gantry is */
    const char *gantry, *lib;
    const char *store; /* that is used where none is named */
    bool (*gpu)(void); /* has this machine one that programs can use? */
};
int tune_command(const struct tune_house *h, int argc,
                 char **argv); /* the words after `gantry tune`; its exit status */
/* A store as the table of settings that --tuned reads (src/analysis/plan/tuned.c); NULL: *error says why */
char *tune_table(struct arena *a, const char *path, const char **error);
bool store_is(const char *bytes, size_t n); /* is this a file of SQLite? */
extern const char *const tune_options[];    /* NULL-terminated */

#endif
