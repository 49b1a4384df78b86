// the other file of modes.c
// SUMMARY: func|far|file=b.c|line=1|flags=barrier,parallel
void far(void) {}
