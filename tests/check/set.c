// RUN: %gantry cc -w -fcheck %O --offload-arch=emulated %s -o %t
// RUN: bash %S/faults.sh %t %s uninit,bounds,misuse,stale,races
// RUN: { GANTRY_CHECK=stale %run_emulated32 %t set || true; } 2>&1 | %FileCheck %s
/* omp_target_memset of memory that is mapped is a store of the device's; what routines copy from and to the host's side
 * is read and stored there; members that no clause lists are mapped where
 * the region names their structure: each fault by its name, and its twin (faults.sh). */
// RUN: { GANTRY_CHECK=stale %run_emulated32 %t copied_short || true; } 2>&1 | grep -q "the host reads 'a\[3\]', which the region at"
// CHECK: the host reads 'a[7]', which omp_target_memset at {{.*}}set.c:[[#]] has changed on device 0: the host's copy
// is older [GC301] CHECK: '#pragma omp target update from(a)' before
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

/* the region names the structure, which is mapped as a whole, to the device; where a part is there already, no more is
 */
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

/* ---- what a routine copies from or to the host's copy of a mapped variable ---- */
static int b[N], other[N];

static void add(void)
{
#pragma omp target teams distribute parallel for
    ALL a[i] += 1;
}

static void updated(int right)
{
    if (right) {
#pragma omp target update from(a)
    }
}

static void copied_out(int wrong)
{
    int *d = omp_target_alloc(sizeof a, dev);
    fill();
#pragma omp target data map(to : a)
    {
        add();
        updated(!wrong);
        omp_target_memcpy(d, a, sizeof a, 0, 0, dev, omp_get_initial_device()); // fault: copied_out GC301
    }
    omp_target_free(d, dev);
}

static void copied_part(int wrong)
{
    int *d = omp_target_alloc(sizeof a, dev);
    fill();
#pragma omp target data map(to : a)
    {
#pragma omp target
        a[50] = 7;
        size_t from = (wrong ? 50 : 51) * sizeof *a;
        omp_target_memcpy(d, a, 4 * sizeof *a, 0, from, dev, omp_get_initial_device()); // fault: copied_part GC301
    }
    omp_target_free(d, dev);
}

static void copied_host(int wrong)
{
    int host = omp_get_initial_device();
    fill();
#pragma omp target data map(to : a)
    {
        add();
        updated(!wrong);
        omp_target_memcpy(b, a, sizeof a, 0, 0, host, host); // fault: copied_host GC301
    }
}

static void copied_rect(int wrong)
{
    size_t volume[2] = {5, 5}, zero[2] = {0, 0}, dims[2] = {10, 10};
    int *d = omp_target_alloc(sizeof a, dev), host = omp_get_initial_device();
    fill();
#pragma omp target data map(to : a)
    {
        add();
        updated(!wrong);
        size_t n = sizeof *a;
        omp_target_memcpy_rect(d, a, n, 2, volume, zero, zero, dims, dims, dev, host); // fault: copied_rect GC301
    }
    omp_target_free(d, dev);
}

static void copied_async(int wrong)
{
    int *d = omp_target_alloc(sizeof a, dev), host = omp_get_initial_device();
    fill();
#pragma omp target data map(to : a)
    {
        add();
        updated(!wrong);
        omp_target_memcpy_async(d, a, sizeof a, 0, 0, dev, host, 0, NULL); // fault: copied_async GC301
#pragma omp taskwait
    }
    omp_target_free(d, dev);
}

static void stored_host(int wrong)
{
    int host = omp_get_initial_device();
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memcpy(a, other, sizeof a, 0, 0, host, host);
        if (!wrong) {
#pragma omp target update to(a)
        }
#pragma omp target teams distribute parallel for
        ALL a[i] += 1; // fault: stored_host GC302
    }
}

static void stored_from_device(int wrong)
{
    int *d = omp_target_alloc(sizeof a, dev);
    fill();
    omp_target_memset(d, 1, sizeof a, dev);
#pragma omp target data map(tofrom : a)
    {
        omp_target_memcpy(a, d, sizeof a, 0, 0, omp_get_initial_device(), dev);
        if (!wrong) {
#pragma omp target update to(a)
        }
#pragma omp target teams distribute parallel for
        ALL a[i] += 1; // fault: stored_from_device GC302
    }
    omp_target_free(d, dev);
}

static void filled_host(int wrong)
{
    fill();
#pragma omp target data map(tofrom : a)
    {
        omp_target_memset(a, 0, sizeof a, omp_get_initial_device());
        if (!wrong) {
#pragma omp target update to(a)
        }
#pragma omp target teams distribute parallel for
        ALL a[i] += 1; // fault: filled_host GC302
    }
}

/* a short block, of which only the end is old, and is named */
static void copied_short(int wrong)
{
    fill();
#pragma omp target data map(to : a)
    {
#pragma omp target
        a[3] = 70;
        if (!wrong) {
#pragma omp target update from(a[3 : 1])
        }
        memcpy(b, a, 4 * sizeof *a); // fault: copied_short GC301
    }
    sink = b[3];
}

/* updates by hand, of what is older */
static void by_hand(void)
{
    int host = omp_get_initial_device();
    fill();
#pragma omp target data map(to : a)
    {
        int *d = omp_get_mapped_ptr(a, dev);
        add();
        omp_target_memcpy(a, d, sizeof a, 0, 0, host, dev);
        spoilt |= a[3] != 5;
        add();
        omp_target_memcpy(d, a, sizeof a, 0, 0, dev, host);
        add();
        omp_target_memcpy(a, d, 40, 20, 20, host, dev);
        omp_target_memcpy(d, a, 40, 20, 20, dev, host);
        spoilt |= a[5] != 8;
        omp_target_memcpy(a, other, sizeof a, 0, 0, host, host);
        omp_target_memcpy(d, a, sizeof a, 0, 0, dev, host);
        add();
#pragma omp target update from(a)
        spoilt |= a[5] != 1;
    }
}

/* equal values, values that come back, memory that nobody reads, a device's own */
static void legal(int wrong)
{
    int *p = calloc(N, sizeof *p), *d;
    by_hand();
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

#define CASES(C)                                                                                                       \
    C(set) C(set_async) C(part) C(dropped) C(stored_later) C(member_read) C(member_stored) C(legal) C(copied_out)      \
    C(copied_part) C(copied_host) C(copied_rect) C(copied_async) C(stored_host) C(stored_from_device) C(filled_host) \
    C(copied_short)
#include "cases.h"

int main(int argc, char **argv)
{
    dev = omp_get_default_device();
    return run_cases(argc, argv) | spoilt;
}
