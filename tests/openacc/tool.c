// RUN: cc -Wall -Wextra -Werror -shared -fPIC -DTOOL -I%src/include %s -o %t.so
// RUN: %gantry cc -fopenacc -O1 -Wall -Werror --offload-arch=emulated %s -o %t
// RUN: ACC_PROFLIB=%t.so %run_emulated32 %t | %FileCheck %s
// RUN: ACC_PROFLIB=%t.so OMP_TARGET_OFFLOAD=DISABLED %t | %FileCheck --check-prefix=HOST %s
// RUN: ACC_PROFLIB='%t.so;/nowhere/lib.so' %run_emulated32 %t 2>&1 | grep 'ACC_PROFLIB: /nowhere/lib.so: cannot open' >/dev/null
// RUN: ACC_PROFLIB=%t %run_emulated32 %t 2>&1 | grep 'ACC_PROFLIB: ' >/dev/null
// RUN: %run_emulated32 %t own | %FileCheck --check-prefix=OWN %s
/* A tool of OpenACC's interface sees what the runtime does, with the user's lines and names; what it keeps at the start of an
 * event it has at the end. */
#include <stdio.h>
#include <string.h>

#include <acc_prof.h>

static int pairs;

static void construct(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    static const char *const kinds[] = {[acc_construct_parallel] = "parallel",     [acc_construct_kernels] = "kernels",
                                        [acc_construct_data] = "data",             [acc_construct_enter_data] = "enter data",
                                        [acc_construct_exit_data] = "exit data",   [acc_construct_update] = "update",
                                        [acc_construct_runtime_api] = "a routine", [acc_construct_serial] = "serial"};
    acc_other_event_info *e = &what->other_event;
    int end = info->event_type == acc_ev_compute_construct_end || info->event_type == acc_ev_enter_data_end ||
              info->event_type == acc_ev_exit_data_end || info->event_type == acc_ev_update_end;
    const char *file = info->src_file ? strrchr(info->src_file, '/') : NULL;
    printf("%s of %s %s:%d in %s on %s%s\n", end ? "end" : "start", kinds[e->parent_construct], file ? file + 1 : "?",
           info->line_no, info->func_name ? info->func_name : "?",
           info->device_type == acc_device_nvidia ? "a device" : "the host",
           info->event_type == e->event_type && info->valid_bytes == sizeof *info && api->valid_bytes == sizeof *api ? ""
                                                                                                                     : " WRONG");
    if (!end)
        e->tool_info = &pairs;
    else if (e->tool_info != &pairs)
        puts("WRONG: no tool_info");
}

static void data(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)api;
    printf("%s %s %zu%s\n",
           info->event_type == acc_ev_create                ? "create"
           : info->event_type == acc_ev_delete              ? "delete"
           : info->event_type == acc_ev_enqueue_upload_end  ? "upload"
                                                            : "download",
           what->data_event.var_name, what->data_event.bytes,
           info->event_type != acc_ev_delete && !what->data_event.host_ptr ? " WRONG" : "");
}

static void launch(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)api;
    printf("launch at %d, %zu gangs\n", info->line_no, what->launch_event.num_gangs);
}

static void other(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)api, (void)what;
    puts(info->event_type == acc_ev_device_init_end       ? "init"
         : info->event_type == acc_ev_device_shutdown_end ? "shutdown"
         : info->event_type == acc_ev_wait_end            ? "wait"
                                                          : "the end");
    fflush(stdout);
}

#ifdef TOOL
void acc_register_library(acc_prof_reg reg, acc_prof_reg unreg, acc_prof_lookup_func lookup)
{
    static const acc_event_t constructs[] = {acc_ev_compute_construct_start, acc_ev_compute_construct_end, acc_ev_enter_data_start,
                                             acc_ev_enter_data_end,          acc_ev_exit_data_start,       acc_ev_exit_data_end,
                                             acc_ev_update_start,            acc_ev_update_end},
                             datas[] = {acc_ev_create, acc_ev_delete, acc_ev_enqueue_upload_end, acc_ev_enqueue_download_end},
                             others[] = {acc_ev_device_init_end, acc_ev_device_shutdown_end, acc_ev_runtime_shutdown};
    for (size_t i = 0; i < sizeof constructs / sizeof *constructs; i++)
        reg(constructs[i], construct, acc_reg);
    for (size_t i = 0; i < sizeof datas / sizeof *datas; i++)
        reg(datas[i], data, acc_reg);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        reg(others[i], other, acc_reg);
    reg(acc_ev_enqueue_launch_start, launch, acc_reg);
    reg(acc_ev_enqueue_launch_end, launch, acc_reg); /* and not */
    unreg(acc_ev_enqueue_launch_end, launch, acc_reg);
    if (lookup("acc_prof_register") != (acc_query_fn)reg || lookup("nothing"))
        puts("WRONG: lookup");
}
#else

