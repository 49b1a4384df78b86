#include <mpi.h>
int twice(int x);
int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    int wrong = twice(7) != 14;
    MPI_Finalize();
    return wrong;
}
