/* with files.c */
#include "library.h"

int library_count = 0, library_table[] = {10, 20, 30}, *library_pointer = library_table + 2, linked[37];
struct names library_names = {1, 2};
static int hidden = 1000;
#pragma omp declare target enter(hidden)

int library_add(int i) { return i + library_count + library_names.second + hidden; }
int library_linked(int i) { return linked[i] + 0 * library_inline(i); }
int library_on_host(void) { return library_count; }
