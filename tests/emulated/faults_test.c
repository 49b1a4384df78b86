/* What must be reported: bad accesses of every kind, deadlocks, traps, faults; each in a process of its own.
 */
#include "emulated_test.h"

static u64 array(struct test_device *t, u32 n, const char *name) {
    u32 *zero = calloc(n, 4);
    u64 d = test_alloc(t, 4ull * n, name);
    test_to(t, d, zero, 4ull * n);
    free(zero);
    return d;
}

/* ---- bounds: byte `offset` of an array of 100 bytes, by lane 5 of team 2 ---- */
static void k_at(void **a) {
    u8 *p = (u8 *)arg(a, 0);
    long offset = (long)arg(a, 1);
    if (SELF->team == 2 && SELF->tid == 5) {
        if (arg(a, 2))
            STORE(p + offset, 1);
        else
            (void)LOAD(p + offset);
    }
}

static void at(long offset, u32 store) {
    struct test_device *t = test_open(0);
    test_alloc(t, 1000, "before");
    u64 d = test_alloc(t, 100, "a[0:n]");
    test_alloc(t, 1000, "after");
    LAUNCH(t, k_at, 4, 64, d, (u64)offset, store);
}
static void inside(void) {
    at(0, 1), at(99, 0), at(50, 1);
}
static void after_end(void) {
    at(100, 0);
}
static void before_begin(void) {
    at(-1, 1);
}
static void far_after(void) {
    at(130, 1);
}

static void k_partly(void **a) {
    (void)LOAD((u64 *)(arg(a, 0) + 96));
}
static void partly(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_partly, 1, 1, test_alloc(t, 100, "a[0:n]"));
}

static void k_plain(void **a) {
    STORE((u32 *)arg(a, 0) + SELF->tid, 1u);
}
static void freed(void) {
    struct test_device *t = test_open(0);
    u64 d = array(t, 64, "b");
    LAUNCH(t, k_plain, 1, 64, d);
    test_free(t, d);
    for (int i = 0; i < 1000; i++) /* others do not get its place at once */
        test_free(t, test_alloc(t, 256, "c"));
    LAUNCH(t, k_plain, 1, 64, d);
}

/* ---- addresses that are not of the device ---- */
static const struct gantry_map maps[] = {{"n", 0, GANTRY_PARAM_VALUE, 0, 0},
                                         {"x", GANTRY_MAP_LOOKUP, GANTRY_PARAM_ADDRESS, 0, 0}};
static const struct gantry_region region = {.nmaps = 2, .maps = maps};

static void k_second(void **a) {
    STORE((u32 *)arg(a, 1) + SELF->tid, 1u);
}
static void unmapped(void) {
    struct test_device *t = test_open(0);
    u32 *x = calloc(64, 4);
    test_run(t, &(struct test_launch){k_second, GANTRY_MODE_SPMD, 1, 64, 1, 2, {64, (u64)x}, &region, 0});
}
static void k_inner(void **a) {
    (void)LOAD(*(u32 **)arg(a, 0));
}
static void inner_pointer(void) {
    struct test_device *t = test_open(0);
    u32 *x = calloc(64, 4);
    u64 d = test_alloc(t, 8, "s.p");
    test_to(t, d, &x, 8);
    LAUNCH(t, k_inner, 1, 1, d);
}
static void null_pointer(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_plain, 1, 1, 0);
}
static void never_written(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_inner, 1, 1, test_alloc(t, 8, "s.p"));
}
static void other_device(void) {
    struct test_device *t = test_open(0), *u = test_open(1);
    u64 d = array(u, 16, "theirs");
    struct gantry_err err = {0};
    char c = 0;
    CHECK(EMU->copy_to(t->dev, d, &c, 1, &err) != 0);
    LAUNCH(t, k_plain, 1, 64, d);
}

/* ---- another lane's local variable, by way of team-shared memory ---- */
static _Thread_local u32 *volatile pointer;
static void k_stack(void **a) {
    volatile u32 mine = SELF->tid;
    if (SELF->tid == 3)
        pointer = (u32 *)&mine;
    __gd_emu_barrier(0, 0);
    if (SELF->tid == 3 || SELF->tid == 40)
        STORE(arg_u32(a, 0) + SELF->tid, LOAD(pointer));
    __gd_emu_barrier(0, 0);
}
static void other_stack(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_stack, 1, 64, array(t, 64, "out"));
}

