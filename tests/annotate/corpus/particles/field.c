/* Charge to the mesh, potential by a sum, field by differences. */
#include "grid.h"
#include <string.h>

double rho[NG + 1], phi[NG + 1], field[NG + 1];

void deposit(const struct particle *p, int n)
{
    memset(rho, 0, sizeof rho);
    /* truth: histogram(rho) -- two points of the mesh for each particle */
    for (int k = 0; k < n; k++) {
        int i = (int)p[k].x;
        double f = p[k].x - i;
        rho[i] += p[k].q * (1 - f);
        rho[i + 1] += p[k].q * f;
    }
    rho[0] += rho[NG];
    rho[NG] = rho[0];
}

void solve(void)
{
    double mean = total(rho, NG) / NG, e = 0;
    /* truth: serial flow(e) distance 1 -- the field is an integral of the charge */
    for (int i = 0; i <= NG; i++) {
        field[i] = e;
        e += rho[i] - mean;
    }
    mean = total(field, NG) / NG;
    /* truth: parallel */
    for (int i = 0; i <= NG; i++)
        field[i] -= mean;
    phi[0] = 0;
    /* truth: serial flow(phi) distance 1 */
    for (int i = 1; i <= NG; i++)
        phi[i] = phi[i - 1] - 0.5 * (field[i] + field[i - 1]);
}
