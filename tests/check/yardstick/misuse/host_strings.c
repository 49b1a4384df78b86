/* Strings that regions use.
   prints: some text
   fault 1 misuse,bounds name: strlen of a host pointer in a structure whose text is not mapped
   fault 2 misuse,bounds text: printf of a host pointer
   clean: status 0 */
#include "fault.h"
#include <string.h>

struct person {
    int age;
    const char *name;
};

int main(void)
{
    char buffer[] = "Ada", line[] = "on the device";
    struct person p = {36, buffer};
    const char *text = line;
    unsigned long length = 0;
#if FAULT == 1
#pragma omp target map(to: p) map(from: length)
#else
#pragma omp target map(to: p, p.name[:4]) map(from: length)
#endif
    length = strlen(p.name); /* HERE 1 */
    MUST(length == 3);
#if FAULT == 2
#pragma omp target firstprivate(text)
#else
#pragma omp target map(to: text[:14])
#endif
    printf("%s\n", text); /* HERE 2 */
    return DONE;
}
