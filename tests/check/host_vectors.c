// Loops of the host that become vectors: of each element it is known for itself whether it has a value (GC203), is old
// (GC301) or is another thread's (GC404); what lies between elements nobody has loaded.
// RUN: %gantry cc -fcheck --offload-arch=emulated -g -O3 %s -o %t && bash %S/faults.sh %t %s uninit,stale,races
// RUN: objdump -d %t --disassemble=sum_of_numbers | grep -q 'call.*<gantry_check_vector_read>'
// RUN: %gantry cc -fcheck --offload-arch=emulated -g -O0 %s -o %t.0 && bash %S/faults.sh %t.0 %s uninit,stale,races
// RUN: %gantry cc -fcheck --offload-arch=emulated -g -O2 -fPIC -c %s -o %t.o && %gantry cc -fcheck --offload-arch=emulated %t.o -o %t.2 && bash %S/faults.sh %t.2 %s uninit,stale,races
// RUN: if grep -qw avx2 /proc/cpuinfo; then %gantry cc -fcheck --offload-arch=emulated -g -O3 -mavx2 %s -o %t.wide && bash %S/faults.sh %t.wide %s uninit,stale,races; fi
// RUN: if grep -qw avx512vl /proc/cpuinfo; then %gantry cc -fcheck --offload-arch=emulated -g -O3 -mavx512f -mavx512vl -mavx512bw -mprefer-vector-width=512 %s -o %t.widest && bash %S/faults.sh %t.widest %s uninit,stale,races; fi
// LABELS: run
#include <omp.h>
#include <stdlib.h>

enum { N = 512, ONE = 301 };
typedef int v8 __attribute__((vector_size(32)));
volatile long seen;

static long sum_of_numbers(const int *p)
{
    long s = 0;
    for (int i = 0; i < N; i++)
        s += p[i]; // fault: element GC203
    return s;
}

static void element(int wrong)
{
    int *p = malloc(N * sizeof *p);
#pragma omp target map(from : p[0 : N])
    for (int i = 0; i < N; i++)
        if (i != ONE || !wrong)
            p[i] = i;
    seen = sum_of_numbers(p);
    free(p);
}

static void byte(int wrong)
{
    unsigned char *p = malloc(N + 1);
    long s = 0;
#pragma omp target map(from : p[1 : N])
    for (int i = 1; i <= N; i++)
        if (i != ONE || !wrong)
            p[i] = i;
    for (int i = 1; i <= N; i++)
        s += p[i]; // fault: byte GC203
    seen = s;
    free(p);
}

/* Of each number the region stores a part: that is a value to who loads it as a whole. */
static void half(int wrong)
{
    int *p = malloc(N * sizeof *p);
    long s = 0;
#pragma omp target map(from : p[0 : N])
    for (int i = 0; i < N; i++)
        if (i != ONE || !wrong)
            ((short *)(void *)p)[2 * i] = 1;
    for (int i = 0; i < N; i++)
        s += p[i] & 1; // fault: half GC203
    seen = s;
    free(p);
}

static void old(int wrong)
{
    long *p = malloc(N * sizeof *p), s = 0;
    for (int i = 0; i < N; i++)
        p[i] = i;
#pragma omp target data map(to : p[0 : N])
    {
#pragma omp target
        p[ONE] = 1;
        for (int i = wrong ? 0 : ONE + 1; i < N; i++)
            s += p[i]; // fault: old GC301
    }
    seen = s;
    free(p);
}

static void add(int *p, int from, int to)
{
    for (int i = from; i < to; i++)
        p[i] += 1; // fault: threads GC404
}

static void threads(int wrong)
{
    int *p = calloc(N, sizeof *p);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0)
        add(p, 0, ONE + wrong);
    else
        add(p, ONE, N);
    seen = p[N - 1];
    free(p);
}

static void bytes_of(unsigned char *p, int from, int to)
{
    for (int i = from; i < to; i++)
        p[i] ^= 3; // fault: bytes GC404
}

static void bytes(int wrong)
{
    unsigned char *p = calloc(N, 1);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0)
        bytes_of(p, 0, ONE + wrong);
    else
        bytes_of(p, ONE, N);
    seen = p[N - 1];
    free(p);
}

struct pair {
    int a, b;
};

static void firsts(struct pair *p)
{
    for (int i = 0; i < N; i++)
        p[i].a += 1; // fault: members GC404
}

static void seconds(struct pair *p)
{
    for (int i = 0; i < N; i++)
        p[i].b += 1;
}

static void members(int wrong)
{
    struct pair *p = calloc(N, sizeof *p);
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0 || wrong)
        firsts(p);
    else
        seconds(p);
    seen = p[N - 1].a;
    free(p);
}

/* masked, where the processor has such loads and stores */
static void some(int wrong)
{
    int *p = malloc(N * sizeof *p), *is = malloc(N * sizeof *is);
    long s = 0;
#pragma omp target map(from : p[0 : N])
    for (int i = 0; i < N; i++)
        if (i % 3)
            p[i] = i;
    for (int i = 0; i < N; i++)
        is[i] = i % 3;
    is[ONE / 3 * 3] = wrong;
    for (int i = 0; i < N; i++)
        if (is[i])
            s += p[i]; // fault: some GC203
    seen = s;
    free(p);
    free(is);
}

static void set(int *p, const int *is, int what)
{
    for (int i = 0; i < N; i++)
        if (is[i] == what)
            p[i] = what; // fault: others GC404
}

static void others(int wrong)
{
    int *p = calloc(N, sizeof *p), *is = malloc(2 * N * sizeof *is);
    for (int i = 0; i < 2 * N; i++)
        is[i] = i % 2;
    is[N + ONE] = !wrong;
#pragma omp parallel num_threads(2)
    set(p, omp_get_thread_num() ? is : is + N, omp_get_thread_num());
    seen = p[N - 1];
    free(p);
    free(is);
}

static void gathered(int wrong)
{
    int *p = malloc(N * sizeof *p), *at = malloc(N * sizeof *at);
    long s = 0;
#pragma omp target map(from : p[0 : N])
    for (int i = 0; i < N; i++)
        if (i != ONE)
            p[i] = i;
    for (int i = 0; i < N; i++)
        at[i] = i == ONE && !wrong ? 0 : i * 5 % N;
    for (int i = 0; i < N; i++)
        if (at[i] != ONE || wrong)
            s += p[at[i]]; // fault: gathered GC203
    seen = s;
    free(p);
    free(at);
}

/* a program's own vectors, of more than 16 bytes */
static void own(int wrong)
{
    v8 *p = aligned_alloc(32, N / 8 * sizeof *p), s = {0};
#pragma omp target map(from : p[0 : N / 8])
    for (int i = 0; i < N; i++)
        if (i != ONE || !wrong)
            ((int *)(void *)p)[i] = i;
    for (int i = 0; i < N / 8; i++)
        s += p[i]; // fault: own GC203
    seen = s[0] + s[7];
    free(p);
}

#define CASES(C)                                                                                                       \
    C(element)                                                                                                         \
    C(byte) C(half) C(old) C(threads) C(bytes) C(members) C(some) C(others) C(gathered) C(own)
#include "cases.h"

int main(int argc, char **argv)
{
    run_cases(argc, argv);
    return 0;
}
