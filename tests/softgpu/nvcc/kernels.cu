// kernels.cu: kernels as CUDA programs have them, compiled by nvcc for tests/softgpu/nvcc.c, which knows what each must store. All
// take words to read and words to store, and how many there are to read. kept.ptx is what nvcc makes of them for sm_80 with -DKEPT,
// for machines without nvcc: what CUDA's mathematical library is part of is left out.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda/atomic>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cstdio>
namespace cg = cooperative_groups;
typedef unsigned u32;
typedef unsigned long long u64;
#define KERNEL(NAME) extern "C" __global__ void NAME(u32 *out, const u32 *in, int n)
#define ALL 0xffffffffu

// ---- reductions and scans ----
KERNEL(reduce_shared)
{
    __shared__ u32 s[256];
    u32 t = threadIdx.x, sum = 0;
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    s[t] = sum;
    __syncthreads();
    for (u32 k = blockDim.x / 2; k; k /= 2) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
__device__ __forceinline__ u32 warp_sum(u32 v)
{
    for (int k = 16; k; k /= 2)
        v += __shfl_down_sync(ALL, v, k);
    return v;
}
KERNEL(reduce_shuffle)
{
    __shared__ u32 s[32];
    u32 sum = 0, lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += in[i];
    sum = warp_sum(sum);
    if (lane == 0)
        s[warp] = sum;
    __syncthreads();
    if (warp == 0) {
        sum = warp_sum(lane < blockDim.x / 32 ? s[lane] : 0);
        if (lane == 0)
            *out = sum;
    }
}
KERNEL(reduce_butterfly)
{
    u32 v = in[threadIdx.x];
    for (int k = 1; k < 32; k *= 2)
        v = max(v, __shfl_xor_sync(ALL, v, k));
    out[threadIdx.x] = v;
}
KERNEL(reduce_redux)
{
    u32 v = in[threadIdx.x];
#if __CUDA_ARCH__ >= 800
    out[threadIdx.x] = __reduce_add_sync(ALL, v) ^ __reduce_min_sync(ALL, v) ^ __reduce_xor_sync(ALL, v) ^ (u32)__reduce_max_sync(ALL, (int)v);
#else
    u32 add = v, low = v, bits = v;
    int high = (int)v;
    for (int k = 1; k < 32; k *= 2) {
        add += __shfl_xor_sync(ALL, add, k);
        low = min(low, __shfl_xor_sync(ALL, low, k));
        bits ^= __shfl_xor_sync(ALL, bits, k);
        high = max(high, __shfl_xor_sync(ALL, high, k));
    }
    out[threadIdx.x] = add ^ low ^ bits ^ (u32)high;
#endif
}
// the block that comes last adds what the others stored
__device__ u32 blocks_done;
KERNEL(reduce_last_block)
{
    __shared__ bool last;
    u32 sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sum = warp_sum(sum);
    if (threadIdx.x == 0) {
        out[1 + blockIdx.x] = sum;
        __threadfence();
        last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        __threadfence();
        sum = 0;
        for (u32 b = 0; b < gridDim.x; b++)
            sum += out[1 + b];
        out[0] = sum;
    }
}
__device__ u32 block_scan(u32 v, u32 *s)
{
    u32 lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    for (u32 k = 1; k < 32; k *= 2) {
        u32 w = __shfl_up_sync(ALL, v, k);
        v += lane >= k ? w : 0;
    }
    if (lane == 31)
        s[warp] = v;
    __syncthreads();
    for (u32 w = 0; w < warp; w++)
        v += s[w];
    return v;
}
KERNEL(scan_block)
{
    __shared__ u32 s[32];
    out[threadIdx.x] = block_scan(in[threadIdx.x], s);
}
// each block waits for the sum of those before it
struct tile {
    u32 sum, ready;
};
__device__ tile tiles[64];
KERNEL(scan_look_back)
{
    __shared__ u32 s[32], before;
    u32 i = blockIdx.x * blockDim.x + threadIdx.x, v = block_scan(in[i], s);
    if (threadIdx.x == blockDim.x - 1) {
        u32 sum = 0;
        if (blockIdx.x) {
            cuda::atomic_ref<u32, cuda::thread_scope_device> ready(tiles[blockIdx.x - 1].ready);
            while (!ready.load(cuda::memory_order_acquire))
                ;
            sum = tiles[blockIdx.x - 1].sum;
        }
        tiles[blockIdx.x].sum = sum + v;
        cuda::atomic_ref<u32, cuda::thread_scope_device>(tiles[blockIdx.x].ready).store(1, cuda::memory_order_release);
        before = sum;
    }
    __syncthreads();
    out[i] = v + before;
}

// ---- tables in shared memory ----
KERNEL(histogram)
{
    extern __shared__ u32 bins[];
    for (u32 i = threadIdx.x; i < 64; i += blockDim.x)
        bins[i] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i] % 64], 1u);
    __syncthreads();
    for (u32 i = threadIdx.x; i < 64; i += blockDim.x)
        atomicAdd(&out[i], bins[i]);
}
// lanes with the same bin count together
KERNEL(histogram_match)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        u32 bin = in[i] % 8, same = __match_any_sync(__activemask(), bin);
        if (threadIdx.x % 32 == __ffs(same) - 1)
            atomicAdd(&out[bin], (u32)__popc(same));
    }
}
KERNEL(transpose) // 32 x 64 words by 32 x 8 threads
{
    __shared__ u32 t[32][33];
    u32 x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (u32 k = 0; k < 32; k += 8)
        t[threadIdx.y + k][threadIdx.x] = in[(y + k) * 64 + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (u32 k = 0; k < 32; k += 8)
        out[(y + k) * 32 + x] = t[threadIdx.x][threadIdx.y + k];
}
KERNEL(stencil) // 32 x 32, blocks of 8 x 8 with a rim
{
    __shared__ u32 t[10][10];
    int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    for (int j = threadIdx.y; j < 10; j += 8)
        for (int i = threadIdx.x; i < 10; i += 8) {
            int gx = (int)blockIdx.x * 8 + i - 1, gy = (int)blockIdx.y * 8 + j - 1;
            t[j][i] = gx < 0 || gy < 0 || gx > 31 || gy > 31 ? 0 : in[gy * 32 + gx];
        }
    __syncthreads();
    int i = threadIdx.x + 1, j = threadIdx.y + 1;
    out[y * 32 + x] = t[j][i] + t[j - 1][i] + t[j + 1][i] + t[j][i - 1] + t[j][i + 1];
}
KERNEL(stencil_3d) // 8 x 8 x 8 by a grid of blocks of 4 x 2 x 2
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    u32 v = 6 * in[(z * 8 + y) * 8 + x];
    v -= x ? in[(z * 8 + y) * 8 + x - 1] : 0, v -= x < 7 ? in[(z * 8 + y) * 8 + x + 1] : 0;
    v -= y ? in[(z * 8 + y - 1) * 8 + x] : 0, v -= y < 7 ? in[(z * 8 + y + 1) * 8 + x] : 0;
    v -= z ? in[((z - 1) * 8 + y) * 8 + x] : 0, v -= z < 7 ? in[((z + 1) * 8 + y) * 8 + x] : 0;
    out[(z * 8 + y) * 8 + x] = v;
}
KERNEL(matmul) // 32 x 32 floats that are small whole numbers
{
    __shared__ float a[16][16], b[16][16];
    u32 x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;
    for (u32 k = 0; k < 32; k += 16) {
        a[threadIdx.y][threadIdx.x] = (float)(in[y * 32 + k + threadIdx.x] % 16);
        b[threadIdx.y][threadIdx.x] = (float)(in[1024 + (k + threadIdx.y) * 32 + x] % 16);
        __syncthreads();
#pragma unroll
        for (int i = 0; i < 16; i++)
            sum += a[threadIdx.y][i] * b[i][threadIdx.x];
        __syncthreads();
    }
    ((float *)out)[y * 32 + x] = sum;
}
KERNEL(sort_bitonic)
{
    __shared__ u32 s[512];
    u32 t = threadIdx.x;
    s[t] = in[t], s[t + 256] = in[t + 256];
    for (u32 k = 2; k <= 512; k *= 2)
        for (u32 j = k / 2; j; j /= 2) {
            __syncthreads();
            u32 i = 2 * t - (t & (j - 1));
            bool up = (i & k) == 0;
            u32 a = s[i], b = s[i + j];
            if ((a > b) == up)
                s[i] = b, s[i + j] = a;
        }
    __syncthreads();
    out[t] = s[t], out[t + 256] = s[t + 256];
}
// even words before odd ones, in their order, by ballots
KERNEL(partition)
{
    __shared__ u32 evens[8];
    u32 t = threadIdx.x, v = in[t], even = __ballot_sync(ALL, v % 2 == 0), lane = t % 32, warp = t / 32;
    if (lane == 0)
        evens[warp] = __popc(even);
    __syncthreads();
    u32 before = 0, all = 0;
    for (u32 w = 0; w < 8; w++) {
        before += w < warp ? evens[w] : 0;
        all += evens[w];
    }
    u32 rank = before + __popc(even & ((1u << lane) - 1));
    out[v % 2 == 0 ? rank : all + t - rank] = v;
}

