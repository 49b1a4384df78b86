{
    int part[4];
#pragma omp parallel num_threads(4)
#include "body_parallel.h"
}
