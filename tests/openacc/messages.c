// RUN: %gantry cc -fopenacc -O1 -Wall -Werror --offload-arch=emulated %s -o %t
// RUN: for i in $(seq 28) 30 31 29 $(seq 32 38); do %not --status 1 %run_emulated32 %t $i 2>>%t.out || exit; done
// RUN: %FileCheck --input-file=%t.out %s
// RUN: GANTRY_TRACE=1 %run_emulated32 %t 0 2>&1 | grep 'copy to .*numbers.*messages.c:28' >/dev/null
/* What is not valid is a message with the caller's line and variable; and traces name these. */
#include <openacc.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int numbers[20] = {0}, other = 0;
    (void)argc;
    switch (atoi(argv[1])) {
    case 1: // CHECK: messages.c:[[#@LINE+1]]:{{.*}}'numbers + 2' (8 bytes) is not mapped on device 0
        acc_update_self(numbers + 2, 2 * sizeof *numbers);
        break;
    case 2: // CHECK: messages.c:[[#@LINE+2]]:{{.*}}'numbers' (80 bytes, {{.*}}) lies only partly in what is mapped already: '&numbers[1]' (4 bytes
        acc_create(&numbers[1], sizeof *numbers);
        acc_copyin(numbers, sizeof numbers);
        break;
    case 3: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_copyin: a pointer that is NULL has no 8 bytes
        acc_copyin(NULL, 8);
        break;
    case 4: // CHECK: acc_set_device_num: there is no device 9 of type acc_device_nvidia; acc_get_num_devices(acc_device_nvidia) is 1
        acc_set_device_num(9, acc_device_nvidia);
        break;
    case 0:
        acc_copyin(numbers, sizeof numbers);
        acc_copyout_finalize(numbers, sizeof numbers);
        break;
    case 5: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_set_device_type: acc_device_none has no devices
        acc_set_device_type(acc_device_none);
        break;
    case 6: // CHECK: acc_get_num_devices: 77 is no acc_device_t
        return acc_get_num_devices((acc_device_t)77);
    case 7: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}-9 is no queue: queues have numbers from 0 on; others are acc_async_noval, acc_async_sync and acc_async_default alone
        acc_wait(-9);
        break;
    case 8: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc_map_data: 'numbers' (80 bytes) is mapped already
        acc_create(numbers, sizeof numbers);
        acc_map_data(numbers, acc_deviceptr(numbers), sizeof numbers);
        break;
    case 9: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_unmap_data: acc_map_data has mapped nothing that begins at
        acc_unmap_data(&other);
        break;
    case 10: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_memcpy_to_device: the destination is NULL
        acc_memcpy_to_device(NULL, numbers, sizeof numbers);
        break;
    case 11: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_wait_device: there is no device 4 of type acc_device_nvidia
        acc_wait_device(1, 4);
        break;
    case 12: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_memcpy_d2d: {{.*}} is not mapped on device 0
        acc_memcpy_d2d(numbers, &other, sizeof other, 0, 0);
        break;
    case 13: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}'numbers' in use_device is not mapped on device 0
#pragma acc host_data use_device(numbers)
        numbers[0] = 1;
        break;
    case 14: // CHECK: messages.c:[[#@LINE+2]]:{{.*}}'numbers' (80 bytes) is not mapped on device 0
        other = 1;
#pragma acc update self(numbers)
        break;
    case 15: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-17 is no queue: queues have numbers from 0 on
        other = -15 - argc;
#pragma acc parallel copy(numbers) async(other)
        numbers[0] = 1;
        break;
    case 16: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-4 is no queue
        other = -2 - argc;
#pragma acc wait(1, other)
        break;
    case 17: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-5 is no queue
        other = -3 - argc;
#pragma acc update self(numbers) if_present wait(other)
        break;
    case 18: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-6 is no queue
        other = -4 - argc;
#pragma acc set default_async(other)
        break;
    case 19: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-7 is no queue
        other = -5 - argc;
