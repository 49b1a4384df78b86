/* golden.h: recordings of checkpoints (docs/golden.md), for callers that load libgantry_check.so at run time: the
 * runtime's recording of regions, and replay. One function is looked up, which gives the table of all others:
 *
 *     void *l = dlopen("…/libgantry_check.so.1", RTLD_NOW | RTLD_LOCAL);
 *     const struct golden_api *(*api)(unsigned) = dlsym(l, "gantry_golden_api");
 *     const struct golden_api *golden = api(GOLDEN_ABI);        NULL: the library is of another version
 *
 * A program that links -lgantry_check itself has it loaded already: dlopen("libgantry_check.so.1", RTLD_NOLOAD |
 * RTLD_NOW) first. Its checks and the regions are then one session, in one recording.
 *
 * All sizes and offsets are in bytes; numbers of elements, launches and words count as said. Texts are copied where
 * they are kept. All functions may be called by any thread, one at a time works inside. */
#ifndef GANTRY_GOLDEN_H
#define GANTRY_GOLDEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { GOLDEN_ABI = 1, GOLDEN_DIMS = 8 };

enum golden_moment { GOLDEN_BEFORE = 'b', GOLDEN_AFTER = 'a', GOLDEN_CHECK = 'c' };

enum golden_role {
    GOLDEN_DATA = 'd',     /* a block of device memory, or what a check was given: compared */
    GOLDEN_HIDDEN = 'h',   /* a block that only replay needs: constant, or the construct's own. Not compared */
    GOLDEN_VARIABLE = 'v', /* a variable of declare target, compared; its name is the linkage name */
    GOLDEN_ARGUMENT = 'p', /* the value of a kernel parameter, compared: name is the variable's, or "#i" */
    GOLDEN_LAUNCH = 'l',   /* values of the launch (trip, teams …), as its layout says. Not compared */
};

/* What `gantry replay` and the runtime say of a recording, by its name, that nothing in it can be replayed */
#define GOLDEN_NO_REGIONS                                                                                              \
    "%s holds checks that the program made itself, and no target regions: regions alone can be replayed, those of a "  \
    "program that was built with -fverify"

/* The word at byte `at` of its array (8 bytes, there 0) is the address of byte `offset` of array `target` of the same
 * checkpoint; an offset may lie outside of it.
 *
 * Two targets are no arrays. GOLDEN_NOWHERE: the word (there 0) is the address `offset` of something that is in no
 * array: a function, a constant, a host address that nothing mapped, memory from the device's malloc. Replay refuses it
 * by its name, and what is compared with it is equal unless that is NULL. GOLDEN_UNSTORED: nobody has stored to the
 * `offset` bytes from `at` on (as they are, of whatever type) since they were mapped without a copy: elements that lie
 * wholly in such bytes and differ are equal where both sides say so. */
#define GOLDEN_NOWHERE 0xffffffffu
#define GOLDEN_UNSTORED 0xfffffffeu
struct golden_pointer {
    uint64_t at;
    uint32_t target;
    int64_t offset;
};

struct golden_array {
    const char *name;   /* as the program writes it: "u", "p->x" */
    const char *layout; /* of one element, in the grammar of struct gantry_object (gantry_abi.h) without '*'; "": bytes
                         * of which nothing is known */
    uint64_t first;     /* index of its first element: a section's */
    uint32_t ndims;     /* where the shape is known; else 0: one row of elements */
    uint64_t dims[GOLDEN_DIMS]; /* in elements, the outermost first */
    enum golden_role role;
    uint32_t parameter; /* GOLDEN_ARGUMENT: which one; else 0 */
    uint32_t stride;    /* of what was read from a file: each stride-th element is there (sample=N). Not read by put */
    const void *bytes;  /* of what was read from a file: NULL; read() gets them */
    uint64_t size;
    const struct golden_pointer *pointers; /* ascending at */
    uint32_t npointers;
};

