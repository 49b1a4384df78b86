// RUN: %not %front --openacc -w %s 2>&1 | %FileCheck %s
// RUN: %not %front --openacc -w -DNAMES %s 2>&1 | %FileCheck --check-prefix=NAMES %s
// RUN: %not %front --openacc -w -DVALUES %s 2>&1 | %FileCheck --check-prefix=VALUES %s
// RUN: %front -w -Wno-unknown-pragmas %s > /dev/null
/* Lines of OpenACC that say what they cannot. Without -fopenacc they say nothing. */
int a[10];
#define NONE 0
#ifdef NAMES
void f(int n, int *p)
{
// NAMES: :[[#@LINE+1]]:35: error: use of undeclared identifier 'nowhere'
#pragma acc parallel loop copyout(nowhere)
    for (int i = 0; i < n; i++)
        a[i]++;
// NAMES: :[[#@LINE+2]]:33: error: use of undeclared identifier 'gangs'
// NAMES: :[[#@LINE+2]]:17: error: use of undeclared identifier 'there'
#pragma acc parallel num_gangs((gangs)) \
     copyin(p[0:there])
    a[1]++;
}
#elif defined VALUES
void f(int n, int *p)
{
// VALUES: :[[#@LINE+2]]:37: error: 'num_gangs' needs positive numbers, not 0 [GN0211]
// VALUES: :[[#@LINE+1]]:57: error: 'vector_length' needs positive numbers, not -1 [GN0211]
#pragma acc parallel loop num_gangs(NONE) vector_length(-1)
    for (int i = 0; i < n; i++)
        a[i]++;
// VALUES: :[[#@LINE+1]]:27: error: 'collapse' needs a constant number [GN0210]
#pragma acc parallel loop collapse(n)
    for (int i = 0; i < n; i++)
        a[i]++;
// VALUES: :[[#@LINE+2]]:47: error: 'n[0:2]' is no array or pointer [GN0208]
// VALUES: :[[#@LINE+1]]:55: error: the length of section 'p[0:-1]' is -1 [GN0208]
#pragma acc parallel loop num_gangs(4) copyin(n[0:2], p[0:-1])
    for (int i = 0; i < n; i++)
        a[i]++;
// VALUES: :[[#@LINE+2]]:52: error: 'p' of type 'int *' cannot be reduced by '&' [GN0215]
// VALUES: :[[#@LINE+1]]:79: error: 'n' is in 'firstprivate' and in 'private' [GN0212]
#pragma acc parallel loop gang vector reduction(&: p) firstprivate(n) private(n)
    for (int i = 0; i < n; i++)
        a[i]++;
// VALUES: :[[#@LINE+4]]:9: error: 'break' leaves the 'acc parallel loop' region [GN0304]
// VALUES: :[[#@LINE+1]]:1: note: the region begins here
#pragma acc parallel loop
    for (int i = 0; i < n; i++)
        break;
// VALUES: :[[#@LINE+5]]:{{[0-9]+}}: error: 'break' leaves the 'acc parallel loop' region [GN0304]
#pragma acc parallel loop tile(2, 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (j == 5)
                break;
            for (int k = 0; k < n; k++)
                if (a[k] > 3)
                    break;
            switch (n) {
            case 1:
                break;
            }
            a[i] = j;
        }
