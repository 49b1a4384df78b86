/* needs 2 to, 6 from: also with x: statements that follow each other get one update in front, and one behind */
#include <stdio.h>
struct st { double mean; int n; double v[100]; } st = {0, 100, {0}};
int main(void)
{
    double s = 0;
    for (int k = 0; k < 6; k++) {
#pragma omp target teams distribute parallel for map(tofrom: st)
        for (int i = 0; i < 100; i++) st.v[i] += i + k;
#pragma omp target map(tofrom: st)
        { st.mean = 0; for (int i = 0; i < st.n; i++) st.mean += st.v[i] / st.n; }
        s += st.mean;
        if (k == 3)
            st.v[2] = -5;
    }
    printf("%.12g %.12g\n", s, st.v[2]);
}
