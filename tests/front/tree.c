// RUN: %front --no-check -w --tree %s | %FileCheck %s --match-full-lines --strict-whitespace
// RUN: %front --no-check -w --spans %s | %FileCheck %s --check-prefix=SPAN
/* Every kind of statement and expression, constants, constructs and their clauses, and where statements begin and end.
 * What is expected stands at the end, with line numbers. */
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
#define SQUARE(x) ((x) * (x))
enum colour { RED, GREEN = 5, BLUE };
static const unsigned short limit = 70000;
static const char letter = 'a';
struct pair { int first; struct pair *next; double re; } pair = {.first = 1, .re = 2.5}, pairs[2] = {[1].first = 3};
typedef int (*callback)(int);
int expressions(int n, unsigned un, long l, double d, struct pair *s, callback f, char *text)
{
    const int four = 4;
    int m[4], k = n;
    static int table[] = {1, 2 + 3};
    k = -n + ~n - !n + +n;
    k = n * 2 / 3 % 4;
    k = n << 1 | n >> 2 & n ^ 3;
    k = n && d || n == 1;
    k = (n < 1) + (n > 2) + (n <= 3) + (n >= 4) + (n != 5);
    k += 1, k -= 2, k *= 3, k /= 4, k %= 5, k <<= 6, k >>= 7, k &= 8, k |= 9, k ^= 10;
    k++, k--, ++k, --k;
    k = n ? 1 : 2;
    k = n ?: 3;
    s->next->first = (*s).first = m[2] = 2[m];
    *text = *&text[1];
    k = f(n) + (*f)(n) + g(n);
    k = (int)d + (int)(char)300 + (unsigned char)300 + (_Bool)2;
    un = 4294967295u + 1;
    un = -1 < 0u;
    l = 1ll << 40;
    l = sizeof(int) + sizeof k + sizeof(m) + _Alignof(double) + sizeof(char[n]);
    l = sizeof(f(n));
    k = 'A' + '\n' + '\x41' + letter + RED + BLUE + four + limit;
    k = 7 / 2 - -7 / 2 + -7 % 3 + (1 ? 8 : 9) + !0 + ~0;
    k = 1 / 0;
    d = 1.5 + 0x1p3 + 2.5f;
    d = __real__ (d + 1.0i) + __imag__ 1.0i;
    *s = (struct pair){1, s, SQUARE(d)};
    k = _Generic(n, int: 1, default: 2);
    k = ({ int inner = n; inner; });
    k = __builtin_expect(n, 1) + __builtin_offsetof(struct pair, next) + __builtin_types_compatible_p(int, int);
    k = __atomic_fetch_add(&k, 1, __ATOMIC_RELAXED);
    text = "a" "b";
    text = (char *)__func__;
    typeof(n) same = n;
    k = SQUARE(n + 1);
#pragma omp target map(tofrom: s[0:n], m[1:2]) map(to: s->next) if(n > 3) device(k + 1)
#pragma omp teams distribute parallel for collapse(1 + 1) reduction(+: l) schedule(static, four) num_threads(2 * n)
    for (int i = 0; i < n; i++)
        for (int j = n; j > 0; j -= 2)
            l += i * j;
    return k;
}
//      CHECK:  variable x  @5
// CHECK-NEXT:    -
// CHECK-NEXT:  variable a  @5
// CHECK-NEXT:    -
// CHECK-NEXT:    number : int = 10
// CHECK-NEXT:function empty
// CHECK-NEXT:  compound  @6
// CHECK-NEXT:function nothing
// CHECK-NEXT:  compound  @7
// CHECK-NEXT:    if  @7
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      expression  @7
// CHECK-NEXT:        assign : int
// CHECK-NEXT:          name x : int
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:      -
// CHECK-NEXT:function only_alone
// CHECK-NEXT:  compound  @8
// CHECK-NEXT:    construct '#pragma omp barrier'  @9
// CHECK-NEXT:      -
// CHECK-NEXT:function kr
// CHECK-NEXT:  compound  @11
// CHECK-NEXT:    construct '#pragma omp parallel'  @12
// CHECK-NEXT:      null  @13
// CHECK-NEXT:    return  @14
// CHECK-NEXT:      name n : int
// CHECK-NEXT:function f
// CHECK-NEXT:  compound  @19
// CHECK-NEXT:    declarations  @20
// CHECK-NEXT:      types  @20
// CHECK-NEXT:      types  @20
// CHECK-NEXT:    declarations  @21
// CHECK-NEXT:      variable i  @21
// CHECK-NEXT:        -
// CHECK-NEXT:      variable j  @21
// CHECK-NEXT:        statement expression : int
// CHECK-NEXT:          compound  @21
// CHECK-NEXT:            declarations  @21
// CHECK-NEXT:              variable q  @21
// CHECK-NEXT:                name n : int
// CHECK-NEXT:            expression  @21
// CHECK-NEXT:              binary + : int
// CHECK-NEXT:                name q : int
// CHECK-NEXT:                number : int = 1
// CHECK-NEXT:    declarations  @22
// CHECK-NEXT:      variable ext  @22
// CHECK-NEXT:        number : int = 3
// CHECK-NEXT:    declarations  @23
// CHECK-NEXT:      variable un  @23
// CHECK-NEXT:        -
// CHECK-NEXT:    declarations  @24
// CHECK-NEXT:      types  @24
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:        string "x"
// CHECK-NEXT:    declarations  @25
// CHECK-NEXT:      types  @25
// CHECK-NEXT:      variable su  @25
// CHECK-NEXT:        -
// CHECK-NEXT:    declarations  @26
// CHECK-NEXT:      types  @26
// CHECK-NEXT:    declarations  @27
// CHECK-NEXT:      variable zz  @27
// CHECK-NEXT:        -
// CHECK-NEXT:    expression  @28
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name x : int
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:    if  @29
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      construct '#pragma omp parallel num_threads(n)'  @30
// CHECK-NEXT:        expression  @31
// CHECK-NEXT:          call : int
// CHECK-NEXT:            name g : int (int)
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:        name n : int
// CHECK-NEXT:      construct '#pragma omp barrier'  @33
// CHECK-NEXT:        -
// CHECK-NEXT:    if  @34
// CHECK-NEXT:      binary > : int
// CHECK-NEXT:        name n : int
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:      expression  @35
// CHECK-NEXT:        assign : int
// CHECK-NEXT:          name x : int
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:      if  @36
// CHECK-NEXT:        binary > : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:        null  @36
// CHECK-NEXT:        compound  @37
// CHECK-NEXT:    for  @38
// CHECK-NEXT:      -
// CHECK-NEXT:      -
// CHECK-NEXT:      -
// CHECK-NEXT:      construct '#pragma omp target map(tofrom: p[0:n]) if(n > 3)'  @39
// CHECK-NEXT:        construct '#pragma omp teams'  @40
// CHECK-NEXT:          compound  @41
// CHECK-NEXT:            construct '#pragma omp distribute parallel for collapse(2)'  @42
// CHECK-NEXT:              for  @43
// CHECK-NEXT:                assign : int
// CHECK-NEXT:                  name i : int
// CHECK-NEXT:                  number : int = 0
// CHECK-NEXT:                binary < : int
// CHECK-NEXT:                  name i : int
// CHECK-NEXT:                  name n : int
// CHECK-NEXT:                increment x++ : int
// CHECK-NEXT:                  name i : int
// CHECK-NEXT:                for  @44
// CHECK-NEXT:                  assign : int
// CHECK-NEXT:                    name j : int
// CHECK-NEXT:                    number : int = 0
// CHECK-NEXT:                  binary < : int
// CHECK-NEXT:                    name j : int
// CHECK-NEXT:                    name n : int
// CHECK-NEXT:                  compound assign + : int
// CHECK-NEXT:                    name j : int
// CHECK-NEXT:                    number : int = 2
// CHECK-NEXT:                  construct '#pragma omp atomic'  @45
// CHECK-NEXT:                    expression  @46
// CHECK-NEXT:                      compound assign + : int
// CHECK-NEXT:                        name x : int
// CHECK-NEXT:                        subscript : int
// CHECK-NEXT:                          name p : int *
// CHECK-NEXT:                          name i : int
// CHECK-NEXT:              number : int = 2
// CHECK-NEXT:        name p : int *
// CHECK-NEXT:        number : int = 0
// CHECK-NEXT:        name n : int
// CHECK-NEXT:        binary > : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          number : int = 3
// CHECK-NEXT:    do  @48
// CHECK-NEXT:      construct '#pragma omp critical (name)'  @49
// CHECK-NEXT:        expression  @50
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name x : int
// CHECK-NEXT:      increment x-- : int
// CHECK-NEXT:        name n : int
// CHECK-NEXT:    while  @52
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      construct '#pragma omp parallel for'  @52
// CHECK-NEXT:        for  @52
// CHECK-NEXT:          declarations  @52
// CHECK-NEXT:            variable i  @52
// CHECK-NEXT:              number : int = 0
// CHECK-NEXT:          binary < : int
// CHECK-NEXT:            name i : int
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name i : int
// CHECK-NEXT:          compound  @52
// CHECK-NEXT:            continue  @52
// CHECK-NEXT:    do  @53
// CHECK-NEXT:      compound  @53
// CHECK-NEXT:        expression  @53
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name x : int
// CHECK-NEXT:        expression  @53
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name x : int
// CHECK-NEXT:      number : int = 0
// CHECK-NEXT:    switch  @54
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      compound  @54
// CHECK-NEXT:        case  @55
// CHECK-NEXT:          expression  @55
// CHECK-NEXT:            assign : int
// CHECK-NEXT:              name x : int
// CHECK-NEXT:              number : int = 1
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          -
// CHECK-NEXT:        null  @55
// CHECK-NEXT:        case  @56
// CHECK-NEXT:          compound  @56
// CHECK-NEXT:            expression  @56
// CHECK-NEXT:              assign : int
// CHECK-NEXT:                name x : int
// CHECK-NEXT:                number : int = 2
// CHECK-NEXT:            break  @56
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:          number : int = 3
// CHECK-NEXT:        case  @57
// CHECK-NEXT:          case  @58
// CHECK-NEXT:            construct '#pragma omp parallel'  @59
// CHECK-NEXT:              expression  @60
// CHECK-NEXT:                assign : int
// CHECK-NEXT:                  name x : int
// CHECK-NEXT:                  number : int = 5
// CHECK-NEXT:            number : int = 97
// CHECK-NEXT:            -
// CHECK-NEXT:          number : int = 4
// CHECK-NEXT:          -
// CHECK-NEXT:        break  @61
// CHECK-NEXT:        default  @62
// CHECK-NEXT:          null  @62
// CHECK-NEXT:    switch  @64
// CHECK-NEXT:      binary % : int
// CHECK-NEXT:        name n : int
// CHECK-NEXT:        number : int = 4
// CHECK-NEXT:      compound  @64
// CHECK-NEXT:        case  @64
// CHECK-NEXT:          do  @64
// CHECK-NEXT:            compound  @64
// CHECK-NEXT:              expression  @64
// CHECK-NEXT:                increment x++ : int
// CHECK-NEXT:                  name x : int
// CHECK-NEXT:              case  @64
// CHECK-NEXT:                expression  @64
// CHECK-NEXT:                  increment x++ : int
// CHECK-NEXT:                    name x : int
// CHECK-NEXT:                number : int = 3
// CHECK-NEXT:                -
// CHECK-NEXT:              case  @64
// CHECK-NEXT:                expression  @64
// CHECK-NEXT:                  increment x++ : int
// CHECK-NEXT:                    name x : int
// CHECK-NEXT:                number : int = 2
// CHECK-NEXT:                -
// CHECK-NEXT:              case  @64
// CHECK-NEXT:                expression  @64
// CHECK-NEXT:                  increment x++ : int
// CHECK-NEXT:                    name x : int
// CHECK-NEXT:                number : int = 1
// CHECK-NEXT:                -
// CHECK-NEXT:            binary > : int
// CHECK-NEXT:              increment --x : int
// CHECK-NEXT:                name n : int
// CHECK-NEXT:              number : int = 0
// CHECK-NEXT:          number : int = 0
// CHECK-NEXT:          -
// CHECK-NEXT:    switch  @65
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      case  @65
// CHECK-NEXT:        expression  @65
// CHECK-NEXT:          call : int
// CHECK-NEXT:            name g : int (int)
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:        number : int = 7
// CHECK-NEXT:        -
// CHECK-NEXT:    switch  @66
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      compound  @66
// CHECK-NEXT:        default  @66
// CHECK-NEXT:          -
// CHECK-NEXT:    label again  @67
// CHECK-NEXT:      label out  @67
// CHECK-NEXT:        expression  @67
// CHECK-NEXT:          assign : int
// CHECK-NEXT:            name x : int
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:    goto  @68
// CHECK-NEXT:    compound  @69
// CHECK-NEXT:      declarations  @69
// CHECK-NEXT:        variable l  @69
// CHECK-NEXT:          other expression : void *
// CHECK-NEXT:      computed goto  @69
// CHECK-NEXT:        name l : void *
// CHECK-NEXT:    asm  @70
// CHECK-NEXT:      name x : int
// CHECK-NEXT:    for  @71
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name i : int
// CHECK-NEXT:        number : int = 0
// CHECK-NEXT:      binary < : int
// CHECK-NEXT:        name i : int
// CHECK-NEXT:        name n : int
// CHECK-NEXT:      increment x++ : int
// CHECK-NEXT:        name i : int
// CHECK-NEXT:      expression  @72
// CHECK-NEXT:        increment x++ : int
// CHECK-NEXT:          name x : int
// CHECK-NEXT:    construct '#pragma omp parallel for'  @73
// CHECK-NEXT:      for  @74
// CHECK-NEXT:        assign : int
// CHECK-NEXT:          name i : int
// CHECK-NEXT:          number : int = 0
// CHECK-NEXT:        binary < : int
// CHECK-NEXT:          name i : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:        increment x++ : int
// CHECK-NEXT:          name i : int
// CHECK-NEXT:        expression  @75
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name x : int
// CHECK-NEXT:    if  @76
// CHECK-NEXT:      statement expression : int
// CHECK-NEXT:        compound  @76
// CHECK-NEXT:          construct '#pragma omp critical'  @77
// CHECK-NEXT:            expression  @78
// CHECK-NEXT:              increment x++ : int
// CHECK-NEXT:                name x : int
// CHECK-NEXT:          expression  @78
// CHECK-NEXT:            name n : int
// CHECK-NEXT:      expression  @78
// CHECK-NEXT:        increment x++ : int
// CHECK-NEXT:          name x : int
// CHECK-NEXT:      -
// CHECK-NEXT:    expression  @79
// CHECK-NEXT:      statement expression : int
// CHECK-NEXT:        compound  @79
// CHECK-NEXT:          expression  @79
// CHECK-NEXT:            increment x++ : int
// CHECK-NEXT:              name x : int
// CHECK-NEXT:    expression  @80
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name x : int
// CHECK-NEXT:        statement expression : int
// CHECK-NEXT:          compound  @80
// CHECK-NEXT:            construct '#pragma omp barrier'  @81
// CHECK-NEXT:              -
// CHECK-NEXT:            expression  @82
// CHECK-NEXT:              number : int = 1
// CHECK-NEXT:    for  @83
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name i : int
// CHECK-NEXT:        number : int = 41
// CHECK-NEXT:      binary != : int
// CHECK-NEXT:        call : int
// CHECK-NEXT:          name g : int (int)
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            number : int = 41
// CHECK-NEXT:            name n : int
// CHECK-NEXT:        sizeof : unsigned long = 3
// CHECK-NEXT:          string " : char[3] (not evaluated)
// CHECK-NEXT:      cast : void
// CHECK-NEXT:        increment x++ : int
// CHECK-NEXT:          name i : int
// CHECK-NEXT:      compound  @83
// CHECK-NEXT:        declarations  @83
// CHECK-NEXT:          variable qq  @83
// CHECK-NEXT:            -
// CHECK-NEXT:    construct '#pragma omp taskwait'  @84
// CHECK-NEXT:      -
// CHECK-NEXT:    construct '#pragma omp flush (x)'  @85
// CHECK-NEXT:      -
// CHECK-NEXT:      name x : int
// CHECK-NEXT:    construct '#pragma omp parallel sections'  @86
// CHECK-NEXT:      construct '#pragma omp sections'  @86
// CHECK-NEXT:        compound  @87
// CHECK-NEXT:          expression  @87
// CHECK-NEXT:            assign : int
// CHECK-NEXT:              name x : int
// CHECK-NEXT:              number : int = 1
// CHECK-NEXT:          construct '#pragma omp section'  @88
// CHECK-NEXT:            expression  @89
// CHECK-NEXT:              assign : int
// CHECK-NEXT:                name x : int
// CHECK-NEXT:                number : int = 2
// CHECK-NEXT:          construct '#pragma omp section'  @90
// CHECK-NEXT:            compound  @91
// CHECK-NEXT:    compound  @93
// CHECK-NEXT:      return  @94
// CHECK-NEXT:        name n : int
// CHECK-NEXT:    label end  @96
// CHECK-NEXT:      -
// CHECK-NEXT:  types  @99
// CHECK-NEXT:    number : int = 5
// CHECK-NEXT:  variable limit  @100
// CHECK-NEXT:    number : int = 70000
// CHECK-NEXT:  variable letter  @101
// CHECK-NEXT:    number : int = 97
// CHECK-NEXT:  variable pair  @102
// CHECK-NEXT:    initialiser : struct pair
// CHECK-NEXT:      choice : void
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:      choice : void
// CHECK-NEXT:        real 2.5 : double
// CHECK-NEXT:  variable pairs  @102
// CHECK-NEXT:    initialiser : struct pair[2]
// CHECK-NEXT:      choice : void
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:        number : int = 3
// CHECK-NEXT:    number : int = 2
// CHECK-NEXT:function expressions
// CHECK-NEXT:  compound  @105
// CHECK-NEXT:    declarations  @106
// CHECK-NEXT:      variable four  @106
// CHECK-NEXT:        number : int = 4
// CHECK-NEXT:    declarations  @107
// CHECK-NEXT:      variable m  @107
// CHECK-NEXT:        -
// CHECK-NEXT:        number : int = 4
// CHECK-NEXT:      variable k  @107
// CHECK-NEXT:        name n : int
// CHECK-NEXT:    declarations  @108
// CHECK-NEXT:      variable table  @108
// CHECK-NEXT:        initialiser : int[2]
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          binary + : int = 5
// CHECK-NEXT:            number : int = 2
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:    expression  @109
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int
// CHECK-NEXT:          binary - : int
// CHECK-NEXT:            binary + : int
// CHECK-NEXT:              unary unary - : int
// CHECK-NEXT:                name n : int
// CHECK-NEXT:              unary ~ : int
// CHECK-NEXT:                name n : int
// CHECK-NEXT:            unary ! : int
// CHECK-NEXT:              name n : int
// CHECK-NEXT:          unary unary + : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:    expression  @110
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary % : int
// CHECK-NEXT:          binary / : int
// CHECK-NEXT:            binary * : int
// CHECK-NEXT:              name n : int
// CHECK-NEXT:              number : int = 2
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:          number : int = 4
// CHECK-NEXT:    expression  @111
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary | : int
// CHECK-NEXT:          binary << : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:          binary ^ : int
// CHECK-NEXT:            binary & : int
// CHECK-NEXT:              binary >> : int
// CHECK-NEXT:                name n : int
// CHECK-NEXT:                number : int = 2
// CHECK-NEXT:              name n : int
// CHECK-NEXT:            number : int = 3
// CHECK-NEXT:    expression  @112
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary || : int
// CHECK-NEXT:          binary && : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            name d : double
// CHECK-NEXT:          binary == : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:    expression  @113
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            binary + : int
// CHECK-NEXT:              binary + : int
// CHECK-NEXT:                binary < : int
// CHECK-NEXT:                  name n : int
// CHECK-NEXT:                  number : int = 1
// CHECK-NEXT:                binary > : int
// CHECK-NEXT:                  name n : int
// CHECK-NEXT:                  number : int = 2
// CHECK-NEXT:              binary <= : int
// CHECK-NEXT:                name n : int
// CHECK-NEXT:                number : int = 3
// CHECK-NEXT:            binary >= : int
// CHECK-NEXT:              name n : int
// CHECK-NEXT:              number : int = 4
// CHECK-NEXT:          binary != : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            number : int = 5
// CHECK-NEXT:    expression  @114
// CHECK-NEXT:      comma : int
// CHECK-NEXT:        comma : int
// CHECK-NEXT:          comma : int
// CHECK-NEXT:            comma : int
// CHECK-NEXT:              comma : int
// CHECK-NEXT:                comma : int
// CHECK-NEXT:                  comma : int
// CHECK-NEXT:                    comma : int
// CHECK-NEXT:                      comma : int
// CHECK-NEXT:                        compound assign + : int
// CHECK-NEXT:                          name k : int
// CHECK-NEXT:                          number : int = 1
// CHECK-NEXT:                        compound assign - : int
// CHECK-NEXT:                          name k : int
// CHECK-NEXT:                          number : int = 2
// CHECK-NEXT:                      compound assign * : int
// CHECK-NEXT:                        name k : int
// CHECK-NEXT:                        number : int = 3
// CHECK-NEXT:                    compound assign / : int
// CHECK-NEXT:                      name k : int
// CHECK-NEXT:                      number : int = 4
// CHECK-NEXT:                  compound assign % : int
// CHECK-NEXT:                    name k : int
// CHECK-NEXT:                    number : int = 5
// CHECK-NEXT:                compound assign << : int
// CHECK-NEXT:                  name k : int
// CHECK-NEXT:                  number : int = 6
// CHECK-NEXT:              compound assign >> : int
// CHECK-NEXT:                name k : int
// CHECK-NEXT:                number : int = 7
// CHECK-NEXT:            compound assign & : int
// CHECK-NEXT:              name k : int
// CHECK-NEXT:              number : int = 8
// CHECK-NEXT:          compound assign | : int
// CHECK-NEXT:            name k : int
// CHECK-NEXT:            number : int = 9
// CHECK-NEXT:        compound assign ^ : int
// CHECK-NEXT:          name k : int
// CHECK-NEXT:          number : int = 10
// CHECK-NEXT:    expression  @115
// CHECK-NEXT:      comma : int
// CHECK-NEXT:        comma : int
// CHECK-NEXT:          comma : int
// CHECK-NEXT:            increment x++ : int
// CHECK-NEXT:              name k : int
// CHECK-NEXT:            increment x-- : int
// CHECK-NEXT:              name k : int
// CHECK-NEXT:          increment ++x : int
// CHECK-NEXT:            name k : int
// CHECK-NEXT:        increment --x : int
// CHECK-NEXT:          name k : int
// CHECK-NEXT:    expression  @116
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        conditional : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:    expression  @117
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        choice : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          number : int = 3
// CHECK-NEXT:    expression  @118
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        arrow first : int
// CHECK-NEXT:          arrow next : struct pair *
// CHECK-NEXT:            name s : struct pair *
// CHECK-NEXT:        assign : int
// CHECK-NEXT:          member first : int
// CHECK-NEXT:            dereference : struct pair
// CHECK-NEXT:              name s : struct pair *
// CHECK-NEXT:          assign : int
// CHECK-NEXT:            subscript : int
// CHECK-NEXT:              name m : int[4]
// CHECK-NEXT:              number : int = 2
// CHECK-NEXT:            subscript : int
// CHECK-NEXT:              name m : int[4]
// CHECK-NEXT:              number : int = 2
// CHECK-NEXT:    expression  @119
// CHECK-NEXT:      assign : char
// CHECK-NEXT:        dereference : char
// CHECK-NEXT:          name text : char *
// CHECK-NEXT:        dereference : char
// CHECK-NEXT:          address : char *
// CHECK-NEXT:            subscript : char
// CHECK-NEXT:              name text : char *
// CHECK-NEXT:              number : int = 1
// CHECK-NEXT:    expression  @120
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            call : int
// CHECK-NEXT:              name f : int (*)(int)
// CHECK-NEXT:              name n : int
// CHECK-NEXT:            call : int
// CHECK-NEXT:              dereference : int (int)
// CHECK-NEXT:                name f : int (*)(int)
// CHECK-NEXT:              name n : int
// CHECK-NEXT:          call : int
// CHECK-NEXT:            name g : int (int)
// CHECK-NEXT:            name n : int
// CHECK-NEXT:    expression  @121
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            binary + : int
// CHECK-NEXT:              cast : int
// CHECK-NEXT:                name d : double
// CHECK-NEXT:              cast : int = 44
// CHECK-NEXT:                cast : char = 44
// CHECK-NEXT:                  number : int = 300
// CHECK-NEXT:            cast : unsigned char = 44
// CHECK-NEXT:              number : int = 300
// CHECK-NEXT:          cast : _Bool = 1
// CHECK-NEXT:            number : int = 2
// CHECK-NEXT:    expression  @122
// CHECK-NEXT:      assign : unsigned int
// CHECK-NEXT:        name un : unsigned int
// CHECK-NEXT:        binary + : unsigned int = 0
// CHECK-NEXT:          number : unsigned int = 4294967295
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:    expression  @123
// CHECK-NEXT:      assign : unsigned int
// CHECK-NEXT:        name un : unsigned int
// CHECK-NEXT:        binary < : int = 0
// CHECK-NEXT:          unary unary - : int = -1
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:          number : unsigned int = 0
// CHECK-NEXT:    expression  @124
// CHECK-NEXT:      assign : long
// CHECK-NEXT:        name l : long
// CHECK-NEXT:        binary << : long long = 1099511627776
// CHECK-NEXT:          number : long long = 1
// CHECK-NEXT:          number : int = 40
// CHECK-NEXT:    expression  @125
// CHECK-NEXT:      assign : long
// CHECK-NEXT:        name l : long
// CHECK-NEXT:        binary + : unsigned long
// CHECK-NEXT:          binary + : unsigned long = 32
// CHECK-NEXT:            binary + : unsigned long = 24
// CHECK-NEXT:              binary + : unsigned long = 8
// CHECK-NEXT:                sizeof : unsigned long = 4
// CHECK-NEXT:                  -
// CHECK-NEXT:                sizeof : unsigned long = 4
// CHECK-NEXT:                  name k : int (not evaluated)
// CHECK-NEXT:              sizeof : unsigned long = 16
// CHECK-NEXT:                name m : int[4] (not evaluated)
// CHECK-NEXT:            sizeof : unsigned long = 8
// CHECK-NEXT:              -
// CHECK-NEXT:          sizeof : unsigned long
// CHECK-NEXT:            -
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:    expression  @126
// CHECK-NEXT:      assign : long
// CHECK-NEXT:        name l : long
// CHECK-NEXT:        sizeof : unsigned long = 4
// CHECK-NEXT:          call : int (not evaluated)
// CHECK-NEXT:            name f : int (*)(int) (not evaluated)
// CHECK-NEXT:            name n : int (not evaluated)
// CHECK-NEXT:    expression  @127
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int = 4711
// CHECK-NEXT:          binary + : int = 247
// CHECK-NEXT:            binary + : int = 243
// CHECK-NEXT:              binary + : int = 237
// CHECK-NEXT:                binary + : int = 237
// CHECK-NEXT:                  binary + : int = 140
// CHECK-NEXT:                    binary + : int = 75
// CHECK-NEXT:                      number : int = 65
// CHECK-NEXT:                      number : int = 10
// CHECK-NEXT:                    number : int = 65
// CHECK-NEXT:                  name letter : char = 97
// CHECK-NEXT:                name RED : int = 0
// CHECK-NEXT:              name BLUE : int = 6
// CHECK-NEXT:            name four : int = 4
// CHECK-NEXT:          name limit : unsigned short = 4464
// CHECK-NEXT:    expression  @128
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : int = 13
// CHECK-NEXT:          binary + : int = 14
// CHECK-NEXT:            binary + : int = 13
// CHECK-NEXT:              binary + : int = 5
// CHECK-NEXT:                binary - : int = 6
// CHECK-NEXT:                  binary / : int = 3
// CHECK-NEXT:                    number : int = 7
// CHECK-NEXT:                    number : int = 2
// CHECK-NEXT:                  binary / : int = -3
// CHECK-NEXT:                    unary unary - : int = -7
// CHECK-NEXT:                      number : int = 7
// CHECK-NEXT:                    number : int = 2
// CHECK-NEXT:                binary % : int = -1
// CHECK-NEXT:                  unary unary - : int = -7
// CHECK-NEXT:                    number : int = 7
// CHECK-NEXT:                  number : int = 3
// CHECK-NEXT:              conditional : int = 8
// CHECK-NEXT:                number : int = 1
// CHECK-NEXT:                number : int = 8
// CHECK-NEXT:                number : int = 9
// CHECK-NEXT:            unary ! : int = 1
// CHECK-NEXT:              number : int = 0
// CHECK-NEXT:          unary ~ : int = -1
// CHECK-NEXT:            number : int = 0
// CHECK-NEXT:    expression  @129
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary / : int
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          number : int = 0
// CHECK-NEXT:    expression  @130
// CHECK-NEXT:      assign : double
// CHECK-NEXT:        name d : double
// CHECK-NEXT:        binary + : double
// CHECK-NEXT:          binary + : double
// CHECK-NEXT:            real 1.5 : double
// CHECK-NEXT:            real 0x1p3 : double
// CHECK-NEXT:          real 2.5f : float
// CHECK-NEXT:    expression  @131
// CHECK-NEXT:      assign : double
// CHECK-NEXT:        name d : double
// CHECK-NEXT:        binary + : double
// CHECK-NEXT:          unary __real : double
// CHECK-NEXT:            binary + : _Complex double
// CHECK-NEXT:              name d : double
// CHECK-NEXT:              real 1.0i : _Complex double
// CHECK-NEXT:          unary __imag : double
// CHECK-NEXT:            real 1.0i : _Complex double
// CHECK-NEXT:    expression  @132
// CHECK-NEXT:      assign : struct pair
// CHECK-NEXT:        dereference : struct pair
// CHECK-NEXT:          name s : struct pair *
// CHECK-NEXT:        compound literal gantry_literal : struct pair
// CHECK-NEXT:          initialiser : struct pair
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:            name s : struct pair *
// CHECK-NEXT:            binary * : double
// CHECK-NEXT:              name d : double
// CHECK-NEXT:              name d : double
// CHECK-NEXT:    expression  @133
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        choice : int
// CHECK-NEXT:          name n : int
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:    expression  @134
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        statement expression : int
// CHECK-NEXT:          compound  @134
// CHECK-NEXT:            declarations  @134
// CHECK-NEXT:              variable inner  @134
// CHECK-NEXT:                name n : int
// CHECK-NEXT:            expression  @134
// CHECK-NEXT:              name inner : int
// CHECK-NEXT:    expression  @135
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary + : unsigned long
// CHECK-NEXT:          binary + : unsigned long
// CHECK-NEXT:            call : long
// CHECK-NEXT:              name __builtin_expect
// CHECK-NEXT:              name n : int
// CHECK-NEXT:              number : int = 1
// CHECK-NEXT:            choice : unsigned long
// CHECK-NEXT:          choice : int
// CHECK-NEXT:    expression  @136
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        atomic builtin __atomic_fetch_add : int
// CHECK-NEXT:          address : int *
// CHECK-NEXT:            name k : int
// CHECK-NEXT:          number : int = 0
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:    expression  @137
// CHECK-NEXT:      assign : char *
// CHECK-NEXT:        name text : char *
// CHECK-NEXT:        string "a" : char[3]
// CHECK-NEXT:    expression  @138
// CHECK-NEXT:      assign : char *
// CHECK-NEXT:        name text : char *
// CHECK-NEXT:        cast : char *
// CHECK-NEXT:          string __func__ : char[12]
// CHECK-NEXT:    declarations  @139
// CHECK-NEXT:      variable same  @139
// CHECK-NEXT:        name n : int
// CHECK-NEXT:        name n : int (not evaluated)
// CHECK-NEXT:    expression  @140
// CHECK-NEXT:      assign : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        binary * : int
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:          binary + : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:            number : int = 1
// CHECK-NEXT:    construct '#pragma omp target map(tofrom: s[0:n], m[1:2]) map(to: s->next) if(n > 3) device(k + 1)'  @141
// CHECK-NEXT:      construct '#pragma omp teams distribute parallel for collapse(1 + 1) reduction(+: l) schedule(static, four) num_threads(2 * n)'  @142
// CHECK-NEXT:        for  @143
// CHECK-NEXT:          declarations  @143
// CHECK-NEXT:            variable i  @143
// CHECK-NEXT:              number : int = 0
// CHECK-NEXT:          binary < : int
// CHECK-NEXT:            name i : int
// CHECK-NEXT:            name n : int
// CHECK-NEXT:          increment x++ : int
// CHECK-NEXT:            name i : int
// CHECK-NEXT:          for  @144
// CHECK-NEXT:            declarations  @144
// CHECK-NEXT:              variable j  @144
// CHECK-NEXT:                name n : int
// CHECK-NEXT:            binary > : int
// CHECK-NEXT:              name j : int
// CHECK-NEXT:              number : int = 0
// CHECK-NEXT:            compound assign - : int
// CHECK-NEXT:              name j : int
// CHECK-NEXT:              number : int = 2
// CHECK-NEXT:            expression  @145
// CHECK-NEXT:              compound assign + : long
// CHECK-NEXT:                name l : long
// CHECK-NEXT:                binary * : int
// CHECK-NEXT:                  name i : int
// CHECK-NEXT:                  name j : int
// CHECK-NEXT:        binary + : int = 2
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:          number : int = 1
// CHECK-NEXT:        name l : long
// CHECK-NEXT:        name four : int = 4
// CHECK-NEXT:        binary * : int
// CHECK-NEXT:          number : int = 2
// CHECK-NEXT:          name n : int
// CHECK-NEXT:      name s : struct pair *
// CHECK-NEXT:      number : int = 0
// CHECK-NEXT:      name n : int
// CHECK-NEXT:      name m : int[4]
// CHECK-NEXT:      number : int = 1
// CHECK-NEXT:      number : int = 2
// CHECK-NEXT:      arrow next : struct pair *
// CHECK-NEXT:        name s : struct pair *
// CHECK-NEXT:      binary > : int
// CHECK-NEXT:        name n : int
// CHECK-NEXT:        number : int = 3
// CHECK-NEXT:      binary + : int
// CHECK-NEXT:        name k : int
// CHECK-NEXT:        number : int = 1
// CHECK-NEXT:    return  @146
// CHECK-NEXT:      name k : int
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
