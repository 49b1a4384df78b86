// rt_sweep.cu [n [repeat]]: one ray's sweep through n^3 cells (default 128), the kernel of examples/rt by hand, in three forms:
// a launch per plane, a graph of these launches, and one cooperative launch whose blocks meet after each plane. All three are
// checked against the CPU's; status 1 when one is wrong. Lines "name microseconds-per-plane total-microseconds", the figures of
// document S4 (Fig. 3.6), which examples/rt prints too. nvcc -O3 -arch=native rt_sweep.cu -o rt_sweep
#include <algorithm>
#include <cmath>
#include <cooperative_groups.h>
#include <cstdio>
#include <cstdlib>
#include <vector>
namespace cg = cooperative_groups;

#define CHECK(call)                                                                                          \
    do {                                                                                                     \
        cudaError_t e_ = (call);                                                                             \
        if (e_ != cudaSuccess) {                                                                             \
            fprintf(stderr, "rt_sweep: %s: %s\n", #call, cudaGetErrorString(e_));                            \
            exit(e_ == cudaErrorNoDevice || e_ == cudaErrorInsufficientDriver ? 77 : 2);                     \
        }                                                                                                    \
    } while (0)

// A ray that goes up along z, its other cosines a third: nodes (n+1)^3, x contiguous; plane k needs plane k-1.
struct sweep {
    int nodes;
    double weight[4];
};

__host__ __device__ static inline void advance(const sweep &s, const double *decay, const double *gain, double *light, int k, int y, int x) {
    long row = s.nodes, plane = row * s.nodes, p = k * plane + y * row + x, q = p - plane;
    light[p] = decay[p] * (s.weight[0] * light[q] + s.weight[1] * light[q - row] + s.weight[2] * light[q - 1] +
                           s.weight[3] * light[q - row - 1]) + gain[p];
}

__global__ void one_plane(sweep s, const double *decay, const double *gain, double *light, int k) {
    int x = 1 + blockIdx.x * blockDim.x + threadIdx.x, y = 1 + blockIdx.y * blockDim.y + threadIdx.y;
    if (x < s.nodes && y < s.nodes)
        advance(s, decay, gain, light, k, y, x);
}

__global__ void all_planes(sweep s, const double *decay, const double *gain, double *light) {
    cg::grid_group grid = cg::this_grid();
    int columns = s.nodes - 1;
    for (int k = 1; k < s.nodes; k++) {
        for (long i = grid.thread_rank(); i < (long)columns * columns; i += grid.size())
            advance(s, decay, gain, light, k, 1 + (int)(i / columns), 1 + (int)(i % columns));
        grid.sync();
    }
}

struct device {
    sweep s;
    double *decay, *gain, *light;
    long nodes;
};

static void planes(const device &d, cudaStream_t stream) {
    int columns = d.s.nodes - 1;
    dim3 block(32, 8), grid((columns + 31) / 32, (columns + 7) / 8);
    for (int k = 1; k < d.s.nodes; k++)
        one_plane<<<grid, block, 0, stream>>>(d.s, d.decay, d.gain, d.light, k);
}

static void together(const device &d, cudaStream_t stream) {
    int per_sm, sms, columns = d.s.nodes - 1;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&per_sm, all_planes, 256, 0));
    CHECK(cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0));
    int blocks = std::min(per_sm * sms, (columns * columns + 255) / 256);
    void *args[] = {(void *)&d.s, (void *)&d.decay, (void *)&d.gain, (void *)&d.light};
    CHECK(cudaLaunchCooperativeKernel((void *)all_planes, blocks, 256, args, 0, stream));
}

// Runs it once to warm up and `repeat` times on the clock; returns microseconds per run, and the light.
template <typename F> static double timed(const device &d, int repeat, cudaStream_t stream, std::vector<double> &light, F run) {
    cudaEvent_t from, to;
    float ms;
    CHECK(cudaEventCreate(&from));
    CHECK(cudaEventCreate(&to));
    CHECK(cudaMemset(d.light + (long)d.s.nodes * d.s.nodes, 0, (d.nodes - (long)d.s.nodes * d.s.nodes) * sizeof(double)));
    run();
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaEventRecord(from, stream));
    for (int r = 0; r < repeat; r++)
        run();
    CHECK(cudaEventRecord(to, stream));
    CHECK(cudaEventSynchronize(to));
    CHECK(cudaEventElapsedTime(&ms, from, to));
    CHECK(cudaMemcpy(light.data(), d.light, d.nodes * sizeof(double), cudaMemcpyDeviceToHost));
    return ms * 1e3 / repeat;
}

static bool report(const char *name, double us, int n, const std::vector<double> &light, const std::vector<double> &expected) {
    double off = 0;
    for (size_t i = 0; i < light.size(); i++)
        off = std::max(off, std::fabs(light[i] - expected[i]));
    printf("%-12s %10.3f %12.1f%s\n", name, us / n, us, off > 1e-12 ? "  WRONG" : "");
    return off <= 1e-12;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 128, repeat = argc > 2 ? atoi(argv[2]) : 20, m = n + 1;
    if (n < 2 || n > 1024 || repeat < 1)
        return fprintf(stderr, "usage: rt_sweep [cells, 2 to 1024 [repeat]]\n"), 2;
    double f = 1 / std::sqrt(7.0);
    device d = {{m, {(1 - f) * (1 - f), f * (1 - f), (1 - f) * f, f * f}}, nullptr, nullptr, nullptr, (long)m * m * m};
    std::vector<double> decay(d.nodes), gain(d.nodes), light(d.nodes), expected(d.nodes);
    for (long i = 0; i < d.nodes; i++) {
        double tau = 0.05 + 0.04 * std::sin(0.01 * i);
        decay[i] = std::exp(-tau);
        gain[i] = 1 - decay[i];
        expected[i] = i < (long)m * m ? 1 + 0.5 * std::sin(0.3 * i) : 0;
    }
    CHECK(cudaMalloc(&d.decay, d.nodes * sizeof(double)));
    CHECK(cudaMalloc(&d.gain, d.nodes * sizeof(double)));
    CHECK(cudaMalloc(&d.light, d.nodes * sizeof(double)));
    CHECK(cudaMemcpy(d.decay, decay.data(), d.nodes * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d.gain, gain.data(), d.nodes * sizeof(double), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(d.light, expected.data(), d.nodes * sizeof(double), cudaMemcpyHostToDevice));
    for (int k = 1; k < m; k++)
        for (int y = 1; y < m; y++)
            for (int x = 1; x < m; x++)
                advance(d.s, decay.data(), gain.data(), expected.data(), k, y, x);

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    planes(d, stream);
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    bool good = true;
    printf("%-12s %10s %12s\n", "form", "us/plane", "us");
    good &= report("planes", timed(d, repeat, stream, light, [&] { planes(d, stream); }), n, light, expected);
    good &= report("graph", timed(d, repeat, stream, light, [&] { CHECK(cudaGraphLaunch(exec, stream)); }), n, light, expected);
    good &= report("cooperative", timed(d, repeat, stream, light, [&] { together(d, stream); }), n, light, expected);
    puts(good ? "OK" : "WRONG");
    return good ? 0 : 1;
}
