// RUN: %front --no-check -w --refs %s | %FileCheck %s
/* One use per entry. r w: the variable; &: its address goes on; *: subscripted or dereferenced; R W: its elements, or what
 * it points to; ~R ~W: what a pointer found there points to; ?: not evaluated. */
struct in { int v, w[3]; struct in *n; };
struct s { int x, arr[4], *p; struct s *next; struct in in; unsigned b : 3; int (*call)(int); };
typedef int v4 __attribute__((vector_size(16)));
int g(int *), h(int), (*fp)(int); int h2(struct s), table[4];
union u { int i; float f; };
_Atomic int at; volatile int vo; volatile int *vp; _Atomic struct in atin;
void f(int n, int *p, int **pp, struct s *sp, int m[2][3], int c, unsigned long addr, __builtin_va_list ap)
{
  int a[10], b[2][2], v = 0, w = 0, *q = p; struct s st = {0}, t; v4 vec; int *ptrs[4]; union u un; struct s ss[3];
  int vla[n][n]; double _Complex z;
#pragma omp barrier
  *p += v;                                       // CHECK: expression :[[#@LINE]] | p:r*RW v:r{{$}}
  p[n] -= v;                                     // CHECK: expression :[[#@LINE]] | p:r*RW n:r v:r{{$}}
  sp->x *= v;                                    // CHECK: expression :[[#@LINE]] | sp:r*RW v:r{{$}}
  st.x |= 1;                                     // CHECK: expression :[[#@LINE]] | st:rw{{$}}
  st.in.w[n] <<= 2;                              // CHECK: expression :[[#@LINE]] | st:rw n:r{{$}}
  sp->in.v ^= v;                                 // CHECK: expression :[[#@LINE]] | sp:r*RW v:r{{$}}
  a[n] += w;                                     // CHECK: expression :[[#@LINE]] | a:*RW n:r w:r{{$}}
  b[n][w] += 1;                                  // CHECK: expression :[[#@LINE]] | b:*RW n:r w:r{{$}}
  **pp += 1;                                     // CHECK: expression :[[#@LINE]] | pp:r*R~R~W{{$}}
  pp[n][w] += 1;                                 // CHECK: expression :[[#@LINE]] | pp:r*R~R~W n:r w:r{{$}}
  st.p[n] += 1;                                  // CHECK: expression :[[#@LINE]] | st:r~R~W n:r{{$}}
  sp->p[n] += 1;                                 // CHECK: expression :[[#@LINE]] | sp:r*R~R~W n:r{{$}}
  sp->next->x += 1;                              // CHECK: expression :[[#@LINE]] | sp:r*R~R~W{{$}}
  p += n;                                        // CHECK: expression :[[#@LINE]] | p:rw n:r{{$}}
  (p += n)[2] = 1;                               // CHECK: expression :[[#@LINE]] | p:rw*W n:r{{$}}
  st.b += 1;                                     // CHECK: expression :[[#@LINE]] | st:rw{{$}}
  ss[n].in.w[w] += 1;                            // CHECK: expression :[[#@LINE]] | ss:*RW n:r w:r{{$}}
  ptrs[n][w] += 1;                               // CHECK: expression :[[#@LINE]] | ptrs:*R~R~W n:r w:r{{$}}
  *ptrs[n] = 1;                                  // CHECK: expression :[[#@LINE]] | ptrs:*R~W n:r{{$}}
  (*sp).x += 1;                                  // CHECK: expression :[[#@LINE]] | sp:r*RW{{$}}
  (&st)->x += 1;                                 // CHECK: expression :[[#@LINE]] | st:rw{{$}}
  (*&v) += 1;                                    // CHECK: expression :[[#@LINE]] | v:rw{{$}}
  (*(p + n)) += 1;                               // CHECK: expression :[[#@LINE]] | p:r*RW n:r{{$}}
  *(n + p) += 1;                                 // CHECK: expression :[[#@LINE]] | n:r p:r*RW{{$}}
  1[p] += 2;                                     // CHECK: expression :[[#@LINE]] | p:r*RW{{$}}
  n[a] += 2;                                     // CHECK: expression :[[#@LINE]] | n:r a:*RW{{$}}
  vla[n][w] += 1;                                // CHECK: expression :[[#@LINE]] | vla:*RW n:r w:r{{$}}
  sp->x = v;                                     // CHECK: expression :[[#@LINE]] | sp:r*W v:r{{$}}
  sp->arr[n] = v;                                // CHECK: expression :[[#@LINE]] | sp:r*W n:r v:r{{$}}
  sp->in.v = v;                                  // CHECK: expression :[[#@LINE]] | sp:r*W v:r{{$}}
  sp->in.w[1] = v;                               // CHECK: expression :[[#@LINE]] | sp:r*W v:r{{$}}
  sp->next = sp;                                 // CHECK: expression :[[#@LINE]] | sp:r*W sp:r{{$}}
  sp->next->next = sp;                           // CHECK: expression :[[#@LINE]] | sp:r*R~W sp:r{{$}}
  sp->in.n->v = 1;                               // CHECK: expression :[[#@LINE]] | sp:r*R~W{{$}}
  un.i = 1;                                      // CHECK: expression :[[#@LINE]] | un:w{{$}}
  ((union u *)p)->f = 1;                         // CHECK: expression :[[#@LINE]] | p:r*W{{$}}
  g(a);                                          // CHECK: expression :[[#@LINE]] | g() a:&{{$}}
  g(b[n]);                                       // CHECK: expression :[[#@LINE]] | g() b:& n:r{{$}}
  g(&a[n]);                                      // CHECK: expression :[[#@LINE]] | g() a:& n:r{{$}}
  g(&p[n]);                                      // CHECK: expression :[[#@LINE]] | g() p:r n:r{{$}}
  g(p);                                          // CHECK: expression :[[#@LINE]] | g() p:r{{$}}
  g(st.arr);                                     // CHECK: expression :[[#@LINE]] | g() st:&{{$}}
  g(sp->arr);                                    // CHECK: expression :[[#@LINE]] | g() sp:r{{$}}
  g(&st.x);                                      // CHECK: expression :[[#@LINE]] | g() st:&{{$}}
  g(&sp->x);                                     // CHECK: expression :[[#@LINE]] | g() sp:r{{$}}
  g(&st.in.w[1]);                                // CHECK: expression :[[#@LINE]] | g() st:&{{$}}
  g(st.p);                                       // CHECK: expression :[[#@LINE]] | g() st:r{{$}}
  g(&sp->in.w[1]);                               // CHECK: expression :[[#@LINE]] | g() sp:r{{$}}
  g(*m);                                         // CHECK: expression :[[#@LINE]] | g() m:r{{$}}
  g(m[1]);                                       // CHECK: expression :[[#@LINE]] | g() m:r{{$}}
  g(&m[1][2]);                                   // CHECK: expression :[[#@LINE]] | g() m:r{{$}}
  g(&*p);                                        // CHECK: expression :[[#@LINE]] | g() p:r{{$}}
  g(&vla[1][2]);                                 // CHECK: expression :[[#@LINE]] | g() vla:&{{$}}
  g(*pp);                                        // CHECK: expression :[[#@LINE]] | g() pp:r*R{{$}}
  g(&pp[1][2]);                                  // CHECK: expression :[[#@LINE]] | g() pp:r*R{{$}}
  g(&st.p[2]);                                   // CHECK: expression :[[#@LINE]] | g() st:r{{$}}
  g(a + n);                                      // CHECK: expression :[[#@LINE]] | g() a:& n:r{{$}}
  g((int *)a);                                   // CHECK: expression :[[#@LINE]] | g() a:&{{$}}
  g((void *)&v);                                 // CHECK: expression :[[#@LINE]] | g() v:&{{$}}
  h2(st);                                        // CHECK: expression :[[#@LINE]] | h2() st:r{{$}}
  h2(*sp);                                       // CHECK: expression :[[#@LINE]] | h2() sp:r*R{{$}}
  h2(ss[n]);                                     // CHECK: expression :[[#@LINE]] | h2() ss:*R n:r{{$}}
  q = a;                                         // CHECK: expression :[[#@LINE]] | q:w a:&{{$}}
  q = &a[1];                                     // CHECK: expression :[[#@LINE]] | q:w a:&{{$}}
  q = b[1];                                      // CHECK: expression :[[#@LINE]] | q:w b:&{{$}}
  v++;                                           // CHECK: expression :[[#@LINE]] | v:rw{{$}}
  --p;                                           // CHECK: expression :[[#@LINE]] | p:rw{{$}}
  *p++;                                          // CHECK: expression :[[#@LINE]] | p:rw*R{{$}}
  (*p)++;                                        // CHECK: expression :[[#@LINE]] | p:r*RW{{$}}
  ++*p;                                          // CHECK: expression :[[#@LINE]] | p:r*RW{{$}}
  ++st.x;                                        // CHECK: expression :[[#@LINE]] | st:rw{{$}}
  sp->x--;                                       // CHECK: expression :[[#@LINE]] | sp:r*RW{{$}}
  a[n]++;                                        // CHECK: expression :[[#@LINE]] | a:*RW n:r{{$}}
  *p++ = *q++;                                   // CHECK: expression :[[#@LINE]] | p:rw*W q:rw*R{{$}}
  sp->p++;                                       // CHECK: expression :[[#@LINE]] | sp:r*RW{{$}}
  *sp->p++ = 1;                                  // CHECK: expression :[[#@LINE]] | sp:r*RW~W{{$}}
  pp[n]++;                                       // CHECK: expression :[[#@LINE]] | pp:r*RW n:r{{$}}
  (*pp)++;                                       // CHECK: expression :[[#@LINE]] | pp:r*RW{{$}}
  *(*pp)++ = 1;                                  // CHECK: expression :[[#@LINE]] | pp:r*RW~W{{$}}
  *++p = 1;                                      // CHECK: expression :[[#@LINE]] | p:rw*W{{$}}
  ptrs[n]++;                                     // CHECK: expression :[[#@LINE]] | ptrs:*RW n:r{{$}}
  b[n++][w++]++;                                 // CHECK: expression :[[#@LINE]] | b:*RW n:rw w:rw{{$}}
  st = t;                                        // CHECK: expression :[[#@LINE]] | st:w t:r{{$}}
  *sp = t;                                       // CHECK: expression :[[#@LINE]] | sp:r*W t:r{{$}}
  t = *sp;                                       // CHECK: expression :[[#@LINE]] | t:w sp:r*R{{$}}
  ss[n] = t;                                     // CHECK: expression :[[#@LINE]] | ss:*W n:r t:r{{$}}
  t = ss[n];                                     // CHECK: expression :[[#@LINE]] | t:w ss:*R n:r{{$}}
  st.in = t.in;                                  // CHECK: expression :[[#@LINE]] | st:w t:r{{$}}
  sp->in = st.in;                                // CHECK: expression :[[#@LINE]] | sp:r*W st:r{{$}}
  *sp->next = t;                                 // CHECK: expression :[[#@LINE]] | sp:r*R~W t:r{{$}}
  st = (struct s){v, .in = {w}};                 // CHECK: expression :[[#@LINE]] | st:w v:r w:r{{$}}
  v = (st = t).x;                                // CHECK: expression :[[#@LINE]] | v:w st:w t:r{{$}}
  *sp = *sp->next;                               // CHECK: expression :[[#@LINE]] | sp:r*W sp:r*R~R{{$}}
  st = c ? t : *sp;                              // CHECK: expression :[[#@LINE]] | st:w c:r t:r sp:r*R{{$}}
  c ? (v = 1) : (w = 2);                         // CHECK: expression :[[#@LINE]] | c:r v:w w:w{{$}}
  v = (w = 1, n);                                // CHECK: expression :[[#@LINE]] | v:w w:w n:r{{$}}
  (c ? a : b[0])[n] = 1;                         // CHECK: expression :[[#@LINE]] | c:r a:*W b:*W n:r{{$}}
  *(c ? p : q) = 1;                              // CHECK: expression :[[#@LINE]] | c:r p:r*W q:r*W{{$}}
  *(c ? &v : &w) = 1;                            // CHECK: expression :[[#@LINE]] | c:r v:w w:w{{$}}
  (v, p)[1] = 1;                                 // CHECK: expression :[[#@LINE]] | v:r p:r*W{{$}}
  *(p ?: q) = 1;                                 // CHECK: expression :[[#@LINE]] | p:r*W q:r*W{{$}}
  (w++, p)[n++] = (v = w, v);                    // CHECK: expression :[[#@LINE]] | w:rw p:r*W n:rw v:w w:r v:r{{$}}
  c && (v = 1);                                  // CHECK: expression :[[#@LINE]] | c:r v:w{{$}}
  c || p[n]++;                                   // CHECK: expression :[[#@LINE]] | c:r p:r*RW n:r{{$}}
  v = w = n;                                     // CHECK: expression :[[#@LINE]] | v:w w:w n:r{{$}}
  *p = *q = n;                                   // CHECK: expression :[[#@LINE]] | p:r*W q:r*W n:r{{$}}
  *(p = q) = 1;                                  // CHECK: expression :[[#@LINE]] | p:rw*W q:r{{$}}
  v = *(p = q);                                  // CHECK: expression :[[#@LINE]] | v:w p:rw*R q:r{{$}}
  (c ? sp : &st)->x = 1;                         // CHECK: expression :[[#@LINE]] | c:r sp:r*W st:w{{$}}
  (c ? st : t).arr[1];                           // CHECK: expression :[[#@LINE]] | c:r st:r t:r{{$}}
  (c ? sp->p : q)[1] = 1;                        // CHECK: expression :[[#@LINE]] | c:r sp:r*R~W q:r*W{{$}}
  a[n++] = v;                                    // CHECK: expression :[[#@LINE]] | a:*W n:rw v:r{{$}}
  a[a[n]++] = v;                                 // CHECK: expression :[[#@LINE]] | a:*W a:*RW n:r v:r{{$}}
  a[n] = n++;                                    // CHECK: expression :[[#@LINE]] | a:*W n:r n:rw{{$}}
  p[v = w] = 1;                                  // CHECK: expression :[[#@LINE]] | p:r*W v:w w:r{{$}}
  v = a[p[n]];                                   // CHECK: expression :[[#@LINE]] | v:w a:*R p:r*R n:r{{$}}
  vo = 1;                                        // CHECK: expression :[[#@LINE]] | vo:w{{$}}
  vo++;                                          // CHECK: expression :[[#@LINE]] | vo:rw{{$}}
  v = vo;                                        // CHECK: expression :[[#@LINE]] | v:w vo:r{{$}}
  vo;                                            // CHECK: expression :[[#@LINE]] | vo:r{{$}}
  *vp = 1;                                       // CHECK: expression :[[#@LINE]] | vp:r*W{{$}}
  at++;                                          // CHECK: expression :[[#@LINE]] | at:rw{{$}}
  at = v;                                        // CHECK: expression :[[#@LINE]] | at:w v:r{{$}}
  v = at;                                        // CHECK: expression :[[#@LINE]] | v:w at:r{{$}}
  at += 2;                                       // CHECK: expression :[[#@LINE]] | at:rw{{$}}
  atin = atin;                                   // CHECK: expression :[[#@LINE]] | atin:w atin:r{{$}}
  __atomic_fetch_add(p, 1, 5);                   // CHECK: expression :[[#@LINE]] | p:r*RW{{$}}
  __atomic_store_n(&v, 1, 5);                    // CHECK: expression :[[#@LINE]] | v:rw&{{$}}
  v = __atomic_load_n(p, 5);                     // CHECK: expression :[[#@LINE]] | v:w p:r*R{{$}}
  __c11_atomic_store(&at, 1, 5);                 // CHECK: expression :[[#@LINE]] | at:rw&{{$}}
  __sync_fetch_and_add(p, 1);                    // CHECK: expression :[[#@LINE]] | __sync_fetch_and_add() p:r{{$}}
  __atomic_store(p, q, 5);                       // CHECK: expression :[[#@LINE]] | p:r*RW q:r*RW{{$}}
  vec[n] = 1;                                    // CHECK: expression :[[#@LINE]] | vec:w n:r{{$}}
  vec += vec;                                    // CHECK: expression :[[#@LINE]] | vec:rw vec:r{{$}}
  v = vec[1];                                    // CHECK: expression :[[#@LINE]] | v:w vec:r{{$}}
  __real__ z = 1;                                // CHECK: expression :[[#@LINE]] | z:w{{$}}
  z += 1;                                        // CHECK: expression :[[#@LINE]] | z:rw{{$}}
  *({ q; p; }) = 1;                              // CHECK: expression :[[#@LINE]] | q:r p:r*W{{$}}
  *(int *)addr = 1;                              // CHECK: expression :[[#@LINE]] | addr:r*W{{$}}
  *(int *)(addr + n) = 1;                        // CHECK: expression :[[#@LINE]] | addr:r*W n:r*W{{$}}
  *(int *)((addr & ~7ul) + 4) = v;               // CHECK: expression :[[#@LINE]] | addr:r*W v:r{{$}}
  *(int *)(long)p = 1;                           // CHECK: expression :[[#@LINE]] | p:r*W{{$}}
  v = sizeof(int[n]);                            // CHECK: expression :[[#@LINE]] | v:w n:r{{$}}
  v = sizeof a;                                  // CHECK: expression :[[#@LINE]] | v:w a:?{{$}}
  v = sizeof(a[n]);                              // CHECK: expression :[[#@LINE]] | v:w a:? n:?{{$}}
  v = sizeof vla;                                // CHECK: expression :[[#@LINE]] | v:w vla:?{{$}}
  v = sizeof(p[0]);                              // CHECK: expression :[[#@LINE]] | v:w p:?{{$}}
  v = sizeof(typeof(w));                         // CHECK: expression :[[#@LINE]] | v:w w:?{{$}}
  v = _Alignof(w);                               // CHECK: expression :[[#@LINE]] | v:w w:?{{$}}
  typeof(a) aa;                                  // CHECK: declarations :[[#@LINE]] | a:?{{$}}
  typeof(w) ww = 1;                              // CHECK: declarations :[[#@LINE]] | w:?{{$}}
  v = __builtin_va_arg(ap, int);                 // CHECK: expression :[[#@LINE]] | v:w ap:r{{$}}
  fp(2);                                         // CHECK: expression :[[#@LINE]] | fp:r{{$}}
  (*fp)(2);                                      // CHECK: expression :[[#@LINE]] | fp:r*R{{$}}
  st.call(1);                                    // CHECK: expression :[[#@LINE]] | st:r{{$}}
  sp->call(2);                                   // CHECK: expression :[[#@LINE]] | sp:r*R{{$}}
  table[n];                                      // CHECK: expression :[[#@LINE]] | table:*R n:r{{$}}
  v = _Generic(v, int: w, default: n);           // CHECK: expression :[[#@LINE]] | v:w v:r w:r n:r{{$}}
  *_Generic(v, int: p) = 1;                      // CHECK: expression :[[#@LINE]] | v:r p:r*W{{$}}
  *(_Generic(v, int: p, default: q)) = 1;        // CHECK: expression :[[#@LINE]] | v:r p:r*W q:r*W{{$}}
  int vv[n++];                                   // CHECK: declarations :[[#@LINE]] | n:rw{{$}}
  int (*pv)[n];                                  // CHECK: declarations :[[#@LINE]] | n:r{{$}}
  (int (*)[n])p;                                 // CHECK: expression :[[#@LINE]] | n:r p:r{{$}}
  typeof(w++) x1;                                // CHECK: declarations :[[#@LINE]] | w:?{{$}}
  typeof(int[n]) x2;                             // CHECK: declarations :[[#@LINE]] | n:r{{$}}
  int init[] = {[1] = v, w};                     // CHECK: declarations :[[#@LINE]] | v:r w:r{{$}}
  struct s s5 = {.x = v, .p = &w, .arr = {n}};   // CHECK: declarations :[[#@LINE]] | v:r w:& n:r{{$}}
  int *al = a;                                   // CHECK: declarations :[[#@LINE]] | a:&{{$}}
  (void)p;                                       // CHECK: expression :[[#@LINE]] | p:r{{$}}
  *p;                                            // CHECK: expression :[[#@LINE]] | p:r*R{{$}}
  !p;                                            // CHECK: expression :[[#@LINE]] | p:r{{$}}
  v = -*p;                                       // CHECK: expression :[[#@LINE]] | v:w p:r*R{{$}}
  v = ~a[n];                                     // CHECK: expression :[[#@LINE]] | v:w a:*R n:r{{$}}
  v = p == q;                                    // CHECK: expression :[[#@LINE]] | v:w p:r q:r{{$}}
  v = p - q;                                     // CHECK: expression :[[#@LINE]] | v:w p:r q:r{{$}}
  v = *p + *q;                                   // CHECK: expression :[[#@LINE]] | v:w p:r*R q:r*R{{$}}
  v = &a[n] - a;                                 // CHECK: expression :[[#@LINE]] | v:w a:& n:r a:&{{$}}
  p = p + n;                                     // CHECK: expression :[[#@LINE]] | p:w p:r n:r{{$}}
  v = !a;                                        // CHECK: expression :[[#@LINE]] | v:w a:&{{$}}
  v = a == p;                                    // CHECK: expression :[[#@LINE]] | v:w a:& p:r{{$}}
  if (a) ;                                       // CHECK: if :[[#@LINE]] | a:&{{$}}
  while (*p++) ;                                 // CHECK: while :[[#@LINE]] | p:rw*R{{$}}
  for (p = a; *p; p++) ;                         // CHECK: for :[[#@LINE]] | p:w a:& p:r*R p:rw{{$}}
  (*(struct in *)&st).v = 1;                     // CHECK: expression :[[#@LINE]] | st:w{{$}}
  ((char *)&v)[1] = 1;                           // CHECK: expression :[[#@LINE]] | v:w{{$}}
  ((int *)a)[n] = 1;                             // CHECK: expression :[[#@LINE]] | a:*W n:r{{$}}
  ((int *)&st)[1] = 1;                           // CHECK: expression :[[#@LINE]] | st:w{{$}}
  *(int *)a = 1;                                 // CHECK: expression :[[#@LINE]] | a:*W{{$}}
  *a = 1;                                        // CHECK: expression :[[#@LINE]] | a:*W{{$}}
  **b = 1;                                       // CHECK: expression :[[#@LINE]] | b:*W{{$}}
  *b[1] = 1;                                     // CHECK: expression :[[#@LINE]] | b:*W{{$}}
  (*m)[1] = 1;                                   // CHECK: expression :[[#@LINE]] | m:r*W{{$}}
  *m[n] = 1;                                     // CHECK: expression :[[#@LINE]] | m:r*W n:r{{$}}
  v = **b;                                       // CHECK: expression :[[#@LINE]] | v:w b:*R{{$}}
}