// VALUES: :[[#@LINE+2]]:5: error: 'return' leaves the 'acc serial' region [GN0304]
#pragma acc serial
    return;
}
#else
#pragma acc routine worker
void workers(int n)
{
// CHECK: :[[#@LINE+1]]:18: error: a loop of level 'gang' in 'workers', a routine that leaves it no such level [GN0312]
#pragma acc loop gang
    for (int i = 0; i < n; i++)
        a[i]++;
}
// CHECK: :[[#@LINE+1]]:20: error: 'acc routine' needs 'gang', 'worker', 'vector' or 'seq' [GN0214]
#pragma acc routine
int g(int n);
// CHECK: :[[#@LINE+1]]:28: error: 'worker' and 'vector' exclude each other on 'acc routine' [GN0209]
#pragma acc routine worker vector
int h(int n);
// CHECK: :[[#@LINE+1]]:21: error: 'acc declare' at file scope does not take the clause 'copyout' [GN0202]
#pragma acc declare copyout(a)
// CHECK: :[[#@LINE+1]]:13: error: 'acc parallel' stands outside any function [GN0106]
#pragma acc parallel
void f(int n, int *p)
{
    int i;
// CHECK: :[[#@LINE+1]]:12: error: expected a directive after '#pragma acc' [GN0105]
#pragma acc
// CHECK: :[[#@LINE+1]]:13: error: unknown OpenACC directive 'parallell'; did you mean 'parallel'? [GN0102]
#pragma acc parallell
// CHECK: :[[#@LINE+1]]:13: error: unknown OpenACC directive '(' [GN0102]
#pragma acc (n)
// CHECK: :[[#@LINE+1]]:27: error: unknown clause 'copi' on 'acc parallel loop'; did you mean 'copy'? [GN0201]
#pragma acc parallel loop copi(a) copyout(a)
    for (i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:18: error: unknown clause 'lastprivate' on 'acc data' [GN0201]
#pragma acc data lastprivate(i) copy(a)
    a[1]++;
// CHECK: :[[#@LINE+1]]:22: error: 'acc parallel' does not take the clause 'collapse' [GN0202]
#pragma acc parallel collapse(2)
    a[1]++;
// CHECK: :[[#@LINE+1]]:20: error: 'acc serial' does not take the clause 'num_gangs' [GN0202]
#pragma acc serial num_gangs(2)
    a[1]++;
// CHECK: :[[#@LINE+2]]:41: error: 'num_gangs' may be given only once [GN0203]
// CHECK: :[[#@LINE+1]]:22: note: given before here
#pragma acc parallel num_gangs(2) if(n) num_gangs(3)
    a[1]++;
// CHECK: :[[#@LINE+2]]:26: error: expected an expression in 'if', found ')' [GN0105]
// CHECK: :[[#@LINE+1]]:37: error: expected '(' after 'num_gangs', found the end of the line [GN0105]
#pragma acc parallel if( ) num_gangs
    a[1]++;
// CHECK: :[[#@LINE+2]]:28: error: expected a variable in 'copy', found ')' [GN0105]
// CHECK: :[[#@LINE+1]]:40: error: expected a variable in 'copyin', found '4' [GN0105]
#pragma acc parallel copy( ) copyin(a, 4)
    a[1]++;
// CHECK: :[[#@LINE+1]]:27: error: 'never' is no modifier of 'copy' [GN0206]
#pragma acc parallel copy(never: a)
    a[1]++;
// CHECK: :[[#@LINE+1]]:30: error: expected one of 'none', 'present' in 'default', found 'shared' [GN0205]
#pragma acc parallel default(shared)
    a[1]++;
// CHECK: :[[#@LINE+1]]:37: error: expected one of '+', '*', 'max', 'min', '&', '|', '^', '&&', '||' in 'reduction', found '-' [GN0205]
#pragma acc parallel loop reduction(-: n)
    for (i = 0; i < n; i++)
        n -= i;
// CHECK: :[[#@LINE+1]]:31: error: 'seq' and 'independent' exclude each other on 'acc parallel loop' [GN0209]
#pragma acc parallel loop seq independent
    for (i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:32: error: 'seq' and 'gang' exclude each other on 'acc parallel loop' [GN0209]
#pragma acc parallel loop gang seq
    for (i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:17: error: 'acc data' needs a data clause or 'default' [GN0214]
#pragma acc data
    a[1]++;
// CHECK: :[[#@LINE+1]]:13: error: expected a 'for' loop after 'acc parallel loop' [GN0310]
#pragma acc parallel loop
    while (n--)
        a[n]++;
#pragma acc parallel loop gang
    for (i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:18: error: a loop of level 'gang' stands inside a loop of the same level or of one further in [GN0312]
#pragma acc loop gang
        for (int j = 0; j < n; j++)
            a[i]++;
#pragma acc parallel loop vector
    for (i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:18: error: a loop of level 'worker' stands inside a loop of the same level or of one further in [GN0312]
#pragma acc loop worker
        for (int j = 0; j < n; j++)
            a[i]++;
#pragma acc parallel
    {
// CHECK: :[[#@LINE+1]]:13: error: 'acc serial' stands inside 'acc parallel' of line [[#@LINE-2]] [GN0301]
#pragma acc serial
        a[1]++;
// CHECK: :[[#@LINE+1]]:13: error: 'acc data' stands inside 'acc parallel' of line [[#@LINE-5]] [GN0301]
#pragma acc data copy(a)
        a[1]++;
    }
// CHECK: :[[#@LINE+1]]:23: error: 'acc enter data' needs 'copyin', 'create' or 'attach' [GN0214]
#pragma acc enter data
// CHECK: :[[#@LINE+1]]:23: error: 'acc exit data' does not take the clause 'copyin' [GN0202]
#pragma acc exit data copyin(a)
// CHECK: :[[#@LINE+1]]:19: error: 'acc update' needs 'self', 'host' or 'device' [GN0214]
#pragma acc update
// CHECK: :[[#@LINE+1]]:22: error: 'acc host_data' needs 'use_device' [GN0214]
#pragma acc host_data
    a[1]++;
// CHECK: :[[#@LINE+1]]:28: error: expected an expression in 'async', found ')' [GN0105]
#pragma acc parallel async()
    a[1]++;
#pragma acc parallel loop copy(a)
    for (i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:13: error: 'acc loop' calls 'workers', whose loops have level 'worker' too [GN0312]
#pragma acc loop worker
        for (int j = 0; j < n; j++)
            workers(n);
// CHECK: :[[#@LINE+1]]:42: error: 'acc parallel' does not take the clause 'copy' after 'device_type' [GN0202]
#pragma acc parallel device_type(nvidia) copy(a) async
    a[1]++;
// CHECK: :[[#@LINE+1]]:41: error: 'num_gangs' on 'acc parallel' has at most 3 numbers [GN0205]
#pragma acc parallel num_gangs(1, 2, 3, 4)
    a[1]++;
// CHECK: :[[#@LINE+1]]:34: error: 'num_gangs' on 'acc kernels' has at most 1 number [GN0205]
#pragma acc kernels num_gangs(1, 2)
    a[1]++;
// CHECK: :[[#@LINE+1]]:34: error: expected a variable or an array in 'use_device', found 'a[0:2]' [GN0105]
#pragma acc host_data use_device(a[0:2])
    a[1]++;
// CHECK: :[[#@LINE+1]]:34: error: the number of 'worker' is for loops of 'acc kernels': say 'num_workers' on acc parallel loop [GN0205]
#pragma acc parallel loop worker(4)
    for (i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:26: error: 'acc declare' does not take the modifier 'always': it copies once [GN0206]
#pragma acc declare copy(always: p)
// CHECK: :[[#@LINE+1]]:29: error: 'always' is no modifier of 'create' [GN0206]
#pragma acc parallel create(always: p)
    a[1]++;
// CHECK: :[[#@LINE+1]]:37: error: expected one of '1', '2', '3' in 'gang(dim:)', found '4' [GN0205]
#pragma acc parallel loop gang(dim: 4)
    for (int j = 0; j < n; j++)
        a[1]++;
// CHECK: :[[#@LINE+1]]:27: error: expected ':' after the device in 'wait', found ')' [GN0105]
#pragma acc wait(devnum: 0)
// CHECK: :[[#@LINE+1]]:18: error: 'foo' is no modifier of 'wait' [GN0206]
#pragma acc wait(foo: 0)
// CHECK: :[[#@LINE+1]]:28: error: expected ')' at the end of 'wait', found ':' [GN0105]
#pragma acc wait(devnum:0:1:2)
// CHECK: :[[#@LINE+1]]:19: error: expected a variable in 'acc cache', found ')' [GN0105]
#pragma acc cache()
// CHECK: :[[#@LINE+1]]:35: error: 'device_type' of 'acc set' has one type [GN0205]
#pragma acc set device_type(nvidia, radeon)
// CHECK: :[[#@LINE+1]]:32: error: expected an argument in 'gang', found ')' [GN0105]
#pragma acc parallel loop gang()
    for (int j = 0; j < n; j++)
        a[1]++;
// CHECK: :[[#@LINE+1]]:16: error: 'acc set' needs 'default_async', 'device_num' or 'device_type' [GN0214]
#pragma acc set
// CHECK: :[[#@LINE+1]]:18: error: 'acc cache' needs a list of elements and sections [GN0214]
#pragma acc cache
// CHECK: :[[#@LINE+1]]:39: error: 'collapse' and 'tile' exclude each other on 'acc parallel loop' [GN0209]
#pragma acc parallel loop collapse(2) tile(2, 2)
    for (i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i]++;
// CHECK: :[[#@LINE+1]]:13: error: expected a statement after 'acc parallel' [GN0310]
#pragma acc parallel
}
#endif
