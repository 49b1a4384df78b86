/* vectors.c: host code of programs with -fcheck between LLVM's passes and its code generator. */
#include "core.h"

#include "../../link/link.h"

int core_vectors(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    if (!host_vectors(argv[0], argv[1]))
        cannot_write(argv[1]);
    return 0;
}
