/* src/driver: the `gantry` command. Options are classified by a table, tools are run as processes, outputs appear by
 * rename. This program stays light: what needs libclang or LLVM is the program gantry-core beside the runtime, because
 * loading those libraries costs 15 ms, which files without device code need not pay. */
#ifndef GANTRY_DRIVER_H
#define GANTRY_DRIVER_H

#include "../base/base.h"
#include "dumps.h"

#define GANTRY_VERSION_TEXT "0.1.0"
#define GANTRY_VERSION_NUMBER "100" /* major * 10000 + minor * 100 + patch: __GANTRY_VERSION__ */

enum { EXIT_GOOD = 0, EXIT_USER = 1, EXIT_USAGE = 2, EXIT_INTERNAL = 70 };
enum { CORE_NOTHING = 3 }; /* gantry-core link: no input carries device code */

/* ---- where an option goes ---- */
enum {
    AT_CLANG = 1, /* where clang compiles the user's own file */
    AT_TEXT = 2,  /* where Gantry preprocesses and reads it */
    AT_PRE = AT_CLANG | AT_TEXT,
    AT_HOST = 4,  /* host compile */
    AT_DEV = 8,   /* device compile */
    AT_LINK = 16, /* host link */
    AT_DIAG = 32, /* Gantry's own messages */
};

enum stage { STAGE_LINK, STAGE_OBJECT, STAGE_ASM, STAGE_PREPROCESS, STAGE_DEPENDENCIES, STAGE_SYNTAX };
enum language { LANG_NONE, LANG_C, LANG_CXX, LANG_OTHER }; /* NONE: for the linker */

struct flag {
    const char *text;
    unsigned at;
};
struct input {
    const char *path; /* what is opened: for standard input a temporary copy */
    const char *name; /* as the user wrote it */
    enum language lang;
    const char *x; /* -x language for clang, NULL = by suffix */
    bool header;   /* is precompiled, never linked */
};
struct link_item { /* one word of the link command, in the order written */
    const char *text;
    int input; /* index into inputs, -1 = a flag */
};
struct list { /* words */
    VEC(const char *) w;
};

struct cc { /* one command line, parsed */
    struct arena *arena;
    struct diag diag;
    struct list args;       /* after response files */
    VEC(struct flag) flags; /* compile and link flags that are no link_item, in order */
    VEC(struct input) inputs;
    VEC(struct link_item) links;
    struct list lib_dirs; /* -L */
    enum stage stage;
    const char *output;   /* -o */
    const char *opt;      /* last -O…, NULL when there is none */
    const char *contract; /* last -ffp-contract= */
    struct list archs;    /* sm_NN …, emulated; empty after `none` */
    bool archs_given;
    unsigned dump;      /* dumps.h */
    bool openacc;       /* -fopenacc */
    bool openmp_given;  /* -fopenmp was given (OpenMP is on without it) */
    const char *temps;  /* where the device link keeps its files; NULL: nowhere, or with save_temps where we are */
    unsigned explained; /* files of which gantry explain has begun to print something */
    enum { EXPLAINED_TEXT, EXPLAINED_JSON, EXPLAINED_SARIF } explain; /* how gantry explain prints */
    bool explain_all;                                                 /* text that is not cut */
    bool no_openmp, verbose, dry_run, save_temps, resources, no_host_checks, no_host_simd, no_loop_order,
        no_single_launch, no_narrow, no_rounds, no_team_size, no_apart, no_variants, no_acc_proofs, no_acc_steps,
        no_acc_sections, debug, shared, relocatable, no_pie, nostdlib, emit_llvm, m32;
    const char *registers;                               /* --registers; NULL: as many as a kernel takes */
    const char *simd_group, *teams_mode, *parallel_mode; /* --simd-group, --teams-mode, --parallel-mode; NULL: auto */
    bool in_place_form;                                  /* with verify: references can run the region in place */
    const char *tuned;                                   /* --tuned: the store, or a table of settings; NULL: none */
    bool lockstep, deterministic;
    bool verify;      /* regions bring a reference along, which the program compares their results with */
    bool check;       /* accesses of regions and host are watched on the emulated device (docs/checks.md) */
    bool aux_outputs; /* clang writes files named after its output: -gsplit-dwarf, --coverage */
    bool bundle;
    bool device_link;   /* the link ends with the object that another linker driver needs */
    bool count;         /* the emulated image counts what it does */
    bool check_runtime; /* the emulated image's device runtime checks its assertions */
    bool documents;     /* messages are JSON or SARIF: what tools print as errors is collected */
    struct sb *said;    /* gets what tools print as errors, besides; or NULL */
    unsigned warned;    /* warnings of ours among it, where they are text */
    bool query;         /* --version, -print-…: only pass it on */
    const char *fuse_ld;
    /* dependency files */
    bool deps, deps_user_only, deps_phony;
    const char *deps_file;
    struct sb deps_targets;
    const char *fragment; /* -MJ: gets an entry of a compilation database for each file */
    struct sb fragments;
    bool files_only;        /* after -- */
    const char *x;          /* -x now in force while parsing */
    const char *cc1_header; /* -Xclang -include, -Xclang -include-pch: its file comes next */
    /* where things are */
    const char *lib; /* build/lib/gantry */
    const char *include;
};

