// RUN: %front --vars -w %s | %FileCheck %s
/* Declarators are built again by hand; Clang's spelling of a type is not always C. */
typedef float v4 __attribute__((vector_size(16)));
typedef struct { int a; char *s; } tagless;
typedef double row[10];
typedef int (*fn)(int, const char *, ...);
enum color { RED, GREEN = 5 };
struct node { struct node *next; double v; };
struct { int z; } anon;
int arr[RED + 3][GREEN], *ptrs[4], (*parr)[7];
fn table[2];
static const char *const msg = "a;{b";
_Thread_local int tls;
volatile unsigned char vc;
_Atomic(double) at;
double _Complex cplx;
long double ld;
int (*ret_fp(int q))(double) { (void)q; return 0; }
int old(a, b) short a; double *b; { return a + b[0]; }
void vla(int n, int m, double A[n][m], int f[const 3], double two_d[2][3])
{
    double loc[n];
    struct local { int k; } l, *lp = &l;
    typedef double vt[m];
    vt *pv = 0;
    typeof(n) tn = 1;
    __auto_type au = 2.0f;
    static int counter = 0;
    extern int ext2;
    row rw, *prow = &rw;
    tagless tg[2];
    struct node nd, *restrict np = &nd;
    union { int i; float f; } un;
    __attribute__((aligned(32))) double ad = 1.0;
    int i1 = 1, i2, *i3 = &i1;
#pragma omp target
    { int inner = n, *pp = &inner; *pp++ = tg[0].a = ext2; (*pp)--; (void)un; }
}
// CHECK: var anon:9 'struct gantry_tag_{{[0-9]+}} anon' size=4 global{{$}}
// CHECK: var arr:10 'int arr[3][5]' size=60 global
// CHECK: var ptrs:10 'int *ptrs[4]' {{.*}} has-pointers
// CHECK: var parr:10 'int (*parr)[7]' size=8 global
// CHECK: var table:11 'fn table[2]'
// CHECK: var msg:12 'const char *const msg' size=8 global static init='"a;{b"'
// CHECK: var tls:13 'int tls' size=4 global thread-local
// CHECK: var vc:14 'volatile unsigned char vc'
// CHECK: var at:15 '_Atomic(double) at'
// CHECK: var cplx:16 '_Complex double cplx' size=16
// CHECK: var ld:17 'long double ld' size=16 global type: long-double
// CHECK: var old.a:19 'short a' size=2 param
// CHECK: var old.b:19 'double *b' size=8 param
// CHECK: var vla.A:20 'double *A' size=8 param
// CHECK: var vla.f:20 'int *f' size=8 param
// CHECK: var vla.two_d:20 'double (*two_d)[3]' size=8 param
// CHECK: var vla.loc:22 'double *loc' size=-1
// CHECK: var vla.l:23 'struct local l' size=4 addr-taken stmt[2]='struct local { int k; } l, *lp = &l;' type: local
// CHECK: var vla.lp:23 'struct local *lp' size=8 init='&l'
// CHECK: var vla.pv:25 'double *pv' size=8
// CHECK: var vla.tn:26 'int tn'
// CHECK: var vla.au:27 'float au'
// CHECK: var vla.counter:28 'int counter' size=4 global static init='0'
// CHECK: var ext2:29 'int ext2' size=4 global extern
// CHECK: var vla.rw:30 'row rw' size=80 addr-taken
// CHECK: var vla.prow:30 'row *prow'
// CHECK: var vla.tg:31 'tagless tg[2]' size=32 written {{.*}}has-pointers
// CHECK: var vla.np:32 'struct node *restrict np'
// CHECK: var vla.un:33 'union gantry_tag_{{.*}} type: local
// CHECK: var vla.ad:34 'double ad' size=8 init='1.0' stmt[1]='__attribute__((aligned(32))) double ad = 1.0;'
// CHECK: var vla.i2:35 'int i2' size=4 stmt[3]='int i1 = 1, i2, *i3 = &i1;'
// CHECK: var vla.inner:37 'int inner' size=4 addr-taken declared-in-region init='n'
// CHECK: var vla.pp:37 'int *pp' size=8 written declared-in-region
