// RUN: %gantry cc %O --offload-arch=emulated %s -o %t && %run_host %t && %run_emulated32 %t
/* What pointers in structures of the region's own lead to: the launch has no such variables. */
struct list {
    int value;
    struct list *next;
};
struct own {
    int *p;
};
int main(void)
{
    int r = 0;
#pragma omp target map(tofrom : r)
    {
        struct list two = {2, 0}, head = {1, &two};
        r += head.next->value;
        r += head.next->value;
        int v = 3;
        struct own o = {&v};
        for (int i = 0; i < 3; i++)
            r += *o.p;
    }
    if (r != 13)
        return 1;
    int numbers[4] = {1, 2, 3, 4};
    struct own given = {numbers};
#pragma omp target teams distribute parallel for firstprivate(given) map(to : numbers) map(tofrom : r) reduction(+ : r)
    for (int i = 0; i < 4; i++) {
        struct own copy = {numbers}, *to = &copy;
        r += to->p[i] + (given.p != 0);
    }
    return r != 13 + 10 + 4;
}
