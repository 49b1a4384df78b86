// RUN: %gantry explain -fopenacc %s >%t.all && %FileCheck --input-file=%t.all --check-prefix=ALL %s
// RUN: %gantry explain -fopenacc --no-acc-steps %s >%t.steps && %FileCheck --input-file=%t.steps --check-prefix=STEPS %s
// RUN: %gantry explain -fopenacc --no-acc-sections %s >%t.sections && %FileCheck --input-file=%t.sections --check-prefix=SECTIONS %s
// RUN: %gantry explain -fopenacc --no-acc-proofs %s >%t.proofs && %not grep 'parallel:' %t.proofs
// RUN: for o in --no-acc-proofs --no-acc-steps; do %gantry cc -fopenacc -O1 $o -DMAIN --offload-arch=emulated %s -o %t && %run_emulated32 %t || exit; done
/* What the compiler does of its own accord in `kernels` can be turned off. */
void f(int n, double *x)
{
// ALL: steps of the host
// ALL: line [[#@LINE+5]] {{ *}}parallel
// STEPS-NOT: steps of the host
// STEPS: switches.c:[[#@LINE+1]]: acc kernels
#pragma acc kernels copy(x[0:n])
    for (int t = 0; t < 10; t++)
        for (int i = 0; i < n; i++)
            x[i] = x[i] * 2 + t;
}

void g(int n, double *restrict y)
{
// ALL: y[0:n > 0 ? n : 0] copyout
// SECTIONS: y {{ *}}pointer: pointer without a clause
#pragma acc kernels
    for (int i = 0; i < n; i++)
        y[i] = 3;
}

int h(int n, const int *x)
{
    int above = 0;
// ALL: line [[#@LINE+2]] {{ *}}parallel
#pragma acc kernels copyin(x[0:n])
    for (int i = 0; i < n; i++)
        if (x[i] > 3)
            above = 1;
    return above;
}

int odd(int n, const int *x)
{
    int last = 0, above = 0;
// ALL: line [[#@LINE+2]] {{ *}}serial
#pragma acc kernels copyin(x[0:n])
    for (int i = 0; i < n; i++)
        if (x[i] > 3)
            last = above = 1;
    return last + above;
}

#ifdef MAIN
int main(void)
{
    double x[5] = {1, 1, 1, 1, 1};
    int y[5] = {1, 2, 3, 4, 5};
    f(5, x);
    return x[4] != 2037 || !h(5, y) || h(3, y) || odd(5, y) != 2;
}
#endif
