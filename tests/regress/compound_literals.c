// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --parallel-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
// RUN: %gantry cc %O --teams-mode=generic --simd-group=4 --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t && %run_emulated64 %t && for s in 1 2 3; do GANTRY_EMULATED_SEED=$s %run_emulated32 %t || exit 1; done
/* Compound literals of a team's and a thread's code, as arguments, of structs and scalars, in functions. */
#define N 6
struct p { int x, y; };
#pragma omp declare target
static int dot(const struct p *a, const struct p *b) { return a->x * b->x + a->y * b->y; }
static void bump(int *p) { ++*p; }
static void work(int i, int *out)
{
    int *p = (int[]){i, i + 1, i + 2};
    struct p *q = &(struct p){.x = p[1], .y = 2};
    bump(p + 2);
#pragma omp parallel
    {
#pragma omp atomic
        *out += p[2] + q->y + dot(q, &(struct p){1, 2});
    }
}
#pragma omp end declare target
int main(void)
{
    int r[N] = {0}, f[N] = {0}, nt[N] = {0}, s[N][4] = {{0}};
#pragma omp target teams distribute map(r, nt, f) thread_limit(32)
    for (int i = 0; i < N; i++) {
        int *p = (int[]){i, i + 1, i + 2}, sum = 0;
        int *c = &(int){4};
        ++*c;
        bump((i & 1 ? (int[2]){1, 2} : p) + 1);
        struct p v = (struct p){i, 3};
        for (int k = (int[]){1, 2, 3}[1]; k < 4; k++)
            sum += dot(&(struct p){k, 1}, &v);
#pragma omp parallel
        {
#pragma omp atomic
            nt[i]++;
#pragma omp atomic
            r[i] += p[1] + *c + sum;
        }
        work(i, &f[i]);
    }
#pragma omp target parallel for map(s)
    for (int i = 0; i < N; i++) {
        struct p *last = 0;
        for (int k = 0; k < 3; k++) {
            struct p *q = &(struct p){k, i};
            q->x++;
            last = q->x == 3 ? &(struct p){9, q->y} : q;
            if (dot(q, &(struct p){1, 0}) > 0) {
#pragma omp simd
                for (int j = 0; j < 4; j++) {
                    int *mine = (int[]){1, j};
                    mine[0]++;
                    s[i][j] += last->x + last->y + mine[0] * mine[1];
                }
            }
        }
    }
    for (int i = 0; i < N; i++) {
        int sum = 0;
        for (int k = 2; k < 4; k++)
            sum += k * i + 3;
        if (r[i] != nt[i] * ((i & 1 ? i + 1 : i + 2) + 5 + sum)) return 1;
        if (f[i] != nt[i] * (i + 3 + 2 + i + 1 + 4)) return 2;
        for (int j = 0; j < 4; j++)
            if (s[i][j] != 1 + 2 + 9 + 3 * i + 3 * 2 * j) return 3;
    }
    return 0;
}