static void work(int *a, int n)
{
    // CHECK: init
    // CHECK-NEXT: start of data tool.c:[[#@LINE+4]] in work on a device
    // CHECK-NEXT: create a[0:n] 40
    // CHECK-NEXT: upload a[0:n] 40
    // CHECK-NEXT: end of data tool.c:[[#@LINE+1]] in work
#pragma acc data copy(a[0:n])
    {
        // CHECK-NEXT: start of parallel tool.c:[[#@LINE+8]] in work on a device
        // CHECK: launch at [[#@LINE+7]], 3 gangs
        // CHECK-NEXT: end of parallel tool.c:[[#@LINE+6]]
        // HOST: start of parallel tool.c:[[#@LINE+5]] in work on the host
        // HOST: end of parallel tool.c:[[#@LINE+4]] in work on the host
        // OWN-NOT: tool.c
        // OWN: launch at [[#@LINE+2]], 3 gangs
        // OWN-NOT: tool.c
#pragma acc parallel loop num_gangs(3)
        for (int i = 0; i < n; i++)
            a[i]++;
        // CHECK: start of serial tool.c:[[#@LINE+4]]
        // CHECK: end of serial tool.c:[[#@LINE+3]]
        // OWN: launch at [[#@LINE+2]], 1 gangs
        // OWN-NEXT: done
#pragma acc serial
        a[0]++;
        // CHECK: start of update tool.c:[[#@LINE+3]]
        // CHECK-NEXT: download a[1:2] 8
        // CHECK-NEXT: end of update tool.c:[[#@LINE+1]]
#pragma acc update self(a[1:2])
    }
    // CHECK-NEXT: start of data tool.c
    // CHECK-NEXT: download a[0:n] 40
    // CHECK-NEXT: delete a[0:n] 40
    // CHECK-NEXT: end of data tool.c
}

int main(int argc, char **argv)
{
    int a[10] = {0}, b[4] = {0};
    if (argc > 1 && !strcmp(argv[1], "own")) {
        acc_prof_register(acc_ev_enqueue_launch_start, launch, acc_reg);
        acc_prof_register(acc_ev_compute_construct_start, construct, acc_reg);
        acc_prof_register(acc_ev_compute_construct_start, construct, acc_toggle);
        acc_prof_unregister(acc_ev_compute_construct_start, construct, acc_toggle);
        acc_prof_register(acc_ev_update_start, construct, acc_reg);
        acc_prof_unregister(acc_ev_update_start, NULL, acc_toggle);
        acc_prof_register(acc_ev_create, data, acc_reg);
        acc_prof_unregister(acc_ev_create, data, acc_reg);
    }
    work(a, 10);
    if (argc > 1) {
        puts("done");
        acc_prof_unregister(acc_ev_none, NULL, acc_toggle_per_thread);
        work(a, 10); // OWN-NEXT: {{^silent}}
        puts("silent");
        acc_prof_register(acc_ev_none, NULL, acc_toggle_per_thread);
        acc_prof_unregister(acc_ev_none, NULL, acc_toggle);
        work(a, 10); // OWN-NEXT: {{^silent}}
        puts("silent");
        return 0;
    }
    // CHECK: start of a routine tool.c:[[#@LINE+3]] in main
    // CHECK-NEXT: create b 16
    // CHECK: end of a routine tool.c:[[#@LINE+1]]
    acc_copyin(b, sizeof b);
    // CHECK: start of exit data tool.c:[[#@LINE+2]]
    // CHECK: delete b 16
#pragma acc exit data delete(b)
    (void)other;
    // CHECK: shutdown
    // CHECK: the end
    return a[3] != 1;
}
#endif
