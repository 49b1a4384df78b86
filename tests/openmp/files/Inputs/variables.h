enum { SIZE = 129 };
#pragma omp declare target
extern int number, array[SIZE], *best;
extern struct record { char a; int b; } record;
#pragma omp end declare target
int number_there(void);
void change(int value), fetch(void);
