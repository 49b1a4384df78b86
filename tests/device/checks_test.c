/* The device runtime with its assertions reports the faults of checks_kernels.c: the condition, where it is asserted,
 * which lane and which region. Each kernel runs in a process of its own. */
#include "gantry_numbers.h"

#include "checks_kernels.h"
#include "harness.h"

#include <sys/wait.h>
#include <unistd.h>

static const struct expectation {
    const char *kernel, *file, *says; /* says: NULL, nothing at all */
} expectations[] = {
    {"k_good", NULL, NULL},
    {"k_crew_word", "entry.c", "is_crew_word(crew)"},
    {"k_mode_word", "entry.c", "is_mode_word(mode)"},
    {"k_without_state", "sync.c", "state_is_there()"},
    {"k_not_main", "parallel.c", "is_main_thread()"},
    {"k_share_left", "parallel.c", "share.top == 0"},
    {"k_share_order", "parallel.c", "share_bytes + share.top"},
    {"k_task_left", "entry.c", "lane_is_back()"},
    {"k_task_end", "tasks.c", "TASK_EXPLICIT"},
    {"k_unlock", "sync.c", "*lock == 1"},
    {"k_loop_level", "loops.c", "sched <= __GD_GUIDED"},
    {"k_reduce_nothing", "reduce.c", "data && size"},
    {"k_ordered_back", "ordered.c", "next_in_order"},
    {"k_scan_nothing", "scan.c", "data && carry"},
    {"k_group_space", "simd.c", "bytes % __GD_SPACE_ALIGN == 0"},
    {"k_payload", "simd.c", "id || fn"},
};

static void run_kernel(const char *name)
{
    enum { LANES = 64 };
    struct gantry_env env = {.threads = LANES, .lanes = LANES, .thread_limit = LANES, .num_devices = 1};
    struct test_args a = {0};
    launch_env(name, 1, LANES, 4096, &env, &a, sizeof a);
}

/* what a process that runs the kernel writes to standard error */
static int outcome(const char *kernel, char *said, size_t size)
{
    int ends[2], status;
    size_t n = 0;
    fflush(stdout);
    if (pipe(ends))
        exit(1);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], 2);
        freopen("/dev/null", "w", stdout);
        open_device("emulated");
        run_kernel(kernel);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t got; n + 1 < size && (got = read(ends[0], said + n, size - 1 - n)) > 0;)
        n += (size_t)got;
    said[n] = 0;
    close(ends[0]);
    waitpid(child, &status, 0);
    return status;
}

int main(void)
{
    char said[4096], place[64];
    for (size_t i = 0; i < sizeof expectations / sizeof *expectations; i++) {
        const struct expectation *e = &expectations[i];
        int status = outcome(e->kernel, said, sizeof said);
        if (!e->says) {
            CHECK(status == 0 && !*said, "%s: status %d: %s", e->kernel, status, said);
            continue;
        }
        snprintf(place, sizeof place, "runtime/device/%s:", e->file);
        CHECK(status != 0 && strncmp(said, place, strlen(place)) == 0, "%s: %s", e->kernel, said);
        CHECK(strstr(said, "the device runtime asserts: ") && strstr(said, e->says), "%s: %s", e->kernel, said);
        CHECK(strstr(said, "  by ") && strstr(said, "of team 0 (lane ") && strstr(said, "kernels.c:0"), "%s: %s",
              e->kernel, said);
    }
    return failures != 0;
}