/* ---- good accesses outside the arena: own stack, team-shared memory, the image's own data ---- */
typedef u64 unaligned __attribute__((aligned(1)));
static _Thread_local u32 team_array[64];
static void k_good(void **a) {
    u32 local[4] = {0};
    STORE(&local[SELF->tid % 4], 1u);
    STORE(&team_array[SELF->tid], LOAD(&local[SELF->tid % 4]));
    STORE((u32 *)test_globals + SELF->tid, LOAD(&team_array[SELF->tid]));
    STORE(arg_u32(a, 0) + SELF->tid, LOAD((u32 *)test_globals + SELF->tid));
    (void)LOAD((unaligned *)(arg(a, 0) + 4)); /* across two granules */
}
static void good(void) {
    struct test_device *t = test_open(0);
    u32 h[64];
    u64 d = array(t, 64, "out");
    LAUNCH(t, k_good, 5, 60, d);
    test_from(t, h, d, sizeof h);
    for (u32 i = 0; i < 64; i++)
        CHECK(h[i] == (i < 60), "%u", i);
}

static void k_index(void **a) {
    u32 local[4] = {0};
    u32 *p = &local[arg(a, 0)];
    static const struct __gd_emu_site site = {"kernel.c", "main", 12, 9, 1, 4};
    if (arg(a, 0) >= 4)
        __gd_emu_bad_index(p, 4, local, sizeof local, 0, &site);
    *p = 1;
}
static void bad_index(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_index, 1, 32, 3);
    LAUNCH(t, k_index, 1, 32, 5);
}

static void check_off(void) {
    struct test_device *t = test_open(0);
    u32 *x = calloc(64, 4);
    LAUNCH(t, k_plain, 1, 64, (u64)x);
    CHECK(x[63] == 1);
    free(x);
}

/* ---- deadlocks ---- */
static void k_divergent(void **a) {
    if (SELF->tid < 40)
        __gd_emu_barrier(0, 0);
    else
        __gd_emu_barrier(1, 64);
    (void)a;
}
static void divergent(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_divergent, 3, 128, 0);
}

/* PTX: the barrier of the leaders waits for their warps' other lanes, which wait for the leaders */
static void k_leaders(void **a) {
    u64 group = 3ull << (SELF->lane & ~1u);
    if (SELF->lane % 2 == 0)
        __gd_emu_barrier(0, 0);
    __gd_emu_warp_sync(group);
    (void)a;
}
static void leaders(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_leaders, 1, 64, 0);
}

static void k_missing(void **a) {
    if (SELF->lane != 7)
        __gd_emu_shuffle(0xffffffffu, 1, 0);
    else
        __gd_emu_barrier(0, 0);
    (void)a;
}
static void missing_lane(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_missing, 1, 32, 0);
}

static void k_not_mine(void **a) {
    (void)a;
    __gd_emu_warp_sync(0xf0);
}
static void not_in_mask(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_not_mine, 1, 32, 0);
}

static void k_counts(void **a) {
    (void)a;
    __gd_emu_barrier(1, SELF->tid < 32 ? 64 : 32);
}
static void counts_differ(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_counts, 1, 64, 0);
}

static void k_two_kinds(void **a) {
    (void)a;
    if (SELF->tid < 32)
        __gd_emu_barrier(0, 0);
    else if (__gd_emu_elect())
        __gd_emu_release();
}
static void two_kinds(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_two_kinds, 1, 64, 0);
}

static void k_one_in_loop(void **a) {
    for (u32 i = 0; i < 3 + (SELF->tid == 17); i++)
        __gd_emu_barrier(0, 0);
    __gd_emu_ballot(~0ull, 1);
    (void)a;
}
static void uneven_loop(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_one_in_loop, 1, 64, 0);
}

static void k_never(void **a) {
    while (*(volatile u32 *)arg(a, 0) == 0)
        __gd_emu_yield();
}
static void endless_wait(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_never, 4, 32, array(t, 1, "flag"));
}

