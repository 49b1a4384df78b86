/* What process.c and temp.c share: the programs that run now. On a signal they are ended before the temporary folder is
 * removed. */
#ifndef GANTRY_PROCESS_PRIV_H
#define GANTRY_PROCESS_PRIV_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

enum { MAX_CHILDREN = 64 };
extern volatile pid_t running_children[MAX_CHILDREN]; /* 0: an unused entry */
void signals_install(void);                           /* installs the handler once; later calls do nothing */
void signals_block(sigset_t *before);                 /* *before: the mask to give signals_restore */
void signals_restore(const sigset_t *before);
void signals_to_program(bool on); /* SIGINT and SIGQUIT are the running program's */

#endif
