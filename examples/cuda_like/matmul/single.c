/* single.c: a thread for each element of the tile. */
#include "matmul.h"

#define NAME multiply_float
#define TYPE float
#define TILE 16
#define THREADS 256
#include "tile_kernel.h"