/* ---- traps and faults ---- */
static void k_trap(void **a) {
    (void)a;
    if (SELF->tid == 33)
        __gd_emu_trap("assertion failed: x > 0", "user.c", 77);
    __gd_emu_barrier(0, 0);
}
static void trap(void) {
    struct test_device *t = test_open(0);
    test_run(t, &(struct test_launch){k_trap, GANTRY_MODE_SPMD, 2, 32, 2, 0, {0}, NULL, 0});
}

static void k_abort(void **a) {
    (void)a;
    __gd_emu_trap("abort() was called", NULL, 0); /* line of the call is found */
}
static void trap_without_place(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_abort, 1, 1, 0);
}

static void k_wild(void **a) {
    *(volatile u32 *)arg(a, 0) = 1;
}
static void wild(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_wild, 100, 64, test_alloc(t, 8, "p") + (1ull << 30));
}
static void wild_read(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_inner, 1, 1, test_alloc(t, 8, "p"));
}

__attribute__((no_sanitize("undefined"))) static void k_divide(void **a) {
    *(volatile u32 *)arg(a, 0) = 10 / *(volatile u32 *)arg(a, 0);
}
static void divide(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_divide, 1, 1, array(t, 1, "z"));
}

static void k_builtin_trap(void **a) {
    (void)a;
    __builtin_trap();
}
static void builtin_trap(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_builtin_trap, 4, 64, 0);
}

static __attribute__((noinline)) u32 deep(volatile u32 *p, u32 n) {
    volatile u32 big[64];
    big[n % 64] = *p;
    return n == 0 ? 0 : deep(p, n - 1) + big[n % 64];
}
static void k_deep(void **a) {
    *arg_u32(a, 0) = deep(arg_u32(a, 0), (u32)arg(a, 1));
}
static void stack_overflow(void) {
    struct test_device *t = test_open(0);
    u64 d = array(t, 1, "x");
    LAUNCH(t, k_deep, 1, 1, d, 10);
    LAUNCH(t, k_deep, 1, 64, d, 100000);
}
static void large_stack(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_deep, 1, 1, array(t, 1, "x"), 20000);
}

/* inside the C library, which may hold its locks then: lanes of helpers print, the launching thread's team
 * waits */
static void k_print(void **a) {
    if (SELF->team == 0)
        while (!__atomic_load_n(arg_u32(a, 1), __ATOMIC_ACQUIRE))
            __gd_emu_yield();
    __atomic_store_n(arg_u32(a, 1), 1u, __ATOMIC_RELEASE);
    printf("%s\n", (const char *)arg(a, 0));
    __atomic_store_n(arg_u32(a, 1), 2u, __ATOMIC_RELEASE); /* no tail call */
}
static void print_wild(void) {
    struct test_device *t = test_open(0);
    u64 flag = array(t, 1, "flag");
    LAUNCH(t, k_print, 2, 1, test_alloc(t, 8, "s") + (1ull << 30), flag);
}

/* a fault outside kernels is none of the device's business */
static void host_fault(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_good, 1, 1, array(t, 64, "out"));
    *(volatile int *)(uintptr_t)strtoul("8", NULL, 0) = 1;
}

/* ---- memory ---- */
static void out_of_memory(void) {
    struct test_device *t = test_open(0);
    test_free(t, test_alloc(t, 900000, "first"));
    test_free(t, test_alloc(t, 1000000, "second"));
    test_alloc(t, 600000, "third");
    test_alloc(t, 600000, "fourth");
}
static void double_free(void) {
    struct test_device *t = test_open(0);
    u64 d = test_alloc(t, 100, "a");
    test_free(t, d);
    test_free(t, d);
}
static void free_inside(void) {
    struct test_device *t = test_open(0);
    test_free(t, test_alloc(t, 1000, "a") + 256);
}
static void copy_too_long(void) {
    struct test_device *t = test_open(0);
    char h[128] = {0};
    test_to(t, test_alloc(t, 100, "a"), h, 101);
}
static void k_free_twice(void **a) {
    void *p = __gd_emu_malloc(10);
    __gd_emu_free(p);
    __gd_emu_free(p);
    (void)a;
}
static void kernel_free_twice(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_free_twice, 1, 1, 0);
}

static void bad_width(void) {
    test_open(0);
}
static void too_large(void) {
    struct test_device *t = test_open(0);
    LAUNCH(t, k_good, 1, 1025, 0);
}

