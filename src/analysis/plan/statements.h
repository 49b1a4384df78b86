/* analysis/plan/statements.h: where a directive of its own can be put in front of a statement of the host's
 * (statements.c). */
#ifndef GANTRY_PLAN_STATEMENTS_H
#define GANTRY_PLAN_STATEMENTS_H

#include "../analysis.h"

/* For code in lines at.line to `last` of at.file. Of several rows that have a line the one with the fewest lines says.
 */
struct statement_row {
    struct loc at;
    int last;
    int before; /* the directive is put in front of this line; 0: there is no place */
    bool waits; /* a taskwait for all tasks stands behind it */
};
typedef VEC(struct statement_row) statement_rows;

statement_rows statements_of(struct analysis *a);

#endif
