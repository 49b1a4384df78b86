void source(int n, double *u, const double *c);
void decay(int n, double *u);
