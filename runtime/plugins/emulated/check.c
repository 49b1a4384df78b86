/* check.c: accesses that the inlined checks did not pass, traps, memory for kernels, and faults of code that
 * is not checked. Most accesses that come here are valid: local variables and team-shared memory are not in the
 * arena. */
#define _GNU_SOURCE
#include <execinfo.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "emulated.h"
#include "gantry_checker.h"

static bool in_range(uint64_t addr, uint64_t n, uint64_t lo, uint64_t hi)
{
    return addr >= lo && addr <= hi && n <= hi - addr;
}

/* ---- team-shared memory: the thread-local storage of the image's executable or library in this OS thread ---- */
struct tls_search {
    uintptr_t in_module, lo, hi;
    bool known;
};

static int look_at_module(struct dl_phdr_info *info, size_t size, void *arg)
{
    struct tls_search *s = arg;
    const ElfW(Phdr) *tls = NULL;
    bool found = false;
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + p->p_vaddr;
        found = found || (p->p_type == PT_LOAD && in_range(s->in_module, 0, begin, begin + p->p_memsz));
        if (p->p_type == PT_TLS)
            tls = p;
    }
    if (!found)
        return 0;
    s->known = !tls || info->dlpi_tls_data;
    if (tls && info->dlpi_tls_data) {
        s->lo = (uintptr_t)info->dlpi_tls_data;
        s->hi = s->lo + tls->p_memsz;
    }
    return 1;
}

bool emu_in_team_shared(struct emu_worker *w, uint64_t addr, uint64_t n)
{
    if (!w->tls_state) {
        struct tls_search s = {.in_module = (uintptr_t)w->entry};
        dl_iterate_phdr(look_at_module, &s);
        w->tls_lo = s.lo;
        w->tls_hi = s.hi;
        w->tls_state = s.known;
    }
    return in_range(addr, n, w->tls_lo, w->tls_hi);
}

bool emu_in_own_image(const struct emu_worker *w, uint64_t addr, uint64_t n)
{
    const struct gantry_image *i = w->launch->kernel->module->image;
    return in_range(addr, n, (uintptr_t)i->globals_begin, (uintptr_t)i->globals_end);
}

/* Is it host memory, in a program that requires unified_shared_memory? */
static bool is_unified(uint64_t addr, uint64_t n)
{
    enum { NEVER_MAPPED = 1 << 16 };
    return addr >= NEVER_MAPPED && !emu_in_arena(addr) && !emu_in_arena(addr + n - 1) && gantry_unified_required();
}

/* ---- what the inserted checks call ---- */

/* name: of a constant of the image; NULL: mapped data, which the block names */
static void stop_constant_store(struct emu_lane *l, uint64_t addr, uint64_t size, const char *name,
                                const struct __gd_emu_site *site)
{
    if (!l->worker->launch->dev->misuse)
        return;
    l->caller = __builtin_return_address(0);
    l->worker->failure = (struct emu_failure){
        .kind = EMU_CONSTANT_STORE, .lane = l, .addr = addr, .size = size, .site = site, .name = name};
    emu_stop(l->worker);
}

/* Constant data is not stored to; stores to attached pointers are kept in mind. */
static void store_to(struct emu_lane *l, uint64_t addr, uint64_t size, const struct __gd_emu_site *site)
{
    const struct __gd_emu_constant *c;
    if (!emu_in_arena(addr)) {
        if ((c = emu_image_constant(l->worker->launch->kernel->module, addr)) != NULL)
            stop_constant_store(l, addr, size, c->name, site);
        return;
    }
    unsigned char marks = emu_shadow_marks(addr, size);
    if (marks == EMU_ATTACHED)
        emu_attached_store(l, addr, size, site);
    if (marks == EMU_CONSTANT)
        stop_constant_store(l, addr, size, NULL, site);
}

static void stop_at_host(struct emu_lane *l, uint64_t addr, uint64_t size, unsigned number,
                         const struct __gd_emu_site *site, void *caller)
{
    l->caller = caller;
    l->worker->failure = (struct emu_failure){
        .kind = EMU_BAD_HOST, .lane = l, .addr = addr, .size = size, .site = site, .number = number};
    emu_stop(l->worker);
}

/* Beyond an array; element: of a member, the bytes of one of its elements. */
_Noreturn static void bad_index(enum emu_failed kind, struct emu_lane *l, const volatile void *p, uint64_t size,
                                const volatile void *object, uint64_t object_size, uint64_t element, const char *name,
                                const struct __gd_emu_site *site)
{
    l->worker->failure = (struct emu_failure){.kind = kind,
                                              .lane = l,
                                              .addr = (uintptr_t)p,
                                              .size = size,
                                              .site = site,
                                              .name = name,
                                              .object = (uintptr_t)object,
                                              .object_size = object_size,
                                              .element = element};
    emu_stop(l->worker);
}

