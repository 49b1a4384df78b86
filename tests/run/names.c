// RUN: %gantry cc %O --offload-arch=emulated %s -o %t -lm
// RUN: %run_host %t && %run_emulated32 %t && %run_emulated64 %t
/* Names that a compiler might trip over: words of OpenMP, of GPU languages, of generated code; shadowing. */
#include "check.h"

static int target(int parallel) { return parallel + 1; }

static int distribute = 3;
struct simd {
    int teams, loop;
};
typedef int firstprivate_t;
typedef struct simd pair;

static void clause_words(void)
{
    int map = 1, to = 2, from = 3, tofrom = 4, alloc = 5, teams = 6, parallel = 7, reduction = 8, nowait = 9;
    int device = 10, num_teams = 2, schedule = 12, collapse = 13, always = 14, release = 15, shared = 16,
        simd = 17;
    int omp = 18, pragma = 19, private = 20, loop = 0, sum = 0;
    struct simd s = {1, 2};
    firstprivate_t section = 5;
#pragma omp target map(tofrom: map, to, from) map(to: tofrom, alloc) map(always, tofrom: always) \
    firstprivate(teams)
    {
        map += to + from + tofrom + alloc + target(parallel);
        to = reduction + nowait + device;
        from = schedule + collapse + release + shared + simd + omp + pragma + private + section + distribute;
        always = s.teams + s.loop + teams;
    }
    CHECK_INT(map, 23, "names of clauses: map");
    CHECK_INT(to, 27, "names of clauses: to");
    CHECK_INT(from, 138, "names of clauses: from");
    CHECK_INT(always, 9, "names of clauses: always");
#pragma omp target teams distribute parallel for num_teams(num_teams) reduction(+: sum) private(private)
    for (loop = 0; loop < 10; loop++) {
        private = loop;
        sum += private;
    }
    CHECK_INT(sum, 45, "a loop variable named loop, a private variable named private");
#pragma omp target map(tofrom: map) if (parallel) device(omp_get_default_device())
    map = -map;
    CHECK_INT(map, -23, "a condition named parallel");
}

static void generated_words(void)
{
    int args = 1, arg = 2, n = 3, i = 4, j = 5, tid = 6, lane = 7, warp = 8, thread = 9, block = 10,
        kernel = 11;
    int threadIdx = 12, blockIdx = 13, blockDim = 14, team = 15, host = 16, ctx = 17, data = 18, size = 19,
        ptr = 20;
    int begin = 21, end = 22, count = 23, stride = 24, sum = 25, result = 0, self = 26, state = 27,
        flags = 28;
    int class = 29, new = 30, this = 31, __x = 32, _0 = 33;
    int iv = 34, lb = 35, ub = 36, chunk = 37, trip = 38, step = 39, body = 40, captures = 41, gp = 42,
        abi = 43;
#pragma omp target teams distribute parallel for reduction(+: result)
    for (int k = 0; k < 2; k++)
        result += args + arg + n + i + j + tid + lane + warp + thread + block + kernel + threadIdx +
                  blockIdx + blockDim + team + host + ctx + data + size + ptr + begin + end + count + stride +
                  sum + self + state + flags + class + new + this + __x + _0 + iv + lb + ub + chunk + trip +
                  step + body + captures + gp + abi;
    CHECK_INT(result, 2 * (43 * 44 / 2), "names of generated code and of other languages");
    CHECK_INT(sum, 25, "a variable named sum");
}

static int x = 100;

static void shadows(void)
{
    int seen[6] = {0}, x = 1;
#pragma omp target map(tofrom: seen)
    {
        seen[0] = x;
        int x = 2;
        seen[1] = x;
        {
            double x = 3.5;
            seen[2] = (int)(x * 2);
            for (int x = 4; x < 5; x++)
                seen[3] = x;
        }
        seen[4] = x;
        struct x {
            int x;
        } y = {6};
        seen[5] = y.x;
    }
    CHECK_INT(seen[0], 1, "the outer local hides the global");
    CHECK_INT(seen[1], 2, "declared in the region");
    CHECK_INT(seen[2], 7, "in an inner block");
    CHECK_INT(seen[3], 4, "in a for header");
    CHECK_INT(seen[4], 2, "after the inner block");
    CHECK_INT(seen[5], 6, "a tag and a member of that name");
}

static int global_again(void)
{
    int result = 0;
#pragma omp target map(from: result)
    result = x;
    return result;
}

static void same_name_twice(void)
{
    int a = 0, b = 0;
    {
        int v = 5;
#pragma omp target map(tofrom: a)
        a = v;
    }
    {
        float v = 2.5f;
#pragma omp target map(tofrom: b)
        b = (int)(v * 4);
    }
    for (int v = 0; v < 2; v++) {
#pragma omp target map(tofrom: a, b)
        {
            a += v;
            int a_of_region = v;
            b += a_of_region;
        }
    }
    CHECK_INT(a, 6, "two variables of one name, first");
    CHECK_INT(b, 11, "two variables of one name, second");
}

/* a parameter, a local and a loop variable of the same name in nested constructs */
static void nested(int i)
{
    int out[3][4] = {{0}};
#pragma omp target teams distribute map(tofrom: out) firstprivate(i)
    for (int r = 0; r < 3; r++) {
        int base = i;
#pragma omp parallel for
        for (int i = 0; i < 4; i++) {
            int base_here = base + r;
            out[r][i] = base_here * 10 + i;
        }
    }
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 4; c++)
            CHECK_INT(out[r][c], (i + r) * 10 + c, "a loop variable that hides a parameter, [%d][%d]", r, c);
}

/* a function's name hidden by a variable, a type's name by a variable */
static void hidden_names(void)
{
    int target = 5, result = 0;
    {
        int pair = 7;
#pragma omp target map(tofrom: result)
        result = target + pair;
    }
    CHECK_INT(result, 12, "variables that hide a function and a type");
#pragma omp target map(tofrom: result)
    {
        pair p = {result, 1};
        result = p.teams + p.loop;
    }
    CHECK_INT(result, 13, "the type afterwards");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    clause_words();
    generated_words();
    shadows();
    CHECK_INT(global_again(), 100, "the global that was hidden elsewhere");
    same_name_twice();
    nested(4);
    hidden_names();
    return check_end();
}
