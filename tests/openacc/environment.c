// RUN: %gantry cc -fopenacc -O1 --offload-arch=emulated %s -o %t
// RUN: %run_emulated32 GANTRY_EMULATED_DEVICES=3 %t | grep -qx '0 of 3, not on the host'
// RUN: %run_emulated32 GANTRY_EMULATED_DEVICES=3 ACC_DEVICE_NUM=2 %t | grep -qx '2 of 3, not on the host'
// RUN: %run_emulated32 GANTRY_EMULATED_DEVICES=3 ACC_DEVICE_TYPE=NVIDIA ACC_DEVICE_NUM=1 %t | grep -qx '1 of 3, not on the host'
// RUN: env GANTRY_DEVICES=emulated ACC_DEVICE_TYPE=host %t | grep -qx '0 of 1, on the host'
// RUN: %run_host ACC_DEVICE_TYPE=not_host ACC_DEVICE_NUM=1 %t | grep -qx '0 of 1, on the host'
// RUN: %not --status 1 %run_emulated32 ACC_DEVICE_NUM=7 %t 2>&1 | grep >/dev/null 'ACC_DEVICE_NUM: there is no device 7 of type acc_device_not_host; acc_get_num_devices(acc_device_not_host) is 1'
// RUN: %not --status 1 %run_emulated32 ACC_DEVICE_TYPE=abacus %t 2>&1 | grep >/dev/null 'ACC_DEVICE_TYPE=abacus: known are nvidia, radeon, host, not_host and default'
// RUN: %not --status 1 %run_emulated32 ACC_DEVICE_NUM=one %t 2>&1 | grep >/dev/null 'ACC_DEVICE_NUM=one: no number of a device'
// RUN: %gantry cc -O1 --offload-arch=emulated %s -o %t.omp && %run_emulated32 ACC_DEVICE_NUM=7 %t.omp | grep -qx 'not on the host'
/* ACC_DEVICE_TYPE and ACC_DEVICE_NUM choose the current device; a program without OpenACC does not ask for them. */
#include <stdio.h>
#ifdef _OPENACC
#include <openacc.h>
#else
#include <omp.h>
#endif

int main(void)
{
    int host = 1;
#ifdef _OPENACC
#pragma acc parallel copyout(host)
    host = acc_on_device(acc_device_host);
    printf("%d of %d, ", acc_get_device_num(acc_device_current), acc_get_num_devices(acc_device_current));
#else
#pragma omp target map(from : host)
    host = omp_is_initial_device();
#endif
    puts(host ? "on the host" : "not on the host");
    return 0;
}
