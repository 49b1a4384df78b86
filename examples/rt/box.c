/* box.c: the domain cut into parts, one per MPI rank, and what ranks tell each other. Without MPI (RT_MPI not defined)
 * there is one part, which is its own neighbour where the domain is periodic. All goes by copies on the host. */
#include "rt.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef RT_MPI
#include <mpi.h>
#endif

void box_start(int *argc, char ***argv)
{
#ifdef RT_MPI
    MPI_Init(argc, argv);
#else
    (void)argc, (void)argv;
#endif
}

void box_end(void)
{
#ifdef RT_MPI
    MPI_Finalize();
#endif
}

_Noreturn void box_stop(int status)
{
    fflush(NULL);
    box_end();
    exit(status);
}

_Noreturn static void no_memory(long numbers)
{
    fprintf(stderr, "rt: there is no memory for %.1f GB of numbers: choose fewer cells, or more parts\n", numbers * 8e-9);
    fflush(NULL);
#ifdef RT_MPI
    MPI_Abort(MPI_COMM_WORLD, 2);
#endif
    exit(2);
}

double *box_numbers(long n)
{
    double *p = calloc(n, sizeof *p);
    if (!p)
        no_memory(n);
    return p;
}

/* Systems lend memory that they do not have, and end the program without a word when it is used. */
void box_needs(long numbers)
{
#ifdef _SC_PHYS_PAGES
    if (numbers / sysconf(_SC_PAGESIZE) > sysconf(_SC_PHYS_PAGES) / (long)sizeof(double))
        no_memory(numbers);
#else
    (void)numbers;
#endif
}

void box_ranks(int *rank, int *ranks)
{
    *rank = 0;
    *ranks = 1;
#ifdef RT_MPI
    MPI_Comm_rank(MPI_COMM_WORLD, rank);
    MPI_Comm_size(MPI_COMM_WORLD, ranks);
#endif
}

static int rank_at(const struct box *b, int x, int y, int z) { return (z * b->parts[1] + y) * b->parts[0] + x; }

/* The neighbour `step` away along an axis, -1 where the domain ends there. */
static int neighbour(const struct box *b, int axis, int step, bool periodic)
{
    int at[3] = {b->at[0], b->at[1], b->at[2]};
    at[axis] += step;
    if (at[axis] < 0 || at[axis] >= b->parts[axis]) {
        if (axis == 2 || !periodic)
            return -1;
        at[axis] = (at[axis] + b->parts[axis]) % b->parts[axis];
    }
    return rank_at(b, at[0], at[1], at[2]);
}

bool box_make(struct box *b, const long whole[3], const int parts[3], bool periodic)
{
    static const char *const axis_names[] = {"x", "y", "z"};
    *b = (struct box){.size = 1};
    box_ranks(&b->rank, &b->ranks);
    if (parts[0] * parts[1] * parts[2] != b->ranks) {
        if (b->rank == 0)
            fprintf(stderr, "rt: %d x %d x %d parts, but %d rank%s: start as many ranks as there are parts\n", parts[0], parts[1],
                    parts[2], b->ranks, b->ranks == 1 ? "" : "s");
        return false;
    }
    b->at[0] = b->rank % parts[0];
    b->at[1] = b->rank / parts[0] % parts[1];
    b->at[2] = b->rank / parts[0] / parts[1];
    for (int a = 0; a < 3; a++) {
        if (whole[a] % parts[a]) {
            if (b->rank == 0)
                fprintf(stderr, "rt: %ld cells along %s do not divide into %d parts: choose a multiple of %d\n", whole[a],
                        axis_names[a], parts[a], parts[a]);
            return false;
        }
        b->parts[a] = parts[a];
        b->whole[a] = whole[a];
        b->cells[a] = whole[a] / parts[a];
        b->start[a] = b->at[a] * b->cells[a];
        b->nodes[a] = b->cells[a] + 1;
        b->size *= b->nodes[a];
    }
    for (int a = 0; a < 3; a++) {
        b->face[a] = b->size / b->nodes[a];
        b->below[a] = neighbour(b, a, -1, periodic);
        b->above[a] = neighbour(b, a, 1, periodic);
    }
    return true;
}

long box_faces(const struct box *b) { return b->face[0] + b->face[1] + b->face[2]; }

/* One face of one ray: out to rank `to`, in from rank `from`; -1: nobody. */
static void exchange_face(const struct box *b, int to, int from, const double *out, double *in, long n)
{
    if (to == b->rank && from == b->rank) {
        memcpy(in, out, n * sizeof *in);
        return;
    }
#ifdef RT_MPI
    int target = to < 0 ? MPI_PROC_NULL : to, source = from < 0 ? MPI_PROC_NULL : from;
    MPI_Sendrecv(out, (int)n, MPI_DOUBLE, target, 0, in, (int)n, MPI_DOUBLE, source, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
#endif
}

void box_exchange(const struct box *b, const struct ray *rays, int count, const double *out, double *in)
{
    for (int r = 0; r < count; r++)
        for (int a = 0; a < 3; a++) {
            bool up = rays[r].sign[a] > 0;
            exchange_face(b, up ? b->above[a] : b->below[a], up ? b->below[a] : b->above[a], out, in, b->face[a]);
            out += b->face[a];
            in += b->face[a];
        }
}

double box_greatest(const struct box *b, double value)
{
#ifdef RT_MPI
    double of_all = value;
    MPI_Allreduce(&value, &of_all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    value = of_all;
#endif
    (void)b;
    return value;
}

double box_sum(const struct box *b, double value)
{
#ifdef RT_MPI
    double of_all = value;
    MPI_Allreduce(&value, &of_all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    value = of_all;
#endif
    (void)b;
    return value;
}

bool box_any(const struct box *b, bool value) { return box_greatest(b, value ? 1 : 0) > 0; }

/* Puts the nodes of one part into those of the whole domain. Nodes on a shared face: the last part's. */
static void place(const struct box *b, int rank, const double *nodes, double *all)
{
    long nx = b->whole[0] + 1, ny = b->whole[1] + 1;
    long x0 = rank % b->parts[0] * b->cells[0], y0 = rank / b->parts[0] % b->parts[1] * b->cells[1],
         z0 = rank / b->parts[0] / b->parts[1] * b->cells[2];
    for (long z = 0; z < b->nodes[2]; z++)
        for (long y = 0; y < b->nodes[1]; y++)
            memcpy(&all[((z0 + z) * ny + y0 + y) * nx + x0], &nodes[(z * b->nodes[1] + y) * b->nodes[0]],
                   b->nodes[0] * sizeof *all);
}

double *box_gather(const struct box *b, const double *nodes)
{
    double *all = NULL;
    if (b->rank == 0) {
        all = box_numbers((b->whole[0] + 1) * (b->whole[1] + 1) * (b->whole[2] + 1));
        place(b, 0, nodes, all);
    }
#ifdef RT_MPI
    if (b->rank != 0)
        MPI_Send(nodes, (int)b->size, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    else {
        double *part = box_numbers(b->size);
        for (int rank = 1; rank < b->ranks; rank++) {
            MPI_Recv(part, (int)b->size, MPI_DOUBLE, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            place(b, rank, part, all);
        }
        free(part);
    }
#endif
    return all;
}
