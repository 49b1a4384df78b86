/* Names of warnings in a header, out of macros, and where the preprocessor does not go. */
#define QUIET_BEGIN _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgantry-pointer-not-mapped\"")
#define QUIET_END _Pragma("clang diagnostic pop")
#ifdef QUIET_HEADER
#pragma clang diagnostic ignored "-Wgantry-stays-in-region"
#endif
#ifdef NEVER_DEFINED
#pragma clang diagnostic ignored "-Wgantry"
#endif
static inline int in_header(int n)
{
    int unused_in_header;
    int last = 0;
#pragma omp target
    last = n;
    return last;
}
#pragma omp declare target
static int both(int n)
{
    int unused_in_both;
    return n;
}
#pragma omp end declare target
