/* Threads of one team that fill a board together, under locks. */
#include <stdio.h>
enum { N = 400, SIDE = 20 };
static int board[SIDE][SIDE], row[SIDE], order[N];
static float heat[SIDE];
int main(void)
{
    int filled = 0, top = -1;
#pragma omp target parallel num_threads(32) map(tofrom : board, row) map(tofrom : heat) map(tofrom : filled)
    {
#pragma omp for
        for (int i = 0; i < N; i++) {
            int r = i * 7 % SIDE, c = i / SIDE;
            board[r][c] = i + 1;
#pragma omp critical(rows)
            {
                row[r] += c;
                filled++;
            }
        }
#pragma omp barrier
#pragma omp for
        for (int r = 0; r < SIDE; r++) {
            float sum = 0.1f;
            for (int c = 0; c < SIDE; c++)
                sum += board[r][c] / (1.5f + c);
            heat[r] = sum - row[r];
        }
    }
#pragma omp target parallel for num_threads(16) map(to : board) map(tofrom : order) map(tofrom : top)
    for (int i = 0; i < N; i++) {
        int cell = board[i % SIDE][i / SIDE];
        order[cell - 1] = i;
#pragma omp critical(top)
        if (cell > top)
            top = cell;
    }
    printf("%d %d %d %.7g %.7g %d\n", filled, top, row[3], heat[0], heat[SIDE - 1], order[5]);
    return 0;
}
