// RUN: %front %s 2>&1 | %FileCheck %s
/* What gcc only warns about stays a warning; C89 with an implicit int and an implicit declaration goes on. */
// CHECK: warning: {{.*}}undeclared_function
// CHECK: #0 target
main()
{
    int n = undeclared_function(1);
    char *p = 5;
#pragma omp target
    n = p != 0;
    return n;
}
