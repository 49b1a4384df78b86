/* src/report: `gantry report`: profiles (GANTRY_PROFILE=FILE.json, runtime/profile) as text, as a page of HTML, and
 * compared with each other. Stands on base alone. */
#ifndef GANTRY_REPORT_H
#define GANTRY_REPORT_H

int report_command(int argc, char **argv); /* the words after `gantry report`; its exit status */
extern const char *const report_options[]; /* NULL-terminated */

#endif
