// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale,races
// RUN: { GANTRY_CHECK=stale %run_emulated32 %t set || true; } 2>&1 | %FileCheck %s
/* omp_target_memset of memory that is mapped is a store of the device's; members that no clause lists are mapped where
 * the region names their structure: each fault by its name, and its twin (faults.sh). */
// CHECK: the host reads 'a[7]', which omp_target_memset at {{.*}}set.c:[[#]] has changed on device 0: the host's copy is older [GC301]
// CHECK: '#pragma omp target update from(a)' before
#include <omp.h>
#include <stdlib.h>
#include <string.h>

enum { N = 100 };
static int a[N], dev, spoilt;
static volatile int sink;
#define ALL for (int i = 0; i < N; i++)

static void fill(void) { ALL a[i] = i + 1; }

static void set(int wrong)
{
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memset(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev);
        if (!wrong) {
#pragma omp target update from(a)
        }
        sink = a[7]; // fault: set GC301
    }
}

static void set_async(int wrong)
{
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memset_async(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev, 0, NULL);
#pragma omp taskwait
        if (!wrong) {
#pragma omp target update from(a)
        }
        sink = a[7]; // fault: set_async GC301
    }
}

static void part(int wrong)
{
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memset((int *)omp_get_mapped_ptr(a, dev) + 10, 0, 40, dev);
        sink = a[9] + a[20] + a[wrong ? 19 : 21]; // fault: part GC301
    }
}

static void dropped(int wrong)
{
    fill();
#pragma omp target data map(to : a)
    {
        omp_target_memset(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev);
        if (!wrong) {
#pragma omp target update from(a)
        }
    }
    sink = a[7]; // fault: dropped GC301
}

/* what the host stores later is newer */
static void stored_later(int wrong)
{
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memset(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev);
        a[7] = 3;
        if (!wrong) {
#pragma omp target update to(a[7 : 1])
        }
#pragma omp target
        a[7]++; // fault: stored_later GC302
    }
}

static struct {
    int a, b;
} s = {1, 2};

/* the region names the structure, which is mapped as a whole, to the device; where a part is there already, no more is */
static void member_read(int wrong)
{
    int r = 0;
    if (wrong) {
#pragma omp target data map(to : s.a)
#pragma omp target map(from : r)
        r = s.a + s.b; // fault: member_read GC101
    } else {
#pragma omp target map(to : s.a) map(from : r)
        r = s.a + s.b;
    }
    spoilt |= r != 3;
}

static void member_stored(int wrong)
{
    if (wrong) {
#pragma omp target map(tofrom : s.a)
        s.b = s.a + 7;
    } else {
#pragma omp target map(tofrom : s.a, s.b)
        s.b = s.a + 1;
    }
    sink = s.b; // fault: member_stored GC301
}

/* equal values, values that come back, memory that nobody reads, a device's own */
static void legal(int wrong)
{
    int *p = calloc(N, sizeof *p), *d;
#pragma omp target data map(tofrom : p[0 : N]) use_device_ptr(p)
    {
        d = p;
        omp_target_memset(d, 0, N * sizeof *p, dev);
    }
    ALL sink = p[i];
#pragma omp target data map(alloc : p[0 : N])
    {
        omp_target_memset(omp_get_mapped_ptr(p, dev), 1, N * sizeof *p, dev);
#pragma omp target teams distribute parallel for
        ALL p[i] += i;
#pragma omp target update from(p[0 : N])
        spoilt |= p[5] != 0x01010101 + 5;
    }
    fill();
#pragma omp target enter data map(to : a)
    omp_target_memset(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev);
    fill();
#pragma omp target update to(a)
    sink = a[3];
#pragma omp target map(always, from : a)
    a[3]++;
    sink = a[3];
    omp_target_memset(omp_get_mapped_ptr(a, dev), 0, sizeof a, dev);
#pragma omp target exit data map(from : a)
    ALL spoilt |= a[i];
    d = omp_target_alloc(sizeof a, dev);
    omp_target_memset(d, 0, sizeof a, dev);
    fill();
    omp_target_associate_ptr(a, d, sizeof a, 0, dev);
    sink = a[7];
#pragma omp target update to(a)
    omp_target_disassociate_ptr(a, dev);
    omp_target_free(d, dev);
    free(p);
}

#define CASES(C) C(set) C(set_async) C(part) C(dropped) C(stored_later) C(member_read) C(member_stored) C(legal)
static const struct {
    const char *name;
    void (*run)(int wrong);
} cases[] = {
#define CASE(NAME) {#NAME, NAME},
    CASES(CASE)
};

int main(int argc, char **argv)
{
    dev = omp_get_default_device();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (strcmp(argv[1], "right") == 0)
            cases[i].run(0);
        else if (strcmp(argv[1], cases[i].name) == 0) {
            cases[i].run(1);
            spoilt = 1;
        }
    return spoilt;
}