void __gd_emu_bad_access(const volatile void *p, unsigned long long size, const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    uint64_t addr = (uintptr_t)p;
    if (!l)
        return;
    struct emu_worker *w = l->worker;
    if (in_range(addr, size, l->fibre->lo, l->fibre->hi)) {
        const struct __gd_emu_object *o = emu_scope_ended(l, addr, size);
        l->caller = __builtin_return_address(0);
        if (o && w->launch->dev->check)
            bad_index(EMU_BAD_SCOPE, l, p, size, o->at, o->size, 0, o->name, site);
        return;
    }
    if (emu_memory_usable(addr, size) || emu_in_team_shared(w, addr, size) || emu_in_own_image(w, addr, size) ||
        emu_fibre_fake_local(addr) || !w->launch->dev->check || emu_image_at(w->launch->dev, addr, size) ||
        is_unified(addr, size)) {
        if (gantry_checker && w->launch->dev->check && gantry_checker->heap_bad(addr, size))
            stop_at_host(l, addr, size, 0, site, __builtin_return_address(0));
        if (site->kind != 0)
            store_to(l, addr, size, site);
        if (w->preempt)
            emu_preempt(l);
        return;
    }
    l->caller = __builtin_return_address(0);
    w->failure = (struct emu_failure){.kind = EMU_BAD_ACCESS, .lane = l, .addr = addr, .size = size, .site = site};
    emu_stop(w);
}

void __gd_emu_bad_block(const volatile void *p, unsigned long long size, unsigned number,
                        const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    uint64_t addr = (uintptr_t)p;
    char unused[8];
    if (!l || !l->worker->launch->dev->check)
        return;
    struct emu_worker *w = l->worker;
    if ((number & __GD_EMU_OBJECT) == __GD_EMU_OBJECT) {
        const struct __gd_emu_object *o = emu_object_outside(l, number, addr, size);
        l->caller = __builtin_return_address(0);
        if (o)
            bad_index(EMU_BAD_INDEX, l, p, size, o->at, o->size, 0, o->name, site);
        return;
    }
    if (number & __GD_EMU_HOST_BLOCK) {
        if (gantry_checker && gantry_checker->heap_outside(number))
            stop_at_host(l, addr, size, number, site, __builtin_return_address(0));
        return;
    }
    unsigned there = emu_in_arena(addr) ? *emu_number_at(addr) : 0;
    if (there & EMU_REACHED_FROM_OUTSIDE || ((there ^ number) & ~EMU_REACHED_FROM_OUTSIDE) == 0)
        return;
    if (!emu_memory_describe_from(&w->launch->dev->memory, number, addr, size, unused, sizeof unused))
        return; /* a pointer to what has long been freed, or a number out of date */
    l->caller = __builtin_return_address(0);
    w->failure = (struct emu_failure){
        .kind = EMU_BAD_BLOCK, .lane = l, .addr = addr, .size = size, .site = site, .number = number};
    emu_stop(w);
}

void __gd_emu_constant(const volatile void *p, unsigned long long size, const char *name,
                       const struct __gd_emu_site *site)
{
    if (self() && size)
        stop_constant_store(self(), (uintptr_t)p, size, name, site);
}

void __gd_emu_frame(unsigned long long bytes, const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    if (!l)
        return;
    struct emu_worker *w = l->worker;
    uint64_t total = w->frames[l->ids.tid] += bytes;
    if (total <= w->launch->dev->stack || !w->launch->dev->check)
        return;
    l->caller = __builtin_return_address(0);
    w->failure = (struct emu_failure){.kind = EMU_STACK_FULL, .lane = l, .site = site, .needed = total};
    emu_stop(w);
}

void __gd_emu_frame_left(unsigned long long bytes)
{
    struct emu_lane *l = self();
    if (l)
        l->worker->frames[l->ids.tid] -= bytes;
}

void __gd_emu_misaligned(const volatile void *p, unsigned long long size, unsigned long long by,
                         const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    if (!l || !l->worker->launch->dev->misuse)
        return;
    l->caller = __builtin_return_address(0);
    l->worker->failure = (struct emu_failure){
        .kind = EMU_MISALIGNED, .lane = l, .addr = (uintptr_t)p, .size = size, .site = site, .needed = by};
    emu_stop(l->worker);
}

