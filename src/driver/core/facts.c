/* facts.c: what analysis knows of loops, for OpenACC. */
#include "core.h"

#include "../../annotate/annotate.h"
#include "../../front/front.h"

/* What is known of the loops of a file whose OpenACC leaves to us whether they run in parallel: of the file without
 * that. Nothing is reported, as above. */
void core_find_facts(struct arena *a, struct front_options *o, const char *text, size_t len)
{
    struct diag quiet;
    struct front_options plain = *o;
    struct file_facts *facts = NEW(a, struct file_facts);
    FILE *nowhere = fopen("/dev/null", "w");
    if (!nowhere)
        internal_error("facts", "cannot open /dev/null");
    diag_init(&quiet, a, nowhere);
    plain.check = plain.openacc = false;
    const struct unit *u = front_parse(a, &quiet, &plain, text, len);
    if (u)
        annotate_facts(u, front_asks_for_facts, facts);
    o->facts = facts;
    fclose(nowhere);
}