/* options.c: 0, or an exit status after a message */
int options_parse(struct cc *cc, int argc, char **argv);
void cc_init(struct cc *cc, struct arena *a);
size_t sources(const struct cc *cc); /* inputs that are compiled */
/* adds the flags for Gantry's own messages, as words for gantry-core */
void flags_for_core(struct cc *cc, struct list *out);
/* words of cc->flags that go to any of the given places */
void flags_at(const struct cc *cc, unsigned at, struct list *out);

/* pch.c: -include, -include-pch and the same as words of cc1 */
void header_include(struct cc *cc, const char *file);
void header_precompiled(struct cc *cc, const char *pch);
bool header_of_cc1(struct cc *cc, const char *word); /* an argument of -Xclang: is it one of these words? */
bool headers_as_text(struct cc *cc);                 /* before flags for AT_TEXT are read; false after a message */

/* response.c */
bool response_expand(struct cc *cc, const char *arg, int depth);

/* arch.c */
bool archs_set(struct cc *cc, const char *list, const char *option);
bool archs_from_clang(struct cc *cc, const char *targets); /* -fopenmp-targets= */
bool archs_from_gcc(struct cc *cc, const char *targets);   /* -foffload= */
bool arch_gpu_here(struct cc *cc);                         /* this machine has one that programs can use */
bool archs_any_ptx(const struct cc *cc);
const char *archs_first_ptx(const struct cc *cc); /* NULL: none */
bool archs_emulated(const struct cc *cc);

/* tools.c */
#define ADD(cc, list, ...) vec_push((cc)->arena, &(list)->w, __VA_ARGS__)
void list_add(struct cc *cc, struct list *l, const char *const *words);  /* NULL-terminated */
const char *tool_need(struct cc *cc, const char *name, const char *why); /* NULL after a message */
/* Starts or runs a command; printed with -v. A long one goes through a response file. */
long command_start(struct cc *cc, struct list *argv);
struct tool { /* one that runs beside others: what it prints as errors waits in a file */
    long pid;
    const char *errors;
};
struct tool tool_start(struct cc *cc, struct list *argv);
struct run_result tool_wait(struct cc *cc, struct tool t);
int command_run(struct cc *cc, struct list *argv);
struct run_result command_output(struct cc *cc, struct list *argv); /* captures stdout; stderr is discarded */
struct run_result command_errors(struct cc *cc, struct list *argv); /* what it prints as errors */
const char *core_path(struct cc *cc);                               /* NULL after a message */
/* messages.c: with -fdiagnostics-format=json or sarif one document for the whole command, at its end or at exit */
void documents_begin(struct cc *cc);
void documents_end(struct cc *cc);
/* What a tool has printed as errors; `failed`: and ended so. */
void said_pass_on(struct cc *cc, const char *said, size_t n, bool failed);
void said_again(struct cc *cc, const char *said, size_t n); /* what they printed in another run */
/* A tool's exit status as one of Gantry's: a crash becomes an internal error, and its temporary folder is kept. */
int tool_status(struct cc *cc, int status, const char *stage);
void command_interrupted(int status);            /* does not return when the user's signal has ended the tool */
void tool_keep(struct cc *cc, const char *what); /* keeps the temporary folder, and says what is in it */
/* Ends the command with exit status 1 if fewer than `least` bytes are free on the disk of `out` or of the temporary
 * files. */