/* the device goes on after a launch that failed: the host decides what becomes of the program */
static void goes_on(void) {
    struct test_device *t = test_open(0);
    u64 d = test_alloc(t, 100, "a");
    struct gantry_err err;
    for (int i = 0; i < 20; i++) {
        CHECK(test_try(t, &(struct test_launch){k_at, GANTRY_MODE_SPMD, 50, 64, 1, 3, {d, 100, 1}, NULL, 0},
                       &err) == -1);
        CHECK(strstr(err.text, "stopped by the bad access"), "%s", err.text);
        CHECK(test_try(t, &(struct test_launch){k_divergent, GANTRY_MODE_SPMD, 50, 64, 1, 0, {0}, NULL, 0},
                       &err) == -1);
        CHECK(strstr(err.text, "deadlock"), "%s", err.text);
        LAUNCH(t, k_at, 50, 64, d, 99, 1);
        LAUNCH(t, k_good, 50, 60, array(t, 64, "out"));
    }
}

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#define ONE "GANTRY_EMULATED_THREADS=1"
int main(int argc, char **argv) {
    static const struct scenario rows[] =
    { {"inside", inside, 0, {NULL}, {NULL}},
      {"after the end",
       after_end,
       1,
       {"faults_test.c:",
        ":5: gantry: error: load of 1 byte, right after the end of 'a[0:n]' (100 bytes, mapped at here.c:7)",
        "by thread 5 of team 2 (lane 5 of warp 0), in the target region of kernel.c:10 [main], 4 teams of 64 "
        "lanes"},
       {NULL}},
      {"before the beginning",
       before_begin,
       1,
       {"store of 1 byte, 1 byte before the beginning of 'a[0:n]'"},
       {NULL}},
      {"far after the end", far_after, 1, {"store of 1 byte, 30 bytes after the end of 'a[0:n]'"}, {NULL}},
      {"partly", partly, 1, {"load of 8 bytes, reaching 4 bytes beyond the end of 'a[0:n]'"}, {NULL}},
      {"freed", freed, 1, {"at byte 0 of 'b' (256 bytes, mapped at here.c:7), which has been freed"}, {NULL}},
      {"unmapped",
       unmapped,
       1,
       {"'x' points there, and what it points to is not mapped (byte 0 of it)", "map(tofrom: "},
       {NULL}},
      {"inner pointer",
       inner_pointer,
       1,
       {"load of 4 bytes at a host address, which is not device memory", "a pointer inside mapped data"},
       {NULL}},
      {"null pointer", null_pointer, 1, {"store of 4 bytes through a null pointer"}, {NULL}},
      {"never written",
       never_written,
       1,
       {"0x7ffa7ffa7ffa7ffa, the pattern of device memory that was never written"},
       {NULL}},
      {"never written, no poison", never_written, 1, {"null pointer"}, {"GANTRY_EMULATED_POISON=0"}},
      {"other device",
       other_device,
       1,
       {"'theirs'", "on device 1, but the kernel runs on device 0"},
       {"GANTRY_EMULATED_DEVICES=2"}},
      {"other lane's stack",
       other_stack,
       1,
       {"load of 4 bytes on the stack of thread 3 of team 0 (lane 3 of warp 0)",
        "by thread 40 of team 0 (lane 8 of warp 1)"},
       {NULL}},
      {"good accesses", good, 0, {NULL}, {NULL}},
      {"bad index",
       bad_index,
       1,
       {"kernel.c:12:9: gantry: error: store of 4 bytes outside a variable: at byte 20 of 16"},
       {NULL}},
      {"check off", check_off, 0, {NULL}, {"GANTRY_EMULATED_CHECK=0"}},
      {"divergent barrier",
       divergent,
       1,
       {"kernel.c:10: gantry: error: deadlock: all lanes of team 0",
        "lanes 0-39: wait at team barrier 0: 32 of 64 lanes have arrived, 1 warp only in part, at ",
        "lanes 40-63: wait at team barrier 1: 0 of 64", "lanes 64-127: have ended",
        "faults_test.c:", "a barrier must be met by all"},
       {ONE}},
      {"leaders at a barrier",
       leaders,
       1,
       {"lanes 0, 2, 4, 6, 8, 10, 12, 14 … (32 lanes): wait at team barrier 0: 0 of 64 lanes have arrived, 2 "
        "warps only in part, at ",
        "lanes 1, 3, 5",
        "wait in a warp sync with masks of their own, such as 0x3, to which did not come: 0, at "},
       {NULL}},
      {"missing lane",
       missing_lane,
       1,
       {"lanes 0-6, 8-31 (31 lanes): wait in a shuffle with mask 0xffffffff, to which did not come: 7, at ",
        "lane 7: wait at team barrier 0: 0 of 32"},
       {NULL}},
      {"not in mask",
       not_in_mask,
       1,
       {"warp sync with mask 0xf0, in which the calling lane 0 itself is missing", "faults_test.c:"},
       {NULL}},
      {"counts differ",
       counts_differ,
       1,
       {"team barrier 1 is entered for 32 lanes, but others wait there for 64"},
       {NULL}},
      {"two kinds", two_kinds, 1, {"lanes come to a barrier of the team, others of the team to one of the league"}, {NULL}},
      {"uneven loop", uneven_loop, 1, {"lane 17: wait at team barrier 0", "wait in a vote"}, {NULL}},
      {"endless wait",
       endless_wait,
       1,
       {"no lane goes on", "wait in a loop", "endless wait reported above"},
       {"GANTRY_EMULATED_PATIENCE=1"}},
      {"trap",
       trap,
       1,
       {"user.c:77: gantry: error: the kernel was stopped: assertion failed: x > 0", "by thread 16 of team"},
       {NULL}},
      {"trap without place",
       trap_without_place,
       1,
       {"faults_test.c:", ": gantry: error: the kernel was stopped: abort() was called"},
       {NULL}},
      {"wild store",
       wild,
       1,
       {"faults_test.c:", "gantry: error: store, 1073741816 bytes after the end of 'p'"},
       {NULL}},
      {"wild read", wild_read, 1, {"faults_test.c:", "load of 4 bytes at 0x7ffa"}, {NULL}},
      {"wild printf",
       print_wild,
       1,
       {"gantry: error: load, 1073741816 bytes after the end of 's'", "faults_test.c:"},
       {"GANTRY_EMULATED_THREADS=2"}},
      {"division by zero", divide, 1, {"faults_test.c:", "integer division by zero"}, {NULL}},
      {"trap instruction", builtin_trap, 1, {"faults_test.c:", "ran into a trap"}, {NULL}},
      {"stack overflow",
       stack_overflow,
       1,
       {"faults_test.c:", "used up its stack of 65536 bytes", "GANTRY_EMULATED_STACK"},
       {NULL}},
      {"large stack", large_stack, 0, {NULL}, {"GANTRY_EMULATED_STACK=16m"}},
#if !defined(__SANITIZE_ADDRESS__) && !__has_feature(address_sanitizer) /* which then has the last word */
      {"fault on the host", host_fault, 128 + 11, {"!gantry"}, {NULL}},
#endif
      {"out of memory",
       out_of_memory,
       1,
       {"out of memory: 600000 bytes are wanted, 448576 of 1048576 are free"},
       {"GANTRY_EMULATED_MEMORY=1m"}},
      {"double free", double_free, 1, {"it has been freed before; it is at byte 0 of 'a'"}, {NULL}},
      {"free inside", free_inside, 1, {"no allocation begins there; it is at byte 256 of 'a'"}, {NULL}},
      {"copy too long",
       copy_too_long,
       1,
       {"a copy to 101 bytes at device address", "reaching 1 byte beyond the end of 'a'"},
       {NULL}},
      {"free twice in a kernel",
       kernel_free_twice,
       1,
       {"freed before; it is at byte 0 of 'malloc in a kernel' (10 bytes, taken by the region of kernel.c:10), which"},
       {NULL}},
      {"bad warp width",
       bad_width,
       1,
       {"GANTRY_EMULATED_WARP=48: a warp has 32 or 64 lanes"},
       {"GANTRY_EMULATED_WARP=48"}},
      {"too many lanes", too_large, 1, {"1 teams of 1025 lanes: there must be 1 to"}, {NULL}},
      {"goes on after failures", goes_on, 0, {NULL}, {NULL}},
      {"goes on after failures, several OS threads", goes_on, 0, {NULL}, {"GANTRY_EMULATED_THREADS=4"}},
    };
    return scenarios_main(argc, argv, rows, sizeof rows / sizeof *rows);
}
