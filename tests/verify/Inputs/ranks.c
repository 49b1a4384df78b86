#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
enum { N = 200 };
int main(int argc, char **argv)
{
    static double u[N];
    double sum = 0, all;
    int rank, ranks, wrong = argc > 1 ? atoi(argv[1]) : -1, shift = argc > 2 ? atoi(argv[2]) : -1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    for (int i = 0; i < N; i++)
        u[i] = rank + 0.1 * i + (shift == rank || shift == ranks);
#pragma omp target data map(tofrom : u)
    {
#pragma omp target teams distribute parallel for reduction(+ : sum)
        for (int i = 0; i < N; i++)
            sum += u[i] *= 2;
        if (rank == wrong)
#pragma omp target teams distribute parallel for
            for (int i = 1; i < N; i++)
                u[i] = u[i - 1] + 1; /* what another thread writes */
    }
    MPI_Reduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d ranks: %.6g\n", ranks, all);
    MPI_Finalize();
}
