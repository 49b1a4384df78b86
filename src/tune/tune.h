/* src/tune: `gantry tune`: spaces of configurations, searches in them, and searches replayed on recorded spaces. Stands
 * on base alone. */
#ifndef GANTRY_TUNE_H
#define GANTRY_TUNE_H

int tune_command(int argc, char **argv); /* the words after `gantry tune`; its exit status */
extern const char *const tune_options[]; /* NULL-terminated */

#endif
