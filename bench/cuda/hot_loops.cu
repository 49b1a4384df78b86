// hot_loops.cu: kernels by hand, as a CUDA programmer would write them: what bench/instructions.py holds the same loops in OpenMP
// against (bench/hot_loops.c). All walk their elements in strides of the grid, with 32-bit indices and __restrict__.
#define INDEX (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define STRIDE (int)(gridDim.x * blockDim.x)

extern "C" __global__ void triad(int n, double s, double *__restrict__ a, const double *__restrict__ b, const double *__restrict__ c) {
    for (int i = INDEX; i < n; i += STRIDE)
        a[i] = b[i] + s * c[i];
}

extern "C" __global__ void saxpy(int n, float s, const float *__restrict__ x, float *__restrict__ y) {
    for (int i = INDEX; i < n; i += STRIDE)
        y[i] = s * x[i] + y[i];
}

extern "C" __global__ void reduction(int n, const double *__restrict__ x, double *__restrict__ sum) {
    __shared__ double part[32];
    double s = 0;
    for (int i = INDEX; i < n; i += STRIDE)
        s += x[i];
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = s;
    __syncthreads();
    if (threadIdx.x >= 32)
        return;
    s = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
    for (int d = 16; d; d /= 2)
        s += __shfl_down_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0)
        atomicAdd(sum, s);
}

// five points; a block takes rows
extern "C" __global__ void stencil(int rows, int columns, const double *__restrict__ in, double *__restrict__ out) {
    for (int y = 1 + blockIdx.x; y < rows - 1; y += gridDim.x)
        for (int x = 1 + threadIdx.x; x < columns - 1; x += blockDim.x) {
            int at = y * columns + x;
            out[at] = 0.2 * (in[at] + in[at - 1] + in[at + 1] + in[at - columns] + in[at + columns]);
        }
}

// a row per thread
extern "C" __global__ void spmv(int n, const int *__restrict__ offset, const int *__restrict__ column, const double *__restrict__ value,
                                const double *__restrict__ x, double *__restrict__ y) {
    for (int row = INDEX; row < n; row += STRIDE) {
        double s = 0;
        for (int k = offset[row]; k < offset[row + 1]; k++)
            s += value[k] * x[column[k]];
        y[row] = s;
    }
}

// a block takes rows
extern "C" __global__ void transpose(int rows, int columns, const double *__restrict__ in, double *__restrict__ out) {
    for (int y = blockIdx.x; y < rows; y += gridDim.x)
        for (int x = threadIdx.x; x < columns; x += blockDim.x)
            out[x * rows + y] = in[y * columns + x];
}
