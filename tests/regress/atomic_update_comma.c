// `update` beside `capture` is hidden from Clang 19, and so is the comma after it.
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t && %run_emulated32 %t && %run_host %t
static int x = 5, v, w;

static int taken(void)
{
#pragma omp atomic update, capture
    v = x -= 1;
    return v;
}

int main(void)
{
#pragma omp target map(tofrom : x, v, w)
    {
#pragma omp atomic update, capture, seq_cst
        v = x -= 1;
#pragma omp atomic capture, update
        {
            w = x;
            x = x + 2;
        }
    }
    return !(v == 4 && w == 4 && x == 6 && taken() == 5);
}
