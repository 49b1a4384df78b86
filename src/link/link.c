/* link.c: the device link from inputs to module object: read, decide, start the workers. */
#define _GNU_SOURCE /* memfd_create */
#include "object.h"
#include "plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define GANTRY_ABI_NO_PROTOTYPES
#include "gantry_abi.h"

/* ---- inputs ---- */

static bool read_inputs(struct plan *p, struct diag *d, struct objects *os)
{
    bool ok = true;
    for (size_t i = 0; i < p->o->ninputs; i++)
        ok &= objects_read(p->a, d, p->o->inputs[i], os);
    objects_pull(p->a, os, p->o->whole_archives);
    return ok;
}

static bool has_record(const struct object *o, const char *name)
{
    for (size_t i = 0; i < o->records.r.n; i++)
        if (strcmp(o->records.r.v[i].name, name) == 0)
            return true;
    return false;
}

/* An object that was compiled for other devices cannot take part: its kernels would be missing. */
static bool check_kinds(const struct plan *p, struct diag *d, const struct object *o)
{
    bool ok = true;
    for (int k = 0; k < NKINDS; k++) {
        if (!p->wants[k] || has_record(o, kind_record(p->a, (enum kind)k)))
            continue;
        diag(d, DIAG_ERROR, (struct loc){.file = o->origin}, "GN0914",
             "it has no device code for %s devices; compile it with the same --offload-arch as the link",
             k == KIND_NVPTX64 ? "NVIDIA" : "emulated");
        ok = false;
    }
    return ok;
}

static bool take_object(struct plan *p, struct diag *d, const struct object *o)
{
    if (!o->taken || o->records.r.n == 0)
        return true;
    bool ok = check_kinds(p, d, o);
    for (size_t i = 0; i < o->records.r.n; i++) {
        const struct record *r = &o->records.r.v[i];
        if (strcmp(r->name, RECORD_SUMMARY) == 0)
            ok &= summary_add(p->s, r);
        else
            vec_push(p->a, &p->code.r, *r);
    }
    return ok;
}

/* ---- images ---- */

static bool plan_images(struct plan *p, struct diag *d)
{
    for (const char *const *name = p->o->archs; *name; name++) {
        const struct arch_row *arch = arch_find(*name);
        bool known = false;
        if (!arch) {
            diag(d, DIAG_ERROR, (struct loc){.file = p->o->module_name}, "GN0915",
                 "no image can be made for '%s'; known are %s", *name, arch_list(p->a));
            return false;
        }
        for (size_t i = 0; i < p->images.n; i++)
            known |= p->images.v[i].arch == arch;
        if (known)
            continue;
        struct image image = {.arch = arch, .shared_fd = -1};
        if (arch->kind == KIND_NVPTX64 && (image.shared_fd = memfd_create("gantry-ptx", MFD_CLOEXEC)) < 0)
            internal_error("device link", "no memory for an image: %s", strerror(errno));
        vec_push(p->a, &p->images, image);
        p->wants[arch->kind] = true;
    }
    return true;
}

static void close_images(struct plan *p)
{
    for (size_t i = 0; i < p->images.n; i++)
        if (p->images.v[i].shared_fd >= 0)
            close(p->images.v[i].shared_fd);
}

/* ---- workers ---- */

struct ptx_job {
    const struct plan *p;
    size_t first, step;
};

static void run_ptx(struct worker *w, void *ctx)
{
    const struct ptx_job *j = ctx;
    worker_listen(w, j->p);
    nvptx_images(w, j->p, j->first, j->step);
}

/* The module for the host: the emulated image, or an empty one for the tables. */
static LLVMModuleRef host_module(struct worker *w, const struct plan *p, LLVMTargetMachineRef tm, bool *data)
{
    if (p->wants[KIND_EMULATED])
        return emulated_image(w, p, data);
    LLVMModuleRef m = LLVMModuleCreateWithNameInContext("gantry", p->ctx);
    machine_apply(tm, m);
    return m;
}

