/* one_rank.c: the part of MPI that check/mpi needs, for one process. Built without -fcheck, as an MPI library is. */
#include <string.h>

typedef const void *in;
typedef void *handle;
static const int width = sizeof(double);

int MPI_Type_size(handle t, int *size) { return (void)t, *size = width, 0; }
int MPI_Comm_rank(handle c, int *rank) { return (void)c, *rank = 0, 0; }
int MPI_Comm_size(handle c, int *size) { return (void)c, *size = 1, 0; }
static int copies(in p, void *q, int n) { return memmove(q, p, (size_t)(n * width)), 0; }

static double sent[64];
int MPI_Send(in p, int n, handle t, int to, int tag, handle c) { return (void)t, (void)to, (void)tag, (void)c, copies(p, sent, n); }
int MPI_Ssend(in p, int n, handle t, int to, int tag, handle c) { return MPI_Send(p, n, t, to, tag, c); }
int MPI_Isend(in p, int n, handle t, int to, int tag, handle c, handle r) { return (void)r, MPI_Send(p, n, t, to, tag, c); }
int MPI_Recv(void *p, int n, handle t, int from, int tag, handle c, handle s) { return (void)t, (void)from, (void)tag, (void)c, (void)s, copies(sent, p, n); }
int MPI_Irecv(void *p, int n, handle t, int from, int tag, handle c, handle r) { return MPI_Recv(p, n, t, from, tag, c, r); }
int MPI_Wait(handle r, handle s) { return (void)r, (void)s, 0; }
int MPI_Waitall(int n, handle r, handle s) { return (void)n, (void)r, (void)s, 0; }
int MPI_Test(handle r, int *done, handle s) { return (void)r, (void)s, *done = 1, 0; }
int MPI_Sendrecv(in p, int n, handle t, int to, int tag, void *q, int m, handle u, int from, int tag2, handle c, handle s)
{
    return (void)t, (void)to, (void)tag, (void)m, (void)u, (void)from, (void)tag2, (void)c, (void)s, copies(p, q, n);
}
int MPI_Bcast(void *p, int n, handle t, int root, handle c) { return (void)p, (void)n, (void)t, (void)root, (void)c, 0; }
int MPI_Reduce(in p, void *q, int n, handle t, handle op, int root, handle c) { return (void)t, (void)op, (void)root, (void)c, copies(p, q, n); }
int MPI_Allreduce(in p, void *q, int n, handle t, handle op, handle c) { return (void)t, (void)op, (void)c, copies(p, q, n); }
int MPI_Gather(in p, int n, handle t, void *q, int m, handle u, int root, handle c) { return (void)t, (void)m, (void)u, (void)root, (void)c, copies(p, q, n); }
int MPI_Allgather(in p, int n, handle t, void *q, int m, handle u, handle c) { return MPI_Gather(p, n, t, q, m, u, 0, c); }
int MPI_Scatter(in p, int n, handle t, void *q, int m, handle u, int root, handle c) { return MPI_Gather(p, n, t, q, m, u, root, c); }
int MPI_Alltoall(in p, int n, handle t, void *q, int m, handle u, handle c) { return MPI_Gather(p, n, t, q, m, u, 0, c); }
