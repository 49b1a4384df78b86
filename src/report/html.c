/* html.c: text in HTML, and rows of bars over an axis. Bars are boxes and labels are text, so that both are as large on
 * a phone as elsewhere. */
#include "report_priv.h"

#include <string.h>

enum { TICKS = 4 };

/* Control characters, those of Unicode's second row too, are shown as a question mark. */
static void put_char(FILE *f, const char **at)
{
    const unsigned char *s = (const unsigned char *)*at;
    bool two = *s == 0xc2 && s[1] >= 0x80 && s[1] < 0xa0;
    *at += two;
    fputc((*s < ' ' && *s != '\n' && *s != '\t') || *s == 0x7f || two ? '?' : *s, f);
}

void html_text(FILE *f, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '<':
            fputs("&lt;", f);
            break;
        case '>':
            fputs("&gt;", f);
            break;
        case '&':
            fputs("&amp;", f);
            break;
        case '"':
            fputs("&quot;", f);
            break;
        default:
            put_char(f, &s);
        }
}

const char *html_class(const char *operation)
{
    static const char *const rows[][2] = {
        {"launch", "kernel"},   {"host", "inplace"}, {"copy to", "to"},   {"copy from", "from"},
        {"copy within", "to"},  {"fill", "to"},      {"allocate", "mem"}, {"free", "mem"},
        {"construct", "other"}, {"wait", "waiting"}, {"open", "setup"},   {"load", "setup"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i][0], operation) == 0)
            return rows[i][1];
    return "other";
}

static void put_part(FILE *f, const char *class, double length, double most)
{
    if (class && length > 0)
        fprintf(f, "<i class=\"%s\" style=\"width:%.3f%%\"></i>", class, most > 0 ? 100 * length / most : 0);
}

static void put_bar(FILE *f, const struct bar *b, double most)
{
    fputs("<div class=\"bar\"", f);
    if (b->note) {
        fputs(" title=\"", f);
        html_text(f, b->note);
        fputc('"', f);
    }
    fputs("><span class=\"what\">", f);
    html_text(f, b->label);
    fputs("</span><span class=\"track\">", f);
    put_part(f, b->class, b->length, most);
    put_part(f, b->class2, b->length2, most);
    fputs("</span><span class=\"number\">", f);
    html_text(f, b->value);
    fputs("</span></div>\n", f);
}

void html_bars(FILE *f, const char *title, const char *axis, const struct bar *bars, size_t n,
               const char *(*unit)(char *, double))
{
    char text[UNIT_SIZE];
    double most = 0;
    for (size_t i = 0; i < n; i++)
        most = bars[i].length + bars[i].length2 > most ? bars[i].length + bars[i].length2 : most;
    double step = unit_step(most, TICKS), end = step;
    while (end < most * (1 - 1e-9))
        end += step;
    fputs("<figure class=\"bars\"><figcaption>", f);
    html_text(f, title);
    fputs("</figcaption>\n", f);
    for (size_t i = 0; i < n; i++)
        put_bar(f, &bars[i], end);
    fputs("<div class=\"bar axis\"><span class=\"what\">", f);
    html_text(f, axis);
    fputs("</span><span class=\"track\">", f);
    for (int k = 0; k * step <= end * (1 + 1e-9); k++)
        fprintf(f, "<b%s style=\"left:%.3f%%\">%s</b>", (k + 0.5) * step > end ? " class=\"end\"" : "",
                100 * k * step / end, k ? unit(text, k * step) : "0");
    fputs("</span><span class=\"number\"></span></div></figure>\n", f);
}
