// RUN: %front %s | %FileCheck %s
/* Every form of atomic that OpenMP 5.2 has without compare. */
void f(int *p, int n)
{
    int x = 0, v = 0, a[4] = {0};
#pragma omp target
    {
#define A _Pragma("omp atomic")
#define C _Pragma("omp atomic capture")
// CHECK: atomic update x=x op=+{{$}}
    A x++;
// CHECK: atomic update x=a[n] op=-{{$}}
    A --a[n];
// CHECK: atomic update x=p[n] op=* e=n + 1
    A p[n] *= n + 1;
// CHECK: atomic update x=x op=+ e=n
    A x = x + n;
// CHECK: atomic update x=x op=- e=n * 2 reversed
    A x = n * 2 - x;
// CHECK: atomic update x=x op=<< e=2
    A x = x << 2;
// CHECK: atomic read x=x v=v
#pragma omp atomic read
    v = x;
// CHECK: atomic write x=x e=v + 1
#pragma omp atomic write seq_cst
    x = v + 1;
// CHECK: atomic capture x=x op=+ v=v old
    C v = x++;
// CHECK: atomic capture x=x op=- v=v{{$}}
    C v = --x;
// CHECK: atomic capture x=x op=& e=n v=v{{$}}
    C v = x &= n;
// CHECK: atomic capture x=x op=+ e=n v=v{{$}}
    C v = x = x + n;
// CHECK: atomic capture x=x op=+ e=n v=v old
    C { v = x; x += n; }
// CHECK: atomic capture x=x op=/ e=n v=v{{$}}
    C { x /= n; v = x; }
// CHECK: atomic capture x=x e=n v=v old exchange
    C { v = x; x = n; }
// CHECK: atomic capture x=x op=+ v=v old
    C { v = x; x++; }
    }
}
