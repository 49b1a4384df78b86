/* packed.c: tables as the file has them. What rows say of places follows from the rows before, or is alike for most of
 * them; so written it hardly takes room once it is deflated, however many small arrays a recording has. */
#include <stdlib.h>

#include "check.h"

const size_t table_row_size[TABLES] = {
    [CHECKPOINTS] = sizeof(struct row_checkpoint),
    [ARRAYS] = sizeof(struct row_array),
    [CONTENTS] = sizeof(struct row_content),
    [POINTERS] = sizeof(struct row_pointer),
    [PIECES] = sizeof(struct row_piece),
    [HASHES] = sizeof(struct row_hash),
    [TEXTS] = sizeof(struct row_text),
    [STRINGS] = 1,
};

/* ---- columns that are counted back from their largest value so far ----
 * What is new is stored behind all that was before, and what is not has been met earlier: a small number, and a regular
 * one. */
#define COLUMN(TABLE, ROW, NAME) {TABLE, offsetof(struct row_##ROW, NAME), sizeof(((struct row_##ROW *)0)->NAME)}
static const struct column {
    enum table table;
    size_t offset, bytes;
} columns[] = {
    COLUMN(CHECKPOINTS, checkpoint, place),
    COLUMN(CHECKPOINTS, checkpoint, file),
    COLUMN(CHECKPOINTS, checkpoint, kernel),
    COLUMN(CHECKPOINTS, checkpoint, launch),
    COLUMN(CHECKPOINTS, checkpoint, first_array),
    COLUMN(ARRAYS, array, name),
    COLUMN(ARRAYS, array, layout),
    COLUMN(ARRAYS, array, first_content),
    COLUMN(ARRAYS, array, first_pointer),
    COLUMN(CONTENTS, content, piece),
};

/* Largest so far - value, without bits beyond the column's; the same turns it back. */
static void count_back(struct bytes *b, const struct column *c, bool pack)
{
    uint64_t top = 0, bits = c->bytes == sizeof(uint64_t) ? UINT64_MAX : ((uint64_t)1 << 8 * c->bytes) - 1;
    for (size_t at = c->offset; at < b->n; at += table_row_size[c->table]) {
        uint64_t given = 0, other;
        memcpy(&given, b->at + at, c->bytes); /* little-endian, as all that Gantry runs on */
        other = (top - given) & bits;
        memcpy(b->at + at, &other, c->bytes);
        uint64_t value = pack ? given : other;
        top = value > top ? value : top;
    }
}

static void count_all_back(struct bytes tables[TABLES], bool pack)
{
    for (size_t i = 0; i < COUNT_OF(columns); i++)
        count_back(&tables[columns[i].table], &columns[i], pack);
}

/* ---- texts ----
 * A text begins like one of the few before it: v_41 like v_40, step/v_41 like step/v_40 with the names of arrays
 * between. */
enum { LOOK_BACK = 4 };

static uint32_t shared_bytes(const char *a, const char *b)
{
    uint32_t n = 0;
    while (a[n] && a[n] == b[n])
        n++;
    return n;
}

static bool pack_texts(const struct bytes *strings, struct bytes *texts, struct bytes *rest)
{
    const char *earlier[LOOK_BACK];
    size_t n = 0;
    for (const char *s = strings->at, *end = s + strings->n; s < end; s += strlen(s) + 1, n++) {
        struct row_text row = {0};
        for (uint8_t back = 1; back <= LOOK_BACK && back <= n; back++) {
            uint32_t shared = shared_bytes(s, earlier[(n - back) % LOOK_BACK]);
            if (shared > row.shared)
                row.like = back, row.shared = shared;
        }
        row.more = (uint32_t)strlen(s + row.shared);
        if (!bytes_add(texts, &row, sizeof row) || !bytes_add(rest, s + row.shared, row.more))
            return false;
        earlier[n % LOOK_BACK] = s;
    }
    return true;
}

static bool unpack_texts(const struct bytes *texts, const struct bytes *rest, struct bytes *strings)
{
    const struct row_text *rows = (const struct row_text *)texts->at;
    size_t earlier[LOOK_BACK] = {0}, used = 0;
    for (size_t i = 0; i < texts->n / sizeof *rows; i++) {
        struct row_text r = rows[i];
        size_t at = strings->n, like = earlier[(i - r.like) % LOOK_BACK];
        bool fits = r.like <= LOOK_BACK && r.like <= i && (r.like || !r.shared) && r.more <= rest->n - used &&
                    (!r.more || !memchr(rest->at + used, 0, r.more));
        if (!fits || (r.shared && strnlen(strings->at + like, r.shared) < r.shared) ||
            strings->n + r.shared + r.more >= UINT32_MAX || !bytes_add(strings, NULL, r.shared + r.more + 1))
            return false;
        memcpy(strings->at + at, strings->at + like, r.shared);
        if (r.more)
            memcpy(strings->at + at + r.shared, rest->at + used, r.more);
        used += r.more;
        earlier[i % LOOK_BACK] = at;
    }
    return used == rest->n;
}

/* ---- pieces ---- */
static void find_offsets(struct bytes *pieces)
{
    struct row_piece *rows = (struct row_piece *)pieces->at;
    struct {
        uint32_t pool;
        uint64_t end;
    } pools[POOLS];
    unsigned npools = 0;
    for (size_t i = 0; i < pieces->n / sizeof *rows; i++) {
        unsigned p = 0;
        while (p < npools && pools[p].pool != rows[i].pool)
            p++;
        if (p == POOLS)
            return; /* one of them is none: the reader will say so */
        if (p == npools) {
            pools[npools].pool = rows[i].pool;
            pools[npools++].end = 0;
        }
        rows[i].offset = pools[p].end;
        pools[p].end += rows[i].bytes;
    }
}

/* ---- all tables ---- */
bool tables_pack(const struct bytes from[TABLES], struct bytes to[TABLES])
{
    for (unsigned t = 0; t < TABLES; t++)
        if (t != STRINGS && t != TEXTS && !bytes_add(&to[t], from[t].at, from[t].n))
            return false;
    count_all_back(to, true);
    return pack_texts(&from[STRINGS], &to[TEXTS], &to[STRINGS]);
}

bool tables_unpack(struct bytes tables[TABLES])
{
    struct bytes strings = {NULL, 0, 0};
    bool good = unpack_texts(&tables[TEXTS], &tables[STRINGS], &strings);
    bytes_free(&tables[STRINGS]);
    bytes_free(&tables[TEXTS]);
    tables[STRINGS] = strings;
    count_all_back(tables, false);
    find_offsets(&tables[PIECES]);
    return good;
}
