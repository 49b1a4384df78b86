// Processes: a child that fork made counts and reports for itself, the program's status is that of its first process;
// _exit, _Exit and quick_exit lose neither the summary nor the status.
// RUN: %gantry cc -fverify -O1 --offload-arch=emulated %s -o %t
// A parent whose children alone run regions
// RUN: GANTRY_VERIFY=strict %run_emulated32 %t children right >out 2>err; test $? = 0 && test "$(grep -c "^gantry verify: process [0-9]*, made by fork: 1 region, 2 launches compared: 2 bit-equal, 0 within tolerance, 0 differing$" err)" = 3 && grep -q "^gantry verify: nothing was compared in this process; 6 launches compared in processes made by fork, 0 differences$" err || { cat err; exit 1; }
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t children wrong >out 2>err; test $? = 3 && test "$(grep -c "^child [012]: 3$" out)" = 3 && grep -q "^gantry verify: nothing was compared in this process; 6 launches compared in processes made by fork, 6 differences$" err || { cat out err; exit 1; }
// Children that run no regions say nothing, and keep their status
// RUN: GANTRY_EMULATED_SEED=1 %run_emulated32 %t idle wrong >out 2>err; test $? = 3 && test "$(grep -c "^child [012]: 5$" out)" = 3 && test "$(grep -c compared: err)" = 1 && grep -q "^gantry verify: 1 region, 1 launch compared: 0 bit-equal, 0 within tolerance, 1 differing$" err || { cat out err; exit 1; }
// Ends that no handler sees. What the program has not written stays unwritten.
// RUN: for way in _exit _Exit quick_exit handler; do GANTRY_VERIFY=region GANTRY_EMULATED_SEED=1 %run_emulated32 %t $way wrong >out 2>err; test $? = 3 && grep -q "1 differing$" err || { echo $way; cat out err; exit 1; }; done
// RUN: for way in _exit _Exit quick_exit handler; do %run_emulated32 %t $way right >out 2>err; test $? = 7 && grep -q "0 differing$" err && ! grep -q kept out || { echo $way; cat err; exit 1; }; done
// Processes of MPI say their rank, and have a file each
// RUN: PMI_RANK=3 GANTRY_EMULATED_SEED=1 %run_emulated32 %t _exit wrong >out 2>err; test $? = 3 && grep -q "^gantry verify: rank 3: .*forks.c:[0-9]*: in region, region .* differs from" err && grep -q "^gantry verify: rank 3: 1 region, 1 launch compared: .* 1 differing$" err || { cat err; exit 1; }
// RUN: for r in 0 1; do PMI_RANK=$r GANTRY_VERIFY=report=r %run_emulated32 %t _exit right 2>err; test $? = 7 && ! test -s err && grep -q "^gantry verify: rank $r: .* 0 differing$" r.rank$r || { cat err; exit 1; }; done
// RUN: GANTRY_GOLDEN=record:f.h5 %run_emulated32 %t _exit right 2>err; test $? = 7 && grep -q "^gantry golden: recorded 2 checkpoints in f.h5" err || { cat err; exit 1; }
// RUN: for way in _exit quick_exit; do GANTRY_GOLDEN=compare:f.h5 %run_emulated32 %t $way wrong 2>err; test $? = 3 && test "$(grep -c "^gantry golden: 2 checkpoints compared with f.h5: 0 equal, 0 within tolerance, 2 differing" err)" = 1 || { echo $way; cat err; exit 1; }; done
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int wrong;

static void region(void)
{
    unsigned a[4] = {1, 2, 3, 4};
#pragma omp target teams distribute parallel for num_teams(1) map(tofrom : a) firstprivate(wrong)
    for (int i = 0; i < 64; i++)
        if (wrong)
            a[1] = a[1] * 3 + (unsigned)i; /* a race */
        else if (i < 4)
            a[i] += (unsigned)i;
}

static void on_alarm(int sig) { _exit(sig == SIGALRM ? 7 : 1); }

static void children(int with_regions)
{
    for (int i = 0; i < 3; i++) {
        int status = 0;
        pid_t child = fork();
        if (child == 0) {
            if (with_regions)
                region(), region();
            if (i == 0)
                exit(with_regions ? 0 : 5);
            if (i == 1)
                _exit(with_regions ? 0 : 5);
            quick_exit(with_regions ? 0 : 5);
        }
        waitpid(child, &status, 0);
        printf("child %d: %d\n", i, WEXITSTATUS(status));
        fflush(stdout);
    }
}

int main(int argc, char **argv)
{
    const char *way = argc > 1 ? argv[1] : "";
    wrong = argc > 2 && strcmp(argv[2], "wrong") == 0;
    if (strcmp(way, "children") == 0 || strcmp(way, "idle") == 0) {
        children(*way == 'c');
        if (*way == 'i')
            region();
        return 0;
    }
    region();
    printf("kept");
    if (strcmp(way, "_exit") == 0)
        _exit(7);
    if (strcmp(way, "_Exit") == 0)
        _Exit(7);
    if (strcmp(way, "quick_exit") == 0)
        quick_exit(7);
    signal(SIGALRM, on_alarm);
    raise(SIGALRM);
    return 1;
}
