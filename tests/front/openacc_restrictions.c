// RUN: %not %front --openacc -w %s 2>&1 | %FileCheck --implicit-check-not=error: %s
// RUN: %not %front --openacc -w -DCONSTRUCTS %s 2>&1 | %FileCheck --implicit-check-not=error: --check-prefix=CONSTRUCTS %s
// RUN: %not %front --openacc -w -DDECLARED %s 2>&1 | %FileCheck --implicit-check-not=error: --check-prefix=DECLARED %s
// RUN: %front --openacc -w -DLEGAL %s > /dev/null
/* The restrictions of OpenACC 3.3, section by section: each is broken once, and each has a legal twin in the last part.
 * Those that the words of a directive alone break are in openacc_wrong.c. */
struct pair {
    int x, y;
};
int table[10], row_of_four[4];

#if !defined CONSTRUCTS && !defined DECLARED && !defined LEGAL
void f(int n, int *a, struct pair pair)
{
    int s = 0;
    /* 2.4, 2.5 */
// CHECK: :[[#@LINE+1]]:34: error: expected the name of a type of device, or '*', in 'device_type', found '3' [GN0205]
#pragma acc parallel device_type(3)
    s++;
// CHECK: :[[#@LINE+1]]:38: error: 'reduction' and 'num_gangs' of several numbers exclude each other on 'acc parallel': put the reduction on loops of workers or vectors [GN0209]
#pragma acc parallel num_gangs(2, 2) reduction(+: s)
    s++;
// CHECK: :[[#@LINE+1]]:21: error: 'acc kernels' does not take the clause 'private' [GN0202]
#pragma acc kernels private(s)
    s++;
    /* 2.9 */
// CHECK: :[[#@LINE+1]]:37: error: 'num' of 'gang' may be given only once [GN0203]
#pragma acc kernels loop gang(num:2,num:3) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:42: error: 'static' of 'gang' may be given only once [GN0203]
#pragma acc parallel loop gang(static: 2,static: 3) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+2]]:28: error: the number of 'gang' and 'num_gangs' on 'acc kernels' of line [[#@LINE+1]] exclude each other [GN0209]
#pragma acc kernels num_gangs(4) copy(a[0:n])
#pragma acc loop gang(num: 2)
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:48: error: the number of 'worker' and 'num_workers' on 'acc kernels loop' of line [[#@LINE+1]] exclude each other [GN0209]
#pragma acc kernels loop num_workers(4) worker(2) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:58: error: the number of 'vector' and 'vector_length' on 'acc kernels loop' of line [[#@LINE+1]] exclude each other [GN0209]
#pragma acc kernels loop vector_length(4) vector(length: 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
#pragma acc parallel loop gang(dim: 1) copy(a[0:n])
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:18: error: a loop of level 'gang' stands inside a loop of the same level or of one further in [GN0312]
#pragma acc loop gang(dim: 2)
        for (int j = 0; j < n; j++)
            a[i]++;
#pragma acc parallel loop gang(dim: 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:18: error: a loop of level 'gang' stands inside a loop of the same level or of one further in [GN0312]
#pragma acc loop gang(dim: 2)
        for (int j = 0; j < n; j++)
            a[i]++;
// CHECK: :[[#@LINE+1]]:45: error: 'reduction' and 'gang(dim: 2)' exclude each other on 'acc parallel loop': gangs reduce over their first dimension alone [GN0209]
#pragma acc parallel loop gang(dim: 1 + 1)  reduction(+: s)
    for (int i = 0; i < n; i++)
        s++;
#pragma acc parallel num_gangs(2, n)
// CHECK: :[[#@LINE+1]]:23: error: 'reduction' on a loop with 'gang' and 'num_gangs' of several numbers on 'acc parallel' of line [[#@LINE-1]] exclude each other [GN0209]
#pragma acc loop gang reduction(+: s)
    for (int i = 0; i < n; i++)
        s++;
// CHECK: :[[#@LINE+1]]:26: error: 'gang(dim:)' is for loops of 'acc parallel': 'acc kernels' has gangs of one dimension [GN0205]
#pragma acc kernels loop gang(dim: 1) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:36: error: expected one of '1', '2', '3' in 'gang(dim:)', found 'n' [GN0205]
#pragma acc parallel loop gang(dim:n) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
    /* 2.9.1 */
// CHECK: :[[#@LINE+1]]:36: error: 'forced' is no modifier of 'collapse' [GN0206]
#pragma acc parallel loop collapse(forced: 1) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
// CHECK: :[[#@LINE+1]]:27: error: 'collapse' joins loops that stand directly one in the other, and something else is between these: 'collapse(force: 2)' joins them all the same [GN0303]
#pragma acc parallel loop collapse(2) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        for (int j = 0; j < n; j++)
            a[i]++;
    }
// CHECK: :[[#@LINE+1]]:27: error: 'collapse' joins loops that stand directly one in the other, and something else is between these: 'collapse(force: 2)' joins them all the same [GN0303]
#pragma acc parallel loop collapse(2) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++)
            a[i]++;
        a[i] = 0;
    }
    /* 2.9.11 */
#pragma acc parallel loop reduction(+: s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:28: error: 's' is reduced by '+' in 'acc parallel loop' of line [[#@LINE-2]]: nested loops reduce a variable by one operator [GN0215]
#pragma acc loop reduction(max: s)
        for (int j = 0; j < n; j++)
            s = s > a[j] ? s : a[j];
#pragma acc parallel loop reduction(+: s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
// CHECK: :[[#@LINE+1]]:13: error: 'acc loop' needs 'reduction(+: s)': its iterations share what 'acc parallel loop' of line [[#@LINE-2]] reduces [GN0214]
#pragma acc loop vector
        for (int j = 0; j < n; j++)
            s += a[j];
// CHECK: :[[#@LINE+1]]:38: error: 's' is in 'private' and in 'copy' [GN0212]
#pragma acc parallel private(s) copy(s)
    s++;
// CHECK: :[[#@LINE+1]]:48: error: 'a[0:n]' is in 'firstprivate' and in 'copy' [GN0212]
#pragma acc parallel firstprivate(a[0:4]) copy(a[0:n])
    a[0]++;
    /* 2.7: clauses have no order, so that one of the two would decide */
// CHECK: :[[#@LINE+1]]:43: error: 'a[0:n]' is in 'copy' and in 'create': which of the two counts is not said, for clauses have no order [GN0212]
#pragma acc parallel copy(a[0:n]) create( a[0:n])
    a[0]++;
// CHECK: :[[#@LINE+1]]:36: error: 's' is in 'copyin' and in 'copyout': {{.*}} [GN0212]
#pragma acc data copyin(s) copyout(s)
    s++;
// CHECK: :[[#@LINE+1]]:44: error: 'a[0:n]' is in 'present' and in 'copyin': {{.*}} [GN0212]
#pragma acc data present(s,a[0:n]) copyin( a [0 : n])
    s++;
// CHECK: :[[#@LINE+1]]:46: error: 'a[0:n]' is in 'copyin' and in 'create': {{.*}} [GN0212]
#pragma acc enter data copyin(a[0:n]) create(a[0:n])
// CHECK: :[[#@LINE+1]]:50: error: 's' is in 'copyout' and in 'delete': {{.*}} [GN0212]
#pragma acc exit data copyout(s, a[0:n])  delete(s)
    /* 2.6.6, 2.7.9, 2.13, 2.16 */
// CHECK: :[[#@LINE+1]]:31: error: 'acc exit data' does not take the modifier 'zero': it is for data that comes to be [GN0206]
#pragma acc exit data copyout(zero: a[0:n])
// CHECK: :[[#@LINE+1]]:39: error: 'acc enter data' does not take the clause 'device_type' [GN0202]
#pragma acc enter data copyin(a[0:n]) device_type(nvidia) async
// CHECK: :[[#@LINE+1]]:30: error: the modifier 'zero' may be given only once [GN0203]
#pragma acc data create(zero zero: a[0:n])
    s++;
// CHECK: :[[#@LINE+1]]:28: error: queues have numbers from 0 on, and '-5' is -5: others are acc_async_noval, acc_async_sync and acc_async_default alone [GN0211]
#pragma acc parallel async(-5)
    s++;
// CHECK: :[[#@LINE+1]]:26: error: expected a whole number in 'wait', found '1.5' [GN0213]
#pragma acc wait(devnum: 1.5: 1)
    /* 2.10 */
#pragma acc parallel copy(a[0:n])
    {
// CHECK: :[[#@LINE+1]]:13: error: 'acc cache' stands at the top of a loop: first in the loop's block [GN0310]
#pragma acc cache(a[0:4])
        a[0]++;
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i]++;
// CHECK: :[[#@LINE+1]]:13: error: 'acc cache' stands at the top of a loop: first in the loop's block [GN0310]
#pragma acc cache(a[0:4])
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:19: error: expected an element or a section in 'acc cache', found 'a' [GN0105]
#pragma acc cache(a)
        a[i]++;
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+2]]:31: error: 'a[i:]' in 'acc cache' needs a length: how much there is after it is not known [GN0208]
// CHECK: :[[#@LINE+2]]:31: error: the length 'n - i' in 'acc cache' is no constant [GN0210]
#pragma acc cache(table[0:],  a[i:])
#pragma acc cache(a[i:1], a[i:n - i])
        a[i]++;
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
#pragma acc cache(readonly: a[i:1])
// CHECK: :[[#@LINE+1]]:9: error: 'a' is stored to, which 'cache(readonly:)' of line [[#@LINE-1]] excludes in this loop [GN0213]
        a[i]++;
        table[i % 10] = a[i];
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i]++;
    }
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i < n; i++) {
// CHECK: :[[#@LINE+1]]:19: error: 'nowhere' in 'acc cache' is declared nowhere before it [GN0108]
#pragma acc cache(nowhere[0:4])
        a[i]++;
    }
