// RUN: %not %front --no-check -w %s 2>&1 | %FileCheck %s
/* Behind a macro the caret stands at the macro's name, or at the line alone. */
#define MAP map(tofrm: a)
#define LOOP(x) _Pragma("omp target parallel for collapse(x) nonsense") for (int i = 0; i < 4; i++) a[i] = 0;
void f(void)
{
    int a[4];
// CHECK: macros.c:[[#@LINE+1]]:20: error: expected one of {{.*}}, found 'tofrm'
#pragma omp target MAP private(a[0])
    a[0] = 1;
// CHECK: macros.c:[[#@LINE-2]]:32: error: a list item of 'private' must be the name of a variable, found 'a[0]'
// CHECK: macros.c:[[#@LINE+1]]: error: unknown clause 'nonsense'
    LOOP(1)
}
