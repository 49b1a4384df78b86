/* A 1-D heat equation over the processes: each has its part on its device; the borders travel by MPI. */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

enum { N = 200, STEPS = 30 };
static double t[2][N + 2], whole[2][2 * N + 2];

int main(int argc, char **argv)
{
    int rank, size, wrong = 0;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = rank ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL, on_host = 1;
    for (int i = 0; i < 2 * N + 2; i++)
        whole[0][i] = whole[1][i] = i % 17;
    for (int i = 0; i < N + 2; i++)
        t[0][i] = t[1][i] = (rank * N + i) % 17;
#pragma omp target map(from: on_host)
    on_host = omp_is_initial_device();
#pragma omp target data map(tofrom: t)
    for (int s = 0; s < STEPS; s++) {
        int from = s % 2, to = 1 - from;
#pragma omp target update from(t[from][1:1])
#pragma omp target update from(t[from][N:1])
        MPI_Sendrecv(&t[from][N], 1, MPI_DOUBLE, right, 0, &t[from][0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Sendrecv(&t[from][1], 1, MPI_DOUBLE, left, 1, &t[from][N + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
#pragma omp target update to(t[from][0:1])
#pragma omp target update to(t[from][N + 1:1])
#pragma omp target teams distribute parallel for
        for (int i = 1; i <= N; i++)
            t[to][i] = t[from][i] + 0.25 * (t[from][i - 1] - 2 * t[from][i] + t[from][i + 1]);
        for (int i = 1; i <= 2 * N; i++)
            whole[to][i] = whole[from][i] + 0.25 * (whole[from][i - 1] - 2 * whole[from][i] + whole[from][i + 1]);
    }
    for (int i = 1; i <= N; i++)
        wrong += size == 2 && t[STEPS % 2][i] != whole[STEPS % 2][rank * N + i];
    if (wrong || (getenv("EXPECT_DEVICE") && on_host))
        printf("rank %d of %d: %d wrong, on host: %d\n", rank, size, wrong, on_host);
    wrong += getenv("EXPECT_DEVICE") && on_host;
    MPI_Finalize();
    return wrong != 0;
}
