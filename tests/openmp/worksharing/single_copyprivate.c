// ROW: single copyprivate()
// SPEC: 2.0 5.7.2
#include "check.h"

struct point {
    double x, y[3];
    char name[5];
};

int main(int argc, char **argv)
{
    int wrong = 0, threads = 0;
    check_begin(argc, argv);
#pragma omp target map(tofrom: wrong, threads)
#pragma omp parallel num_threads(37)
    {
        int i = omp_get_thread_num(), *p = &i, *q = p;
        char c = 'a';
        struct point s = {0, {0, 0, 0}, "no"};
        double a[300];
        for (int k = 0; k < 300; k++)
            a[k] = -1;
#pragma omp single copyprivate(i, c, s, a)
        {
            threads = omp_get_num_threads();
            i = 1000;
            c = 'z';
            s.x = 1.5;
            s.y[2] = 2.5;
            s.name[0] = 'y';
            for (int k = 0; k < 300; k++)
                a[k] = k * 0.5;
        }
        int bad = i != 1000 || c != 'z' || s.x != 1.5 || s.y[2] != 2.5 || s.name[0] != 'y' || s.name[1] != 'o' || *q != 1000;
        for (int k = 0; k < 300; k++)
            bad |= a[k] != k * 0.5;
        if (bad) {
#pragma omp atomic
            wrong++;
        }
    }
    CHECK_INT(wrong, 0, "threads without the values, of %d", threads);
    return check_end();
}
