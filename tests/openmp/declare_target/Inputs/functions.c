/* with indirect_files.c */
#include <omp.h>

typedef int function(int);
function *choose(int which);
#pragma omp begin declare target indirect
int shared(int i);
static int ten(int i) { return i + 10 + 100 * (omp_is_initial_device() != 0); }
static int twenty(int i) { return i + 20; }
int shared(int i) { return i + 30; }
#pragma omp end declare target

function *choose(int which) { return which ? twenty : ten; }
