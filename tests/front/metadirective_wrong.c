// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Metadirectives that are not written as OpenMP has them, and those that cannot be followed. */
void f(int n, int *a)
{
// CHECK: :[[#@LINE+1]]:32: error: expected 'construct', 'device', 'target_device', 'implementation' or 'user', found 'machine' [GN0720]
#pragma omp metadirective when(machine={kind(gpu)}: parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:40: error: 'king' is no trait of 'device' [GN0720]
#pragma omp metadirective when(device={king(gpu)}: parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:40: error: 'phone' is no kind of device: any, host, nohost, cpu, gpu, fpga
#pragma omp metadirective when(device={kind(phone)}: parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:38: error: expected '={' after the set's name, found '(' [GN0720]
#pragma omp metadirective when(device(kind(gpu)): parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:43: error: expected a construct in 'construct={…}', found 'barn' [GN0720]
#pragma omp metadirective when(construct={barn}: parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:54: error: a score must be a constant that is not negative [GN0721]
#pragma omp metadirective when(user={condition(score(n): 1)}: parallel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:27: error: expected 'when', 'otherwise' or 'default', found 'whenever' [GN0201]
#pragma omp metadirective whenever(user={condition(1)}: parallel)
    n++;
// CHECK: :[[#@LINE+1]]:44: error: 'otherwise' comes last, and once [GN0203]
#pragma omp metadirective default(nothing) otherwise(parallel)
    n++;
// CHECK: :[[#@LINE+1]]:44: error: 'otherwise' comes last, and once [GN0209]
#pragma omp metadirective default(nothing) when(user={condition(1)}: parallel)
    n++;
// CHECK: :[[#@LINE+1]]:51: error: expected ':' after the context selector, found ')' [GN0105]
#pragma omp metadirective when(user={condition(1)})
    n++;
// CHECK: :[[#@LINE+1]]:53: error: expected a directive, found 'paralel' [GN0102]
#pragma omp metadirective when(user={condition(1)}: paralel) default(nothing)
    n++;
// CHECK: :[[#@LINE+1]]:53: error: a metadirective cannot stand for another one [GN0724]
#pragma omp metadirective when(user={condition(1)}: metadirective default(nothing))
    n++;
// CHECK: :[[#@LINE+1]]:13: error: the statement of a metadirective that chooses when it runs{{.*}} [GN0722]
#pragma omp metadirective when(user={condition(n)}: parallel) default(nothing)
    {
        static int calls;
        calls++;
    }
// CHECK: :[[#@LINE+2]]:13: error: the condition is evaluated before the target construct, where 'n' may {{.*}} [GN0723]
#pragma omp target map(always, to: n)
#pragma omp metadirective when(user={condition(n > 3)}: teams loop) default(parallel loop)
    for (int i = 0; i < n; i++)
        a[i] = 1;
#pragma omp target
    {
// CHECK: :[[#@LINE+1]]:13: error: 'target_device' in a target region{{.*}} [GN0726]
#pragma omp metadirective when(target_device={kind(gpu)}: parallel) default(nothing)
        n++;
    }
// CHECK: :[[#@LINE+1]]:13: error: 'end metadirective' without a 'begin metadirective' before [GN0725]
#pragma omp end metadirective
// CHECK: :[[#@LINE+1]]:13: error: 'begin metadirective' without its 'end metadirective' [GN0725]
#pragma omp begin metadirective when(user={condition(1)}: parallel) default(nothing)
    n++;
}
