double gather(int n, const int *ix, int size, const double *x);
double product(int n, const int *ix, int h, int w, const double *x);
double inner(int n, const int *ix, int last, const double *x);
double outer(int n, const int *ix, int size, const double *x);
double differ(int n, const int *ix, int size, const double *x);
double pointed(int n, const int *ix, int size, const double *x);
double narrow(int n, const int *ix, short size, const double *x);
double jumps(int n, const int *ix, int size, const double *x);
double nobody(int n, const int *ix, int size, const double *x);
