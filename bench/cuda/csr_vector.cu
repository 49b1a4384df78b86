// csr_vector.cu [n [repeat]]: y = A x by hand, the matrices of examples/levels/csr.h (stencil, and rows of varying length):
// CSR-vector, a warp's part of 1, 2, 4 … 32 lanes per row with a sum by shuffles, and CSR-scalar, a thread per row. Also the
// bandwidth of copies on the device, by cudaMemcpy and by a kernel. Every result is checked against the CPU's; status 1 when
// one is wrong. Lines "name seconds GB/s" are read by bench/sweep.py --gpu.
//     nvcc -O3 -arch=native -I../../examples/levels csr_vector.cu -o csr_vector
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        cudaError_t e_ = (call);                                                                             \
        if (e_ != cudaSuccess) {                                                                             \
            fprintf(stderr, "csr_vector: %s: %s\n", #call, cudaGetErrorString(e_));                          \
            exit(e_ == cudaErrorNoDevice || e_ == cudaErrorInsufficientDriver ? 77 : 2);                     \
        }                                                                                                    \
    } while (0)

struct csr {
    long rows = 0;
    std::vector<int> offset, column;
    std::vector<double> value;
};

// the same numbers as levels.h
static double number_at(long i) {
    uint64_t h = ((uint64_t)i + 1) * 0x9E3779B97F4A7C15u;
    h = (h ^ h >> 29) * 0xD6E8FEB86659FD93u;
    return (double)((h ^ h >> 32) >> 11) * 0x1p-53;
}

static csr stencil(long n) {
    csr m;
    m.rows = n * n * n;
    m.offset.push_back(0);
    for (long row = 0; row < m.rows; row++) {
        long z = row % n, y = row / n % n, x = row / n / n;
        for (long u = x - 1; u <= x + 1; u++)
            for (long v = y - 1; v <= y + 1; v++)
                for (long w = z - 1; w <= z + 1; w++)
                    if (u >= 0 && v >= 0 && w >= 0 && u < n && v < n && w < n) {
                        m.column.push_back((int)((u * n + v) * n + w));
                        m.value.push_back(u == x && v == y && w == z ? 26 : -1);
                    }
        m.offset.push_back((int)m.column.size());
    }
    return m;
}

static csr varying(long rows) {
    csr m;
    m.rows = rows;
    m.offset.push_back(0);
    for (long i = 0, k = 0; i < rows; i++) {
        long length = std::min((long)(1 / (1 - number_at(i) * (1 - 1.0 / 300))), rows);
        for (long j = 0; j < length; j++, k++) {
            long from = j * rows / length, to = (j + 1) * rows / length;
            m.column.push_back((int)(from + (long)(number_at(3 * k) * (double)(to - from))));
            m.value.push_back(1 + number_at(3 * k + 1));
        }
        m.offset.push_back((int)m.column.size());
    }
    return m;
}

template <int LANES>
__global__ void csr_vector(long rows, const int *__restrict__ offset, const int *__restrict__ column,
                           const double *__restrict__ value, const double *__restrict__ x, double *__restrict__ y) {
    long stride = (long)gridDim.x * blockDim.x / LANES;
    int lane = threadIdx.x % LANES;
    // all lanes of a warp make the same number of rounds: the shuffles name all of them
    long last = (rows + 32 / LANES - 1) / (32 / LANES) * (32 / LANES);
    for (long row = ((long)blockIdx.x * blockDim.x + threadIdx.x) / LANES; row < last; row += stride) {
        double sum = 0;
        if (row < rows)
            for (int k = offset[row] + lane; k < offset[row + 1]; k += LANES)
                sum += value[k] * x[column[k]];
        for (int d = LANES / 2; d; d /= 2)
            sum += __shfl_down_sync(0xffffffffu, sum, d, LANES);
        if (lane == 0 && row < rows)
            y[row] = sum;
    }
}

__global__ void copy(long n, const double2 *__restrict__ from, double2 *__restrict__ to) {
    for (long i = (long)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (long)gridDim.x * blockDim.x)
        to[i] = from[i];
}

template <typename T> static T *to_device(const std::vector<T> &v) {
    T *p;
    CHECK(cudaMalloc(&p, (v.size() + 1) * sizeof(T)));
    CHECK(cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice));
    return p;
}