// CHECK: :[[#@LINE+1]]:28: error: 'no_pointer' in 'acc data' is declared nowhere before it [GN0108]
#pragma acc data deviceptr(no_pointer)
    s++;
    /* 2.6.6, 2.14, 2.16: in place of a statement */
    if (n)
// CHECK: :[[#@LINE+1]]:13: error: 'acc update' stands in place of the statement after 'if', 'switch' or a loop: put it into braces [GN0310]
#pragma acc update self(a[0:n])
    while (n--)
// CHECK: :[[#@LINE+1]]:13: error: 'acc enter data' stands in place of the statement after 'if', 'switch' or a loop: put it into braces [GN0310]
#pragma acc enter data copyin(a[0:n])
    if (n)
        s++;
    else
// CHECK: :[[#@LINE+1]]:13: error: 'acc exit data' stands in place of the statement after 'else': put it into braces [GN0310]
#pragma acc exit data copyout(a[0:n])
here:
// CHECK: :[[#@LINE+1]]:13: error: 'acc wait' stands in place of the statement after a label: put it into braces [GN0310]
#pragma acc wait
    do
// CHECK: :[[#@LINE+1]]:13: error: 'acc init' stands in place of the statement after 'do': put it into braces [GN0310]
#pragma acc init
        s++;
    while (n--);
