void relax(int n, const double *restrict from, double *restrict to);
