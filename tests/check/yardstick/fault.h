// The programs of the yardstick: -DFAULT=N plants fault N of those that the head of a program lists; without it the program is clean.
// PICK(N, wrong, right) is `wrong` with fault N and `right` with all others, in code and in directives.
#ifndef FAULT
#define FAULT 0
#endif
#ifndef FAULT_H
#define FAULT_H
#include <stdio.h>
#include <stdlib.h>

#define PICK(n, wrong, right) PICK_(n, FAULT, wrong, right)
#define PICK_(n, fault, wrong, right) PICK__(n, fault, wrong, right)
#define PICK__(n, fault, wrong, right) PICK_##n##_##fault(wrong, right)
#define PICK_1_0(wrong, right) right
#define PICK_1_1(wrong, right) wrong
#define PICK_1_2(wrong, right) right
#define PICK_1_3(wrong, right) right
#define PICK_1_4(wrong, right) right
#define PICK_2_0(wrong, right) right
#define PICK_2_1(wrong, right) right
#define PICK_2_2(wrong, right) wrong
#define PICK_2_3(wrong, right) right
#define PICK_2_4(wrong, right) right
#define PICK_3_0(wrong, right) right
#define PICK_3_1(wrong, right) right
#define PICK_3_2(wrong, right) right
#define PICK_3_3(wrong, right) wrong
#define PICK_3_4(wrong, right) right
#define PICK_4_0(wrong, right) right
#define PICK_4_1(wrong, right) right
#define PICK_4_2(wrong, right) right
#define PICK_4_3(wrong, right) right
#define PICK_4_4(wrong, right) wrong

// A program checks itself and returns DONE. With a fault it goes on to its end: what it computes is not its matter then.
static int not_so;
#define MUST(what) ((what) ? 0 : (fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #what), not_so++))
#define DONE (not_so && !FAULT)
#endif
