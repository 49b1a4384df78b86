// RUN: %not %gantry cc -Werror -fsyntax-only %s 2>&1 | %FileCheck %s
/* The first section needs no directive; a function that holds a barrier is no better there than in the others. */
#pragma omp declare target
void meet(void);
void meet(void)
{
#pragma omp barrier
}
#pragma omp end declare target

void f(void)
{
#pragma omp target
#pragma omp parallel
#pragma omp sections
    {
        meet();
// CHECK: :[[#@LINE-1]]:9: error: 'meet' holds a 'barrier', which all threads of a team must come to, and 'sections' does not let them [GN0491]
    }
}
