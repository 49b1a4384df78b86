/* A structure's pointer member with a section of its own.
   fault 1 bounds v.data: the section of the member is short
   fault 2 bounds v.data: the loop goes as far as the capacity, of which only a part is mapped
   clean: status 0 */
#include "fault.h"

struct vector {
    int length, capacity;
    long *data;
};

int main(void)
{
    struct vector v = {100, 128, NULL};
    v.data = malloc(v.capacity * sizeof *v.data);
    for (int i = 0; i < v.capacity; i++)
        v.data[i] = i;
#pragma omp target teams distribute parallel for map(to: v) map(tofrom: v.data[:v.length - PICK(1, 10, 0)])
    for (int i = 0; i < v.PICK(2, capacity, length); i++)
        v.data[i] += 1; /* HERE 1 2 */
    for (int i = 0; i < v.capacity; i++)
        MUST(v.data[i] == i + (i < v.length));
    free(v.data);
    return DONE;
}
