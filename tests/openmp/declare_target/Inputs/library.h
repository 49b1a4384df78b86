/* with files.c and library.c */
#pragma omp begin declare target
extern int library_count, library_table[], *library_pointer;
struct names { int first, second; };
extern struct names library_names;
int library_add(int i);
int library_linked(int i);
static inline int library_inline(int i) { return i + 1000; }
#pragma omp end declare target
extern int linked[37];
#pragma omp declare target link(linked)
int library_on_host(void);