static void write_module(struct worker *w, const struct plan *p)
{
    LLVMTargetMachineRef tm = machine_new(w, p, arch_find("emulated"));
    bool data = false;
    LLVMModuleRef m = host_module(w, p, tm, &data);
    if (!m)
        return;
    jobs_wait(w);
    if (!images_ready(p)) {
        w->nerrors++;
        return;
    }
    image_build(w, p, m, data);
    worker_stage(w, "generating code for the host");
    LLVMMemoryBufferRef object = machine_emit(w, tm, m, LLVMObjectFile);
    if (w->nerrors == 0 && !file_write(p->o->output, LLVMGetBufferStart(object), LLVMGetBufferSize(object)))
        worker_diag(w, DIAG_ERROR, (struct loc){.file = p->o->output}, "GN0904", "cannot be written: %s",
                    strerror(errno));
}

static void run_module(struct worker *w, void *ctx)
{
    worker_listen(w, ctx);
    write_module(w, ctx);
}

/* One NVIDIA architecture and nothing else: PTX and module in one process, one after the other. */
static void run_both(struct worker *w, void *ctx)
{
    worker_listen(w, ctx);
    nvptx_images(w, ctx, 0, 1);
    if (w->nerrors == 0)
        write_module(w, ctx);
}

enum { MAX_PTX_JOBS = 16 };

static size_t ptx_jobs(const struct plan *p)
{
    long cpus = sysconf(_SC_NPROCESSORS_ONLN);
    size_t n = 0;
    for (size_t i = 0; i < p->images.n; i++)
        n += p->images.v[i].arch->kind == KIND_NVPTX64;
    if (cpus > 0 && n > (size_t)cpus)
        n = (size_t)cpus;
    return n < MAX_PTX_JOBS ? n : MAX_PTX_JOBS;
}

/* Bitcode and tables of all objects, so that a crash of LLVM can be repeated. */
static const char *save_inputs(void *ctx)
{
    const struct plan *p = ctx;
    const char *tmp = getenv("TMPDIR");
    char *folder = arena_printf(p->a, "%s/gantry-crash-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        return NULL;
    for (size_t i = 0; i < p->code.r.n; i++) {
        const struct record *r = &p->code.r.v[i];
        file_write(arena_printf(p->a, "%s/%zu.%s.bc", folder, i, r->name + strlen(RECORD_KIND)), r->payload, r->size);
    }
    FILE *f = fopen(arena_printf(p->a, "%s/summary.txt", folder), "w");
    if (f) {
        fprintf(f, "optimisation level %d, access checks %d, counting %d, SIMD group %u, lockstep %d\n",
                p->o->opt_level, p->o->access_checks, p->o->count, p->o->simd_group, p->o->lockstep);
        summary_print(p->s, f);
        fclose(f);
    }
    return folder;
}

static int run_jobs(struct plan *p, struct diag *d)
{
    struct ptx_job ptx[MAX_PTX_JOBS];
    struct job jobs[MAX_PTX_JOBS + 1];
    size_t n = ptx_jobs(p);
    if (n <= 1 && !p->wants[KIND_EMULATED]) {
        jobs[0] = (struct job){run_both, p, true};
        return jobs_run(p->a, d, jobs, 1, save_inputs, p);
    }
    for (size_t i = 0; i < n; i++) {
        ptx[i] = (struct ptx_job){p, i, n};
        jobs[i] = (struct job){run_ptx, &ptx[i], false};
    }
    jobs[n] = (struct job){run_module, p, true};
    return jobs_run(p->a, d, jobs, n + 1, save_inputs, p);
}

/* ---- the entry ---- */

static bool in_library(void *ctx, const char *name) { return library_knows(ctx, name); }

int device_link(struct arena *a, struct diag *d, const struct link_options *o)
{
    struct plan p = {.a = a, .o = o, .s = summary_new(a, d)};
    struct objects os = {0};
    bool ok = read_inputs(&p, d, &os) && plan_images(&p, d);
    for (size_t i = 0; ok && i < os.o.n; i++)
        ok = take_object(&p, d, os.o.v[i]);
    if (!ok)
        return -1;
    if (os.o.n == 0) /* any object with device constructs needs a module object, even one without images */
        return 1;
    p.ctx = LLVMContextCreate();
    if (!library_open(&p, d) || !summary_decide(p.s, o, in_library, &p))
        return -1;
    crews_advise(p.s, o);
    if (p.wants[KIND_NVPTX64])
        limits_advise(p.s);
    if (o->dump)
        summary_print(p.s, o->dump);
    int result = run_jobs(&p, d);
    close_images(&p);
    return result;
}
