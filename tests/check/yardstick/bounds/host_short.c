/* The host's memory ends at a page that nobody may read: sections must end before.
   fault 1 bounds p: the section that comes is twice as long as the memory
   fault 2 bounds p: the section of the update goes beyond what is there, and what is mapped
   clean: status 0 */
#define _DEFAULT_SOURCE
#include <sys/mman.h>
#include <unistd.h>
#include "fault.h"

int main(void)
{
    long page = sysconf(_SC_PAGESIZE);
    int n = page / sizeof(int);
    char *both = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (both == MAP_FAILED || mprotect(both + page, 2 * page, PROT_NONE))
        return 1;
    int *p = (int *)both;
    long sum = 0;
    for (int i = 0; i < n; i++)
        p[i] = 1;
#pragma omp target data map(to: p[:n * PICK(1, 2, 1)]) /* HERE 1 */
    {
        p[0] = 5;
#pragma omp target update to(p[:n * PICK(2, 2, 1)]) /* HERE 2 */
#pragma omp target teams distribute parallel for reduction(+: sum)
        for (int i = 0; i < n; i++)
            sum += p[i];
    }
    MUST(sum == n + 4);
    munmap(both, 3 * page);
    return DONE;
}
