// Right: a list that the device links. Wrong: the host stores to it, and no update follows.
// FAULT: 22 'sum'
#include <stdio.h>
#include <stdlib.h>
struct node { struct node *next; int v; };
int main(void)
{
    struct node *pool = calloc(20, sizeof *pool);
    int sum = 0;
    for (int i = 0; i < 20; i++)
        pool[i].v = i, pool[i].next = i < 19 ? &pool[i + 1] : NULL;
#pragma omp target enter data map(to: pool[0:20])
    for (int i = 0; i < 19; i++) {
        struct node *n = &pool[i];
#pragma omp target map(alloc: pool[0:20]) firstprivate(i)
        pool[i].next = &pool[i + 1];
        (void)n;
    }
#ifdef FAULT
    pool[7].v = 1000;
#endif
#pragma omp target map(tofrom: sum) map(alloc: pool[0:20])
    for (struct node *n = pool; n; n = n->next)
        sum += n->v, n->v++;
#pragma omp target exit data map(delete: pool[0:20])
    printf("%d\n", sum);
    free(pool);
}
