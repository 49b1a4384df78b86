// A program with AddressSanitizer: what the profile keeps to the end is no leak, which would end the program with a
// status of its own, and without a table.
// RUN: %gantry cc --offload-arch=emulated -fsanitize=address %s -o %t
// RUN: ASAN_OPTIONS=detect_leaks=1 GANTRY_PROFILE=1,-moves %run_emulated32 %t 2>%t.err; %not grep 'detected memory leaks' %t.err && grep 'sanitized.c:8 main  *1 ' %t.err
int main(void)
{
    int x = 0;
#pragma omp target map(tofrom : x)
    x = 1;
    return x != 1;
}
