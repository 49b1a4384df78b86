// RUN: %front --chunks -w %s | %FileCheck %s
/* The file in external declarations, attributes and stray pragmas kept, and what each refers to. */
// CHECK: chunk decl `typedef int T;` needs{{$}}
typedef int T;
// CHECK-NEXT: chunk pragma `#pragma pack(push, 1)`
// CHECK-NEXT: chunk var `struct packed { char c; T i; } __attribute__((aligned(2))) pk;` needs :4
// CHECK-NEXT: chunk pragma `#pragma pack(pop)`
#pragma pack(push, 1)
struct packed { char c; T i; } __attribute__((aligned(2))) pk;
#pragma pack(pop)
;
// CHECK-NEXT: chunk decl `struct fwd;`
struct fwd;
// CHECK-NEXT: chunk var `struct fwd *head;` needs :13 :17
struct fwd *head;
// CHECK-NEXT: chunk decl `struct fwd { struct fwd *next; enum { A, B = sizeof(T) } e; };` needs :4 :13
struct fwd { struct fwd *next; enum { A, B = sizeof(T) } e; };
// CHECK-NEXT: chunk decl `int callee(T);` needs :4
int callee(T);
// CHECK-NEXT: chunk var `__extension__ static const char *s = "}{;\"", c = '"', t[] = { "x;" };`
__extension__ static const char *s = "}{;\"", c = '"', t[] = { "x;" };
// CHECK-NEXT: chunk func `__attribute__((noinline)) static int old(a, b) T a; struct fwd *b;
// CHECK-NEXT: { return a + (b->next != head) + B; }` needs :4 :13 :15 :17
__attribute__((noinline)) static int old(a, b) T a; struct fwd *b;
{ return a + (b->next != head) + B; }
// CHECK-NEXT: chunk func `int callee(T x) { return old(x, head); }` needs :4 :15 :24
int callee(T x) { return old(x, head); }
// CHECK-NEXT: chunk decl `_Static_assert(sizeof(T) == 4, "T");` needs :4
_Static_assert(sizeof(T) == 4, "T");
// CHECK-NEXT: chunk func `int f(void) <% return callee(1); %>` needs :19 :27
int f(void) <% return callee(1); %>
// CHECK-NEXT: chunk func `void g(void) { struct inside { T a; } in = { .a = 1 };
void g(void) { struct inside { T a; } in = { .a = 1 };
#pragma omp target
    in.a = callee(sizeof(struct packed));
}
// CHECK: in.a = callee(sizeof(struct packed));
// CHECK-NEXT: }` needs :4 :9 :19 :27{{$}}
