/* A list whose nodes are mapped one by one, each attached to the one before.
   fault 1 bounds,misuse next: the last node was left out
   clean: status 0 */
#include "fault.h"

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    enum { N = 10 };
    struct node *first = malloc(sizeof *first), *at = first;
    for (int i = 0; i < N; i++) {
        at->value = i;
        at->next = i + 1 < N ? malloc(sizeof *at) : NULL;
        at = at->next;
    }
#pragma omp target enter data map(to: first[:1])
    int count = 1;
    for (at = first; at->next && count < N - PICK(1, 1, 0); at = at->next, count++) {
#pragma omp target enter data map(to: at->next[:1])
    }
    int sum = 0;
#pragma omp target map(from: sum)
    {
        sum = 0;
        for (struct node *p = first; p; p = p->next) /* HERE 1 */
            sum += p->value; /* HERE 1 */
    }
    MUST(sum == N * (N - 1) / 2);
    count = 0;
    for (at = first; at; count++) {
        struct node *next = at->next;
        if (count < N - PICK(1, 1, 0)) {
#pragma omp target exit data map(delete: at[:1])
        }
        free(at);
        at = next;
    }
    return DONE;
}
