// a file that only declares the variable of doubles.c, with another size
// SUMMARY: var|gantry_v_hidden_1|file=b.c|line=7|size=16
// SUMMARY: var|unused|file=b.c|line=8|size=-1
#ifdef DEVICE
extern double gantry_v_hidden_1[2];
double unused[3];
double *user(void) { return gantry_v_hidden_1; }
#endif
