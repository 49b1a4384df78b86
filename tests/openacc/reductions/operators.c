// ROW: reduction(), all operators
// SPEC: 3.3 2.5.15
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 20 };
    int a[N], sum = 3, product = 1, most = -1, least = 99, and = ~0, or = 0, xor = 0, all = 1, any = 0;
    double real = 0.5;
    for (int i = 0; i < N; i++)
        a[i] = (i * 7 + 3) % N + 1;
#pragma acc parallel loop copyin(a) reduction(+: sum, real) reduction(max: most) reduction(min: least)                 \
    reduction(&: and) reduction(|: or) reduction(^: xor) reduction(&&: all) reduction(||: any) reduction(*: product)
    for (int i = 0; i < N; i++) {
        sum += a[i];
        real += a[i];
        product *= a[i] % 3 ? 1 : 2;
        most = a[i] > most ? a[i] : most;
        least = a[i] < least ? a[i] : least;
        and &= a[i] | 32;
        or |= a[i];
        xor ^= a[i];
        all = all && a[i] > 0;
        any = any || a[i] == 20;
    }
    CHECK_INT(sum, 213, "+");
    CHECK_REAL(real, 210.5, 1, "+ of double");
    CHECK_INT(product, 64, "*");
    CHECK_INT(most, 20, "max");
    CHECK_INT(least, 1, "min");
    CHECK_INT(and, 32, "&");
    CHECK_INT(or, 31, "|");
    CHECK_INT(xor, 20, "^");
    CHECK_INT(all, 1, "&&");
    CHECK_INT(any, 1, "||");
    return check_end();
}
