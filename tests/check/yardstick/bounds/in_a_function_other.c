void smooth(const float *in, float *out, int at, int n);

#pragma omp begin declare target
void smooth(const float *in, float *out, int at, int n)
{
    int left = at > 0 ? at - 1 : 0, right = at + 1 < n ? at + 1 : n - 1;
    out[at] = (in[left] + in[right]) / 2; /* HERE 1 2 */
}
#pragma omp end declare target
