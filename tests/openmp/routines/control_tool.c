// ROW: omp_control_tool
// SPEC: 5.0 18.14
// DEVICES: host
/* No tool is there. */
#include "check.h"

int main(int argc, char **argv)
{
    check_begin(argc, argv);

    int code = omp_control_tool(omp_control_tool_start, 0, NULL);
    CHECK(code == omp_control_tool_notool || code == omp_control_tool_nocallback, "result: %d", code);
    return check_end();
}
