/* tests/run/atomic_type.h: the atomic forms over one TYPE, included once per type by atomic.c. NAME(x) makes
 * names unique; INTEGER is 1 for types with bit operators. Values stay small: exact in every type, in any
 * order. */

static void NAME(updates)(void)
{
    TYPE v[8] = {0, 0, 100, 100, 0, 100, 0, 1};
#pragma omp target teams distribute parallel for map(tofrom: v)
    for (int i = 0; i < 96; i++) {
#pragma omp atomic
        v[0]++;
#pragma omp atomic update
        ++v[1];
#pragma omp atomic
        v[2]--;
#pragma omp atomic update relaxed
        --v[3];
#pragma omp atomic
        v[4] += (TYPE)(i % 2);
#pragma omp atomic
        v[5] -= (TYPE)(i % 2);
#pragma omp atomic
        v[6] = v[6] + (TYPE)(i % 3 == 0);
#pragma omp atomic
        v[7] = (TYPE)(i % 32 == 0 ? 2 : 1) * v[7];
    }
    static const int want[8] = {96, 96, 4, 4, 48, 52, 32, 8};
    for (int k = 0; k < 8; k++)
        CHECK_REAL(v[k], want[k], 0, "%s update, form %d", LABEL, k);
}

static void NAME(factors)(void)
{
    TYPE product = 1, quotient = 64, from = 0;
#pragma omp target parallel for map(tofrom: product, quotient, from)
    for (int i = 0; i < 60; i++) {
        TYPE f = (TYPE)(i % 10 == 0 ? 2 : 1);
#pragma omp atomic
        product *= f;
#pragma omp atomic
        quotient /= f;
#pragma omp atomic
        from = (TYPE)(i % 2) - from; /* an even number of changes of sign */
    }
    CHECK_REAL(product, 64, 0, "%s *=", LABEL);
    CHECK_REAL(quotient, 1, 0, "%s /=", LABEL);
    (void)from; /* depends on the order: only the generated code is of interest */
}

#if INTEGER
static void NAME(bits)(void)
{
    TYPE with = 127, either = 0, differ = 0, left = 1, right = 64, turned = 0;
#pragma omp target teams distribute parallel for map(tofrom: with, either, differ, left, right, turned)
    for (int i = 0; i < 64; i++) {
#pragma omp atomic
        with &= (TYPE)(i % 8 == 0 ? ~(1 << i / 8 % 4) : 127);
#pragma omp atomic
        either |= (TYPE)(1 << i % 5);
#pragma omp atomic
        differ ^= (TYPE)(i % 16);
#pragma omp atomic
        left <<= i % 16 == 0 ? 1 : 0;
#pragma omp atomic
        right >>= i % 32 == 0 ? 1 : 0;
#pragma omp atomic
        turned = (TYPE)(i == 3 ? 6 : 0) | turned;
    }
    CHECK_REAL(with, 112, 0, "%s &=", LABEL);
    CHECK_REAL(either, 31, 0, "%s |=", LABEL);
    CHECK_REAL(differ, 0, 0, "%s ^=", LABEL);
    CHECK_REAL(left, 16, 0, "%s <<=", LABEL);
    CHECK_REAL(right, 16, 0, "%s >>=", LABEL);
    CHECK_REAL(turned, 6, 0, "%s x = e | x", LABEL);
}
#endif

/* every ticket is given out once */
static void NAME(tickets)(void)
{
    enum { N = 90, FORMS = 8 };
    TYPE next[FORMS] = {0, 0, 100, 100, 0, 0, 0, 0};
    int taken[FORMS][N + 1];
    memset(taken, 0, sizeof taken);
#pragma omp target teams distribute parallel for map(tofrom: next, taken)
    for (int i = 0; i < N; i++) {
        TYPE v[FORMS];
#pragma omp atomic capture
        v[0] = next[0]++;
#pragma omp atomic capture
        v[1] = ++next[1];
#pragma omp atomic capture
        v[2] = next[2]--;
#pragma omp atomic capture
        v[3] = --next[3];
#pragma omp atomic capture
        v[4] = next[4] += 1;
#pragma omp atomic capture
        {
            v[5] = next[5];
            next[5] += 1;
        }
#pragma omp atomic capture
        {
            next[6] = next[6] + 1;
            v[6] = next[6];
        }
#pragma omp atomic capture
        v[7] = next[7] = 1 + next[7];
        int slot[FORMS] = {(int)v[0],     (int)v[1] - 1, 100 - (int)v[2], 99 - (int)v[3],
                           (int)v[4] - 1, (int)v[5],     (int)v[6] - 1,   (int)v[7] - 1};
        for (int k = 0; k < FORMS; k++) {
            int s = slot[k] >= 0 && slot[k] < N ? slot[k] : N;
#pragma omp atomic
            taken[k][s]++;
        }
    }
    for (int k = 0; k < FORMS; k++) {
        int wrong = 0;
        for (int i = 0; i < N; i++)
            wrong += taken[k][i] != 1;
        CHECK_INT(wrong + taken[k][N], 0, "%s capture, form %d: tickets given out wrongly", LABEL, k);
        CHECK_REAL(next[k], k == 2 || k == 3 ? 100 - N : N, 0, "%s capture, form %d: last value", LABEL, k);
    }
}

/* exchange: each value put in comes out once, or is there at the end */
static void NAME(exchanges)(void)
{
    enum { N = 80 };
    TYPE cell = 0, seen[N];
    int out[N + 1];
    memset(out, 0, sizeof out);
#pragma omp target parallel for map(tofrom: cell) map(from: seen)
    for (int i = 0; i < N; i++) {
        TYPE mine = (TYPE)(i + 1), old;
#pragma omp atomic capture
        {
            old = cell;
            cell = mine;
        }
        seen[i] = old;
    }
    for (int i = 0; i < N; i++)
        out[(int)seen[i] >= 0 && (int)seen[i] <= N ? (int)seen[i] : 0]++;
    out[(int)cell]++;
    int wrong = 0;
    for (int i = 0; i <= N; i++)
        wrong += out[i] != 1;
    CHECK_INT(wrong, 0, "%s exchange: each value out once", LABEL);
}

/* a flag and the data that it guards, with every spelling of the memory orders */
static void NAME(orders)(void)
{
    TYPE x = 0, y = 0, got[6] = {0};
#pragma omp target map(tofrom: x, y, got)
    {
#pragma omp atomic write
        x = 5;
#pragma omp atomic read
        got[0] = x;
#pragma omp atomic write seq_cst
        y = got[0] + 1;
#pragma omp atomic read seq_cst
        got[1] = y;
#pragma omp atomic write release
        x = 7;
#pragma omp atomic read acquire
        got[2] = x;
#pragma omp atomic write relaxed
        x = 8;
#pragma omp atomic relaxed read
        got[3] = x;
#pragma omp atomic update seq_cst
        x += 1;
#pragma omp atomic capture acq_rel
        got[4] = x += 1;
#pragma omp atomic seq_cst capture
        got[5] = x++;
    }
    static const int want[6] = {5, 6, 7, 8, 10, 10};
    for (int k = 0; k < 6; k++)
        CHECK_REAL(got[k], want[k], 0, "%s orders, value %d", LABEL, k);
    CHECK_REAL(x, 11, 0, "%s orders, last value", LABEL);
}

static void NAME(all)(void)
{
    NAME(updates)();
    NAME(factors)();
#if INTEGER
    NAME(bits)();
#endif
    NAME(tickets)();
    NAME(exchanges)();
    NAME(orders)();
}

#undef TYPE
#undef LABEL
#undef NAME
#undef INTEGER
