/* explained.c: the document of `gantry explain --json`: one object, of whose array "files" gantry-core prints an
 * element for each file. */
#include "driver.h"

void explain_next(struct cc *cc)
{
    if (cc->explain != EXPLAINED_JSON)
        return;
    fputs(cc->explained++ ? "," : "{\"gantry_explain\":1,\"files\":[\n", stdout);
    fflush(stdout); /* another process goes on */
}

void explain_nothing(struct cc *cc, const struct input *in)
{
    explain_next(cc);
    if (cc->explain == EXPLAINED_TEXT) {
        printf("%s: no device code\n", in->name);
    } else if (cc->explain == EXPLAINED_JSON) {
        fputs("{\"file\":", stdout);
        json_string(stdout, in->name);
        fputs(",\"regions\":[],\"findings\":[]}\n", stdout);
    }
}
