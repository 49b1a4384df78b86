/* late.c: a library to preload (x86-64). Threads of an OpenMP program come late to its constructs, tasks, locks and
 * threads: up to 3 ms, by chance from the seed LATE, in some seeds the first thread alone, in others all but it. Each
 * call goes to the real function with all its registers; what a construct, a task or a thread runs begins late, too.
 * late.def has the functions. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { LONGEST_US = 3000, ALL_US = 150000, PERCENT = 60 }; /* ALL_US: of one thread */

static unsigned long seed;
static int is_begun, is_openmp;
static atomic_uint nthreads;
static _Thread_local uint64_t state; /* 0: the thread is new */
static _Thread_local unsigned percent, all_us;

static unsigned next(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 33);
}

static unsigned percent_of(bool first, unsigned chance)
{
    switch (seed % 4) {
    case 0:
        return first ? PERCENT : 0;
    case 1:
        return first ? 0 : PERCENT;
    default:
        return PERCENT * (chance % 3) / 2;
    }
}

static void begin_thread(void)
{
    state = (seed * 0x9E3779B97F4A7C15 + atomic_fetch_add(&nthreads, 1) * 0xBF58476D1CE4E5B9) | 1;
    for (int i = 0; i < 20; i++)
        next();
    percent = percent_of(gettid() == getpid(), next());
}

static void begin(void);

__attribute__((used)) static void late_comes(void)
{
    if (!is_begun)
        begin();
    if (!is_openmp)
        return;
    if (!state)
        begin_thread();
    if (next() % 100 >= percent || all_us > ALL_US)
        return;
    unsigned us = next() % LONGEST_US;
    all_us += us;
    nanosleep(&(struct timespec){0, us * 1000L}, NULL);
}

/* ---- functions that begin late: each gets a stub ---- */
enum { STUBS = 2048, STUB_BYTES = 32 };
static struct stub {
    void *f;
    unsigned char *code;
} stubs[STUBS];
static unsigned nstubs;
static unsigned char *memory;
static atomic_flag busy = ATOMIC_FLAG_INIT;
void late_begins(void); /* comes late, and goes to r11 */

static unsigned char *write_stub(void *f)
{
    void (*begins)(void) = late_begins;
    unsigned char code[STUB_BYTES] = {0x49, 0xbb, [10] = 0x49, 0xba, [20] = 0x41, 0xff, 0xe2}; /* r11, r10; jmp *r10 */
    if (!memory)
        memory = mmap(NULL, STUBS * STUB_BYTES, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(code + 2, &f, sizeof f);
    memcpy(code + 12, &begins, sizeof begins);
    return memcpy(memory + nstubs * STUB_BYTES, code, sizeof code);
}

__attribute__((used)) static void *late_stub(void *f)
{
    if (!is_begun)
        begin();
    while (atomic_flag_test_and_set(&busy))
        sched_yield();
    unsigned i = 0;
    while (i < nstubs && stubs[i].f != f)
        i++;
    if (i == nstubs && is_openmp && nstubs < STUBS) {
        stubs[i] = (struct stub){f, write_stub(f)};
        nstubs++;
    }
    void *out = i < nstubs ? stubs[i].code : f;
    atomic_flag_clear(&busy);
    return out;
}

/* ---- the functions ---- */
#define SAVE                                                                                                           \
    "push %rbp; mov %rsp,%rbp; push %rax; push %rdi; push %rsi; push %rdx; push %rcx; push %r8; push %r9; push %r10;"  \
    "push %r11; sub $136,%rsp; and $-16,%rsp; movups %xmm0,(%rsp); movups %xmm1,16(%rsp); movups %xmm2,32(%rsp);"      \
    "movups %xmm3,48(%rsp); movups %xmm4,64(%rsp); movups %xmm5,80(%rsp); movups %xmm6,96(%rsp);"                      \
    "movups %xmm7,112(%rsp);"
#define RESTORE                                                                                                        \
    "movups (%rsp),%xmm0; movups 16(%rsp),%xmm1; movups 32(%rsp),%xmm2; movups 48(%rsp),%xmm3; movups 64(%rsp),%xmm4;" \
    "movups 80(%rsp),%xmm5; movups 96(%rsp),%xmm6; movups 112(%rsp),%xmm7; lea -72(%rbp),%rsp; pop %r11; pop %r10;"    \
    "pop %r9; pop %r8; pop %rcx; pop %rdx; pop %rsi; pop %rdi; pop %rax; pop %rbp;"
#define CODE(NAME, WHAT, THEN)                                                                                         \
    __asm__(".text\n.globl " NAME "\n.type " NAME ",@function\n" NAME ":\n" SAVE WHAT RESTORE "jmp *" THEN "\n");
__asm__(".hidden late_begins");
CODE("late_begins", "call late_comes;", "%r11")

#define REAL(NAME) __attribute__((used, visibility("hidden"))) void *late_real_##NAME;
#define LATE(NAME) REAL(NAME) CODE(#NAME, "call late_comes;", "late_real_" #NAME "(%rip)")
/* SLOT: where SAVE puts the argument that is a function */
#define BEGINS(NAME, SLOT)                                                                                             \
    REAL(NAME)                                                                                                         \
    CODE(#NAME, "mov " SLOT "(%rbp),%rdi; call late_stub; mov %rax," SLOT "(%rbp);", "late_real_" #NAME "(%rip)")
#include "late.def"
#undef LATE
#undef BEGINS

static void begin(void)
{
#define LATE(NAME) late_real_##NAME = dlsym(RTLD_NEXT, #NAME);
#define BEGINS(NAME, SLOT) LATE(NAME)
#include "late.def"
    const char *s = getenv("LATE");
    seed = s ? strtoul(s, NULL, 10) : 1;
    is_openmp = late_real___kmpc_fork_call != NULL; /* not the shell, nor the compiler */
    is_begun = 1;
}
