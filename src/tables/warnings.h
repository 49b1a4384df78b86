/* Flags and pragmas that turn Gantry's warnings on and off. Each row of messages.def that is a warning or an advice can
 * be named, as the host compiler's can: "gantry-race". "gantry" names all of them, "gantry-advice" all advice, which is
 * off by default. */
#ifndef GANTRY_WARNINGS_H
#define GANTRY_WARNINGS_H

#include "../base/base.h"

/* From now on flags and pragmas decide about the messages of d, by their names. */
void warnings_begin(struct diag *d);
/* Does this flag (-WNAME, -Wno-NAME, -Werror=NAME, -Wno-error=NAME) name a warning of Gantry's? */
bool warnings_is_flag(const char *flag);
/* Takes such a flag, and those that concern all warnings (-Wno-everything). */
void warnings_flag(struct diag *d, const char *flag);
/* A pragma's line at offset `at` (not 0) of some text, as `#pragma clang diagnostic push`; other pragmas are
 * ignored. */
void warnings_pragma(struct diag *d, uint32_t at, const char *line, size_t len);
/* Sets the function that gives the offset of a place in that text; 0: no pragma applies there. */
void warnings_places(struct diag *d, uint32_t (*offset)(const void *text, struct loc), const void *text);

/* Namespaces of pragmas for the host compiler, and how front/text/preprocess.c writes them where they name a warning of
 * ours: the host compiler does not know the name and would drop the line, but it keeps pragmas of other namespaces. */
struct pragma_namespace {
    const char *theirs, *ours; /* of equal length */
};
extern const struct pragma_namespace pragma_namespaces[]; /* ends with a NULL */

#endif
