/* frame.c: what a page begins and ends with: its style and script are in it, so that it needs nothing else. */
#include "report_priv.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

extern const char report_style[], report_script[]; /* embed.S: page/style.css, page/script.js */

FILE *page_begin(struct page *p, const char *command, const char *title)
{
    p->f = open_memstream(&p->text, &p->n);
    if (!p->f)
        return NULL;
    fprintf(p->f,
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>%s: ",
            command);
    html_text(p->f, title);
    fprintf(p->f, "</title>\n<style>\n%s</style></head>\n<body><main>\n", report_style);
    return p->f;
}

bool page_end(struct page *p, const char *path)
{
    if (p->f)
        fprintf(p->f, "</main>\n<script>\n%s</script></body></html>\n", report_script);
    bool good = p->f && fclose(p->f) == 0 && file_write(path, p->text, p->n);
    if (!good)
        fprintf(stderr, "gantry: error: cannot write '%s': %s\n", path, strerror(errno));
    free(p->text);
    return good;
}