uint64_t emu_accessible(struct emu_lane *l, uint64_t addr, uint64_t n)
{
    struct emu_worker *w = l->worker;
    const struct gantry_image *i = w->launch->kernel->module->image;
    if (emu_in_arena(addr))
        return emu_memory_reach(addr, n);
    if (in_range(addr, 1, l->fibre->lo, l->fibre->hi))
        return l->fibre->hi - addr;
    if (emu_in_own_image(w, addr, 1))
        return (uintptr_t)i->globals_end - addr;
    if (emu_in_team_shared(w, addr, 1))
        return w->tls_hi - addr;
    return emu_fibre_fake_local(addr) || emu_image_at(w->launch->dev, addr, 1) || is_unified(addr, 1) ? 1 : 0;
}

/* the bytes from addr on that are no part of a string of at most `most`: none, or the first that cannot be accessed */
static bool string_ends(struct emu_lane *l, uint64_t *addr, uint64_t most)
{
    enum { STEP = 4096 };
    while (most > 0) {
        uint64_t n = most < STEP ? most : STEP, there = emu_accessible(l, *addr, n);
        if (there == 0)
            return false;
        n = there < n ? there : n;
        if (memchr((const void *)*addr, 0, n))
            return true;
        *addr += n;
        most -= n;
    }
    return true;
}

static bool bytes_there(struct emu_lane *l, uint64_t *addr, uint64_t n)
{
    while (n > 0) {
        uint64_t there = emu_accessible(l, *addr, n);
        if (there >= n)
            return true;
        if (there == 0)
            return false;
        *addr += there;
        n -= there;
    }
    return true;
}

static void argument(struct emu_lane *l, const volatile void *p, uint64_t n, unsigned kind, const char *function,
                     const struct __gd_emu_site *site)
{
    enum { STRING, LOOKED_AT = 3 };
    uint64_t addr = (uintptr_t)p;
    if (kind == STRING || kind == LOOKED_AT ? string_ends(l, &addr, n) : bytes_there(l, &addr, n)) {
        if (kind == STRING && emu_uninit_string)
            emu_uninit_string((uintptr_t)p, n, strcmp(function, "printf") == 0 || strcmp(function, "puts") == 0, site);
        return;
    }
    l->worker->failure = (struct emu_failure){
        .kind = EMU_ARGUMENT, .lane = l, .addr = addr, .size = 1, .site = site, .function = function};
    emu_stop(l->worker);
}

void __gd_emu_argument(const volatile void *p, unsigned long long n, unsigned kind, const char *function,
                       const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    if (!l || !l->worker->launch->dev->check || !l->worker->launch->dev->misuse)
        return;
    l->caller = __builtin_return_address(0);
    argument(l, p, n, kind, function, site);
}

void __gd_emu_format(const char *function, const struct __gd_emu_site *reads, const struct __gd_emu_site *writes,
                     const char *format, ...)
{
    enum { STRING, READ, WRITTEN };
    struct emu_lane *l = self();
    struct emu_format f = {.at = format};
    va_list ap;
    if (!l || !l->worker->launch->dev->check || !l->worker->launch->dev->misuse)
        return;
    l->caller = __builtin_return_address(0);
    argument(l, format, UINT64_MAX, STRING, function, reads);
    va_start(ap, format);
    while (emu_format_next(&f, &ap))
        if (f.string)
            argument(l, f.pointer, f.n, STRING, function, reads);
        else
            argument(l, f.pointer, f.n, WRITTEN, function, writes);
    va_end(ap);
}

void __gd_emu_bad_index(const volatile void *p, unsigned long long size, const volatile void *object,
                        unsigned long long object_size, const char *name, const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    if (!l) {
        fprintf(stderr, "gantry: error: %s:%d: index outside an array\n", site->file, site->line);
        abort();
    }
    l->caller = __builtin_return_address(0);
    bad_index(EMU_BAD_INDEX, l, p, size, object, object_size, 0, name, site);
}

void __gd_emu_bad_member(const volatile void *p, unsigned long long size, const volatile void *object,
                         unsigned long long object_size, unsigned long long element, const char *name,
                         const struct __gd_emu_site *site)
{
    struct emu_lane *l = self();
    if (!size || !l || !l->worker->launch->dev->check)
        return;
    l->caller = __builtin_return_address(0);
    bad_index(EMU_BAD_MEMBER, l, p, size, object, object_size, element, name, site);
}

