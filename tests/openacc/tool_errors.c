// RUN: %gantry cc -fopenacc -O1 -Wall -Werror --offload-arch=emulated %s -o %t
// RUN: for i in 1 2 3 4 5 6 7 8 9; do %not --status 1 %run_emulated32 %t $i >>%t.out 2>/dev/null || exit; done
// RUN: %FileCheck --input-file=%t.out %s
/* acc_ev_error is told before an error ends the program, once, with its kind, place and message. */
#include <acc_prof.h>
#include <openacc.h>
#include <stdio.h>
#include <stdlib.h>

static void told(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    acc_error_event_info *e = &what->error_event;
    printf("error %d%s%s%s: %s\n", e->error_code, info->line_no ? " in " : "", info->line_no ? info->func_name : "",
           info->event_type == acc_ev_error && e->event_type == acc_ev_error && e->valid_bytes == sizeof *e &&
                   info->version == 202211 && api->valid_bytes == sizeof *api
               ? ""
               : " WRONG",
           e->error_message);
    fflush(stdout);
    if (e->error_code == acc_error_present) /* what fails here is not told again */
        acc_unmap_data(told);
}

static void never(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)info, (void)what, (void)api;
    puts("WRONG: unregistered");
}

int main(int argc, char **argv)
{
    int a[20] = {0};
    (void)argc;
    acc_prof_register(acc_ev_error, told, acc_reg);
    acc_prof_register(acc_ev_error, never, acc_reg);
    acc_prof_unregister(acc_ev_error, never, acc_reg);
    switch (atoi(argv[1])) {
    case 1: // CHECK: error 10 in main: 'a + 2' (8 bytes
        acc_update_self(a + 2, 2 * sizeof *a);
        break;
    case 2: // CHECK-NEXT: error 11 in main: 'a' (80 bytes
        acc_create(a + 1, sizeof *a);
        acc_copyin(a, sizeof a);
        break;
    case 3: // CHECK-NEXT: error 15 in main: acc_copyin: a pointer that is NULL
        acc_copyin(NULL, 8);
        break;
    case 4: // CHECK-NEXT: error 6{{.*}}: acc_set_device_num: there is no device 9
        acc_set_device_num(9, acc_device_nvidia);
        break;
    case 5: // CHECK-NEXT: error 14 in main: -9 is no queue: queues
        acc_wait(-9);
        break;
    case 6: // CHECK-NEXT: error 12 in main: acc_map_data: 'a'
        acc_create(a, sizeof a);
        acc_map_data(a, acc_deviceptr(a), sizeof a);
        break;
    case 7: // CHECK-NEXT: error 10 in main: 'a' in use_device
#pragma acc host_data use_device(a)
        a[0] = 1;
        break;
    case 8: // CHECK-NEXT: error {{[123]}} in main: {{.*}}kernel
#pragma acc parallel num_gangs(1)
        *(volatile int *)8 = 1;
        break;
    case 9: { // CHECK-NEXT: error 10 in main: what 'p' leads to is not mapped
        int *p = a;
#pragma acc parallel loop present(p)
        for (int i = 0; i < 20; i++)
            p[i] = 1;
        break;
    }
    }
    return 0;
}
// CHECK-NOT: {{^}}error
// CHECK-NOT: WRONG
