/* Shared by vla.c and vla_shape.c. A shape lists the arrays of a type from the outermost to the innermost, through
 * pointers. */
#ifndef GANTRY_CLANG_VLA_H
#define GANTRY_CLANG_VLA_H

#include "glue.h"

enum { MOST_DIMS = 8 };
struct shape {
    unsigned n;
    struct vla_dim d[MOST_DIMS];
};

struct spelled { /* what stands in a spelling of a type: lengths from the innermost to the outermost; what typeof names
                  */
    CXCursor length[MOST_DIMS];
    unsigned n;
    CXCursor of_typeof;
    CXCursor type_name;
    bool has_typeof, has_name;
};

#define VLA_UNKNOWN                                                                                                    \
    "a variable-length array type whose lengths cannot be followed here; give the expression a "                       \
    "variable of its own"

CXType vla_inside(CXType t);       /* of a canonical array or pointer */
unsigned vla_arrays(CXType t);     /* how many, one directly in another, up to the last one of variable length */
unsigned vla_all_arrays(CXType t); /* all, through pointers */
bool vla_holds(CXType t);          /* one of variable length, through pointers */
bool vla_is_address(CXCursor c);   /* of a pointer's or an array's type */

/* vla_spelled_in: what the children of a declaration or cast that begin before a place say of its type; vla_spell: the
 * shape of that type; false: not all its lengths are there */
void vla_spelled_in(struct glue *g, const CXCursor *kid, unsigned n, uint32_t before, struct spelled *s);
bool vla_spell(struct glue *g, CXType t, struct spelled *s, struct shape *out);
/* the shape of what the expression c, of type t, comes from; false: device code cannot have what stands at `off` */
bool vla_known_shape(struct glue *g, CXCursor c, uint32_t off, struct shape *s, CXType t);

#endif
