// RUN: %front -w %s | %FileCheck %s
/* r w: the variable itself is read, written; &: its address goes on; R W: elements or what it points to. */
struct s { int x, arr[4], *p; struct s *next; };
int g(int *), h(int), (*fp)(int);
void f(int n, int *p, int **pp, struct s *sp, int m[2][3])
{
    int a[10], b[2][2], v = 0, w = 0; struct s st = {0}; double _Complex z = 0;
#define T _Pragma("omp target")
// CHECK: #0 target
// CHECK-NEXT: uses v:rw w:r
    T v += w;
// CHECK: uses a:W n:r w:r
    T a[n] = w;
// CHECK: uses b:W a:R
    T b[0][1] = a[2];
// CHECK: uses p:rW
    T *p = 1;
// CHECK: uses p:rwRW w:r
    T *p++ += w;
// CHECK: uses pp:rR
    T pp[0][1] = 2;
// CHECK: uses sp:rW
    T sp->x = 1;
// CHECK: uses sp:rR
    T sp->next->x = sp->p[0];
// CHECK: uses st:rw
    T st.x = st.arr[1];
// CHECK: uses st:r
    T st.p[2] = 1;
// CHECK: uses st:w
    T st.arr[2] = 1;
// CHECK: uses m:rW
    T m[0][1] = 1;
// CHECK: uses v:w a:&
    T v = g(a);
// CHECK: uses v:w a:&
    T v = g(&a[2]);
// CHECK: uses v:& n:r w:&
    T g((&v)), g(n ? &w : 0);
// CHECK: uses v:w b:&
    T v = g(b[1]);
// CHECK: uses p:rw n:r
    T p = p + n;
// CHECK: uses v:w p:rR n:r
    T v = *(p + n);
// CHECK: uses p:rW
    T ((unsigned char *)p)[3] = 1;
// CHECK: uses v:w a:{{$}}
    T v = sizeof a + sizeof(a[0]);
// CHECK: uses v:rw w:r n:r
    T v = v ?: (w, n);
// CHECK: uses v:rw fp:r
    T v = h(v) + fp(2);
// CHECK: uses z:w
    T __real__ z = 1;
// CHECK: uses v:w
    T *&v = 1;
// CHECK: uses v:rw a:R
    T for (v = 0; v < a[1]; v++) ;
// CHECK: uses st:rw
    T { struct s t2 = st; st = t2; }
// CHECK: uses n:rw v:rw
    T { int q = n++; { int n = q; n++; } v--; }
}
