// LABELS: run
// Sanitizers and profiles: regions in place, an emulated GPU, tasks and the runtime give no false alarm; what is wrong is found.
// RUN: unset ASAN_OPTIONS; for s in address,undefined thread; do %gantry cc -g -O1 -fsanitize=$s --offload-arch=emulated %s -o good && %run_host ./good && %run_emulated32 ./good || exit 1; done 2>&1 | tee log && test ! -s log
// RUN: unset ASAN_OPTIONS; export UBSAN_OPTIONS=halt_on_error=1; wrong() { %gantry cc -w -g --offload-arch=none -fsanitize=$1 -D$2 %s -o wrong && (%not %run_host ./wrong) 2>&1 | grep -q "$3" || { echo $1; exit 1; }; }; \
// RUN:   wrong address LEAK 'in main .*sanitizers.c'; wrong thread RACE 'data race .*sanitizers.c'; wrong thread EARLY 'data race .*sanitizers.c'; wrong undefined SHIFT 'shift exponent 40'
// RUN: %gantry cc -O1 -fprofile-generate %s -o p && LLVM_PROFILE_FILE=p.raw %run_host ./p && $(dirname $(readlink -f %clang))/llvm-profdata merge p.raw -o p.data && %gantry cc -O1 -fprofile-use=p.data %s -o p && %run_host ./p
// RUN: printf '#if __has_feature(address_sanitizer)\nenum { ON = 1 };\n#else\nenum { ON = 0 };\n#endif\nint main(void) {\n int x = 2;\n#pragma omp target map(x)\n x = ON;\n return x; }\n' > asks.c && %gantry cc --offload-arch=none asks.c -o asks && ./asks && %gantry cc --offload-arch=none -fsanitize=address asks.c -o asks && %not --status 1 ./asks
// Where Clang's run-time library is missing, the package is named; defaults of the user's own win over ours.
// RUN: mkdir -p r && ln -s $(%clang -print-resource-dir)/include r/include && for o in -fsanitize=address --coverage; do %not --status 1 %gantry cc --offload-arch=none -resource-dir=$PWD/r $o %s -o bad 2>&1 | grep -q -e "$o needs .* package 'libclang-rt-19-dev'" || exit 1; done
// RUN: echo 'const char *__asan_default_options(void) { return "help=1"; }' > own.c && %gantry cc --offload-arch=none -fsanitize=address %s own.c -o own && %run_host ./own 2>&1 | grep -q 'Available flags'
#include <stdlib.h>

#define N 10000
#pragma omp declare target
int table[100];
#pragma omp end declare target

static int wrong(int s)
{
#ifdef SHIFT
#pragma omp target map(tofrom: s)
    s = s << 40;
#elif defined RACE
#pragma omp target teams distribute parallel for map(tofrom: s)
    for (int i = 0; i < 100 * N; i++)
        s++;
#elif defined EARLY /* iterations wait for the last but one, and read what the last one stores */
    int chain[1000] = {0};
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 2; i < 1000; i++) {
#pragma omp ordered depend(sink: i - 2)
        chain[i] = chain[i - 1] + s;
#pragma omp ordered depend(source)
    }
#elif defined LEAK
    s += malloc(100) == NULL;
#endif
    return s;
}

/* what ThreadSanitizer learns of through src/driver/stub/archer.c */
static int ordered_by_openmp(void)
{
    static int chain[1000];
    static unsigned paths[40][40];
    long sum = 0, tasks = 0;
#pragma omp parallel for ordered(1) schedule(static, 1) num_threads(4)
    for (int i = 1; i < 1000; i++) {
#pragma omp ordered depend(sink: i - 1)
        chain[i] = chain[i - 1] + 1;
#pragma omp ordered depend(source)
    }
#pragma omp parallel for ordered(2) schedule(static, 1) num_threads(4)
    for (int i = 1; i < 40; i++)
        for (int j = 1; j < 40; j++) {
#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
            paths[i][j] = paths[i - 1][j] + paths[i][j - 1] + 1;
#pragma omp ordered depend(source)
        }
#pragma omp parallel num_threads(4) reduction(task, +: tasks)
#pragma omp single
    {
#pragma omp taskloop reduction(+: sum) grainsize(10)
        for (int i = 0; i < 1000; i++)
            sum += i;
        for (int i = 0; i < 100; i++)
#pragma omp task in_reduction(+: tasks)
        {
            int mine = i;
#pragma omp taskgroup
            {
#pragma omp task shared(mine)
                mine++;
            }
            tasks += mine - 1;
        }
    }
    return chain[999] == 999 && paths[1][39] == 39 && sum == 499500 && tasks == 4950;
}

int main(void)
{
    double *a = malloc(N * sizeof *a), s = 0, big[64] = {0};
#pragma omp target data map(from: a[0:N])
    {
#pragma omp target teams distribute parallel for
        for (int i = 0; i < N; i++)
            a[i] = i;
#pragma omp target teams distribute parallel for reduction(+: s, big)
        for (int i = 0; i < N; i++) {
            s += a[i];
            big[i % 64] += 1;
        }
#pragma omp target map(tofrom: s) nowait depend(inout: s)
        s += 1;
#pragma omp target enter data map(to: big) nowait depend(inout: big)
#pragma omp target exit data map(delete: big) nowait depend(inout: big)
#pragma omp taskwait
    }
#pragma omp target
#pragma omp parallel num_threads(8)
    {
#pragma omp for
        for (int i = 0; i < 100; i++)
            table[i] = i;
#pragma omp critical
        table[0]++;
#pragma omp barrier
    }
#pragma omp target update from(table)
#pragma omp parallel for reduction(+: s)
    for (int i = 0; i < N; i++)
        s += a[i];
    int sum = 0, own = 0; /* copies that the threads combine themselves, under a lock of the run-time library */
#pragma omp target teams reduction(+: sum) num_teams(8)
    sum += 1;
#pragma omp parallel num_threads(8)
#pragma omp scope reduction(+: own)
    own += 1;
    free(a);
    return wrong(1) == 0 || s != (double)N * (N - 1) + 1 || table[0] < 1 || sum != 8 || own != 8 || !ordered_by_openmp();
}
