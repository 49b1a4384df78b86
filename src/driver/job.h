/* A file whose code Gantry generates: its commands (job.c), its way (compile.c), and what is said where Clang crashes
 * on that code (crash.c). */
#ifndef GANTRY_DRIVER_JOB_H
#define GANTRY_DRIVER_JOB_H

#include "driver.h"

#include "../link/link.h"

struct job {
    struct cc *cc;
    const struct input *in;
    const char *dir;  /* its own temporary folder */
    const char *text; /* the preprocessed file */
    const char *device_c, *host_c, *summary;
    bool device; /* there is device code: else nothing is embedded, and the host compile is as the user wants it */
    const char *bitcode[NKINDS];
    const char *clang, *host_out;
};

/* ---- job.c ---- */
extern const char *const job_lenient_flags[];         /* what gcc 12 warns about is a warning; NULL-terminated */
void job_user_flags(struct cc *cc, struct list *out); /* for reading the user's file */
/* Names of temporary folders must not reach objects: same input, same bytes. */
void job_stable_names(struct job *j, const char *folder, struct list *argv);
/* The words of `gantry-core generate` up to those that say what it writes; false after a message. */
bool job_generate_words(struct job *j, struct list *argv);
void job_file_words(struct job *j, struct list *argv); /* and the last ones: how the file is read */
/* Of the compile of the host code in `c` to the object or assembly `out`. */
void job_host_words(struct job *j, const char *c, const char *out, struct list *argv);

/* ---- crash.c: a compile of generated code has ended with this status and said that. The status as Gantry's. ---- */
int job_host_ended(struct job *j, int status, char *said);
int job_device_ended(struct job *j, int status, char *said, const char *what);

#endif