// CHECK: :[[#@LINE+2]]:37: error: 'device_type' may be given only once [GN0203]
// CHECK: :[[#@LINE+1]]:17: note: given before here
#pragma acc set device_type(nvidia) device_type(host)
    goto here;
}
#pragma acc routine gang
void gangs(int n, int *a)
{
// CHECK: :[[#@LINE+1]]:36: error: 'table' is not private to 'gangs', and a loop outside of a compute construct reduces nothing else: reduce a variable that is declared there [GN0312]
#pragma acc loop gang reduction(+: table[1])
    for (int i = 0; i < n; i++)
        table[1] += a[i];
}
void numbers(int n, int *a)
{
#pragma acc kernels copy(a[0:n])
    for (int j = 1; j < n; j++)
// CHECK: :[[#@LINE+1]]:25: error: the number of 'worker' is one for all of 'acc kernels' of line [[#@LINE-2]], which declares 'j' itself [GN0205]
#pragma acc loop worker(j) independent
        for (int i = 0; i < n; i++)
            a[i]++;
}
/* 2.15.1: a routine runs on the device */
#pragma acc routine seq
void on_device(int *a)
{
// CHECK: :[[#@LINE+1]]:13: error: 'acc parallel' stands in 'on_device', a routine that runs on the device: put it around or after the construct that calls 'on_device' [GN0301]
#pragma acc parallel copy(a[0:1])
    a[0]++;
// CHECK: :[[#@LINE+1]]:13: error: 'acc data' stands in 'on_device', {{.*}} [GN0301]
#pragma acc data copy(a[0:1])
    a[0]++;
// CHECK: :[[#@LINE+1]]:13: error: 'acc update' stands in 'on_device', {{.*}} [GN0301]
#pragma acc update self(a[0:1])
// CHECK: :[[#@LINE+1]]:13: error: 'acc init' stands in 'on_device', {{.*}} [GN0301]
#pragma acc init
// CHECK: :[[#@LINE+1]]:13: error: 'acc set' stands in 'on_device', {{.*}} [GN0301]
#pragma acc set device_num(0)
// CHECK: :[[#@LINE+1]]:13: error: 'acc wait' stands in 'on_device', {{.*}} [GN0301]
#pragma acc wait
}
#elif defined CONSTRUCTS
/* what is known once Clang has read the file */
struct hidden;
int acc_on_device(int type);
void f(int n, int *a, struct pair pair, int **rows, void *bytes, struct hidden *hidden)
{
    int s = 0;
    double real;
    int(*in_all)[4] = &row_of_four;
    struct {
        int n, *v;
    } list = {0};
    struct {
        int x;
        struct {
            float z;
        } at;
    } point = {0};
// CONSTRUCTS: :[[#@LINE+1]]:32: error: 'n' in 'deviceptr' is no pointer [GN0213]
#pragma acc parallel deviceptr(n)
    n++;
// CONSTRUCTS: :[[#@LINE+3]]:32: error: expected a whole number in 'num_gangs', found 'real' [GN0213]
// CONSTRUCTS: :[[#@LINE+2]]:44: error: expected a whole number in 'async', found '2.5' [GN0213]
// CONSTRUCTS: :[[#@LINE+1]]:54: error: expected a whole number in 'wait', found 'a' [GN0213]
#pragma acc parallel num_gangs(real) async(2.5) wait(a)
    n++;
// CONSTRUCTS: :[[#@LINE+2]]:40: error: expected a whole number in 'gang', found 'real + n' [GN0213]
// CONSTRUCTS: :[[#@LINE+1]]:58: error: expected a whole number in 'tile', found 'real' [GN0213]
#pragma acc parallel loop gang(static: real + n) tile(2, real) copy(a[0:n])
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[j]++;
// CONSTRUCTS: :[[#@LINE+1]]:29: error: expected a whole number in 'device_num', found 'real' [GN0213]
#pragma acc init device_num(real)
// CONSTRUCTS: :[[#@LINE+3]]:28: error: 'table' in 'deviceptr' is no pointer [GN0213]
// CONSTRUCTS: :[[#@LINE+2]]:35: error: expected the name of a pointer in 'deviceptr', found 'a[0:n]' [GN0213]
// CONSTRUCTS: :[[#@LINE+1]]:43: error: 'n' in 'deviceptr' is no pointer [GN0213]
#pragma acc data deviceptr(table, a[0:n], n)
    n++;
// CONSTRUCTS: :[[#@LINE+5]]:18: error: a loop of level 'gang' stands inside a loop of the same level or of one further in [GN0312]
#pragma acc serial loop vector copy(a[0:n])
    for (int i = 0; i < n; i++)
#pragma acc loop seq
        for (int j = 0; j < n; j++)
#pragma acc loop gang
            for (int k = 0; k < n; k++)
                a[k]++;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: 'a' is in 'deviceptr' and in 'copy' [GN0212]
#pragma acc parallel deviceptr(a) copy(a[0:n])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:31: error: 'n' in 'attach' is no pointer [GN0213]
#pragma acc enter data attach(n)
// CONSTRUCTS: :[[#@LINE+1]]:30: error: 's' in 'detach' is no pointer [GN0213]
#pragma acc exit data detach(s)
// CONSTRUCTS: :[[#@LINE+1]]:31: error: expected a pointer in 'attach', found the section 'a[0:3]' [GN0213]
#pragma acc enter data attach(a[0:3])
// CONSTRUCTS: :[[#@LINE+1]]:31: error: 'a[1]' in 'attach' is no pointer [GN0213]
#pragma acc enter data attach(a[1])
// CONSTRUCTS: :[[#@LINE+1]]:25: error: 'n' in 'attach' is no pointer [GN0213]
#pragma acc data attach(n)
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:23: error: the section 'a[0:3:2]' is not contiguous: 'copy' takes whole rows; 'acc update' can transfer such a section [GN0620]
#pragma acc data copy(a[0:3:2])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:25: error: 'bytes[0:n]' is a section of elements of the type 'void', whose size is not known [GN0208]
#pragma acc data copyin(bytes[0:n])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:25: error: 'hidden[0:n]' is a section of elements of the type 'struct hidden', whose size is not known [GN0208]
#pragma acc update host(hidden[0:n])
// CONSTRUCTS: :[[#@LINE+1]]:30: error: 'bytes[0:n]' is a section of elements of the type 'void', whose size is not known [GN0208]
#pragma acc parallel present(bytes[0:n])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:28: error: the bounds of section 'a[0.5:3]' are not whole numbers [GN0208]
#pragma acc parallel copy (a[0.5:3]) if(n)
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:22: error: 'if' needs a condition, not a structure or union [GN0205]
#pragma acc parallel if(pair)
    a[0]++;
// CONSTRUCTS: :[[#@LINE+3]]:32: error: 'tile' needs positive numbers, not 0 [GN0211]
// CONSTRUCTS: :[[#@LINE+2]]:35: error: 'tile' needs positive numbers, not -3 [GN0211]
// CONSTRUCTS-NOT: the step
#pragma acc parallel loop tile(0, -3)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[j]++;
// CONSTRUCTS: :[[#@LINE+2]]:13: error: 'acc parallel loop' needs canonical loops directly one in the other
// CONSTRUCTS-NOT: must be followed
#pragma acc parallel loop tile(2, 2)
    for (int i = 0; i < n; i++)
        a[i]++;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: 'pair.x' cannot be reduced: it is part of a structure [GN0215]
#pragma acc parallel loop reduction(+: pair.x)
    for (int i = 0; i < n; i++)
        pair.x += i;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: 'list' cannot be reduced by '+': its member 'v' is no number that the operator takes, or has too many [GN0215]
#pragma acc parallel loop reduction(+: list)
    for (int i = 0; i < n; i++)
        list.n += i;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: 'point' cannot be reduced by '|': its member 'at.z' is no number that the operator takes, or has too many [GN0215]
#pragma acc parallel loop reduction(|: point)
    for (int i = 0; i < n; i++)
        point.x |= i;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: 'rows[0:n][0:3]' takes several pointers and then a section of each, which 'reduction' does not [GN0621]
#pragma acc parallel loop reduction(+: rows[0:n][0:3])
    for (int i = 0; i < n; i++)
        rows[i][0]++;
// CONSTRUCTS: :[[#@LINE+1]]:54: error: parts of 'rows' are in 'private' and in 'firstprivate': private memory is one part [GN0212]
#pragma acc parallel private(rows[0:2]) firstprivate(rows[2:1])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+2]]:5: error: not a loop that 'acc parallel loop' can count: {{.*}} [GN0302]
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; a[i]; i++)
        a[i]++;