// the median of `repeat` calls, after one to warm up
template <typename F> static double seconds(int repeat, F f) {
    cudaEvent_t a, b;
    CHECK(cudaEventCreate(&a));
    CHECK(cudaEventCreate(&b));
    std::vector<float> ms(repeat + 1);
    for (float &t : ms) {
        CHECK(cudaEventRecord(a));
        f();
        CHECK(cudaEventRecord(b));
        CHECK(cudaEventSynchronize(b));
        CHECK(cudaEventElapsedTime(&t, a, b));
    }
    CHECK(cudaGetLastError());
    std::sort(ms.begin() + 1, ms.end());
    CHECK(cudaEventDestroy(a));
    CHECK(cudaEventDestroy(b));
    return ms[1 + repeat / 2] * 1e-3;
}

struct on_device {
    long rows;
    int *offset, *column;
    double *value, *x, *y;
};

template <int LANES> static bool run(const char *matrix, const csr &m, on_device d, int repeat, const std::vector<double> &want) {
    int blocks = (int)std::max(1l, std::min((d.rows * LANES + 255) / 256, 1l << 20));
    CHECK(cudaMemset(d.y, 0xff, d.rows * sizeof(double)));
    double t = seconds(repeat, [&] { csr_vector<LANES><<<blocks, 256>>>(d.rows, d.offset, d.column, d.value, d.x, d.y); });
    std::vector<double> got(d.rows);
    CHECK(cudaMemcpy(got.data(), d.y, d.rows * sizeof(double), cudaMemcpyDeviceToHost));
    bool good = true;
    for (long i = 0; i < d.rows; i++)
        good &= std::fabs(got[i] - want[i]) <= 1e-12 * (1 + 600.0);
    printf("%s:cuda-%d %.4e %.3f%s\n", matrix, LANES, t, (12.0 * (double)m.value.size() + 20.0 * (double)d.rows) / t * 1e-9,
           good ? "" : " WRONG");
    return good;
}

static bool run_matrix(const char *name, const csr &m, int repeat) {
    std::vector<double> x(m.rows), want(m.rows);
    for (long i = 0; i < m.rows; i++)
        x[i] = 1 + number_at(i);
    for (long i = 0; i < m.rows; i++)
        for (int k = m.offset[i]; k < m.offset[i + 1]; k++)
            want[i] += m.value[k] * x[m.column[k]];
    on_device d = {m.rows, to_device(m.offset), to_device(m.column), to_device(m.value), to_device(x), to_device(x)};
    bool good = run<1>(name, m, d, repeat, want) & run<2>(name, m, d, repeat, want) & run<4>(name, m, d, repeat, want) &
                run<8>(name, m, d, repeat, want) & run<16>(name, m, d, repeat, want) & run<32>(name, m, d, repeat, want);
    for (void *p : {(void *)d.offset, (void *)d.column, (void *)d.value, (void *)d.x, (void *)d.y})
        CHECK(cudaFree(p));
    return good;
}

static void run_copies(int repeat) {
    const long bytes = 1l << 29;
    double2 *a, *b;
    CHECK(cudaMalloc(&a, bytes));
    CHECK(cudaMalloc(&b, bytes));
    CHECK(cudaMemset(a, 0, bytes));
    double t = seconds(repeat, [&] { CHECK(cudaMemcpyAsync(b, a, bytes, cudaMemcpyDeviceToDevice)); });
    printf("copy:memcpy %.4e %.3f\n", t, 2.0 * (double)bytes / t * 1e-9);
    t = seconds(repeat, [&] { copy<<<8192, 256>>>(bytes / (long)sizeof *a, a, b); });
    printf("copy:kernel %.4e %.3f\n", t, 2.0 * (double)bytes / t * 1e-9);
    CHECK(cudaFree(a));
    CHECK(cudaFree(b));
}

int main(int argc, char **argv) {
    long n = argc > 1 ? atol(argv[1]) : 128;
    int repeat = argc > 2 ? atoi(argv[2]) : 20;
    if (n < 1 || n > 400 || repeat < 1) {
        fprintf(stderr, "usage: csr_vector [n (1 to 400) [repeat]]\n");
        return 2;
    }
    run_copies(repeat);
    bool good = run_matrix("stencil", stencil(n), repeat);
    good &= run_matrix("varying", varying(n * n * n), repeat);
    puts(good ? "OK" : "WRONG");
    return !good;
}
