// ROW: C: integer functions of stdlib.h
// SPEC: 4.0 1.7
/* abs, div, strtol and their kin. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int r[16] = {0};
#pragma omp target map(tofrom: r)
    {
        int k = 0;
        r[k++] = abs(-3) == 3 && labs(-3L) == 3 && llabs(-4LL) == 4;
        div_t d = div(-7, 2);
        ldiv_t l = ldiv(7, -2);
        lldiv_t ll = lldiv(9, 4);
        r[k++] = d.quot == -3 && d.rem == -1;
        r[k++] = l.quot == -3 && l.rem == 1;
        r[k++] = ll.quot == 2 && ll.rem == 1;
        const char *s = "  -42x";
        char *end;
        r[k++] = strtol(s, &end, 10) == -42 && *end == 'x';
        r[k++] = strtoul("0xff", NULL, 0) == 255 && strtoul("-1", NULL, 10) == ~0ul;
        r[k++] = strtoll("777", NULL, 8) == 511 && strtoull("zz", NULL, 36) == 35 * 36 + 35;
        r[k++] = strtol("99999999999999999999", NULL, 10) == (long)(~0ul >> 1);
        r[k++] = strtol("abc", &end, 10) == 0;
        r[k++] = atoi("17") == 17 && atol("-18") == -18 && atoll("19") == 19;
    }
    for (int k = 0; k < 10; k++)
        CHECK_INT(r[k], 1, "group %d", k);
    return check_end();
}
