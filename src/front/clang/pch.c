/* clang/pch.c: which header a precompiled one was made from. */
#include "glue.h"

char *front_pch_source(struct arena *a, const char *path)
{
    CXIndex index = clang_createIndex(0, 0);
    CXTranslationUnit tu = NULL;
    char *source = NULL;
    if (clang_createTranslationUnit2(index, path, &tu) == CXError_Success) {
        CXString s = clang_getTranslationUnitSpelling(tu);
        source = arena_strdup(a, clang_getCString(s));
        clang_disposeString(s);
        clang_disposeTranslationUnit(tu);
    }
    clang_disposeIndex(index);
    return source;
}
