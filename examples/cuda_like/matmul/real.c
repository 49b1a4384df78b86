/* real.c: half as many threads as elements. */
#include "matmul.h"

#define NAME multiply_double
#define TYPE double
#define TILE 8
#define THREADS (TILE * TILE / 2)
#include "tile_kernel.h"
