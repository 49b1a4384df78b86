/* words.c: the words that the driver passes to gantry-core. */
#include "core.h"

#include <string.h>

#include "../../tables/warnings.h"

int core_words(int argc, char **argv, const struct word_row *rows, size_t n)
{
    int i = 0;
    for (; i < argc && strcmp(argv[i], "--") != 0; i++) {
        size_t k = 0;
        while (k < n && strcmp(rows[k].name, argv[i]) != 0)
            k++;
        if (k == n || (rows[k].value && i + 1 >= argc))
            internal_error("command line", "gantry-core does not know the word '%s'", argv[i]);
        if (rows[k].value)
            *rows[k].value = argv[++i];
        else
            *rows[k].flag = true;
    }
    return i < argc ? i + 1 : i;
}

void core_diag(struct diag *d, struct arena *a, int argc, char **argv)
{
    diag_init(d, a, stderr);
    warnings_begin(d);
    for (int i = 0; i + 1 < argc && strcmp(argv[i], "--") != 0; i++)
        if (strcmp(argv[i], CORE_DIAG) != 0)
            continue;
        else if (strcmp(argv[i + 1], "records") == 0)
            d->format = DIAG_RECORDS;
        else if (!diag_flag(d, argv[i + 1]))
            warnings_flag(d, argv[i + 1]);
}
