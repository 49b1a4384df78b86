// RUN: %front --no-check -w --statements %s | %FileCheck %s --match-full-lines --strict-whitespace
// RUN: %front --no-check -w --spans %s | %FileCheck %s --check-prefix=SPAN
/* Every kind of statement, and where it begins and ends. What is expected stands at the end, with line numbers. */
int g(int), x, a[10]; struct t { int x; };
void empty(void) { }
void nothing(int n) { if (n) x = 1; }
void only_alone(void) {
#pragma omp barrier
}
int kr(p, n) int *p; int n; {
#pragma omp parallel
 ;
 return n;
}
#define TWICE(s) do { s; s; } while (0)
#define LOOP _Pragma("omp parallel for") for (int i = 0; i < 3; i++)
int f(int n, int *p)
{
    __label__ out, again;
    int i, j = ({ int q = n; q + 1; });
    __extension__ int ext = 3;
    __attribute__((unused)) int un;
    _Static_assert(1, "x");
    struct u { int a; } su;
    typedef int ti;
    extern int zz;
    __extension__ x = 1;
    if (n)
#pragma omp parallel num_threads(n)
        g(1);
    else
#pragma omp barrier
    if (n > 1)
        x = 2;
    else if (n > 2) ;
    else { }
    for (;;)
#pragma omp target map(tofrom: p[0:n]) if(n > 3)
#pragma omp teams
    {
#pragma omp distribute parallel for collapse(2)
        for (i = 0; i < n; i++)
            for (j = 0; j < n; j += 2)
#pragma omp atomic
                x += p[i];
    }
    do
#pragma omp critical (name)
        x++;
    while (n--) ;
    while (n) LOOP { continue; }
    TWICE(x++);
    switch (n) {
    case 1: x = 1; __attribute__((fallthrough));
    case 2 ... 3: { x = 2; break; }
    case (4) :
        case 'a':
#pragma omp parallel
        x = 5;
        break;
    default: ;
    }
    switch (n % 4) { case 0: do { x++; case 3: x++; case 2: x++; case 1: x++; } while (--n > 0); }
    switch (n) case 7: g(3);
    switch (n) { default: }
again: out: x = 3;
    goto again;
    { void *l = &&out; goto *l; }
    __asm__("nop" : "+r"(x));
#pragma unroll
    for (i = 0; i < n; i++) x++;
#pragma omp parallel for
#pragma clang loop unroll(disable)
    for (i = 0; i < n; i++) x++;
    if (({
#pragma omp critical
       x++; n; })) x++;
    ({ x++; });
    x = ({ 
#pragma omp barrier
 1; });
    for (i = ')'; g(')' + (n)) != sizeof(")("); (void)i++) { int qq; }
#pragma omp taskwait
#pragma omp flush (x)
#pragma omp parallel sections
    { x = 1;
#pragma omp section
    x = 2;
#pragma omp section
    { }
    }
    {
    return (n) ;
    }
end: 
}
//      CHECK:function only_alone
// CHECK-NEXT:  compound :7
// CHECK-NEXT:    #0 barrier :8
// CHECK-NEXT:function kr
// CHECK-NEXT:  compound :10
// CHECK-NEXT:    #1 parallel :11
// CHECK-NEXT:      null :12
// CHECK-NEXT:    return :13 `n` | n:r
// CHECK-NEXT:function f
// CHECK-NEXT:  compound :18
// CHECK-NEXT:    decl :19
// CHECK-NEXT:    decl :20 | n:r q:r
// CHECK-NEXT:    decl :21
// CHECK-NEXT:    decl :22
// CHECK-NEXT:    decl :23
// CHECK-NEXT:    decl :24
// CHECK-NEXT:    decl :25
// CHECK-NEXT:    decl :26
// CHECK-NEXT:    expr :27 | x:w
// CHECK-NEXT:    if :28 `n` | n:r
// CHECK-NEXT:      #2 parallel :29 | n:r
// CHECK-NEXT:        expr :30 | g()
// CHECK-NEXT:      #3 barrier :32
// CHECK-NEXT:    if :33 `n > 1` | n:r
// CHECK-NEXT:      expr :34 | x:w
// CHECK-NEXT:      if :35 `n > 2` | n:r
// CHECK-NEXT:        null :35
// CHECK-NEXT:        compound :36
// CHECK-NEXT:    for :37 `;;`
// CHECK-NEXT:      #4 target :38 | p: n:r n:r
// CHECK-NEXT:        #5 teams :39
// CHECK-NEXT:          compound :40
// CHECK-NEXT:            #6 distribute parallel for :41
// CHECK-NEXT:              for :42 `i = 0; i < n; i++` | i:w i:r n:r i:rw
// CHECK-NEXT:                for :43 `j = 0; j < n; j += 2` | j:w j:r n:r j:rw
// CHECK-NEXT:                  #7 atomic :44
// CHECK-NEXT:                    expr :45 | x:rw p:r*R i:r
// CHECK-NEXT:    do :47 `n--` | n:rw
// CHECK-NEXT:      #8 critical :48
// CHECK-NEXT:        expr :49 | x:rw
// CHECK-NEXT:    while :51 `n` | n:r
// CHECK-NEXT:      #9 parallel for :51
// CHECK-NEXT:        for :51 `int i = 0; i < 3; i++` | i:r i:rw
// CHECK-NEXT:          compound :51
// CHECK-NEXT:            continue :51
// CHECK-NEXT:    do :52 `0`
// CHECK-NEXT:      compound :52
// CHECK-NEXT:        expr :52 | x:rw
// CHECK-NEXT:        expr :52 | x:rw
// CHECK-NEXT:    switch :53 `n` | n:r
// CHECK-NEXT:      compound :53
// CHECK-NEXT:        case :54 `case 1`
// CHECK-NEXT:          expr :54 | x:w
// CHECK-NEXT:        null :54
// CHECK-NEXT:        case :55 `case 2 ... 3`
// CHECK-NEXT:          compound :55
// CHECK-NEXT:            expr :55 | x:w
// CHECK-NEXT:            break :55
// CHECK-NEXT:        case :56 `case (4)`
// CHECK-NEXT:          case :57 `case 'a'`
// CHECK-NEXT:            #10 parallel :58
// CHECK-NEXT:              expr :59 | x:w
// CHECK-NEXT:        break :60
// CHECK-NEXT:        case :61 `default`
// CHECK-NEXT:          null :61
// CHECK-NEXT:    switch :63 `n % 4` | n:r
// CHECK-NEXT:      compound :63
// CHECK-NEXT:        case :63 `case 0`
// CHECK-NEXT:          do :63 `--n > 0` | n:rw
// CHECK-NEXT:            compound :63
// CHECK-NEXT:              expr :63 | x:rw
// CHECK-NEXT:              case :63 `case 3`
// CHECK-NEXT:                expr :63 | x:rw
// CHECK-NEXT:              case :63 `case 2`
// CHECK-NEXT:                expr :63 | x:rw
// CHECK-NEXT:              case :63 `case 1`
// CHECK-NEXT:                expr :63 | x:rw
// CHECK-NEXT:    switch :64 `n` | n:r
// CHECK-NEXT:      case :64 `case 7`
// CHECK-NEXT:        expr :64 | g()
// CHECK-NEXT:    switch :65 `n` | n:r
// CHECK-NEXT:      compound :65
// CHECK-NEXT:        case :65 `default`
// CHECK-NEXT:    label :66
// CHECK-NEXT:      label :66
// CHECK-NEXT:        expr :66 | x:w
// CHECK-NEXT:    goto :67
// CHECK-NEXT:    compound :68
// CHECK-NEXT:      decl :68
// CHECK-NEXT:      goto :68 | l:r
// CHECK-NEXT:    asm :69 | x:rw&
// CHECK-NEXT:    for :70 `i = 0; i < n; i++` | i:w i:r n:r i:rw
// CHECK-NEXT:      expr :71 | x:rw
// CHECK-NEXT:    #11 parallel for :72
// CHECK-NEXT:      for :73 `i = 0; i < n; i++` | i:w i:r n:r i:rw
// CHECK-NEXT:        expr :74 | x:rw
// CHECK-NEXT:    if :75 `({ while (__gp(12)) x++; n; })` | x:rw n:r
// CHECK-NEXT:      expr :77 | x:rw
// CHECK-NEXT:    expr :78 | x:rw
// CHECK-NEXT:    expr :79 | x:w
// CHECK-NEXT:    for :82 `i = ')'; g(')' + (n)) != sizeof(")("); (void)i++` | i:w g() n:r i:rw
// CHECK-NEXT:      compound :82
// CHECK-NEXT:        decl :82
// CHECK-NEXT:    #14 taskwait :83
// CHECK-NEXT:    #15 flush :84 | x:
// CHECK-NEXT:    #16 parallel :85
// CHECK-NEXT:      #17 sections :85
// CHECK-NEXT:        compound :86
// CHECK-NEXT:          expr :86 | x:w
// CHECK-NEXT:          #18 section :87
// CHECK-NEXT:            expr :88 | x:w
// CHECK-NEXT:          #19 section :89
// CHECK-NEXT:            compound :90
// CHECK-NEXT:    compound :92
// CHECK-NEXT:      return :93 `(n)` | n:r
// CHECK-NEXT:    label :95
// SPAN: {__label__ out, again;}
// SPAN: {__extension__ int ext = 3;}
// SPAN: {__attribute__((unused)) int un;}
// SPAN: {_Static_assert(1, "x");}
// SPAN: {__extension__ x = 1;}
// SPAN: {__attribute__((fallthrough));}
// SPAN: {break;}
// SPAN: {switch (n) case 7: g(3);}
// SPAN: {case 7: g(3);}
// SPAN: {again: out: x = 3;}
// SPAN: {out: x = 3;}
// SPAN: {#pragma unroll
// SPAN-NEXT: for (i = 0; i < n; i++) x++;}
// SPAN: {while (__gp(11))
// SPAN: {#pragma clang loop unroll(disable)
// SPAN-NEXT: for (i = 0; i < n; i++) x++;}
// SPAN: {__gp(14);}
// SPAN: {(x), __gp(15);}
// SPAN: {return (n) ;}
