// RUN: %gantry cc -fopenacc -O1 -Wall -Werror --offload-arch=emulated %s -o %t
// RUN: for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do %not --status 1 %run_emulated32 %t $i 2>>%t.out || exit; done
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
    case 7: // CHECK: async(-9): queues have numbers from 0 on; others are acc_async_noval, acc_async_sync and acc_async_default alone
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
    case 11: // CHECK: acc_wait_device: there is no device 4 of type acc_device_nvidia
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
    case 15: // CHECK: async(-17): queues have numbers from 0 on
        other = -15 - argc;
#pragma acc parallel copy(numbers) async(other)
        numbers[0] = 1;
        break;
    }
    return 0;
}
