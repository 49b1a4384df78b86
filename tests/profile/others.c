// A function that the loop calls for data that is to stay on the device, and for other data, too, which a construct of the program's own keeps there: an update in the function
// would be for that as well, and undo what the device has. None is proposed, whether the compiler sees that or the run alone does.
// RUN: for d in '' -DUNSEEN; do cp %s others.c; %gantry cc $d -O1 --offload-arch=emulated others.c -o old && GANTRY_PROFILE=all,p.txt,p.json %run_emulated32 ./old >out && %FileCheck %s <p.txt && python3 -c 'import json; (p,) = json.load(open("p.json"))["profiles"]; assert not any(f.get("writes") for f in p["findings"] if f["name"] == "x[0:N]"), p["findings"]' || exit 1; done
#include <stdio.h>
#include <stdlib.h>
enum { N = 100 };
static long a[N], b[N];

// CHECK: hoist: map(alloc: a[0:N]
// CHECK: not as it stands: {{an update at the construct|the construct that would need updates}}
static void increase(long *x, int k)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] += k + i;
}

static void twice(long *x)
{
#pragma omp target teams distribute parallel for map(tofrom: x[0:N])
    for (int i = 0; i < N; i++)
        x[i] *= 2;
}

static void keep(long *y)
{
#pragma omp target enter data map(to: y[0:N])
}

static void drop(long *y)
{
#pragma omp target exit data map(from: y[0:N])
}

static void run(void)
{
    for (int k = 0; k < 6; k++) {
        increase(a, k);
        a[k] += 1;
        increase(b, k);
        twice(b);
    }
}

int main(void)
{
#ifdef UNSEEN
    keep(b);
    run();
    drop(b);
#else
    (void)keep, (void)drop;
#pragma omp target data map(tofrom: b[0:N])
    run();
#endif
    printf("%ld %ld\n", a[5], b[7]);
}
