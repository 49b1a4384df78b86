// ROW: acc_prof_register() acc_prof_unregister() acc_prof_lookup(): compute constructs, data, updates, launches, transfers, memory, waits
// SPEC: 3.3 5
#include "check.h"

#include <acc_prof.h>

static int told[acc_ev_last], paired, bytes, line;
static char name[64];

static void count(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)api;
    told[info->event_type]++;
    if (info->event_type == acc_ev_compute_construct_start) {
        what->other_event.tool_info = told;
        line = info->line_no;
    }
    if (info->event_type == acc_ev_compute_construct_end)
        paired += what->other_event.tool_info == told;
}

static void count_bytes(acc_prof_info *info, acc_event_info *what, acc_api_info *api)
{
    (void)api;
    told[info->event_type]++;
    bytes += (int)what->data_event.bytes;
    snprintf(name, sizeof name, "%s", what->data_event.var_name ? what->data_event.var_name : "?");
}

int main(int argc, char **argv)
{
    check_begin(argc, argv);
    static const acc_event_t events[] = {acc_ev_compute_construct_start, acc_ev_compute_construct_end, acc_ev_enter_data_start,
                                         acc_ev_enter_data_end,          acc_ev_exit_data_start,       acc_ev_exit_data_end,
                                         acc_ev_update_start,            acc_ev_update_end,            acc_ev_enqueue_launch_start,
                                         acc_ev_enqueue_launch_end,      acc_ev_alloc,                 acc_ev_create,
                                         acc_ev_delete,                  acc_ev_free,                  acc_ev_enqueue_download_start,
                                         acc_ev_enqueue_download_end};
    int a[100] = {0};
    for (size_t i = 0; i < sizeof events / sizeof *events; i++)
        acc_prof_register(events[i], count, acc_reg);
    acc_prof_register(acc_ev_enqueue_upload_end, count_bytes, acc_reg);
    acc_prof_register(acc_ev_enqueue_upload_end, count_bytes, acc_reg); /* twice: it takes two to undo */
    acc_prof_unregister(acc_ev_enqueue_upload_end, count_bytes, acc_reg);
#pragma acc data copy(a)
    {
#pragma acc parallel loop
        for (int i = 0; i < 100; i++)
            a[i]++;
#pragma acc update self(a[0:10])
    }
    CHECK_INT(line, __LINE__ - 5, "the construct's line");
    CHECK_INT(paired, 1, "tool_info");
    CHECK_INT(told[acc_ev_compute_construct_start], 1, "compute constructs");
    CHECK_INT(told[acc_ev_compute_construct_end], 1, "their ends");
    if (check_device) {
        CHECK_INT(told[acc_ev_enter_data_start], 1, "data");
        CHECK_INT(told[acc_ev_exit_data_end], 1, "end of data");
        CHECK_INT(told[acc_ev_update_end], 1, "update");
        CHECK_INT(told[acc_ev_enqueue_launch_start], 1, "launches");
        CHECK_INT(told[acc_ev_enqueue_upload_end], 1, "uploads");
        CHECK_INT(bytes, 400, "their bytes");
        CHECK(strcmp(name, "a") == 0, "the variable");
        CHECK_INT(told[acc_ev_enqueue_download_start], 2, "downloads");
        CHECK_INT(told[acc_ev_create], 1, "created");
        CHECK(told[acc_ev_alloc] >= 1 && told[acc_ev_free] == told[acc_ev_alloc], "memory");
        CHECK_INT(told[acc_ev_delete], 1, "deleted");
    }
    acc_prof_unregister(acc_ev_compute_construct_start, count, acc_reg);
    acc_prof_unregister(acc_ev_compute_construct_end, NULL, acc_toggle);
#pragma acc serial copy(a)
    a[1]++;
    CHECK_INT(told[acc_ev_compute_construct_start], 1, "unregistered");
    CHECK_INT(told[acc_ev_compute_construct_end], 1, "switched off");
    acc_prof_unregister(acc_ev_none, NULL, acc_toggle);
    CHECK(acc_prof_lookup("acc_prof_register") != NULL && !acc_prof_lookup("acc_nothing"), "lookup");
    return check_end();
}