// ---- warps ----
KERNEL(votes)
{
    u32 t = threadIdx.x, v = in[t];
    u32 bits = __any_sync(ALL, v % 64 == 0) | __all_sync(ALL, v % 2 < 2) << 1 | __all_sync(ALL, v % 2) << 2;
    if (t % 2) /* half of a warp by itself */
        bits |= __popc(__ballot_sync(0xaaaaaaaa, v & 1)) << 8;
    else
        bits |= __popc(__ballot_sync(0x55555555, v & 2)) << 16;
    __syncwarp();
    out[t] = bits;
}
KERNEL(matches)
{
    int all;
    u32 t = threadIdx.x, any = __match_any_sync(ALL, in[t] % 4), same = __match_all_sync(ALL, in[0] + 7ull, &all);
    u64 wide = (u64)(in[t] % 3) << 40;
    out[t] = any ^ __match_any_sync(ALL, wide) ^ same ^ (u32)all;
}
KERNEL(shuffles) // parts of 8 lanes, 64 bits, lanes by number
{
    u32 t = threadIdx.x, lane = t % 32;
    u64 wide = (u64)in[t] << 32 | t;
    u64 from = __shfl_sync(ALL, wide, (lane + 5) % 32);
    u32 part = __shfl_down_sync(ALL, in[t], 3, 8) + __shfl_up_sync(ALL, in[t], 2, 8) + __shfl_xor_sync(ALL, in[t], 4, 8);
    out[t] = (u32)(from >> 32) + (u32)from + part;
}
KERNEL(block_votes)
{
    u32 v = in[threadIdx.x];
    u32 count = __syncthreads_count(v & 1), every = __syncthreads_and(v != 0xdeadbeef), some = __syncthreads_or(v % 100 == 7);
    out[threadIdx.x] = count | (every != 0) << 16 | (some != 0) << 17;
}
// half of the block makes what the other half takes
KERNEL(named_barriers)
{
    __shared__ u32 s[64];
    u32 t = threadIdx.x;
    for (u32 k = 0; k < 4; k++)
        if (t < 64) {
            asm volatile("bar.sync 1, 128;" ::: "memory"); // empty
            s[t] = in[k * 64 + t] + k;
            asm volatile("bar.arrive 2, 128;" ::: "memory"); // full
        } else {
            asm volatile("bar.arrive 1, 128;" ::: "memory");
            asm volatile("bar.sync 2, 128;" ::: "memory");
            out[k * 64 + t - 64] = s[127 - t];
        }
}
KERNEL(groups)
{
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
    u32 v = in[block.thread_rank()];
    u32 sum = cg::reduce(tile, v, cg::plus<u32>());
    auto odd = cg::coalesced_threads();
    if (v % 2) {
        cg::coalesced_group active = cg::coalesced_threads();
        sum += active.size() << 8 | active.thread_rank();
    }
    block.sync();
    out[block.thread_rank()] = sum + tile.meta_group_rank() + odd.size();
}
KERNEL(grid_sync)
{
    cg::grid_group grid = cg::this_grid();
    u32 i = grid.thread_rank(), all = grid.size();
    u32 *other = out + all;
    out[i] = in[i];
    for (u32 k = 0; k < 5; k++) {
        grid.sync();
        u32 *from = k % 2 ? other : out, *to = k % 2 ? out : other;
        to[i] = from[(i + 1) % all] + from[i];
    }
}

