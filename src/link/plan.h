/* plan.h: what the stages of the device link share. Private to src/link; the files that include it use LLVM's
 * C interface. The parent fills a plan before any worker starts; workers get a copy by fork. */
#ifndef GANTRY_LINK_PLAN_H
#define GANTRY_LINK_PLAN_H

#include "summary.h"
#include "worker.h"

#include <llvm-c/Core.h>
#include <llvm-c/TargetMachine.h>

struct arch_row {     /* archs.def */
    const char *name; /* "sm_70" */
    enum kind kind;
    const char *plugin;   /* who takes the image: "cuda", "emulated" */
    const char *features; /* for LLVM: the minimum PTX version, pinned */
};
const struct arch_row *arch_find(const char *name); /* NULL = unknown */
char *arch_list(struct arena *a);                   /* "sm_70, sm_72, …" for messages */

struct library { /* the device runtime of one kind; functions are read when they are first used */
    LLVMModuleRef module;
};
struct image { /* made by one worker, put into the module object by another */
    const struct arch_row *arch;
    int shared_fd; /* PTX text, in memory that the workers share; -1 for emulated */
};
struct plan {
    struct arena *a;
    const struct link_options *o;
    struct summary *s;
    struct records code; /* bitcode of all objects that take part */
    LLVMContextRef ctx;
    struct library libs[NKINDS];
    VEC(struct image) images; /* in the order of o->archs, each once */
    bool wants[NKINDS];
};

/* library.c */
bool library_open(struct plan *p, struct diag *d); /* for the kinds in wants, and nvptx64's names */
/* Does the library for NVIDIA GPUs define the name? The emulated device has the same names: what its own library lacks,
 * it takes from the process. */
bool library_defines(const struct plan *p, const char *name);
bool library_knows(const struct plan *p, const char *name); /* that, or built into device or compiler */

/* merge.c: one module of all user code of a kind, and what it needs of the library; everything is internal except
 * kernels and declare target variables; modes are constants. NULL after errors. */
LLVMModuleRef merge_kind(struct worker *w, const struct plan *p, enum kind kind);
#define ATTR_LIBRARY "gantry-library" /* on functions that come from the device runtime */
/* stack.c: is the depth of calls unknown? Advises so. */
bool stack_is_unknown(struct worker *w, const struct plan *p, LLVMModuleRef m);
/* doubts.c: warns of calls that do not fit the function */
void doubts_calls(struct worker *w, const struct plan *p, LLVMModuleRef m);
/* undefined.c: an error for each function or variable that no device has */
void undefined_check(struct worker *w, const struct plan *p, LLVMModuleRef m, enum kind kind);

/* nvptx.c, nvptx_prepare.c, atomics.c, emulated.c */
void nvptx_images(struct worker *w, const struct plan *p, size_t first, size_t step); /* images first, first+step … */
void nvptx_prepare(LLVMModuleRef m, const struct plan *p); /* before the library joins: maths as calls, launch bounds */
void nvptx_maths(LLVMModuleRef m);                         /* calls the library for what the back end cannot select */
void nvptx_only_read(struct worker *w, const struct plan *p,
                     LLVMModuleRef m); /* only_read.c: loads of what kernels only read */
/* team_size.c: a value, no variable in shared memory */
void team_size_own(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm);
void nvptx_atomics(LLVMModuleRef m, const struct plan *p); /* atomics.c: fences in place of memory orders */
/* own_atomics.c: none on a lane's own variables */
void nvptx_own_atomics(struct worker *w, LLVMModuleRef m, LLVMTargetMachineRef tm, const struct plan *p);
/* *data: the image has a section of its own data, whose bounds the access check needs */
LLVMModuleRef emulated_image(struct worker *w, const struct plan *p, bool *data);
#define EMULATED_SECTION "gantry_emulated_data"
#define FILL_FUNCTION "gantry_fill" /* void (void), where it exists: gives that data its initial values */

