// ROW: requires unified_shared_memory
// SPEC: 5.0 8.2.1
/* Regions follow the host's pointers: nothing need be mapped, lists included. */
#pragma omp requires unified_shared_memory
#include "check.h"

struct node { int v; struct node *next; };

int main(int argc, char **argv)
{
    int *p = check_alloc(37 * sizeof *p), sum = 0;
    struct node *list = 0;
    check_begin(argc, argv);
    for (int i = 0; i < 37; i++) {
        struct node *n = check_alloc(sizeof *n);
        *n = (struct node){i, list};
        list = n;
    }
#pragma omp target teams distribute parallel for
    for (int i = 0; i < 37; i++)
        p[i] = i;
#pragma omp target map(tofrom: sum)
    for (struct node *n = list; n; n = n->next) {
        sum += n->v;
        n->v = -1;
    }
    for (int i = 0; i < 37; i++)
        CHECK_INT(p[i], i, "p[%d]", i);
    CHECK_INT(sum, 36 * 37 / 2, "list");
    while (list) {
        struct node *n = list;
        CHECK_INT(n->v, -1, "stored in the list");
        list = n->next;
        free(n);
    }
    free(p);
    return check_end();
}
