/* prefixes.h: sums and maxima of a's beginnings, in b as one number: what the rows of scan compute, for trip counts from none to
 * more than there are threads. */
enum { MOST = 2053 };

static long a[MOST], b[MOST];

static void set_terms(void)
{
    for (int i = 0; i < MOST; i++)
        a[i] = i * 37 % 101;
}

/* the loop of n iterations began with 7 and -1 and ended with x and m; does b[i] have the term a[i] in it? */
static void check_prefixes(long n, long x, long m, int inclusive)
{
    long sum = 7, most = -1;
    for (long i = 0; i < n; i++) {
        long before = sum + 1000000L * most;
        sum += a[i];
        most = a[i] > most ? a[i] : most;
        CHECK_INT(b[i], inclusive ? sum + 1000000L * most : before, "n %ld, b[%ld]", n, i);
    }
    CHECK_INT(x, sum, "n %ld, x", n);
    CHECK_INT(m, most, "n %ld, m", n);
}
