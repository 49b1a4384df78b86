// RUN: %not --status 3 %gantry check -w %s 2>%t.err; %FileCheck %s <%t.err && sed -n '/^--- /,$p' %t.err >%t.patch && cp %s patched.c && patch -s patched.c %t.patch
// RUN: %gantry check -w patched.c >%t.out && %FileCheck --check-prefix=VALUES %s <%t.out
// RUN: %not --status 3 %gantry check -w %s -- far 2>&1 | grep -q "after the end of 'w.count, w.start' (68 bytes, mapped at"
/* Members that one construct lists are mapped as one range: what is old belongs to one of them, which the finding names and
 * the patch updates. What lies behind the range lies behind all of them. */
#include <stdio.h>

static struct {
    long n, more;
    int count[8], start[9], *p;
} w;

static void to_device(void)
{
    int r = 0;
#pragma omp target data map(to: w.count, w.start)
    {
        for (int i = 0; i < 9; i++)
            w.start[i] = i + 1;
#pragma omp target map(from: r)
        r = w.start[3];
    }
    printf("to %d\n", r);
}

static void from_device(void)
{
#pragma omp target enter data map(to: w.start, w.count)
#pragma omp target
    for (int i = 0; i < 8; i++)
        w.start[i] = i + 5, w.count[i] = i;
    printf("from %d\n", w.start[2]);
    printf("from %d\n", w.count[2]);
#pragma omp target exit data map(delete: w.count, w.start)
}

static void far(int k)
{
#pragma omp target data map(tofrom: w.count, w.start)
#pragma omp target
    w.start[8] = *(&w.count[0] + k);
}

int main(int argc, char **argv)
{
    (void)argv;
    if (argc > 1)
        far(20);
    to_device();
    from_device();
    return 0;
}
// CHECK: the device reads 'w.start[3]'
// CHECK-NEXT: mapped as 'w.start' at
// CHECK-NEXT: '#pragma omp target update to(w.start)' before
// CHECK: the host reads 'w.start[2]'
// CHECK-NEXT: mapped as 'w.start' at
// CHECK-NEXT: '#pragma omp target update from(w.start)' before
// CHECK: the host reads 'w.count[2]'
// CHECK-NEXT: mapped as 'w.count' at
// CHECK: gantry check: 3 findings; this might mend
// VALUES: to 4
// VALUES: from 7
// VALUES: from 2