// CONSTRUCTS: :[[#@LINE+2]]:5: error: not a loop that 'acc parallel loop' can count: the loop variable must be an integer or a pointer [GN0302]
#pragma acc parallel loop copy(a[0:n])
    for (real = 0; real < n; real++)
        a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:30: error: 'pair.x' in 'private' is a part of a variable that line [[#@LINE+2]] uses in another way: name the part, or other members, as the clause does [GN0213]
#pragma acc parallel private(pair.x) copy(pair)
    pair = (struct pair){1, 2};
// CONSTRUCTS: :[[#@LINE+1]]:35: error: 'point.at.y' in 'firstprivate' has no address: it is a bit-field, or nothing [GN0213]
#pragma acc parallel firstprivate(point.at.y) copy(point)
    point.at.z++;
// CONSTRUCTS: :[[#@LINE+1]]:40: error: parts of 'point' are in 'private' and in 'private': private memory is one part [GN0212]
#pragma acc parallel private(point.at, point.at.z)
    point.at.z++;
// CONSTRUCTS: :[[#@LINE+1]]:30: error: '(*in_all)[0:4]' in 'private' is a part of a variable that line [[#@LINE+2]] uses in another way: name the part, or other members, as the clause does [GN0213]
#pragma acc parallel private((*in_all)[0:4])
    in_all[0][1] = 2;
// CONSTRUCTS: :[[#@LINE+2]]:5: error: not a loop that 'acc parallel loop' can count: with '!=' the step must be 1 or -1 [GN0302]
#pragma acc parallel loop copy(a[0:n])
    for (int i = 0; i != n; i += s) /* up or down? */
        a[i]++;
// CONSTRUCTS: :[[#@LINE+2]]:5: error: not a loop that 'acc parallel loop' can count: with '!=' the step must be 1 or -1 [GN0302]
#pragma acc parallel loop copy(a[0:n])
    for (unsigned i = n; i != -1; i -= 2) /* it wraps around */
        a[i]++;
    /* 2.5.13, 2.9.10 */
    const int three = 3, all[2] = {1, 2};
// CONSTRUCTS: :[[#@LINE+1]]:30: error: 'three' in 'private' is const: a private copy begins without a value, and would never get one [GN0213]
#pragma acc parallel private(three) copy(a[0:n])
    a[0]++;
// CONSTRUCTS: :[[#@LINE+1]]:38: error: 'all' in 'private' is const: {{.*}} [GN0213]
#pragma acc parallel loop private(s, all) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
#pragma acc kernels copy(a[0:n])
// CONSTRUCTS: :[[#@LINE+1]]:30: error: 'three' in 'private' is const: {{.*}} [GN0213]
#pragma acc loop seq private(three)
    for (int i = 0; i < n; i++)
        a[i]++;
    /* 2.9.1: code between the loops calls no routine of OpenACC */
#pragma acc parallel loop collapse(force: 2) copy(a[0:n])
    for (int i = 0; i < n; i++) {
// CONSTRUCTS: :[[#@LINE+1]]:16: error: 'acc_on_device' is called between the loops that 'collapse(force: 2)' of line [[#@LINE-2]] joins [GN0303]
        a[i] = acc_on_device(4);
        for (int j = 0; j < n; j++)
            a[i] += acc_on_device(4);
    }
#pragma acc parallel loop seq collapse(force: 3) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            for (int k = 0; k < n; k++)
                a[k]++;
// CONSTRUCTS: :[[#@LINE+1]]:21: error: 'acc_on_device' is called between the loops that 'collapse(force: 3)' of line [[#@LINE-5]] joins [GN0303]
            a[i] += (acc_on_device)(4);
        }
    }
    if (n)
        goto in;