void disk_check(struct cc *cc, const char *out, unsigned long long least);
bool install_find(struct cc *cc); /* sets lib and include */
int become_helper(struct cc *cc, const char *name,
                  char **argv); /* a program of Gantry's own takes the command's place */

/* crash.c: runs the host compiler on the user's file; returns its status */
int host_compiler_run(struct cc *cc, struct list *argv, const char *file);
int clang_ended(struct cc *cc, int status, char *said, const char *file); /* it has run, and has said that */

/* compile.c: the preprocessed source; out: its output, where a dependency file is wanted. NULL after messages. */
char *source_text(struct cc *cc, const struct input *in, const char *out, size_t *len);
/* One source to `out` (object, assembly, text), or prints what --dump asks for. Exit status. */
int compile_source(struct cc *cc, const struct input *in, const char *out);
void fragment_write(struct cc *cc, const struct input *in, const char *out); /* -MJ */

/* embed.c */
bool embed_object(struct cc *cc, const char *object, const struct sb *records, const char *out);
bool embed_assembly(struct cc *cc, const char *assembly, const struct sb *records, const char *out);

/* own_names.c: own[i] becomes true where an object of the program defines names[i], of a NULL-terminated list */
void own_names(struct cc *cc, const char *const *objects, const char *const *names, bool *own);

/* link.c: objects[i] stands for inputs.v[i]; exit status */
int link_program(struct cc *cc, const char *const *objects, const char *out);
int link_device(struct cc *cc, const char *const *objects, const char *out); /* the device link alone */

/* instrument.c: sanitizers, coverage, profiles, -fcheck */
int instrument_conflict(struct cc *cc); /* an exit status, after a message: options that do not go together */
void instrument_host(struct cc *cc, struct list *argv); /* for host compiles: -fcheck */
/* With -fcheck: whether host compiles make bitcode (-c -emit-llvm), of which this then makes what was asked for.
 * compile: the command that read `source` and wrote `bitcode`. An exit status, after messages */
bool instrument_in_steps(const struct cc *cc);
int instrument_finish(struct cc *cc, const struct list *compile, const char *source, const char *bitcode,
                      const char *out);
void instrument_words(struct cc *cc, const char *const *objects, struct list *argv); /* for the link */
void instrument_explain(struct cc *cc); /* after a link that failed: says which package is missing */

/* ask.c */
/* do words for the linker (-Wl,) name files, or change which ones it takes? */
bool link_words_bring_files(struct cc *cc);
/* The files that the linker takes for `words`, archive members as "archive(member)"; false when that link fails. */
bool linker_ask(struct cc *cc, const struct list *words, struct list *files);

/* cache.c: the programs of `gantry run` */
struct cache {
    const char *dir, *name, *program; /* program: in dir */
    uint64_t key;
    int fd, lock; /* of the folder; of the file in it that is locked */
};
bool cache_open(struct cc *cc, struct cache *c, uint64_t key); /* false: there is none that may be used */
void cache_share(const struct cache *c);                       /* waits while another process compiles the program */
void cache_own(const struct cache *c);                         /* … or runs it */
/* Is the program of this key there, unchanged? Then what was said when it was compiled is said again. */
bool cache_holds(struct cc *cc, const struct cache *c);
bool cache_add(struct cc *cc, const struct cache *c, const char *made, const struct sb *said);
void cache_trim(struct cc *cc, const struct cache *c);
void cache_unlock(const struct cache *c);
const char *cache_file(struct cc *cc, const char *name); /* another file of the folder; NULL: there is no folder */

