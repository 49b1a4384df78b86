/* link in a function alone, of a variable that nothing at file scope declares */
int sum_of_far(int n)
{
    extern int far_away[];
#pragma acc declare link(far_away)
    int s = 0;
#pragma acc parallel loop copyin(far_away[0 : n]) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += far_away[i];
    return s;
}