/* instrument.c: access checks in all user functions */
void instrument(struct worker *w, const struct plan *p, LLVMModuleRef m);

#define CONSTANT_TABLE "gantry_constant_table" /* rows of struct __gd_emu_constant, where it exists */

/* races.c: --check. Calls of the judge of races */
void races_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m);

/* ways.c: --check and --lockstep: which way lanes take. Before what adds branches of its own */
void ways_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m);

/* shared.c: fills team-shared memory when a team begins */
void shared_poison(const struct plan *p, LLVMModuleRef m);

/* depth.c: --check: what a level of recursion takes without. Before all that inserts */
void depth_counted(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm, bool *loops);
#define ATTR_FRAME "gantry-frame" /* bytes of stack that a call takes without --check */

/* early_inline.c: --check: the runtime's loops, in the code that they are for. Before uninit */
void early_inline(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm);

/* members.c: --check: indices of constants that do not fit an array which is a member. Before uninit */
void members_known(struct worker *w, const struct plan *p, LLVMModuleRef m);
/* members_given.c: --check: accesses of members that functions get. Before uninit */
void members_given(struct worker *w, const struct plan *p, LLVMModuleRef m);
/* scopes.c: --check: which variables are gone before their function returns. Before members and uninit */
void scopes_tell(struct worker *w, const struct plan *p, LLVMModuleRef m);

/* uninit.c: --check: shadows that tell which values and memory were never written. Before instrument. loops: recursion
 * becomes a loop where that can be done */
void uninit_copies(const struct plan *p, LLVMModuleRef m); /* first of all: takes calls away that name copies */
void uninit_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m, LLVMTargetMachineRef tm, bool loops);
#define UNINIT_TABLE "gantry_uninit_table" /* a struct __gd_emu_uninit_table, where it exists */

/* stale.c: --check: which bytes device code stores to, and loads though the host has them newer */
void stale_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m);
/* objects_of_lanes.c: --check: where arrays on a lane's stack begin and end. After all that looks at accesses */
void objects_tell(struct worker *w, const struct plan *p, LLVMModuleRef m);

/* count.c: --count. After the optimiser; what it adds is inlined by the caller's next passes */
void count_instrument(struct worker *w, const struct plan *p, LLVMModuleRef m);
#define COUNT_TABLE "gantry_count_table" /* a struct __gd_emu_count_table, where it exists */

/* image.c: adds images, tables and constructors to m, a module for the host */
void image_build(struct worker *w, const struct plan *p, LLVMModuleRef m, bool emulated_data);
bool images_ready(const struct plan *p); /* all PTX is there; else a worker has reported why not */

/* llvm.c: small things around the C interface */
LLVMModuleRef module_parse(struct worker *w, const struct plan *p, const struct record *r);
LLVMTargetMachineRef machine_new(struct worker *w, const struct plan *p, const struct arch_row *arch);
void machine_apply(LLVMTargetMachineRef tm, LLVMModuleRef m); /* triple and data layout */
void passes_run(struct worker *w, LLVMModuleRef m, LLVMTargetMachineRef tm, const char *passes);
const char *passes_default(const struct plan *p); /* "default<O2>" */
LLVMMemoryBufferRef machine_emit(struct worker *w, LLVMTargetMachineRef tm, LLVMModuleRef m, LLVMCodeGenFileType type);
void module_save(const struct plan *p, LLVMModuleRef m, const char *name); /* --save-temps: dump_dir/name.ll */
void module_verify(struct worker *w, LLVMModuleRef m);
void worker_listen(struct worker *w, const struct plan *p); /* LLVM's diagnostics and fatal errors go to the parent */
const char *value_name(struct arena *a, LLVMValueRef v);    /* without the \1 that marks asm labels */
bool value_is_function(LLVMValueRef v);
struct loc value_loc(struct arena *a, LLVMValueRef instruction); /* its debug location; line 0 = none */

#endif
