// ROW: C: qsort and bsearch
// SPEC: 4.0 1.7
/* With functions to compare, of 4 and of 12 bytes. */
#include "check.h"

struct item {
    int key, a, b;
};
static int by_value(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}
static int by_key(const void *a, const void *b) { return by_value(b, a); } /* downwards */

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    enum { N = 101 };
    int v[N], found[2];
    struct item s[N];
    for (int i = 0; i < N; i++) {
        v[i] = s[i].key = i * 37 % N;
        s[i].a = -s[i].key;
        s[i].b = 2 * s[i].key;
    }
#pragma omp target map(tofrom: v, s) map(from: found)
    {
        qsort(v, N, sizeof *v, by_value);
        qsort(s, N, sizeof *s, by_key);
        int key = 42, none = 1000;
        int *p = bsearch(&key, v, N, sizeof *v, by_value);
        found[0] = p ? (int)(p - v) : -1;
        found[1] = bsearch(&none, v, N, sizeof *v, by_value) != NULL;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(v[i], i, "v[%d]", i);
        CHECK(s[i].key == N - 1 - i && s[i].a == -s[i].key && s[i].b == 2 * s[i].key, "s[%d]", i);
    }
    CHECK_INT(found[0], 42, "bsearch");
    CHECK_INT(found[1], 0, "bsearch of what is not there");
    return check_end();
}
