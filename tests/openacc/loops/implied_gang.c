// ROW: loop worker, loop vector: the gangs of num_gangs() share them, too
// SPEC: 3.3 2.9.2
#include "check.h"

enum { N = 60 };

#pragma acc routine gang
static void by_all(int n, int *count)
{
#pragma acc loop vector
    for (int i = 0; i < n; i++) {
#pragma acc atomic
        count[i]++;
    }
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int workers[N] = {0}, vectors[N] = {0}, both[N] = {0}, order[N] = {0}, within[N] = {0}, called[N] = {0}, sum = 0, inner = 0;
#pragma acc parallel loop worker num_gangs(4) copy(workers) reduction(+: sum)
    for (int i = 0; i < N; i++) {
        workers[i]++;
        sum += i;
    }
#pragma acc parallel num_gangs(4) copy(vectors, both, order)
    {
#pragma acc loop vector
        for (int i = 0; i < N; i++)
            vectors[i]++;
#pragma acc loop worker
        for (int i = 0; i < N / 10; i++)
#pragma acc loop vector
            for (int j = 0; j < 10; j++)
                both[i * 10 + j]++;
#pragma acc loop seq /* gangs do what is not shared all of them */
        for (int i = 0; i < N; i++) {
#pragma acc atomic
            order[i]++;
        }
    }
    /* the loop around has the gangs, where it names them or not */
#pragma acc parallel num_gangs(4) copy(within) reduction(+: inner)
    {
#pragma acc loop
        for (int i = 0; i < N / 10; i++)
#pragma acc loop vector
            for (int j = 0; j < 10; j++)
                within[i * 10 + j]++;
        int mine = 0;
#pragma acc loop worker reduction(+: mine)
        for (int i = 0; i < N; i++)
            mine++;
        inner += mine; /* of each gang a part */
    }
#pragma acc parallel num_gangs(3) copy(called)
    by_all(N, called);
    int once[3] = {0};
#pragma acc parallel copy(once) /* nobody says how many gangs, and there is more than one loop: one */
    {
#pragma acc loop worker
        for (int i = 0; i < 3; i++)
            once[i]++;
#pragma acc loop seq
        for (int i = 0; i < 3; i++)
            once[i]++;
    }
    /* nor here, but gangs share another loop: there are several */
    int beside[N] = {0}, gangs[N] = {0}, steps[3][N] = {0}, total = 0, free[N] = {0};
#pragma acc parallel copy(beside, gangs, steps, total)
    {
#pragma acc loop vector reduction(+: total)
        for (int i = 0; i < N; i++) {
            beside[i]++;
            total += i;
        }
#pragma acc loop gang worker
        for (int i = 0; i < N; i++)
            gangs[i]++;
#pragma acc loop seq
        for (int t = 0; t < 3; t++) {
#pragma acc loop worker
            for (int i = 0; i < N; i++)
                steps[t][i]++; /* gangs do not wait for each other */
        }
    }
#pragma acc parallel copy(beside, free)
    {
#pragma acc loop worker
        for (int i = 0; i < N; i++)
            beside[i]++;
#pragma acc loop
        for (int i = 0; i < N; i++)
            free[i]++;
    }
    for (int i = 0; i < N; i++) {
        CHECK_INT(beside[i], 2, "beside[%d]", i);
        CHECK(gangs[i] == 1 && steps[0][i] == 1 && steps[2][i] == 1 && free[i] == 1, "gangs[%d]", i);
        CHECK_INT(workers[i], 1, "workers[%d]", i);
        CHECK_INT(vectors[i], 1, "vectors[%d]", i);
        CHECK_INT(both[i], 1, "both[%d]", i);
        CHECK(order[i] >= 1 && order[i] == order[0], "order[%d]: %d", i, order[i]);
        CHECK_INT(within[i], 1, "within[%d]", i);
        CHECK_INT(called[i], 1, "called[%d]", i);
    }
    CHECK_INT(sum, N * (N - 1) / 2, "the sum");
    CHECK_INT(total, N * (N - 1) / 2, "the sum beside gangs");
    CHECK_INT(inner, N, "parts");
    CHECK_INT(once[2], 2, "one gang");
    return check_end();
}
