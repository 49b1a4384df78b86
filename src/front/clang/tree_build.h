/* Shared by expressions.c and tree.c, which make the tree. */
#ifndef GANTRY_TREE_BUILD_H
#define GANTRY_TREE_BUILD_H

#include "glue.h"

struct kids { /* children of a cursor; the array is the arena's or the caller's */
    const CXCursor *v;
    unsigned n;
};
enum { MOST_IN_PLACE = 8 };
/* The children of c: in the caller's array in_place where they fit, else in the arena. Calls vla.c for c: that must see
 * every cursor once, outer ones before inner ones. */
struct kids node_kids_of(struct glue *g, CXCursor c, CXCursor in_place[MOST_IN_PLACE]);

struct node *node_make(struct glue *g, enum node_kind kind, struct slice at, unsigned nkids);
void node_set_kid(struct node *n, unsigned place, struct node *kid);
void node_add_kid(struct glue *g, struct node *n, struct node *kid); /* one more; kid == NULL: does nothing */

struct node *expression_tree(struct glue *g, CXCursor c);
struct node *statement_tree(struct glue *g, CXCursor c, uint32_t begin); /* begin: where it begins, with attributes */
/* Adds the expressions somewhere in c, which may be a declaration or a type, as kids of `into`. */
void expression_trees_in(struct glue *g, CXCursor c, struct node *into);
/* The same where c is the spelling of a type: lengths of arrays are evaluated, operands of typeof are not. */
void type_expression_trees(struct glue *g, CXCursor c, struct node *into);
bool declares_type(enum CXCursorKind k);                  /* a structure, union, enumeration or typedef */
struct node *construct_alone(struct glue *g, CXCursor c); /* NULL: c is no stand-alone directive's probe */

#endif