/* run.c: compiles what the words ask for, or takes it from the cache, and runs it with the arguments after "--". */
struct run_kind {
    const char *name;                   /* of the command */
    void (*environment)(struct cc *cc); /* sets what the program gets before it starts; or NULL */
    /* has a look at what the program, run by these words, left, and returns the exit status; NULL: the program takes
     * the command's place */
    int (*after)(struct cc *cc, const char *const *words, int status);
    void (*before)(struct cc *cc, const char *program); /* looks at the program that is there now; or NULL */
    const char *format; /* the option that makes one document of all messages, or NULL */
    FILE *document;     /* where it goes; NULL: to standard error */
};
int run_compiled(const struct run_kind *kind, int argc, char **argv);
int run_compiled_with(const struct run_kind *kind, const char *flag, int argc, char **argv); /* the flag comes first */
/* takes the word away, where it stands before "--"; false: it is not there */
bool word_take(int *argc, char **argv, const char *word);
/* --softgpu: regions must run on the GPU in software */
void run_on_softgpu(struct cc *cc);
int softgpu_main(int argc, char **argv); /* gantry run --softgpu, without the word */

/* explained.c: what stands before a file's part of a document; the part of a file without device code */
void explain_next(struct cc *cc);
void explain_nothing(struct cc *cc, const struct input *in);
/* profile.c: a run of gantry's words on the emulated device, linked with --count, of which nothing is shown: what was
 * counted, and its profile (NULL: none), are in files then; its exit status */
int counted_run(struct arena *a, int argc, char **argv, const char *counts, const char *profile);
/* resources.c: of each kernel of a command's program, on stdout; exit status */
int resources_print(struct cc *cc, int argc, char **argv);

/* edits.c: what would mend a finding. edit_read: of a record (runtime/host/findings.c); NULL: it fits no line of the
 * file. edits_print: all of them as a patch, on stderr; sorts them */
const struct diag_edit *edit_read(struct arena *a, const char *record);
void edits_print(struct cc *cc, const struct diag_edit **edits, size_t n);

/* observe.c: builds the program of the command's words with `marked` in place of its C files (NULL: another file), runs
 * it with `words`, and returns the file of what was seen (runtime/check/observed.c); NULL after a message */
const char *observe(struct cc *cc, const char *const *marked, char *const *words);

/* pages.c: explains a message or a reason */
bool page_asked(const char *word);               /* an id or a name? */
int page_print(struct cc *cc, const char *word); /* exit status */
char *page_of_loops(struct cc *cc,
                    const char *id); /* of a verdict of gantry annotate: its title and text; NULL: said */

/* cc.c */
int cc_main(int argc, char **argv);
int cc_execute(struct cc *cc);
int usage_error(struct cc *cc, const char *text); /* EXIT_USAGE */
const char *path_base(const char *path);
/* with "./" before names that tools would take for an option or a response file */
const char *path_as_file(struct arena *a, const char *path);
/* base name of `path` with another suffix */
const char *path_stem(struct arena *a, const char *path, const char *suffix);
bool path_dir_make(struct arena *a, const char *path);

/* what completion.c reads besides the .def files: pages of help, words of options; NULL-terminated */
extern const char *const help_pages[], *const option_modes[], *const option_group_sizes[], *const replay_options[];
int completion_main(int argc, char **argv);

/* name.c: the first name among argv[0] and what it leads to as symbolic links for which is_name holds; NULL: none */
const char *name_called(struct arena *a, const char *argv0, bool (*is_name)(const char *));

/* steps.c: a build that gantry tune watches: more words of the command; tells of it */
void steps_words(struct arena *a, int *argc, char ***argv);
void steps_tell(struct cc *cc);

/* tuned.c: the store that --tuned means without a name; the table of settings for gantry-core, made of cc->tuned, in
 * the temporary folder. NULL after a message */
const char *tuned_store(void);
const char *tuned_table(struct cc *cc);

/* other subcommands */
int annotate_main(int argc, char **argv);
int translate_main(int argc, char **argv);
int advise_main(int argc, char **argv);
int explain_main(int argc, char **argv);
int run_main(int argc, char **argv);
int verify_main(int argc, char **argv);
int profile_main(int argc, char **argv);
int report_main(int argc, char **argv);
int merge_main(int argc, char **argv); /* merge.c: of gantry profile */
int check_main(int argc, char **argv);
int replay_main(int argc, char **argv);
int port_main(int argc, char **argv);
int tune_main(int argc, char **argv);
int devices_main(int argc, char **argv);
int golden_main(int argc, char **argv);
int help_main(int argc, char **argv);
int version_main(int argc, char **argv);
void usage_print(FILE *f);
bool help_print(const char *page); /* false: there is none */

#endif
