/* conditional.h: loops of lastprivate(conditional:), and what must come out: the last iteration that assigns gives the value, not the
 * last of all; where none does, it stays. */
enum { N = 1013 };

static int a[N];

static void set_terms(void)
{
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
}

#define ASSIGN_SOMETIMES_OR_NEVER(x, y)                                                                      \
    for (int i = 0; i < N; i++) {                                                                            \
        if (a[i] < 20)                                                                                       \
            x = i;                                                                                           \
        if (a[i] > 1000)                                                                                     \
            y = i;                                                                                           \
    }

#define ASSIGN_ALWAYS_OR_TWICE(z, w)                                                                         \
    for (int i = 0; i < N; i++) {                                                                            \
        z = i;                                                                                               \
        if (a[i] == 50) {                                                                                    \
            w = 1;                                                                                           \
            w += i;                                                                                          \
        }                                                                                                    \
    }

static void check_last(int x, int y, int z, double w)
{
    int want = -1, last = -1;
    for (int i = 0; i < N; i++) {
        want = a[i] < 20 ? i : want;
        last = a[i] == 50 ? i : last;
    }
    CHECK_INT(x, want, "x");
    CHECK_INT(y, 5, "y, never assigned to");
    CHECK_INT(z, N - 1, "z, always assigned to");
    CHECK_REAL(w, 1.0 + last, 0, "w");
}
