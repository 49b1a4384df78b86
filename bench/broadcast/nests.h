/* nests.h: the sizes of the experiment, for kernels.c, nests.c and both hosts. */
#ifndef NESTS_H
#define NESTS_H
enum { ROWS = 64, ENTRIES = 8, TEAMS = 4, LANES = 128 };
#endif