#pragma acc parallel copy(a[0:n])
    {
    in:
        a[0]++;
// CONSTRUCTS: :[[#@LINE-5]]:9: error: this 'goto' jumps into the 'acc parallel' region [GN0304]
    }
}
#elif defined DECLARED
/* 2.13 */
void function(void);
// DECLARED: :[[#@LINE+1]]:28: error: 'function' is a function, and cannot be in 'create' [GN0213]
#pragma acc declare create(function)
// DECLARED: :[[#@LINE+1]]:28: error: 'later' is declared on line [[#@LINE+2]], after this 'acc declare' [GN0108]
#pragma acc declare create(later)
int later[10];
#pragma acc declare create(table)
// DECLARED: :[[#@LINE+1]]:28: error: 'table' is in 'copyin' and in 'create' of 'acc declare' on line [[#@LINE-1]]: a variable is declared once [GN0212]
#pragma acc declare copyin(table)
int *list_at;
// DECLARED: :[[#@LINE+1]]:40: error: 'row_of_four' in 'deviceptr' is no pointer [GN0213]
#pragma acc declare deviceptr(list_at, row_of_four)
// DECLARED: :[[#@LINE+1]]:21: error: 'acc declare' does not take the clause 'if' [GN0202]
#pragma acc declare if(1) create(in_if)
int list[4];
// DECLARED: :[[#@LINE+1]]:34: error: 'list' is in 'create' and in 'create' of 'acc declare' on line [[#@LINE+1]]: a variable is declared once [GN0212]
#pragma acc declare create(list, list)
int linked[10];
void f(int n)
{
    int local[10], once[10];
#pragma acc declare create(once)
// DECLARED: :[[#@LINE+1]]:26: error: 'once' is in 'copy' and in 'create' of 'acc declare' on line [[#@LINE-1]]: a variable is declared once [GN0212]
#pragma acc declare copy(once)
    {
// DECLARED: :[[#@LINE+1]]:28: error: 'local' is declared on line [[#@LINE-5]] in another block than this 'acc declare': put the directive there [GN0310]
#pragma acc declare create(local)
    }
// DECLARED: :[[#@LINE+1]]:28: error: 'linked' is a variable of file scope: put the 'acc declare' there, or declare the variable 'extern' in the function [GN0310]
#pragma acc declare create(linked)
}
void g(void)
{
    extern int linked[10];
// DECLARED: :[[#@LINE+1]]:26: error: 'acc declare' of 'linked', which is extern, does not take the clause 'copy' [GN0202]
#pragma acc declare copy(linked)
}
void h(void)
{
    int local[10];
    struct pair pair = {1, 2};
// DECLARED: :[[#@LINE+1]]:28: error: expected a variable or an array in 'create', found 'pair.x' [GN0213]
#pragma acc declare create(pair.x)
// DECLARED: :[[#@LINE+1]]:26: error: 'local' in 'declare' is no variable or function of file scope [GN0108]
#pragma acc declare link(local)
}
/* 2.15.1 */
void bound(int n), other(int n);
// DECLARED: :[[#@LINE+1]]:30: error: the function in 'bind' is declared nowhere in the file [GN0108]
#pragma acc routine seq bind(nowhere)
void unbound(int n);
#pragma acc routine seq bind(bound)
void binds(int n);
// DECLARED: :[[#@LINE+1]]:13: error: 'again' is bound to 'binds', which is bound itself on line [[#@LINE-2]] [GN0209]
#pragma acc routine seq bind(binds)
void again(int n);
// DECLARED: :[[#@LINE+1]]:13: error: 'binds' is bound to 'other' here, and to 'bound' on line [[#@LINE-5]] [GN0209]
#pragma acc routine seq bind(other)
void binds(int n);
#pragma acc routine worker
void workers(int n);
// DECLARED: :[[#@LINE+1]]:13: error: 'workers' has other levels in the 'acc routine' of line [[#@LINE-2]] [GN0312]
#pragma acc routine(workers) vector
#pragma acc routine vector
void vectors(int n)
{
// DECLARED: :[[#@LINE+1]]:5: error: 'vectors', a routine of level 'vector', calls 'workers', which has level 'worker' [GN0312]
    workers(n);
}
// DECLARED: :[[#@LINE+1]]:21: error: 'acc routine' needs 'gang', 'worker', 'vector' or 'seq' [GN0214]
#pragma acc routine device_type(radeon) gang
void of_others(int n);
// DECLARED: :[[#@LINE+1]]:46: error: 'gang' and 'worker' exclude each other on 'acc routine' [GN0209]
#pragma acc routine gang device_type(nvidia) worker
void of_two(int n);
// DECLARED: :[[#@LINE+1]]:31: error: expected one of '1', '2', '3' in 'gang(dim:)', found '4' [GN0205]
#pragma acc routine gang(dim: 4)
void of_four(int n);
// DECLARED: :[[#@LINE+1]]:13: error: expected a function after 'acc routine', found 'number_of' [GN0310]
#pragma acc routine seq
typedef int number_of;
// DECLARED: :[[#@LINE+1]]:26: error: expected ')' after the name of a function in 'acc routine', found ',' [GN0105]
#pragma acc routine(bound, other) seq
// DECLARED: :[[#@LINE+1]]:21: error: expected the name of a function in 'acc routine', found ')' [GN0105]
#pragma acc routine() seq
// DECLARED: :[[#@LINE+1]]:30: error: expected the name of a function in 'bind', found '3' [GN0105]
#pragma acc routine seq bind(3)
void three(int n);
#pragma acc routine gang(dim: 2)
void planes(int n, int *a)
{
// DECLARED: :[[#@LINE+1]]:18: error: a loop of gangs of dimension 3 in 'planes', a routine of gangs of dimension 2 [GN0312]
#pragma acc loop gang(dim: 3)
    for (int i = 0; i < n; i++)
        a[i]++;
}
#pragma acc routine gang
void rows(int n, int *a)
{
// DECLARED: :[[#@LINE+1]]:5: error: 'rows', a routine of gangs of dimension 1, calls 'planes', which has dimension 2 [GN0312]
    planes(n, a);
}
void calls(int n, int *a)
{
// DECLARED: :[[#@LINE+1]]:13: error: 'acc parallel loop' calls 'planes', whose loops have level 'gang' too [GN0312]
#pragma acc parallel loop gang(dim: 2)
    for (int i = 0; i < n; i++)
        planes(n, a);
// DECLARED: :[[#@LINE+1]]:13: error: 'acc parallel loop' with gangs of dimension 2 calls 'rows', whose loops have gangs of dimension 1, of which it leaves none: put the loops of 'rows' there, or what else the loop does into 'rows' [GN0312]
#pragma acc parallel loop gang(dim: 2)
    for (int i = 0; i < n; i++) {
        rows(n, a);
        a[i]++;
    }
// DECLARED: :[[#@LINE+1]]:13: error: 'acc parallel loop' with gangs of dimension 2 calls 'rows', whose loops have gangs of dimension 1, of which it leaves none: {{.*}} [GN0312]
#pragma acc parallel loop gang(dim: 2) num_gangs(1, 4)
    for (int i = 0; i < n; i++)
        rows(n, a);
}
// DECLARED: :[[#@LINE+1]]:21: error: 'nowhere' in 'acc routine' is no variable or function of file scope [GN0108]
#pragma acc routine(nowhere) seq
// DECLARED: :[[#@LINE+1]]:13: error: expected a function after 'acc routine', found the variable 'number' [GN0310]
#pragma acc routine seq
int number;
void inside(int n)
{
// DECLARED: :[[#@LINE+1]]:13: error: expected a function after 'acc routine' [GN0310]
#pragma acc routine seq
    n++;
}
int used(int n);
int uses(int n) { return used(n); }
// DECLARED: :[[#@LINE+1]]:13: error: 'acc routine' comes after 'used' is called on line [[#@LINE-1]]: put it before [GN0310]
#pragma acc routine(used) seq
int defined(int n) { return n; }
// DECLARED: :[[#@LINE+1]]:13: error: 'acc routine' comes after 'defined' is defined on line [[#@LINE-1]]: put it before [GN0310]
#pragma acc routine(defined) seq
#pragma acc routine seq nohost
int of_device(int n) { return n; }
// DECLARED: :[[#@LINE+1]]:29: error: code of the host calls 'of_device', whose 'acc routine' says 'nohost' [GN0642]
int of_host(int n) { return of_device(n); }
#else /* the legal twins */
extern int table[10];
#pragma acc declare create(table)
int table[10]; /* a header says it once more */
#pragma acc declare create(table)
int linked[10];
#pragma acc routine worker
void workers(int n);
#pragma acc routine(workers) worker
void bound(int n);
#pragma acc routine seq bind(bound)
void binds(int n);
#pragma acc routine seq bind(bound)
void binds(int n);
#pragma acc routine seq nohost
static int of_device(int n) { return n; }
#pragma acc routine seq nohost
static int of_device_too(int n) { return of_device(n); }
int used(int n);
#pragma acc routine(used) seq
int used(int n) { return n; }
#pragma acc routine gang
void gangs(int n, int *a)
{
#pragma acc loop gang
    for (int i = 0; i < n; i++) {
        int s = 0;
#pragma acc loop vector reduction(+: s)
        for (int j = 0; j < n; j++)
            s += a[j];
        a[i] = s;
    }
    workers(n);
}
void f(int n, int *a, int *b)
{
    extern int linked[10];
#pragma acc declare link(linked)
    int s = 0, local[10];
#pragma acc declare create(local)
    { /* another variable of the name */
        int local[10];
#pragma acc declare copy(local)
        local[0] = 1;
    }
#pragma acc parallel num_gangs(2, 2)
#pragma acc loop gang
    for (int i = 0; i < n; i++) {
        int s = 0;
#pragma acc loop vector reduction(+: s)
        for (int j = 0; j < n; j++)
            s++;
        a[i] = s;
    }
    enum { FIRST = 1 };
#pragma acc parallel loop gang(dim: FIRST + 0) reduction(+: s)
    for (int i = 0; i < n; i++)
        s++;
#pragma acc parallel loop copy(a[0:n]) device_type(NVidia) gang device_type(*) seq
    for (int i = 0; i < n; i++)
        a[i]++;
    int *several[4] = {a, a, a, a};
#pragma acc enter data copyin(several, a[0:n]) attach(several[2])
#pragma acc exit data detach(several[2])
#pragma acc kernels loop gang(num: 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
        a[i]++;
#pragma acc parallel loop gang(dim: 2) copy(a[0:n])
    for (int i = 0; i < n; i++)
#pragma acc loop gang
        for (int j = 0; j < n; j++)
            a[i]++;
#pragma acc parallel loop collapse(force: 2) copy(a[0:n])
    for (int i = 0; i < n; i++) {
        a[i] = 0;
        for (int j = 0; j < n; j++)
            b[i * n + j]++;
    }
#pragma acc parallel loop collapse(2) copy(b[0:n * n])
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            b[i * n + j]++;
        }
    }
