// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Nothing may leave or enter a region but at its ends. */
int f(int n, int *a)
{
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:16: error: 'return' leaves the 'target' region [GN0304]
        if (n) return 1;
    }
    for (int k = 0; k < 2; k++) {
#pragma omp target
// CHECK: :[[#@LINE+1]]:9: error: 'continue' leaves the 'target' region
        continue;
#pragma omp target
        {
// CHECK: :[[#@LINE+1]]:20: error: 'break' leaves the 'target' region
            if (n) break;
            while (n) { if (a[0]) break; else continue; }
            switch (n) { case 1: break; }
        }
    }
#pragma omp target parallel for collapse(2)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i) continue;
            for (;;) { break; }
// CHECK: :[[#@LINE+1]]:20: error: 'break' leaves the 'target parallel for' region
            if (j) break;
#pragma omp critical
// CHECK: :[[#@LINE+1]]:32: error: 'continue' leaves the 'critical' region
            { a[0]++; if (j) { continue; } }
        }
#pragma omp target
    {
        goto fine;
fine:   n = 1;
inside: n = 2;
// CHECK: :[[#@LINE+1]]:9: error: this 'goto' leaves the 'target' region
        goto out;
    }
out:
    switch (n) {
// CHECK: :[[#@LINE+4]]:5: error: by this label a 'switch' jumps into the 'target parallel for' region [GN0304]
#pragma omp target parallel for
    for (int i = 0; i < n; i++) {
        a[i] = 1;
    case 1:
        switch (a[i]) {
        case 4: a[i] = 5; break;
        default: a[i] = 6;
        }
    }
// CHECK: :[[#@LINE+3]]:5: error: by this label a 'switch' jumps into the 'target' region
#pragma omp target
    {
    default:
        n++;
    }
    }
// CHECK: :[[#@LINE+1]]:5: error: this 'goto' jumps into the 'target' region
    goto inside;
    return 0;
}