void __gd_emu_trap(const char *what, const char *file, int line)
{
    struct emu_lane *l = self();
    if (!l) {
        fprintf(stderr, "gantry: error: device code outside a kernel: %s\n", what ? what : "trap");
        abort();
    }
    l->caller = __builtin_return_address(0);
    l->worker->failure = (struct emu_failure){.kind = EMU_TRAP, .lane = l, .file = file, .line = line};
    snprintf(l->worker->failure.text, sizeof l->worker->failure.text, "%s", what ? what : "trap");
    emu_stop(l->worker);
}

void *__gd_emu_malloc(unsigned long long size)
{
    struct emu_launch *launch = self()->worker->launch;
    const struct gantry_kernel_info *k = launch->kernel->info;
    struct gantry_err err;
    uint64_t addr;
    if (emu_memory_alloc(&launch->dev->memory, size, emu_kernel_malloc, k->file, k->line, &addr, &err))
        return NULL;
    return (void *)addr;
}

void __gd_emu_free(void *p)
{
    struct emu_lane *l = self();
    struct gantry_err err;
    l->caller = __builtin_return_address(0);
    if (p && emu_memory_free(&l->worker->launch->dev->memory, (uintptr_t)p, true, &err))
        emu_misuse(l, "GC609", "free: %.220s", err.text);
}

unsigned long long __gd_emu_size_of(const void *p)
{
    struct emu_lane *l = self();
    uint64_t size;
    if (emu_memory_size(&l->worker->launch->dev->memory, (uintptr_t)p, &size))
        return size;
    l->caller = __builtin_return_address(0);
    char number[EMU_ADDRESS];
    emu_misuse(l, "GC609", "realloc of %s, where no block of memory begins, or no longer does",
               emu_address((uintptr_t)p, number));
}

void __gd_emu_narrow(void *begin, void *p, unsigned long long size)
{
    if (emu_in_arena((uintptr_t)begin))
        emu_memory_narrow(&self()->worker->launch->dev->memory, (uintptr_t)begin, (uintptr_t)p, size);
}

void __gd_emu_name(void *begin, const char *name, const char *file, int line)
{
    if (emu_in_arena((uintptr_t)begin))
        emu_memory_rename(&self()->worker->launch->dev->memory, (uintptr_t)begin, name, file, line);
}

void __gd_emu_reached(const void *p, const void *by)
{
    if (emu_in_arena((uintptr_t)p))
        emu_memory_outside(&self()->worker->launch->dev->memory, (uintptr_t)p, (uintptr_t)by);
}

/* ---- faults ----
 * A fault in a lane ends its team: the handler makes the OS thread continue where it began the launch. Any other fault
 * goes to whoever handled the signal before. */
enum { SIGNAL_STACK = 64 * 1024 };
static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
enum { NFAULTS = sizeof faults / sizeof *faults };
static struct sigaction before[NFAULTS];

static void pass_on(int sig, siginfo_t *info, void *context)
{
    const struct sigaction *old = before;
    while (faults[old - before] != sig)
        old++;
    if (old->sa_flags & SA_SIGINFO) {
        old->sa_sigaction(sig, info, context);
    } else if (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN) {
        old->sa_handler(sig);
    } else {
        signal(sig, SIG_DFL);
        raise(sig);
    }
}

static void keep_frames(struct emu_failure *f, void *pc)
{
    void *all[EMU_FRAMES + 4];
    int n = backtrace(all, EMU_FRAMES + 4), first = 0;
    while (first < n && all[first] != pc)
        first++;
    f->frames[0] = pc;
    f->nframes = 1;
    for (int i = first + 1; i < n && f->nframes < EMU_FRAMES; i++)
        f->frames[f->nframes++] = all[i];
}

/* Code that takes more than a page of stack touches each of them, and so stops at the guard below the stack (the device
 * link asks for that: probe-stack). In the loop that does it for large frames, where %r11 is how far it will go, the
 * instruction is `movq $0, (%rsp)`. */
static uint64_t stack_needed(const struct emu_lane *l, const ucontext_t *uc)
{
    static const unsigned char probe[] = {0x48, 0xc7, 0x04, 0x24, 0, 0, 0, 0};
    uint64_t goal = (uint64_t)uc->uc_mcontext.gregs[REG_R11], sp = (uint64_t)uc->uc_mcontext.gregs[REG_RSP];
    const void *code = (const void *)uc->uc_mcontext.gregs[REG_RIP];
    bool guard = sp < l->fibre->lo && l->fibre->lo - sp <= 4096;
    if (!guard || goal > sp || memcmp(code, probe, sizeof probe) != 0)
        return 0;
    return l->fibre->hi - goal;
}

