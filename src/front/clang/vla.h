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

struct spelled {                /* the parts of a type's spelling that matter for its shape */
    CXCursor length[MOST_DIMS]; /* lengths of arrays, from the innermost to the outermost */
    unsigned n;
    CXCursor of_typeof; /* has_typeof: the operand of its typeof */
    CXCursor type_name; /* has_name: the typedef that it names */
    bool has_typeof, has_name;
};

#define VLA_UNKNOWN                                                                                                    \
    "a variable-length array type whose lengths cannot be followed here; give the expression a "                       \
    "variable of its own"

CXType vla_inside(CXType t);       /* the element or pointee of a canonical array or pointer type */
unsigned vla_arrays(CXType t);     /* how many arrays, one directly in another, up to the last of variable length */
unsigned vla_all_arrays(CXType t); /* how many arrays, also those that pointers in it point to */
bool vla_holds(CXType t);          /* is or points to an array of variable length, through any number of pointers */
bool vla_is_address(CXCursor c);   /* is the expression's type a pointer or an array? */

/* Collects those parts from the children of a declaration or cast that begin before `before`. */
void vla_spelled_in(struct glue *g, const CXCursor *kid, unsigned n, uint32_t before, struct spelled *s);
/* The shape of a type from its spelling; false: not all lengths are there. */
bool vla_spell(struct glue *g, CXType t, struct spelled *s, struct shape *out);
/* the shape of the expression c, of type t; false: it is not known, which is reported for device code at `off` */
bool vla_known_shape(struct glue *g, CXCursor c, uint32_t off, struct shape *s, CXType t);

#endif
