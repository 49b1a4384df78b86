/* src/base/source.h: what a line of a source file begins in, for those who write into it. */
#ifndef GANTRY_SOURCE_H
#define GANTRY_SOURCE_H

#include "base.h"

/* What the line is: a pragma, other code, or nothing of its own, since it begins in a comment, between parentheses or
 * as part of the line before, or something stands before the column. UNKNOWN: the file cannot be read, or has no such
 * line. */
enum line_kind { LINE_UNKNOWN, LINE_CODE, LINE_PRAGMA, LINE_INSIDE };
enum line_kind source_line_kind(struct loc loc);

#endif