/* ---- copies from and to the host's memory, which may be shorter than the program says ---- */
static _Thread_local struct copying {
    sigjmp_buf out;
    uintptr_t lo, hi; /* the host's side */
    uintptr_t at;     /* of the fault */
} *volatile copying;

static void leave_copy(void) { siglongjmp(copying->out, 1); }

/* Memory of the host's that shall be overwritten is looked at first: nothing is stored where a part of it is missing.
 */
static void look_at(const volatile char *p, uint64_t n)
{
    enum { PAGE = 4096 };
    for (uint64_t k = 0; k < n; k += PAGE)
        (void)p[k];
    if (n)
        (void)p[n - 1];
}

bool emu_copy(void *to, const void *from, uint64_t n, const void *host, uint64_t *bad)
{
    struct copying c = {.lo = (uintptr_t)host, .hi = (uintptr_t)host + n};
    if (sigsetjmp(c.out, 0)) {
        *bad = copying->at - copying->lo;
        copying = NULL;
        return false;
    }
    copying = &c;
    if (to == host)
        look_at(to, n);
    memcpy(to, from, n);
    copying = NULL;
    return true;
}

/* The thread goes on in leave_copy, once the handler has returned. */
static bool is_copy_fault(int sig, const siginfo_t *info, ucontext_t *uc)
{
    enum { RED_ZONE = 128, CALL = 8 };
    struct copying *c = copying;
    uintptr_t at = (uintptr_t)info->si_addr;
    if (!c || (sig != SIGSEGV && sig != SIGBUS) || at < c->lo || at >= c->hi)
        return false;
    c->at = at;
    uint64_t sp = ((uint64_t)uc->uc_mcontext.gregs[REG_RSP] - RED_ZONE) & ~(uint64_t)15;
    uc->uc_mcontext.gregs[REG_RSP] = (greg_t)(sp - CALL);
    uc->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)leave_copy;
    return true;
}

static void on_fault(int sig, siginfo_t *info, void *context)
{
    struct emu_worker *w = emu_worker_here();
    ucontext_t *uc = context;
    if (is_copy_fault(sig, info, uc))
        return;
    if (!w || !*w->self || info->si_code == SI_USER || info->si_code == SI_TKILL) {
        pass_on(sig, info, context);
        return;
    }
    bool fault_address = (sig == SIGSEGV || sig == SIGBUS) && info->si_code != SI_KERNEL;
    w->failure = (struct emu_failure){.kind = EMU_SIGNAL, .lane = (struct emu_lane *)*w->self, .signal = sig};
    w->failure.addr = fault_address ? (uintptr_t)info->si_addr : UINT64_MAX;
    w->failure.size = uc->uc_mcontext.gregs[REG_ERR] & 2; /* a store */
    w->failure.needed = stack_needed(w->failure.lane, uc);
    keep_frames(&w->failure, (void *)uc->uc_mcontext.gregs[REG_RIP]);
    emu_fibre_abandon(w->failure.lane->fibre, &w->home);
    uc->uc_mcontext.gregs[REG_RIP] = (greg_t)(uintptr_t)gantry_emu_resume;
    uc->uc_mcontext.gregs[REG_RSP] = (greg_t)(uintptr_t)w->home.sp;
}

static void install(void)
{
    void *frame[1];
    backtrace(frame, 1); /* the first call loads a library, which a signal handler must not do */
    for (int i = 0; i < NFAULTS; i++) {
        struct sigaction sa = {.sa_flags = SA_SIGINFO | SA_ONSTACK};
        sa.sa_sigaction = on_fault;
        sigemptyset(&sa.sa_mask);
        sigaction(faults[i], &sa, &before[i]);
    }
}

void emu_signals_install(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, install);
}

/* Handlers run on a stack of their own: a lane may have used up its stack. */
bool emu_signal_stack_enter(struct emu_worker *w)
{
    stack_t now, ours = {.ss_size = SIGNAL_STACK};
    if (sigaltstack(NULL, &now) || !(now.ss_flags & SS_DISABLE))
        return false;
    if (!w->signal_stack)
        w->signal_stack = malloc(SIGNAL_STACK);
    ours.ss_sp = w->signal_stack;
    return ours.ss_sp && sigaltstack(&ours, NULL) == 0;
}

void emu_signal_stack_leave(struct emu_worker *w)
{
    stack_t none = {.ss_flags = SS_DISABLE};
    (void)w;
    sigaltstack(&none, NULL);
}
