// Neighbouring bit-fields are one memory location: a copy is older as a whole, and the finding says so.
// RUN: %gantry cc -w -O1 -fcheck --offload-arch=emulated %s -o %t
// RUN: for i in host device back wide; do echo "== $i"; %not --status 3 %run_emulated32 %t $i 2>&1 >/dev/null || exit 1; done >%t.all; %FileCheck %s <%t.all
// RUN: %run_emulated32 %t apart 2>&1 >/dev/null | %FileCheck --allow-empty --check-prefix=APART %s
// APART-NOT: {{.}}
// CHECK: == host
// CHECK-NEXT: {{.*}}bit_fields.c:35:{{.*}}: gantry: error: the host reads 't[2].a/b', which the region at {{.*}}bit_fields.c:33 changed on device 0: {{.*}} [GC301]
// CHECK-NEXT: {{^}}  'a' and 'b' are bit-fields of one memory location: to store one is to store them all
// CHECK-NEXT: {{^}}  mapped as 't' at
// CHECK: == device
// CHECK-NEXT: {{.*}}bit_fields.c:41:{{.*}}: gantry: error: the device reads 's.a/b', which the host has changed at {{.*}}bit_fields.c:39: the device's copy is older [GC302]
// CHECK-NEXT: {{^}}  'a' and 'b' are bit-fields of one memory location: to store one is to store them all
// CHECK: == back
// CHECK-NEXT: {{.*}}bit_fields.c:48:{{.*}}: gantry: error: the host reads 's.a/b', {{.*}} [GC301]
// CHECK-NEXT: {{^}}  'a' and 'b' are bit-fields of one memory location: to store one is to store them all
// CHECK: == wide
// CHECK-NEXT: {{.*}}bit_fields.c:54:{{.*}}: gantry: error: the host reads 's.e', {{.*}} [GC301]
// CHECK-NEXT: {{^}}  'e', 'f' and 'g' are bit-fields of one memory location: to store one is to store them all
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 3, b : 5, : 0, c : 4;
    int n;
    unsigned e : 8, f : 8, g : 8; /* in bytes of their own */
} s = {1, 2, 3, 4, 5, 6, 7}, t[4];

int main(int argc, char **argv)
{
    const char *how = argc > 1 ? argv[1] : "";
    if (strcmp(how, "host") == 0) {
#pragma omp target data map(to : t)
#pragma omp target
        t[2].a = 3;
        printf("%d\n", t[2].b);
    } else if (strcmp(how, "device") == 0) {
#pragma omp target data map(to : s)
        {
            s.a = 5;
#pragma omp target
            s.n = s.b;
        }
    } else if (strcmp(how, "back") == 0) {
#pragma omp target data map(tofrom : s)
        {
#pragma omp target
            s.a = 3;
            s.b = 9; /* reads the old one's bits, and stores them */
            printf("%d\n", s.b);
        }
    } else if (strcmp(how, "wide") == 0) {
#pragma omp target map(to : s)
        s.e = s.g = 1;
        printf("%d\n", s.f);
    } else { /* members beside them are other locations */
#pragma omp target data map(tofrom : s)
        {
#pragma omp target
            s.a = 3;
            s.n = 2;
            printf("%d %d\n", s.c, s.n);
        }
    }
    return 0;
}
