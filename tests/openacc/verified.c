// RUN: %gantry verify -fopenacc -O1 --offload-arch=emulated %s >out 2>err; test $? = 0 || { cat out err; exit 1; }
// RUN: grep -qx OK out && %FileCheck --input-file=err %s
/* `gantry verify`: what is zeroed on the device, and what routines store there, would be so in one memory, too. */
// CHECK-NOT: differs
// CHECK-NOT: other values
// CHECK: gantry verify: 3 regions, 3 launches compared: 3 bit-equal, 0 within tolerance, 0 differing
#include <openacc.h>
#include <stdio.h>

int main(void)
{
    int z[20], y[20], x[20], ok = 1;
    for (int i = 0; i < 20; i++)
        z[i] = y[i] = x[i] = 5;
#pragma acc data copyout(zero: z)
    {
#pragma acc parallel loop
        for (int i = 0; i < 10; i++)
            z[i] += i;
    }
#pragma acc parallel loop copyout(zero: y)
    for (int i = 5; i < 10; i++)
        y[i] -= 1;
#pragma acc data copyout(x)
    {
        acc_memcpy_to_device(acc_deviceptr(x), z, sizeof x);
#pragma acc parallel loop
        for (int i = 0; i < 4; i++)
            x[i]++;
    }
    for (int i = 0; i < 20; i++)
        ok &= z[i] == (i < 10 ? i : 0) && y[i] == (i >= 5 && i < 10 ? -1 : 0) && x[i] == z[i] + (i < 4);
    puts(ok ? "OK" : "other");
    return !ok;
}
