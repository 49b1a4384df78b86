/* What process.c and temp.c share: the programs now running, which a signal must end before the folder goes. */
#ifndef GANTRY_PROCESS_PRIV_H
#define GANTRY_PROCESS_PRIV_H

#include <signal.h>
#include <sys/types.h>

enum { MAX_CHILDREN = 64 };
extern volatile pid_t running_children[MAX_CHILDREN]; /* 0 = free place */
void signals_install(void);                           /* once; later calls do nothing */
void signals_block(sigset_t *before);
void signals_restore(const sigset_t *before);

#endif
