/* shared.h: the variables that teams share, for those who make code that is called when a team begins (shared.c).
 * Private to src/link. */
#ifndef GANTRY_LINK_SHARED_H
#define GANTRY_LINK_SHARED_H

#include "access.h"

/* adds code for the variable v, whose address in the running team this is */
typedef void shared_each(void *data, LLVMValueRef v, LLVMValueRef address);
/* void (void (*entry)(void **)): what `each` adds for each team-shared variable of the program, if the kernel with this
 * entry has it */
LLVMValueRef shared_function(const struct plan *p, LLVMModuleRef m, LLVMBuilderRef b, const char *name,
                             shared_each *each, void *data);

#endif
