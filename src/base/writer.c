/* writer.c: generated text; the indentation follows what is open, so that generated code can be read. */
#include "base.h"

#include <string.h>

enum { STEP = 4 };

void w_init(struct writer *w)
{
    *w = (struct writer){.at_bol = true};
}

static void begin_line(struct writer *w)
{
    if (!w->at_bol)
        sb_addc(&w->out, '\n');
    for (int i = 0; i < w->indent * STEP; i++)
        sb_addc(&w->out, ' ');
    w->at_bol = false;
}

static void end_line(struct writer *w)
{
    sb_addc(&w->out, '\n');
    w->at_bol = true;
}

void w_line(struct writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    if (*fmt == 0) { /* an empty line has no blanks */
        if (!w->at_bol)
            sb_addc(&w->out, '\n');
    } else {
        begin_line(w);
        sb_vprintf(&w->out, fmt, ap);
    }
    va_end(ap);
    end_line(w);
}

void w_open(struct writer *w, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    begin_line(w);
    sb_vprintf(&w->out, fmt, ap);
    va_end(ap);
    sb_add(&w->out, *fmt ? " {" : "{");
    end_line(w);
    w->indent++;
}

void w_close(struct writer *w, const char *fmt, ...)
{
    if (w->indent == 0)
        internal_error("writer", "more braces closed than opened");
    va_list ap;
    va_start(ap, fmt);
    w->indent--;
    begin_line(w);
    sb_addc(&w->out, '}');
    sb_vprintf(&w->out, fmt, ap);
    va_end(ap);
    end_line(w);
}

void w_raw(struct writer *w, const char *text, size_t n)
{
    if (!n)
        return;
    sb_addn(&w->out, text, n);
    w->at_bol = text[n - 1] == '\n';
}
