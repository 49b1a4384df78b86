/* json.c: JSON to a file, through a buffer that a child by fork never writes: stdio would, at the child's end. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "profile.h"

enum { BUFFER = 1 << 16 };
struct json {
    struct out *out;
    pid_t owner;
    bool failed;
    size_t n, whole; /* whole: bytes of the buffer that end with an item */
    char text[BUFFER];
};

struct json *json_open(const char *pattern)
{
    struct json *o = malloc(sizeof *o);
    if (!o)
        return NULL;
    o->out = file_open(pattern);
    o->owner = getpid();
    o->failed = false;
    o->n = o->whole = 0;
    if (o->out)
        return o;
    free(o);
    return NULL;
}

void json_flush(struct json *o)
{
    if (!o->failed && o->n > 0 && getpid() == o->owner && !file_put(o->out, o->text, o->n)) {
        o->failed = true;
        gantry_warn("GANTRY_PROFILE=%s cannot be written any more: %s. Events from here on, and the sums, are missing; "
                    "gantry report makes sums of the events before",
                    file_called(o->out), strerror(errno));
    }
    o->n = o->whole = 0;
}

void json_mark(struct json *o) { o->whole = o->n; }

void json_back(struct json *o) { o->n = o->whole; }

static void json_char(struct json *o, char c)
{
    if (o->n == BUFFER)
        json_flush(o);
    o->text[o->n++] = c;
}

void json_room(struct json *o, size_t n)
{
    if (n > BUFFER - o->n)
        json_flush(o);
}

const char *json_here(const struct json *o) { return o->text + o->n; }

void json_bytes(struct json *o, const char *s, size_t n)
{
    if (n > BUFFER - o->n)
        json_flush(o);
    if (n > BUFFER)
        n = BUFFER;
    memcpy(o->text + o->n, s, n);
    o->n += n;
}

/* Bytes of the sequence of UTF-8 at s; 0: there is none. */
static int sequence(const unsigned char *s)
{
    int n = *s < 0x80 ? 1 : *s >= 0xc2 && *s < 0xe0 ? 2 : *s >= 0xe0 && *s < 0xf0 ? 3 : *s >= 0xf0 && *s < 0xf5 ? 4 : 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    return n;
}

static void json_escaped(struct json *o, unsigned c)
{
    static const char digits[] = "0123456789abcdef";
    json_text(o, "\\u00");
    json_char(o, digits[c >> 4]);
    json_char(o, digits[c & 15]);
}

static bool is_plain(unsigned char c) { return c >= ' ' && c < 0x7f && c != '"' && c != '\\'; }

static bool has(uint64_t bytes, unsigned char c)
{
    const uint64_t each = UINT64_C(0x0101010101010101), zero = bytes ^ each * c;
    return (zero - each) & ~zero & each * 0x80;
}

/* the first byte that is not, or the end; eight are looked at together */
static const unsigned char *not_plain(const unsigned char *s, const unsigned char *end)
{
    for (uint64_t w; (size_t)(end - s) >= sizeof w; s += sizeof w) {
        memcpy(&w, s, sizeof w);
        if (!text_is_plain(w) || has(w, '"') || has(w, '\\'))
            break;
    }
    while (is_plain(*s))
        s++;
    return s;
}

void json_quoted(struct json *o, const char *text)
{
    const unsigned char *s = (const unsigned char *)text, *plain, *end = s + strlen(text);
    json_char(o, '"');
    while (*s) {
        plain = s;
        s = not_plain(s, end);
        json_bytes(o, (const char *)plain, (size_t)(s - plain));
        int n = sequence(s);
        if (!*s)
            break;
        bool control = *s < ' ' || *s == 0x7f, second = *s == 0xc2 && s[1] < 0xa0; /* of Unicode's second row of them */
        if (control || n == 0 || second) {
            json_escaped(o, n && second ? s[1] : *s);
            s += n && second ? 2 : 1;
            continue;
        }
        if (n == 1)
            json_char(o, '\\');
        json_bytes(o, (const char *)s, (size_t)n);
        s += n;
    }
    json_char(o, '"');
}

static struct json_number number(uint64_t v, const char *behind, size_t n)
{
    struct json_number d;
    d.begin = (unsigned char)(sizeof d.text - n);
    memcpy(d.text + d.begin, behind, n);
    do
        d.text[--d.begin] = (char)('0' + v % 10);
    while (v /= 10);
    return d;
}

struct json_number json_number_of(uint64_t v) { return number(v, "", 0); }

struct json_number json_micro_of(double microseconds)
{
    uint64_t ns = microseconds > 0 ? (uint64_t)(microseconds * 1e3 + 0.5) : 0;
    unsigned rest = (unsigned)(ns % 1000);
    char fraction[4] = {'.', (char)('0' + rest / 100), (char)('0' + rest / 10 % 10), (char)('0' + rest % 10)};
    return number(ns / 1000, fraction, sizeof fraction);
}

size_t json_number_length(const struct json_number *d) { return sizeof d->text - d->begin; }

char *json_place(struct json *o) { return o->text + o->n; }

void json_placed(struct json *o, const char *end) { o->n = (size_t)(end - o->text); }

char *json_put_number(char *to, const struct json_number *d)
{
    size_t n = json_number_length(d);
    memcpy(to, d->text + d->begin, n);
    return to + n;
}

void json_number(struct json *o, const struct json_number *d)
{
    json_bytes(o, d->text + d->begin, sizeof d->text - d->begin);
}

void json_count(struct json *o, uint64_t v)
{
    struct json_number d = json_number_of(v);
    json_number(o, &d);
}

void json_micro(struct json *o, double microseconds)
{
    struct json_number d = json_micro_of(microseconds);
    json_number(o, &d);
}

void json_field(struct json *o, const char *key, const char *value)
{
    if (!value)
        return;
    json_text(o, ",\"");
    json_text(o, key);
    json_text(o, "\":");
    json_quoted(o, value);
}

void json_close(struct json *o)
{
    json_flush(o);
    if (!file_shut(o->out) && !o->failed)
        file_unwritable("FILE.json", errno);
    free(o);
}