#pragma acc data copy(numbers) async(other)
        numbers[0] = 1;
        break;
    case 20: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-8 is no queue
        other = -6 - argc;
#pragma acc wait(1) async(other)
        break;
    case 21: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}-10 is no queue
        acc_copyin_async(numbers, sizeof numbers, -8 - argc);
        break;
    case 22: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}-11 is no queue
        acc_memcpy_to_device_async(acc_create(numbers, sizeof numbers), numbers, 8,
                                   -9 - argc);
        break;
    case 23: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}-12 is no queue
        acc_wait_any(2, (int[]){-10 - argc, 1});
        break;
    case 24: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}-13 is no queue
        acc_set_default_async(-11 - argc);
        break;
    case 25: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}-14 is no queue
        acc_wait_async(1, -12 - argc);
        break;
    case 26: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_async_test_all_device: there is no device 3
        acc_async_test_all_device(3);
        break;
    case 27: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc set: there is no device 8 of type acc_device_nvidia
        other = argc;
#pragma acc set device_num(6 + argc)
        break;
    case 28: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc init: there is no device 9 of type acc_device_nvidia
        other = argc;
#pragma acc init device_num(7 + argc) device_type(nvidia)
        break;
    case 30: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc wait: there is no device 5 of type acc_device_nvidia
        other = argc;
#pragma acc wait(devnum: 3 + argc: 1)
        break;
    case 31: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc wait: there is no device 6 of type acc_device_nvidia
        other = argc;
#pragma acc parallel copy(numbers) wait(devnum: 4 + argc: queues: 1, 2) if(argc > 1)
        numbers[0] = 1;
        break;
    case 29: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}acc shutdown: there is no device 10 of type acc_device_nvidia
        other = argc;
#pragma acc shutdown device_num(8 + argc)
        break;
    case 32: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}num_gangs(0): the number must be positive
        other = argc - 2;
#pragma acc parallel copy(numbers) num_gangs(other)
        numbers[0] = 1;
        break;
    case 33: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}vector_length(-3): the number must be positive
        other = argc - 5;
#pragma acc parallel loop copy(numbers) num_workers(argc) vector_length(other)
        for (int i = 0; i < 20; i++)
            numbers[i] = i;
        break;
    case 34: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}num_workers(0): the number must be positive
        other = argc - 2;
#pragma acc kernels copy(numbers) num_workers(other) if(argc > 1)
        numbers[0] = 1;
        break;
    case 35: // CHECK: messages.c:[[#@LINE+2]]: {{.*}}gang(0): the number must be positive
        other = argc - 2;
#pragma acc kernels loop independent gang(other) copy(numbers)
        for (int i = 0; i < 20; i++)
            numbers[i] = i;
        break;
    case 36: // CHECK: messages.c:[[#@LINE+4]]: {{.*}}acc_unmap_data: a data construct, or a region that still runs, uses what begins at
        acc_map_data(numbers, acc_malloc(sizeof numbers), sizeof numbers);
#pragma acc data copy(numbers)
        {
            acc_unmap_data(numbers);
        }
        break;
    case 37: // CHECK: messages.c:[[#@LINE+1]]: {{.*}}acc_free: {{.*}} is memory of 'numbers', mapped at {{.*}}messages.c:[[#@LINE+1]], not of acc_malloc; acc_delete or 'exit data' takes it away
        acc_free(acc_create(numbers, sizeof numbers));
        break;
    case 38: // CHECK: messages.c:[[#@LINE+8]]: {{.*}}acc_unmap_data: acc_map_data has mapped nothing that begins at
    {
        void *there = acc_malloc(sizeof numbers);
        acc_map_data(numbers, there, sizeof numbers);
#pragma acc data copy(numbers)
        other++;
        acc_unmap_data(numbers);
        acc_free(there);
        acc_unmap_data(numbers);
        break;
    }
    }
    return 0;
}
