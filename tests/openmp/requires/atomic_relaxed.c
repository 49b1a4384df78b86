// ROW: requires atomic_default_mem_order(relaxed)
// SPEC: 5.0 8.2.1
/* Atomics without an order of their own have this one. */
#pragma omp requires atomic_default_mem_order(relaxed)
#include "check.h"

int main(int argc, char **argv)
{
    int count = 0, tickets[37] = {0};
    check_begin(argc, argv);
#pragma omp target teams distribute parallel for map(tofrom: count, tickets)
    for (int i = 0; i < 37; i++) {
        int mine;
#pragma omp atomic capture
        mine = count++;
#pragma omp atomic update
        tickets[mine] += 1;
    }
    CHECK_INT(count, 37, "count");
    for (int i = 0; i < 37; i++)
        CHECK_INT(tickets[i], 1, "ticket %d", i);
    return check_end();
}
