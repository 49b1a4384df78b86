// RUN: %not --status 3 %gantry check %s 2> said && %FileCheck %s < said
// RUN: %gantry check -DORDERED %s 2> said2 && grep "nothing found" said2
/* Message passing without an order: an atomic that tells another thread orders nothing else. Sections have numbers. */
#include <omp.h>
#include <stdio.h>
#ifdef ORDERED
#define RELEASE release
#define ACQUIRE acquire
#else
#define RELEASE relaxed
#define ACQUIRE relaxed
#endif
int main(void)
{
    int data = 0, flag = 0, got = 0, more = 0, a = 0;
#pragma omp target teams num_teams(1) map(tofrom: data, flag, got)
#pragma omp parallel num_threads(2)
    if (omp_get_thread_num() == 0) {
// CHECK-DAG: {{.*}}told.c:[[#@LINE+3]]:14: gantry: error: a race: data is stored here by thread 0 of team 0 and loaded at line [[#@LINE+12]]:16 by thread 1 of team 0 [GC401]
// CHECK-DAG: in the region of {{.*}}told.c:[[#@LINE-4]]
// CHECK-DAG: an atomic tells the other thread, but orders nothing else: its store needs release, or a flush before it, and its load acquire, or a flush behind it
        data = 42;
#pragma omp atomic write RELEASE
        flag = 1;
    } else {
        int f = 0;
        while (!f) {
#pragma omp atomic read ACQUIRE
            f = flag;
        }
        got = data;
    }
#ifndef ORDERED
#pragma omp target teams num_teams(1) map(tofrom: a, more)
#pragma omp parallel num_threads(2)
#pragma omp sections
    {
#pragma omp section
// CHECK-DAG: {{.*}}told.c:[[#@LINE+2]]:11: gantry: error: a race: a is stored here by section 1 (thread {{[01]}} of team 0) and loaded at line [[#@LINE+4]]:17 by section 2 (thread {{[01]}} of team 0) [GC401]
// CHECK-DAG: sections of 'sections' of {{.*}}told.c:[[#@LINE-4]], in the region of
        a = 1;
#pragma omp section
        more = a;
    }
#endif
    printf("%d %d\n", got, more);
}
