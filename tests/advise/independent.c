// RUN: %gantry explain -w --json %s >found.json && python3 %S/independent.py found.json && python3 %S/paste.py found.json %s pasted.c
// What is proposed has no races and gives the same.
// RUN: env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %gantry run -w -O1 --offload-arch=emulated %s >want && env GANTRY_DEVICES=emulated OMP_TARGET_OFFLOAD=MANDATORY %gantry check -w -O1 --offload-arch=emulated pasted.c >got && cmp want got
/* Which loops a directive is proposed for, and which not, since iterations may meet: indices that come again, rows that overlap, sums that each
 * step cuts. In each function one thread of the device runs a loop. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 2048, M = 48 };
static double a[N], b[N], c[2 * N], g[M][M], h[M][M], best;
static int index_of[N], whole, counted, width = M;
static unsigned bits[N];
static _Bool flag;
static struct cell {
    double x, y, v[3];
} cells[N];
struct field {
    int n;
    double *now, *next;
};
#pragma omp declare target
static double d[N], total;
static double left(int i) { return d[i - 1]; }
static double sum_so_far(void) { return total; }
#pragma omp end declare target
static double scaled(double x) { return x * 0.5; }

static void kept_remainder(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[(i * 7) % 64] += b[i];
}
static void kept_whole_remainder(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[i % N] += b[i];
}
static void kept_mask(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[i & 15] += b[i];
}
static void kept_choice(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[b[i] > 3 ? i : 0] = b[i];
}
static void kept_byte(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[(unsigned char)i] += b[i];
}
static void kept_wide_product(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (long i = 0; i < N; i++)
        c[(int)(i * 4294967296L)] += 1;
}
static void kept_window(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N - 8; i++)
        for (int j = 0; j < 8; j++) c[i + j] += b[i] * j;
}
static void kept_wide_window(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 4 - 3; i++)
        for (int j = 0; j < 8; j++) c[4 * i + j] += b[i] * j;
}
static void free_blocks(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 4; i++)
        for (int j = 0; j < 4; j++) c[4 * i + j] += b[i] * j;
}
static void free_blocks_turned(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < 64; i++)
        for (int j = 0; j < 8; j++) for (int k = 0; k < 2; k++) c[64 * j + i + 512 * k] += b[i] * j;
}
static void kept_blocks_turned(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < 65; i++)
        for (int j = 0; j < 8; j++) for (int k = 0; k < 2; k++) c[64 * j + i + 512 * k] += b[i] * j;
}
static void kept_twice_the_same(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 2; i++)
        for (int j = 0; j < 2; j++) c[2 * i + j + j] += 1;
}
static void free_rows(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M - 1; i++)
        for (int j = 0; j < M; j++) g[i][j] += h[i][j];
}
static void free_row_carries(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 1; j < M; j++) g[i][j] += g[i][j - 1] * 0.5;
}
static void kept_column_carries(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 1; i < M; i++)
        for (int j = 0; j < M; j++) g[i][j] += g[i - 1][j] * 0.5;
}
static void free_columns(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) g[j][i] = h[i][j];
}
static void free_triangle(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = i; j < M; j++) g[j][i] = h[i][j];
}
static void kept_from_i_on(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = i; j < i + 2; j++) c[j] += h[i][0];
}
static void kept_one_row(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) g[0][j] += h[i][j];
}
static void kept_diagonals(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) c[i + j] += g[i][j];
}
static void kept_diagonals_of_width(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < 40; i++)
        for (int j = 0; j < 40; j++) c[(i + j) * width] += g[i][j];
}
static void likely_rows_of_width(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) c[i * width + j] += g[i][j];
}
static void free_rows_of_their_length(void)
{
    int n = width;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < n; i++)
        for (int j = 1; j < n - 1; j++) c[i * n + j] += g[i][j];
}
static void free_columns_of_their_length(void)
{
    int n = width;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n - 1; j++) c[j * n + i] += g[i][j];
}
static void free_planes(void)
{
    int n = 12, m = 9;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < m; j++) for (int k = 0; k < n; k++) c[(i * m + j) * n + k] += g[i][j];
}
static void kept_longer_rows(void)
{
    int n = width;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n + 1; j++) c[i * n + j] += g[i][0];
}
static void free_rows_from_behind(void)
{
    int n = width;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 1; i < n; i++)
        for (int j = -1; j < n - 1; j++) c[i * n + j] += g[i][0];
}
static void likely_columns_of_width(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++) c[j * width + i] += g[i][j];
}
static void kept_half(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { double *q = c + i / 2; *q += 1; }
}
static void kept_wider_rows_read(void)
{
    int j;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 8 - 1; i++)
        { for (j = 0; j < 8; j++) c[i * 8 + j] = i; double s = 0; for (j = 0; j < 16; j++) s += c[i * 8 + j]; b[i] = s; }
}
static void free_own_row_read(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 8 - 1; i++)
        { double s = 0; for (int j = 0; j < 8; j++) { c[i * 8 + j] = i; s += c[i * 8 + j]; } b[i] = s; }
}
static void free_odd_and_even(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 2; i++)
        { c[2 * i] = b[i]; c[2 * i + 1] = b[i] * 2; }
}
static void kept_next(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N - 1; i++)
        { c[i] = b[i]; c[i + 1] = b[i] * 2; }
}
static void free_far_half(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 2; i++)
        c[i] = c[i + N / 2] * 2;
}
static void kept_near_half(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N / 2 + 1; i++)
        c[i] = c[i + N / 2] * 2;
}
static void kept_step(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N - 2; i += 2)
        { c[i] = 1; c[i + 2] = c[i]; }
}
static void free_down(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = N - 1; i >= 0; i--)
        c[i] = c[i] + 1;
}
static void kept_bound_changes(void)
{
    int n = N;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < n; i++)
        { n -= 1; c[i] = 1; }
}
static void kept_bound_is_set(void)
{
    int n = N;
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < n; i++)
        { n = N / 2; c[i] = 1; }
}
static void kept_bound_is_stored(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < index_of[7]; i++)
        index_of[i] = i;
}
static void kept_cut_sum(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        whole += b[i] * 0.6 - (i % 3);
}
static void free_sum(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        whole += (int)b[i];
}
static void kept_toggle(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        flag -= bits[i] & 1;
}
static void kept_flag_xor(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        flag ^= bits[i] & 2;
}
static void free_flag(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        flag |= bits[i] > 7;
}
static void kept_named_by_callee(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells) map(always, tofrom : d, total)
    for (int i = 1; i < N; i++)
        d[i] = left(i) + b[i];
}
static void kept_sum_named_by_callee(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells) map(always, tofrom : d, total)
    for (int i = 0; i < 20; i++)
        for (int j = 0; j < 60; j++) total += sum_so_far() * 1e-3 + b[i];
}
static void free_called(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        best += scaled(b[i]);
}
static void kept_loaded_index(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { int k = index_of[i]; c[k] = i; }
}
static void kept_shifted(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        c[i >> 1] += 1;
}
static void kept_divided(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { int k = i; while (k > 16) k /= 2; c[k] += 1; }
}
static void kept_inner_count(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { int k = 0; for (int j = 0; j < i % 9; j++) k += j; c[k] += 1; }
}
static void kept_set_in_branch(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { int t; if (b[i] > 3) t = i; else t = 0; c[t] = 1; }
}
static void free_pointer_to_row(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M; i++)
        { double *row = g[i]; for (int j = 0; j < M; j++) row[j] += h[i][j]; }
}
static void kept_pointer_to_next_row(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < M - 1; i++)
        { double *row = g[i], *next = g[i + 1]; for (int j = 0; j < M; j++) row[j] += next[j]; }
}
static void free_pointer_to_cell(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { struct cell *p = &cells[i]; p->x += p->y; p->v[0] = p->v[1] + p->v[2]; }
}
static void kept_pointer_to_cells(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N - 1; i++)
        { struct cell *p = &cells[i]; p->x = p[1].y; p->y = i; }
}
static void free_members(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { cells[i].v[0] += cells[i].v[1]; for (int k = 1; k < 3; k++) cells[i].v[k] += cells[i].x; }
}
static void kept_cells_shared(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        cells[i / 2].x += 1;
}
static void kept_cell_across(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        cells[i].x += cells[N - 1 - i].y;
}
static void free_own_array(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { double t[2]; t[i & 1] = b[i]; t[!(i & 1)] = 0; c[i] = t[0] + t[1]; }
}
static void kept_static(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { static double w; w = b[i]; c[i] = w * w + w; }
}
static void kept_place_of_best(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { if (b[i] > best) { best = b[i]; counted = i; } }
}
static void free_best(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        if (b[i] > best) best = b[i];
}
static void kept_prefix(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        { best += b[i]; if (i == N - 1) c[0] = best; }
}
static void kept_compacted(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        if (b[i] > 9) index_of[counted++] = i;
}
static void free_counted(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (int i = 0; i < N; i++)
        if (b[i] > 9) counted++;
}
static void free_moving_pointer(void)
{
#pragma omp target map(tofrom : a, b, c, g, h, best, index_of, whole, counted, bits, flag, cells)
    for (double *p = c; p < c + N; p++)
        *p += 1;
}
static void likely_two_pointers(struct field p)
{
#pragma omp target map(to : p.n, p.now[0 : p.n]) map(tofrom : p.next[0 : p.n])
    for (int i = 0; i < p.n; i++)
        p.next[i] = p.now[i] * 2;
}

static void set(void)
{
    for (int i = 0; i < N; i++) {
        a[i] = i, b[i] = i % 31, c[i] = i % 11, c[N + i] = 0, index_of[i] = i % 101, bits[i] = (unsigned)i * 2654435761u >> 7;
        cells[i] = (struct cell){i, 2 * i, {1, i, 3}};
    }
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            g[i][j] = i + j % 5, h[i][j] = i * 2 - j;
    for (int i = 0; i < N; i++)
        d[i] = i;
    whole = 5, counted = 0, best = 0, total = 0, flag = 0;
}
static void print(const char *name)
{
    double sum = 0;
    for (int i = 0; i < N; i++)
        sum += (a[i] + b[i]) * (i % 7) + c[i] * (i % 13) + c[N + i] + index_of[i] % 5 + cells[i].x * (i % 3) + cells[i].y +
               cells[i].v[0] + cells[i].v[1] * 2 + cells[i].v[2];
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            sum += g[i][j] * (i + j);
    printf("%s %.9g %d %d %.9g %d\n", name, sum, whole, counted, best + total + d[7], flag);
}
#define RUN(NAME) set(), NAME(), print(#NAME)
int main(void)
{
    RUN(kept_remainder);
    RUN(kept_whole_remainder);
    RUN(kept_mask);
    RUN(kept_choice);
    RUN(kept_byte);
    RUN(kept_wide_product);
    RUN(kept_window);
    RUN(kept_wide_window);
    RUN(free_blocks);
    RUN(free_blocks_turned);
    RUN(kept_blocks_turned);
    RUN(kept_twice_the_same);
    RUN(free_rows);
    RUN(free_row_carries);
    RUN(kept_column_carries);
    RUN(free_columns);
    RUN(free_triangle);
    RUN(kept_from_i_on);
    RUN(kept_one_row);
    RUN(kept_diagonals);
    RUN(kept_diagonals_of_width);
    RUN(likely_rows_of_width);
    RUN(free_rows_of_their_length);
    RUN(free_columns_of_their_length);
    RUN(free_planes);
    RUN(kept_longer_rows);
    RUN(free_rows_from_behind);
    RUN(likely_columns_of_width);
    RUN(kept_half);
    RUN(kept_wider_rows_read);
    RUN(free_own_row_read);
    RUN(free_odd_and_even);
    RUN(kept_next);
    RUN(free_far_half);
    RUN(kept_near_half);
    RUN(kept_step);
    RUN(free_down);
    RUN(kept_bound_changes);
    RUN(kept_bound_is_set);
    RUN(kept_bound_is_stored);
    RUN(kept_cut_sum);
    RUN(free_sum);
    RUN(kept_toggle);
    RUN(kept_flag_xor);
    RUN(free_flag);
    RUN(kept_named_by_callee);
    RUN(kept_sum_named_by_callee);
    RUN(free_called);
    RUN(kept_loaded_index);
    RUN(kept_shifted);
    RUN(kept_divided);
    RUN(kept_inner_count);
    RUN(kept_set_in_branch);
    RUN(free_pointer_to_row);
    RUN(kept_pointer_to_next_row);
    RUN(free_pointer_to_cell);
    RUN(kept_pointer_to_cells);
    RUN(free_members);
    RUN(kept_cells_shared);
    RUN(kept_cell_across);
    RUN(free_own_array);
    RUN(kept_static);
    RUN(kept_place_of_best);
    RUN(free_best);
    RUN(kept_prefix);
    RUN(kept_compacted);
    RUN(free_counted);
    RUN(free_moving_pointer);
    set();
    likely_two_pointers((struct field){N, a, b});
    print("likely_two_pointers");
    return 0;
}
