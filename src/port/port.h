/* src/port: `gantry port`: a serial program with a build of its own becomes one with directives, loop by loop, each
 * step built, checked and timed. Stands on base alone: all that is done to the program's files other commands of
 * Gantry's do. */
#ifndef GANTRY_PORT_H
#define GANTRY_PORT_H

#include <stdbool.h>

struct port_here {                /* what this installation and this machine have */
    const char *gantry, *sampler; /* the command; the library that samples where a program is */
    bool gpu;                     /* there is one that programs can use */
};
int port_command(const struct port_here *here, int argc, char **argv); /* exit status */
extern const char *const port_options[];                               /* NULL-terminated */

#endif