#pragma acc data copyin(a[0:2]) copyout(a[2:n - 2]) create(s) copyin(b[0:n], b[0:n])
    s++;
#pragma acc update self(a[0:n]) device(a[0:n])
    const int three = 3;
    int const *ahead;
#pragma acc parallel firstprivate(three) private(ahead) copy(a[0:n])
    ahead = a, a[0] = three;
#pragma acc parallel loop reduction(max: s) copyin(a[0:n])
    for (int i = 0; i < n; i++)
#pragma acc loop reduction(max: s)
        for (int j = 0; j < n; j++)
            s = s > a[j] ? s : a[j];
#pragma acc parallel loop gang reduction(+: s) copyin(a[0:n])
    for (int i = 0; i < n; i++) {
        int t = 0;
#pragma acc loop vector reduction(max: t)
        for (int j = 0; j < n; j++)
            t = t > a[j] ? t : a[j];
        s += t;
#pragma acc loop vector
        for (int j = 0; j < n; j++) {
            int s = a[j]; /* another variable */
            b[j] = s;
        }
    }
#pragma acc parallel loop copy(a[0:n]) copyin(b[0:n])
    for (int i = 0; i < n; i++) {
        const int first = i;
#pragma acc cache(b[first:1])
        a[i] += b[i];
#pragma acc loop seq
        for (int j = 0; j < 4; j++) {
#pragma acc cache(readonly: b[0:4])
#pragma acc cache(a[i:1])
            a[i] += b[j];
        }
    }
    if (n) {
#pragma acc update self(a[0:n]) if_present
    } else {
#pragma acc wait
    }
    for (int i = 0; i < 2; i++)
        ;
#pragma acc enter data copyin(a[0:n])
#pragma acc exit data delete(a[0:n])
    {
#pragma acc routine seq
        int used(int);
#pragma acc parallel loop copy(a[0:n])
        for (int i = 0; i < n; i++)
            a[i] = used(i) + of_device_too(i);
    }
}
#endif
