double look_and_reset(double *p, int at);

double look_and_reset(double *p, int at)
{
    double seen = p[at]; /* HERE 1 */
    p[at] = 1; /* ALSO 2 */
    return seen;
}