// ---- memory order ----
KERNEL(atomics)
{
    u32 t = threadIdx.x, v = in[t];
    int *s = (int *)out;
    u64 *wide = (u64 *)(out + 32);
    atomicAdd(out + 0, v), atomicMin(out + 1, v), atomicMax(out + 2, v);
    atomicMin(s + 3, (int)v), atomicMax(s + 4, (int)v);
    atomicAnd(out + 5, v | 0xff), atomicOr(out + 6, v & 0xff00), atomicXor(out + 7, v);
    atomicInc(out + 8, 100), atomicDec(out + 9, 100);
    atomicSub(out + 10, v);
    atomicAdd((float *)out + 11, (float)(v % 16));
    atomicAdd(wide + 0, (u64)v << 20), atomicMin(wide + 1, (u64)v << 33), atomicMax(wide + 2, (u64)v << 33);
    atomicMax((long long *)wide + 3, (long long)(int)v * 1000000007ll);
    atomicAdd((double *)wide + 4, (double)(v % 1024));
    atomicAnd(wide + 5, ~((u64)1 << v % 64)), atomicOr(wide + 6, (u64)1 << v % 64);
    u32 seen = *(volatile u32 *)(out + 12), was; // a product, by compare and swap
    do {
        was = seen;
        seen = atomicCAS(out + 12, was, was * (v | 1));
    } while (seen != was);
    atomicAdd_block(out + 13, 1u), atomicAdd_system(out + 14, 2u);
    if (atomicExch(out + 15, v) == 0xffffffff)
        atomicAdd(out + 16, 1u);
    unsigned short half = atomicCAS((unsigned short *)out + 34, (unsigned short)0, (unsigned short)7);
    if (half == 0)
        atomicAdd(out + 18, 1u);
}
// a lock with tickets around a sum that is no atomic
KERNEL(ticket_lock)
{
    cuda::atomic_ref<u32, cuda::thread_scope_device> next(out[0]), now(out[1]);
    for (u32 t = 0; t < 32; t++)
        if (threadIdx.x == t) {
            u32 mine = next.fetch_add(1, cuda::memory_order_relaxed);
            while (now.load(cuda::memory_order_acquire) != mine)
                __nanosleep(20);
            out[2] += in[blockIdx.x * 32 + t];
            now.store(mine + 1, cuda::memory_order_release);
        }
}
// data, a fence, a flag; flag, fence, data
KERNEL(message)
{
    volatile u32 *flag = out + 64;
    if (blockIdx.x == 0) {
        out[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            *flag = 1;
        }
    } else {
        if (threadIdx.x == 0) {
            while (!*flag)
                ;
            __threadfence();
        }
        __syncthreads();
        out[128 + threadIdx.x] = out[63 - threadIdx.x];
    }
}