struct golden_checkpoint {
    const char *place;  /* "solve:41", FUNCTION:LINE of the directive; or a path of scopes with a name, "step/flux/u" */
    const char *file;   /* source file; or "" */
    const char *kernel; /* or "" */
    uint64_t launch;    /* the n-th of this place, from 1 */
    enum golden_moment moment;
    const struct golden_array *arrays;
    uint32_t narrays;
    const char *unsteady; /* why right programs may give other values in each run (who comes first decides, …); NULL:
                           * they do not. Differences are listed with this reason and are no failure. Not recorded */
};

struct golden_origin {   /* any may be NULL or "" */
    const char *program; /* path of the executable */
    const char *device;  /* kind and name of the device */
    const char *options; /* of the build */
};

struct golden;      /* the process's recording or comparing */
struct golden_file; /* a recording that is read */

struct golden_compared { /* sums over the arrays of a checkpoint */
    uint64_t arrays;     /* that were compared */
    uint64_t elements;   /* numbers and pointers in them */
    uint64_t differing;  /* of them, by more than allowed */
    uint64_t tolerated;  /* differing, but allowed */
};

struct golden_api {
    uint32_t abi;

    /* ---- record and compare ---- */
    /* The session that GANTRY_GOLDEN asks for; the same at each call. NULL, with a message in error[] that names
     * GANTRY_GOLDEN or the file: the setting has a mistake, the file exists or cannot be read. The caller ends the
     * program with that message. */
    struct golden *(*session)(const struct golden_origin *, char *error, size_t size);
    bool (*comparing)(const struct golden *); /* else it records */
    /* Does this checkpoint matter: every=, region=, inputs, outputs, and is the recording still open? Asked before
     * anything is fetched. */
    bool (*wanted)(struct golden *, const char *place, uint64_t launch, enum golden_moment);
    /* Records: 0, or -1 where it could not be written (said once). Compares: how many elements differ by more than
     * allowed, which was printed; -1: the recording has no such checkpoint (said at the end), or is damaged there. */
    int64_t (*put)(struct golden *, const struct golden_checkpoint *);
    /* The library calls it at exit itself, and changes the exit status; others may, earlier. Writes what is left,
     * prints the summary (once). 0; 3: differences were found; 2: nothing was compared, with strict; 1: what was
     * recorded cannot be read. */
    int (*status)(struct golden *);
    /* Before the process ends without exit (_exit, quick_exit): writes what is left. */
    void (*save)(struct golden *);

    /* ---- read ---- */
    struct golden_file *(*open)(const char *path, char *error, size_t size); /* all segments; NULL with a message */
    void (*close)(struct golden_file *);
    const struct golden_origin *(*origin)(const struct golden_file *);
    uint32_t (*count)(const struct golden_file *);                                         /* of checkpoints */
    const struct golden_checkpoint *(*at)(const struct golden_file *, uint32_t i);         /* in recorded order */
    const struct golden_checkpoint *(*find)(const struct golden_file *, const char *place, /* launch 0: the first */
                                            uint64_t launch, enum golden_moment);          /* NULL: none */
    /* The bytes (array->size) of an array that `at` or `find` gave; false with a message */
    bool (*read)(struct golden_file *, const struct golden_array *, void *to, char *error, size_t size);

    /* ---- compare with what was read ---- */
    /* Compares `now`, with its bytes, with the recorded `then` of `file`, arrays by name and role, and prints
     * differences to report as a comparing session does; `what`: what `now` is, as in "the replay". tolerance: a file
     * of them, or NULL. Returns how many elements differ by more than allowed; -1 with a message in error[]. */
    int64_t (*compare)(struct golden_file *file, const struct golden_checkpoint *then,
                       const struct golden_checkpoint *now, const char *what, const char *tolerance, FILE *report,
                       struct golden_compared *out, char *error, size_t size);
};

const struct golden_api *gantry_golden_api(unsigned abi);

#endif
