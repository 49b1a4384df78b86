/* pch.c: prints the name of the header that a precompiled one was made from. */
#include "core.h"

#include "../../front/front.h"

int core_pch(int argc, char **argv)
{
    struct arena *a = arena_new();
    const char *source = argc == 1 ? front_pch_source(a, argv[0]) : NULL;
    int status = source && fputs(source, stdout) >= 0 && fflush(stdout) == 0 ? 0 : 1;
    arena_free(a);
    return status;
}
