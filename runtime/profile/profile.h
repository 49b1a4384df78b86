/* profile.h: GANTRY_PROFILE, where the time of a program went (docs/see.md): readers of the runtime's events.
 *
 * Layers: a file uses files of the lines above its own; tests/house/rooms.py reads this list and holds it:
 *
 *   text.c        numbers with their units
 *   timeline.c    every event, as a trace that Perfetto and chrome://tracing show
 *   table.c       the sums as text
 *   profile.c     the sums: a row for each region, variable and direction; what GANTRY_PROFILE asks for */
#ifndef GANTRY_PROFILE_H
#define GANTRY_PROFILE_H

#include <stdio.h>

#include "../host/host.h"

/* The sum of all events with the same op, device, name and place. Strings are copies: libraries may be unloaded. */
struct profile_row {
    struct profile_row *next; /* with the same hash */
    enum gantry_op op;
    int device;
    char *name, *file, *func;
    int line;
    uint64_t calls, bytes;
    double total, least, most; /* microseconds */
    struct gantry_grid grid;   /* launches: of the first one */
    uint32_t group, mode;      /* of its kernel */
    bool shapes_differ;
};
struct profile {
    struct profile_row **rows; /* n of them, what takes most time first */
    size_t n;
    double wall, inside; /* since the program began; of it, in events of the thread that ended the program */
};

/* ---- text.c: into out, of TEXT_SIZE bytes ---- */
enum { TEXT_SIZE = 32 };
const char *text_time(char *out, double microseconds); /* "12.3 ms" */
const char *text_bytes(char *out, double bytes);       /* "8.00 MB", of 1,000,000 bytes */

/* ---- timeline.c ---- */
void timeline_start(const char *path);
gantry_reader timeline_note;
void timeline_write(void);

/* ---- table.c ---- */
void table_print(FILE *f, const struct profile *p);

#endif
