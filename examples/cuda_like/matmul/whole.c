/* whole.c: tiles and teams of odd sizes. */
#include "matmul.h"

#define NAME multiply_int
#define TYPE int
#define TILE 11
#define THREADS 67
#include "tile_kernel.h"
