/* tests/run/reduction_type.h: reductions over one TYPE, included once per type by reduction.c. NAME(x) makes
 * names unique; INTEGER is 1 for types with bit operators. All values are small enough to be exact in any
 * order. */

static TYPE NAME(value)(long i) { return (TYPE)((i * 7 + 3) % 5); }

static void NAME(sum)(long n)
{
    TYPE got = 3, want = 3, less = 100, want_less = 100;
#pragma omp target teams distribute parallel for reduction(+: got) reduction(-: less)
    for (long i = 0; i < n; i++) {
        got += NAME(value)(i);
        less -= (TYPE)(i % 2);
    }
    for (long i = 0; i < n; i++) {
        want += NAME(value)(i);
        want_less -= (TYPE)(i % 2);
    }
    CHECK_REAL(got, want, 0, "%s sum, n=%ld", LABEL, n);
    CHECK_REAL(less, want_less, 0, "%s difference, n=%ld", LABEL, n);
}

static void NAME(product)(long n)
{
    TYPE got = 2, want = 2;
    long every = n / 5 + 1; /* at most five factors of 2 or 3 */
#pragma omp target teams distribute parallel for reduction(*: got)
    for (long i = 0; i < n; i++)
        got *= (TYPE)(i % every == 0 ? 2 + i % 2 : 1);
    for (long i = 0; i < n; i++)
        want *= (TYPE)(i % every == 0 ? 2 + i % 2 : 1);
    CHECK_REAL(got, want, 0, "%s product, n=%ld", LABEL, n);
}

static void NAME(extremes)(long n)
{
    TYPE *a = check_alloc((size_t)n * sizeof *a);
    TYPE low = 50, high = 50, want_low = 50, want_high = 50;
    for (long i = 0; i < n; i++) {
        a[i] = (TYPE)((i * 37 + 11) % 101);
        want_low = a[i] < want_low ? a[i] : want_low;
        want_high = a[i] > want_high ? a[i] : want_high;
    }
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(min: low) reduction(max: high)
    for (long i = 0; i < n; i++) {
        low = a[i] < low ? a[i] : low;
        if (a[i] > high)
            high = a[i];
    }
    CHECK_REAL(low, want_low, 0, "%s min, n=%ld", LABEL, n);
    CHECK_REAL(high, want_high, 0, "%s max, n=%ld", LABEL, n);

    /* far from the start value on the other side: identities must be the limits of the type */
    TYPE top = (TYPE)-100, bottom = (TYPE)100;
    if ((TYPE)-1 > 0)
        top = 0;
#pragma omp target teams distribute parallel for map(to: a[0:n]) reduction(max: top) reduction(min: bottom)
    for (long i = 0; i < n; i++) {
        top = top < (TYPE)(a[i] - 90) && a[i] >= 90 ? (TYPE)(a[i] - 90) : top;
        bottom = bottom > (TYPE)(a[i] + 90) ? (TYPE)(a[i] + 90) : bottom;
    }
    TYPE want_top = (TYPE)-1 > 0 ? 0 : (TYPE)-100, want_bottom = (TYPE)100;
    for (long i = 0; i < n; i++) {
        want_top = want_top < (TYPE)(a[i] - 90) && a[i] >= 90 ? (TYPE)(a[i] - 90) : want_top;
        want_bottom = want_bottom > (TYPE)(a[i] + 90) ? (TYPE)(a[i] + 90) : want_bottom;
    }
    CHECK_REAL(top, want_top, 0, "%s max from below, n=%ld", LABEL, n);
    CHECK_REAL(bottom, want_bottom, 0, "%s min from above, n=%ld", LABEL, n);
    free(a);
}

static void NAME(logic)(long n)
{
    for (long odd = -1; odd < n; odd += n / 2 + 1) { /* no odd one out; the first; one in the middle */
        TYPE all = 1, any = 0, want_all = 1, want_any = 0;
#pragma omp target teams distribute parallel for reduction(&&: all) reduction(||: any)
        for (long i = 0; i < n; i++) {
            all = all && i != odd;
            any = any || i == odd;
        }
        for (long i = 0; i < n; i++) {
            want_all = want_all && i != odd;
            want_any = want_any || i == odd;
        }
        CHECK_REAL(all, want_all, 0, "%s &&, n=%ld, odd one %ld", LABEL, n, odd);
        CHECK_REAL(any, want_any, 0, "%s ||, n=%ld, odd one %ld", LABEL, n, odd);
    }
}

#if INTEGER
static void NAME(bits)(long n)
{
    TYPE with = (TYPE) ~(TYPE)0, either = 1, differ = 5;
    TYPE want_with = with, want_either = either, want_differ = differ;
#pragma omp target teams distribute parallel for reduction(&: with) reduction(|: either) reduction(^: differ)
    for (long i = 0; i < n; i++) {
        with &= (TYPE) ~((TYPE)1 << i % 5);
        either |= (TYPE)((TYPE)1 << i % 6);
        differ ^= (TYPE)(i % 113);
    }
    for (long i = 0; i < n; i++) {
        want_with &= (TYPE) ~((TYPE)1 << i % 5);
        want_either |= (TYPE)((TYPE)1 << i % 6);
        want_differ ^= (TYPE)(i % 113);
    }
    CHECK_REAL(with, want_with, 0, "%s &, n=%ld", LABEL, n);
    CHECK_REAL(either, want_either, 0, "%s |, n=%ld", LABEL, n);
    CHECK_REAL(differ, want_differ, 0, "%s ^, n=%ld", LABEL, n);
}
#endif

static void NAME(all)(long n)
{
    NAME(sum)(n);
    NAME(product)(n);
    NAME(extremes)(n);
    NAME(logic)(n);
#if INTEGER
    NAME(bits)(n);
#endif
}

#undef TYPE
#undef LABEL
#undef NAME
#undef INTEGER
