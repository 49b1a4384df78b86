/* src/link: the device link. Collects the .gantry.device sections of all inputs, merges bitcode and
 * summaries, fixes modes, optimises, makes the images and one host object that holds and registers them.
 *
 * Uses LLVM's C interface in process (a child process guards against its crashes). */
#ifndef GANTRY_LINK_H
#define GANTRY_LINK_H

#include "../base/base.h"

struct link_options {
    const char *const *inputs; /* objects, archives (thin too) and shared libraries, in command-line order */
    size_t ninputs;            /* an archive member takes part when the host link would pull it (pull.c) */
    bool whole_archives;       /* --whole-archive was given: every member takes part */
    const char *const *archs;  /* "sm_70", "sm_90", "emulated"; NULL-terminated */
    const char *runtime_dir;   /* holds device/nvptx64.bc and device/emulated.bc */
    const char *output;        /* the host object to write */
    const char *module_name;   /* of the linked program, for messages */
    int opt_level;             /* 0..3 */
    bool debug;                /* keep line tables in PTX; emulated code always has them */
    bool access_checks;        /* emulated: insert them (default true) */
    unsigned simd_group;       /* --simd-group: lanes of a thread wherever that is legal; 0 = as the files prefer */
    unsigned registers;   /* --registers: of a lane at most, for kernels that say no number of their own; 0 = any */
    bool team_size;       /* GPUs: kernels have it in registers; false: --no-team-size */
    bool lockstep;        /* --lockstep: lanes share one program counter: no LEADERS regions (groups of 1 instead) */
    bool check_runtime;   /* emulated: the device runtime with its assertions */
    bool check;           /* emulated: accesses are watched for all that docs/checks.md lists */
    bool provenance;      /* emulated: an access must lie in the block of memory that its address was made from */
    bool interruptible;   /* emulated: lanes may be interrupted between any load and the store that follows it */
    bool count;           /* emulated: insert counting of instructions and accesses, no access checks */
    bool pic;             /* for a shared library; without it the code suits executables, PIE or not */
    const char *dump_dir; /* --save-temps: merged .ll, .ptx there; NULL = none */
    FILE *dump;           /* --dump=link: the merged summary and decisions; NULL = none */
};
/* 0 = written, 1 = nothing to do (no input carries device code), -1 = errors reported */
int device_link(struct arena *a, struct diag *d, const struct link_options *o);

/* host_vectors.c: bitcode of a file's host code, or LLVM's assembly, to bitcode whose accesses to vectors are told as
 * what they are (-fcheck); false: `to` cannot be written */
bool host_vectors(const char *from, const char *to);

/* section.c: reading and writing what objects carry */
enum kind { KIND_NVPTX64, KIND_EMULATED, NKINDS };     /* a kind of bitcode */
extern const char *const kind_names[NKINDS];           /* "nvptx64", "emulated" */
const char *kind_record(struct arena *a, enum kind k); /* the name of its record, "bc:nvptx64" */
#define RECORD_SUMMARY "summary"
#define RECORD_KIND "bc:" /* and the name of its kind */
struct record {
    const char *name; /* a kind's, or RECORD_SUMMARY */
    const char *payload;
    size_t size;
    const char *origin; /* "libx.a(kern.o)", for messages */
};
struct records {
    VEC(struct record) r;
};
void record_write(struct sb *out, const char *name, const void *payload, size_t size);
/* All records of an object, archive or shared library; false with a message when the file is malformed. */
bool records_read(struct arena *a, struct diag *d, const char *path, struct records *out);

#endif
