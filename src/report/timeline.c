/* timeline.c: a picture per lane, over one axis of time. Pictures are stretched to the page's width and hold no text;
 * the script moves what part of the time they show. Where there are more slices than a screen can show, what begins in
 * the same column of it is one box, of the kind of the longest. */
#include "report_priv.h"

#include <string.h>

enum { ROW = 12, MOST_ROWS = 4, COLUMNS = 4000, MOST_BOXES = 20000, TICKS = 5 };

struct box { /* slices in one */
    double begin, end;
    const struct slice *longest;
    size_t n;
};

static void put_name(FILE *f, const struct slice *s)
{
    html_text(f, s->construct ? s->construct : s->operation);
    if (strcmp(s->name, s->operation) != 0 && !s->construct) {
        fputs(", ", f);
        html_text(f, s->name);
    }
    if (s->file) {
        fputs(", ", f);
        html_text(f, path_last(s->file));
        fprintf(f, ":%d", s->line);
    }
}

static void put_box(FILE *f, const struct box *b)
{
    char t[2][UNIT_SIZE];
    const struct slice *s = b->longest;
    if (!s)
        return;
    fprintf(f, "<rect class=\"%s\" x=\"%.3f\" y=\"%d\" width=\"%.3f\" height=\"%d\"><title>", html_class(s->operation),
            b->begin, s->depth * ROW, b->end - b->begin, ROW - 1);
    if (b->n > 1)
        fprintf(f, "%zu in %s, the longest: ", b->n, unit_time(t[0], b->end - b->begin));
    put_name(f, s);
    fprintf(f, ": %s from %s on", unit_time(t[0], s->took), unit_time(t[1], s->begin));
    if (s->bytes > 0)
        fprintf(f, ", %s", unit_bytes(t[0], s->bytes));
    fputs("</title></rect>\n", f);
}

/* Puts the slice into the box, or the box on the page and begins another. */
static void add(FILE *f, struct box *b, const struct slice *s, double column)
{
    double end = s->begin + s->took;
    if (!b->longest || s->begin >= b->begin + column) {
        put_box(f, b);
        *b = (struct box){s->begin, end, s, 1};
        return;
    }
    b->end = end > b->end ? end : b->end;
    b->longest = s->took > b->longest->took ? s : b->longest;
    b->n++;
}

static void put_lane(FILE *f, const struct run *r, const struct lane *l, double wall)
{
    struct box open[MOST_ROWS] = {{0}};
    int rows = 1;
    for (size_t i = l->first; i < l->end; i++) {
        const struct slice *s = &r->slices.v[i];
        if (s->depth < MOST_ROWS && s->depth + 1 > rows)
            rows = s->depth + 1;
    }
    fputs("<div class=\"lane\"><span>", f);
    html_text(f, l->process);
    if (*l->name) {
        fputs(" · ", f);
        html_text(f, l->name);
    }
    fprintf(f, "</span><svg viewBox=\"0 0 %.3f %d\" preserveAspectRatio=\"none\" style=\"height:%dpx\" role=\"img\">\n",
            wall, rows * ROW, rows * ROW);
    double column = r->slices.n > MOST_BOXES ? wall / COLUMNS : 0;
    for (size_t i = l->first; i < l->end; i++) {
        const struct slice *s = &r->slices.v[i];
        if (s->depth >= MOST_ROWS)
            continue;
        add(f, &open[s->depth], s, column);
    }
    for (int k = 0; k < MOST_ROWS; k++)
        put_box(f, &open[k]);
    fputs("</svg></div>\n", f);
}

void timeline_html(FILE *f, const struct run *r)
{
    static const char *const kinds[][2] = {
        {"kernel", "kernel"},          {"inplace", "region on the host"},
        {"to", "copy to a device"},    {"from", "copy back"},
        {"mem", "device memory"},      {"waiting", "wait"},
        {"setup", "opening, loading"}, {"other", "construct"},
    };
    char t[UNIT_SIZE];
    double wall = r->wall;
    if (r->slices.n == 0)
        return;
    for (size_t i = 0; i < r->slices.n; i++) {
        double end = r->slices.v[i].begin + r->slices.v[i].took;
        wall = end > wall ? end : wall;
    }
    fprintf(f,
            "<figure class=\"timeline\" data-wall=\"%.3f\"><figcaption>What ran when: a lane per host thread and per "
            "stream of a device</figcaption>\n<p class=\"legend\">",
            wall);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        fprintf(f, "<span><i class=\"%s\"></i>%s</span> ", kinds[i][0], kinds[i][1]);
    fputs("</p>\n<p class=\"zoom\"><button data-zoom=\"in\" title=\"closer\">+</button>"
          "<button data-zoom=\"out\" title=\"further away\">&minus;</button>"
          "<button data-zoom=\"left\" title=\"earlier\">&larr;</button>"
          "<button data-zoom=\"right\" title=\"later\">&rarr;</button>"
          "<button data-zoom=\"all\">all</button></p>\n<div class=\"lanes\">\n",
          f);
    for (size_t i = 0; i < r->lanes.n; i++)
        put_lane(f, r, &r->lanes.v[i], wall);
    fputs("<div class=\"ticks\">", f);
    double step = unit_step(wall, TICKS);
    for (int k = 0; k * step <= wall; k++)
        fprintf(f, "<b%s style=\"left:%.3f%%\">%s</b>", k * step > 0.9 * wall ? " class=\"end\"" : "",
                100 * k * step / wall, k ? unit_time(t, k * step) : "0");
    fputs("</div></div>\n<p class=\"axisname\">time since the program began</p></figure>\n", f);
}
