// ROW: C: lists from malloc
// SPEC: 4.0 1.7
/* A list built, walked and freed in a region; blocks live from one region to the next. */
#include "check.h"

struct node {
    struct node *next;
    int value;
};

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    int sum = 0, count = 0;
    struct node *head = NULL;
#pragma omp target map(tofrom: head)
    for (int i = 0; i < 50; i++) {
        struct node *n = malloc(sizeof *n);
        n->value = i;
        n->next = head;
        head = n;
    }
#pragma omp target map(tofrom: head, sum, count)
    while (head) {
        struct node *n = head;
        head = n->next;
        sum += n->value;
        count++;
        free(n);
    }
    CHECK_INT(sum, 1225, "sum");
    CHECK_INT(count, 50, "nodes");
    return check_end();
}
