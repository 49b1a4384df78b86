#pragma acc routine seq
int one(int x);
#pragma acc routine worker
void workers(int n, const int *from, int *to);
#pragma acc routine vector
int vectors(int n, const int *x);
#pragma acc routine gang
void gangs(int n, int *x);
