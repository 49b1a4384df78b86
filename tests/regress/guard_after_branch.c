/* A guarded statement after an `if` of which only one branch ends with a guard: those who come from the other one may
 * still be reading what it stores to. */
int main(void)
{
    int a[2] = {0}, b[64] = {0}, bad = 0;
#pragma omp target teams num_teams(1) thread_limit(64) map(a, b, bad)
    for (int t = 0; t < 10; t++) {
        int y = a[0];
        if (t % 2 == 0) {
#pragma omp parallel for
            for (int k = 0; k < 64; k++) b[k] += 1;
            y = a[0];
        } else
            a[1] = t;
        a[0] = y + 1;
#pragma omp parallel for
        for (int k = 0; k < 64; k++)
            if (y != t) {
#pragma omp atomic
                bad++;
            }
    }
    if (a[0] != 10 || a[1] != 9 || b[63] != 5 || bad) return __builtin_printf("%d %d %d: %d\n", a[0], a[1], b[63], bad), 1;
    return 0;
}