// ---- calls and memory of one's own ----
__device__ __noinline__ u32 ackermann(u32 m, u32 n) { return !m ? n + 1 : !n ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
KERNEL(recursion) { out[threadIdx.x] = ackermann(2, in[threadIdx.x] % 6); }

__device__ __noinline__ u32 twice(u32 v) { return 2 * v; }
__device__ __noinline__ u32 square(u32 v) { return v * v; }
__device__ __noinline__ u32 turned(u32 v) { return ~v; }
__device__ u32 (*const functions[])(u32) = {twice, square, turned};
KERNEL(table_of_functions) { out[threadIdx.x] = functions[in[threadIdx.x] % 3](in[threadIdx.x]); }

struct shape {
    __device__ virtual u32 area() const = 0;
    __device__ virtual ~shape() {}
};
struct square_of : shape {
    u32 a;
    __device__ square_of(u32 v) : a(v) {}
    __device__ u32 area() const override { return a * a; }
};
struct box : shape {
    u32 a, b;
    __device__ box(u32 v, u32 w) : a(v), b(w) {}
    __device__ u32 area() const override { return a * b; }
};
KERNEL(objects)
{
    u32 v = in[threadIdx.x] % 1000;
    shape *s = v % 2 ? (shape *)new square_of(v) : new box(v, v + 1);
    out[threadIdx.x] = s->area();
    delete s;
}
struct link {
    link *next;
    u32 v;
};
KERNEL(list)
{
    link *l = nullptr;
    for (u32 k = 0; k < in[threadIdx.x] % 8; k++) {
        link *m = (link *)malloc(sizeof *m);
        m->next = l, m->v = k * k;
        l = m;
    }
    u32 sum = 0;
    while (l) {
        link *m = l->next;
        sum += l->v;
        free(l);
        l = m;
    }
    out[threadIdx.x] = sum;
}
KERNEL(own_array) // addressed by what is read: local memory
{
    u32 v[32];
    for (u32 k = 0; k < 32; k++)
        v[k] = k;
    for (u32 k = 0; k < 32; k++) {
        u32 a = (in[threadIdx.x] >> k) % 32, b = in[k] % 32, x = v[a];
        v[a] = v[b], v[b] = x;
    }
    u32 h = 0;
    for (u32 k = 0; k < 32; k++)
        h = h * 31 + v[k];
    out[threadIdx.x] = h;
}
KERNEL(says) // out counts, and the text is looked at, too
{
    if (threadIdx.x == 3)
        printf("%d %5.2f %s %llx %c%%\n", (int)in[0] % 7, 1.5, "text", 0x123456789abcull, 'x');
    out[threadIdx.x] = threadIdx.x;
}
__constant__ u32 factors[4] = {3, 5, 7, 11};
__device__ u32 offsets[2][2] = {{1, 2}, {3, 4}};
KERNEL(constants) { out[threadIdx.x] = factors[in[threadIdx.x] % 4] * in[threadIdx.x] + offsets[threadIdx.x % 2][threadIdx.x / 2 % 2]; }

// ---- control ----
KERNEL(cases)
{
    u32 v = in[threadIdx.x], x = v;
    switch (v % 11) {
    case 0: x += 3; break;
    case 1: x *= 5; break;
    case 2: x ^= v >> 3; break;
    case 3: x = -x; break;
    case 4: x -= 7; // and the next
    case 5: x |= 0x10; break;
    case 6: return;
    case 7: x /= 3; break;
    case 8: x %= 1000; break;
    case 9: x <<= v % 9; break;
    default: x = 1;
    }
    out[threadIdx.x] = x;
}
KERNEL(collatz)
{
    u32 v = in[threadIdx.x] % 1000 + 1, steps = 0;
    while (v != 1) {
        v = v % 2 ? 3 * v + 1 : v / 2;
        steps++;
    }
    out[threadIdx.x] = steps;
}

// ---- arithmetic ----
KERNEL(bits)
{
    u32 a = in[threadIdx.x], b = in[threadIdx.x + 64];
    int s = (int)a, r = (int)b;
    u64 w = (u64)a << 32 | b;
    u32 *o = out + threadIdx.x * 24;
    o[0] = __brev(a), o[1] = __clz(a >> b % 32), o[2] = __popc(a), o[3] = __ffs(a & (0u - (b & 7))), o[4] = __byte_perm(a, b, b >> 7 & 0x7777);
    o[5] = __funnelshift_l(a, b, b), o[6] = __funnelshift_r(a, b, a), o[7] = __funnelshift_lc(a, b, b % 40), o[8] = __umulhi(a, b), o[9] = __mulhi(s, r);
    o[10] = (u32)(__umul64hi(w, w * 3) >> 32), o[11] = (u32)__mul64hi((long long)w, (long long)~w), o[12] = __sad(s, r, 5), o[13] = __usad(a, b, 5);
    o[14] = __hadd(s, r), o[15] = __rhadd(s, r), o[16] = __uhadd(a, b), o[17] = (u32)(w / (b | 1)), o[18] = (u32)(w % (a | 1)), o[19] = (u32)((long long)w / (r | 1));
    o[20] = __dp4a(a, b, 9u), o[21] = (u32)__dp4a(s, r, 9), o[22] = __clzll((long long)w >> a % 64) + __popcll(w) + __ffsll((long long)(w & (0 - (w >> 40)))), o[23] = (u32)(__brevll(w) >> 16);
}
KERNEL(wide) // 128 bits
{
    unsigned __int128 a = ((unsigned __int128)in[threadIdx.x] << 96) | ((u64)in[threadIdx.x + 1] << 32) | in[threadIdx.x + 2], b = a * in[threadIdx.x + 3] + ~a;
    b -= a >> 17;
    u32 *o = out + threadIdx.x * 4;
    o[0] = (u32)b, o[1] = (u32)(b >> 32), o[2] = (u32)(b >> 64), o[3] = (u32)(b >> 96);
}
KERNEL(rounding)
{
    float a = __uint_as_float((in[threadIdx.x] & 0x0fffffff) | 0x38000000), b = __uint_as_float((in[threadIdx.x + 64] & 0x0fffffff) | 0x38000000);
    float *o = (float *)out + threadIdx.x * 16;
    o[0] = __fadd_rz(a, b), o[1] = __fsub_ru(a, b), o[2] = __fmul_rd(a, b), o[3] = __fdiv_ru(a, b), o[4] = __fsqrt_rd(a), o[5] = __frcp_rz(a);
    o[6] = __fmaf_ru(a, b, a), o[7] = __int_as_float(__float2int_rd(a * 100)), o[8] = __int_as_float(__float2int_ru(-a * 100)), o[9] = __uint_as_float(__float2uint_rz(b * 1000));
    o[10] = __ll2float_rz((long long)in[threadIdx.x] << 20 | 1), o[11] = __uint2float_ru(in[threadIdx.x]), o[12] = floorf(a * 16), o[13] = rintf(a * 16), o[14] = truncf(-b * 16), o[15] = __saturatef(a - 1);
}
KERNEL(rounding_double)
{
    double a = (double)(in[threadIdx.x] | 1) / 3, b = (double)(in[threadIdx.x + 64] | 1) / 7;
    double *o = (double *)out + threadIdx.x * 8;
    o[0] = __dadd_rd(a, b), o[1] = __dmul_ru(a, b), o[2] = __ddiv_rz(a, b), o[3] = __dsqrt_ru(a), o[4] = __fma_rd(a, b, -b), o[5] = __drcp_ru(a);
    o[6] = (double)__double2float_rd(a), o[7] = (double)__double2ll_ru(a * 1000);
}
#ifndef KEPT
// near what the host's library says
KERNEL(functions_of_one)
{
    float x = (float)(in[threadIdx.x] % 10000 + 1) / 1000;
    float *o = (float *)out + threadIdx.x * 16;
    o[0] = __expf(x), o[1] = __logf(x), o[2] = __sinf(x), o[3] = __cosf(x), o[4] = __powf(x, 1.5f), o[5] = rsqrtf(x), o[6] = __fdividef(x, 3.7f), o[7] = __log2f(x);
    o[8] = expf(x), o[9] = logf(x), o[10] = sinf(x), o[11] = cosf(x), o[12] = powf(x, 1.5f), o[13] = tanhf(x), o[14] = cbrtf(x), o[15] = atan2f(x, 2);
}
KERNEL(functions_of_one_double)
{
    double x = (double)(in[threadIdx.x] % 10000 + 1) / 1000;
    double *o = (double *)out + threadIdx.x * 8;
    o[0] = exp(x), o[1] = log(x), o[2] = sin(x * 1e6), o[3] = pow(x, 2.5), o[4] = erf(x), o[5] = tgamma(x), o[6] = atan(x), o[7] = sqrt(x) + fmod(x * 100, 7.0);
}
#endif
KERNEL(halves)
{
    __half a = __float2half((float)(in[threadIdx.x] % 100) / 8), b = __float2half((float)(in[threadIdx.x + 64] % 100) / 4 + 1);
    __half2 p = __halves2half2(a, b), q = __halves2half2(b, a), r = __hfma2(p, q, p);
    float *o = (float *)out + threadIdx.x * 8;
    o[0] = __half2float(a + b), o[1] = __half2float(a * b), o[2] = __half2float(__hfma(a, b, a)), o[3] = __low2float(r), o[4] = __high2float(__hsub2(r, q));
    o[5] = __half2float(a / b), o[6] = a < b ? 1 : 2, o[7] = __half2float(__hmax(__hneg(a), b));
}
KERNEL(short_floats) // bfloat16
{
    float a = (float)(in[threadIdx.x] % 1000) / 8, b = (float)(in[threadIdx.x + 64] % 1000) / 4 + 1;
    __nv_bfloat16 x = __float2bfloat16(a), y = __float2bfloat16(b);
    float *o = (float *)out + threadIdx.x * 4;
    o[0] = __bfloat162float(x);
#if __CUDA_ARCH__ >= 800
    o[1] = __bfloat162float(__hadd(x, y)), o[2] = __bfloat162float(__hmul(x, y)), o[3] = __bfloat162float(__hfma(x, y, x));
#else
    float f = __bfloat162float(x), g = __bfloat162float(y);
    o[1] = __bfloat162float(__float2bfloat16(f + g)), o[2] = __bfloat162float(__float2bfloat16(f * g)), o[3] = __bfloat162float(__float2bfloat16(f * g + f));
#endif
}
// ---- what the device says of itself ----
KERNEL(registers)
{
    u32 smid, lanes, warps;
    u64 time;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(smid));
    asm volatile("mov.u32 %0, %%lanemask_le;" : "=r"(lanes));
    asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(warps));
    long long before = clock64();
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    __nanosleep(1000);
    long long after = clock64();
    u64 later;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(later));
    u32 i = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[i] = lanes ^ (smid < 1024) ^ (warps >= 32) << 1 ^ (after > before) << 2 ^ (later >= time) << 3 ^ (clock() != 0) << 4 ^ warpSize << 8;
}
