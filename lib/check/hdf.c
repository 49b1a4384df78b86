/* hdf.c: a segment of a recording to and from an HDF5 file: the one file that knows HDF5.
 *
 * A segment is made in memory and written by write(2): a full disk is an errno, HDF5 keeps no file open, and no signal
 * finds it at work on one. HDF5 is not made for threads: all of its calls are between enter() and leave(), which also
 * keep its own messages away; a program that calls HDF5 in other threads meanwhile needs a build of it for threads. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <hdf5.h>

#include "check.h"

/* ---- HDF5's messages ---- */
static struct {
    H5E_auto2_t print;
    void *data;
} users;

static void enter(void)
{
    H5Eget_auto2(H5E_DEFAULT, &users.print, &users.data);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

void hdf_begin(void) { H5open(); }

/* HDF5 cannot close some damaged files, and would say that when the program ends. */
static bool damaged;

static void leave(void)
{
    if (!damaged)
        H5Eset_auto2(H5E_DEFAULT, users.print, users.data);
}

/* ---- tables ---- */
enum type { U1, U4, U8, I8, DIMENSIONS };
struct field {
    const char *name;
    size_t offset;
    enum type type;
    bool only_read; /* it is in files of version 1 alone */
};
#define FIELD(ROW, NAME, TYPE) {#NAME, offsetof(struct row_##ROW, NAME), TYPE, false}
static const struct field checkpoint_fields[] = {
    FIELD(checkpoint, place, U4),  FIELD(checkpoint, file, U4),   FIELD(checkpoint, kernel, U4),
    FIELD(checkpoint, launch, U8), FIELD(checkpoint, moment, U1), FIELD(checkpoint, first_array, U4),
    FIELD(checkpoint, arrays, U4),
};
static const struct field array_fields[] = {
    FIELD(array, name, U4),          FIELD(array, layout, U4),        FIELD(array, role, U1),
    FIELD(array, parameter, U4),     FIELD(array, stride, U4),        FIELD(array, first, U8),
    FIELD(array, ndims, U1),         FIELD(array, dims, DIMENSIONS),  FIELD(array, size, U8),
    FIELD(array, first_content, U4), FIELD(array, first_pointer, U4), FIELD(array, pointers, U4),
};
static const struct field content_fields[] = {FIELD(content, piece, U4)};
static const struct field pointer_fields[] = {FIELD(pointer, at, U8), FIELD(pointer, target, U4),
                                              FIELD(pointer, offset, I8)};
static const struct field piece_fields[] = {
    FIELD(piece, pool, U4), FIELD(piece, bytes, U4), {"offset", offsetof(struct row_piece, offset), U8, true}};
static const struct field hash_fields[] = {FIELD(hash, low, U8), FIELD(hash, high, U8)};
static const struct field text_fields[] = {FIELD(text, like, U1), FIELD(text, shared, U4), FIELD(text, more, U4)};

static const struct {
    const char *name;
    const struct field *fields; /* NULL: bytes */
    unsigned nfields;
} tables[TABLES] = {
#define TABLE(INDEX, NAME, FIELDS) [INDEX] = {NAME, FIELDS, COUNT_OF(FIELDS)}
    TABLE(CHECKPOINTS, "checkpoints", checkpoint_fields),
    TABLE(ARRAYS, "arrays", array_fields),
    TABLE(CONTENTS, "contents", content_fields),
    TABLE(POINTERS, "pointers", pointer_fields),
    TABLE(PIECES, "pieces", piece_fields),
    TABLE(HASHES, "hashes", hash_fields),
    TABLE(TEXTS, "texts", text_fields),
    [STRINGS] = {"strings", NULL, 0},
};
static hid_t field_type(enum type type)
{
    hsize_t n = GOLDEN_DIMS;
    switch (type) {
    case U1:
        return H5Tcopy(H5T_STD_U8LE);
    case U4:
        return H5Tcopy(H5T_STD_U32LE);
    case U8:
        return H5Tcopy(H5T_STD_U64LE);
    case I8:
        return H5Tcopy(H5T_STD_I64LE);
    case DIMENSIONS:
        return H5Tarray_create2(H5T_STD_U64LE, 1, &n);
    }
    return -1;
}

/* As the rows are in memory; packed, in the file */
static hid_t row_type(enum table t, bool packed)
{
    if (!tables[t].fields)
        return H5Tcopy(H5T_STD_U8LE);
    hid_t row = H5Tcreate(H5T_COMPOUND, table_row_size[t]);
    for (unsigned i = 0; i < tables[t].nfields; i++) {
        const struct field *f = &tables[t].fields[i];
        if (packed && f->only_read)
            continue;
        hid_t type = field_type(f->type);
        H5Tinsert(row, f->name, f->offset, type);
        H5Tclose(type);
    }
    if (packed)
        H5Tpack(row);
    return row;
}

/* ---- pools ---- */
static hid_t half(void)
{
    hid_t t = H5Tcopy(H5T_IEEE_F32LE);
    if (H5Tset_fields(t, 15, 10, 5, 0, 10) < 0 || H5Tset_size(t, 2) < 0 || H5Tset_ebias(t, 15) < 0)
        return -1;
    return t;
}

static const struct {
    const char *name;
    char kind;
    unsigned char bytes;
} pools[POOLS] = {
    {"f8", 'd', 8}, {"f4", 'f', 4},   {"f2", 'h', 2},    {"f16", 'g', 16}, {"i8", 'i', 8}, {"i4", 'i', 4},
    {"i2", 'i', 2}, {"i1", 'i', 1},   {"u8", 'u', 8},    {"u4", 'u', 4},   {"u2", 'u', 2}, {"u1", 'u', 1},
    {"p8", 'p', 8}, {"bool", 'b', 1}, {"bytes", '?', 1}, /* the last: what is no other's */
};

static hid_t pool_type(unsigned pool)
{
    switch (pools[pool].kind) {
    case 'd':
        return H5Tcopy(H5T_IEEE_F64LE);
    case 'f':
        return H5Tcopy(H5T_IEEE_F32LE);
    case 'h':
        return half();
    case 'g':
        return H5Tcopy(H5T_NATIVE_LDOUBLE);
    default: {
        hid_t t = H5Tcopy(pools[pool].kind == 'i' ? H5T_STD_I64LE : H5T_STD_U64LE);
        H5Tset_size(t, pools[pool].bytes);
        return t;
    }
    }
}

unsigned pool_for(char kind, uint64_t bytes)
{
    for (unsigned i = 0; i < POOLS; i++)
        if (pools[i].kind == kind && pools[i].bytes == bytes)
            return i;
    return POOLS - 1;
}

const char *pool_name(unsigned pool) { return pools[pool].name; }

/* ---- write ---- */
/* Tables are read whole, and their rows differ by little: large chunks, packed well. Values are read by pieces, and are
 * many. */
static const struct packing {
    size_t chunk; /* bytes */
    unsigned level;
    bool again; /* rows that are all alike get no smaller than a thousandth by deflating them; then that is all alike */
} of_tables = {4 << 20, 6, true}, of_values = {PIECE, 1, false};

/* Data that do not get smaller stay as they are: the filters are optional, as HDF5 calls it. No room is kept for
 * attributes, as there are none. */
static bool write_rows(hid_t file, const char *name, hid_t in_file, hid_t in_memory, size_t row, struct packing p,
                       const struct bytes *b)
{
    hsize_t n = b->n / row, chunk = p.chunk / row;
    chunk = n < chunk ? n : chunk;
    if (!n)
        return true;
    hid_t space = H5Screate_simple(1, &n, NULL), how = H5Pcreate(H5P_DATASET_CREATE);
    H5Pset_chunk(how, 1, &chunk);
    H5Pset_obj_track_times(how, false);
    H5Pset_dset_no_attrs_hint(how, true);
    H5Pset_shuffle(how);
    H5Pset_deflate(how, p.level);
    if (p.again)
        H5Pset_deflate(how, p.level);
    H5Pset_fletcher32(how);
    hid_t set = H5Dcreate2(file, name, in_file, space, H5P_DEFAULT, how, H5P_DEFAULT);
    bool good = set >= 0 && H5Dwrite(set, in_memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, b->at) >= 0;
    good &= set >= 0 && H5Dclose(set) >= 0;
    H5Pclose(how);
    H5Sclose(space);
    return good;
}

static bool write_table(hid_t file, enum table t, const struct bytes *b)
{
    hid_t in_file = row_type(t, true), in_memory = row_type(t, false);
    bool good = write_rows(file, tables[t].name, in_file, in_memory, table_row_size[t], of_tables, b);
    H5Tclose(in_file);
    H5Tclose(in_memory);
    return good;
}

static bool write_pool(hid_t group, unsigned pool, const struct bytes *b)
{
    hid_t type = pool_type(pool);
    bool good = type >= 0 && write_rows(group, pools[pool].name, type, type, pools[pool].bytes, of_values, b);
    H5Tclose(type);
    return good;
}

static bool write_text(hid_t file, const char *name, const char *text)
{
    hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text) + 1);
    H5Tset_cset(type, H5T_CSET_UTF8);
    hid_t a = H5Acreate2(file, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = a >= 0 && H5Awrite(a, type, text) >= 0;
    H5Aclose(a);
    H5Tclose(type);
    H5Sclose(space);
    return good;
}

static bool write_number(hid_t file, const char *name, uint64_t n)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t a = H5Acreate2(file, name, H5T_STD_U64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    bool good = a >= 0 && H5Awrite(a, H5T_NATIVE_UINT64, &n) >= 0;
    H5Aclose(a);
    H5Sclose(space);
    return good;
}

static const char format_name[] = "gantry golden";

/* A group keeps no more room than for what it holds: few objects, with names as long as that, and attributes. */
static void small_group(hid_t how, const char *name)
{
    H5Pset_obj_track_times(how, false);
    H5Pset_est_link_info(how, 1, (unsigned)strlen(name));
    H5Pset_attr_phase_change(how, 16, 0);
}

static bool fill(hid_t file, const struct segment *s)
{
    bool good = write_text(file, "format", format_name) && write_number(file, "version", GOLDEN_VERSION) &&
                write_text(file, "recording", s->recording) && write_number(file, "segment", s->number) &&
                write_number(file, "last", s->last) && write_number(file, "first_piece", s->first_piece) &&
                write_text(file, "program", s->program) && write_text(file, "device", s->device) &&
                write_text(file, "options", s->options);
    struct bytes packed[TABLES] = {{NULL, 0, 0}};
    good = good && tables_pack(s->tables, packed);
    for (unsigned t = 0; t < TABLES; t++) {
        good = good && write_table(file, (enum table)t, &packed[t]);
        bytes_free(&packed[t]);
    }
    hid_t how = H5Pcreate(H5P_GROUP_CREATE);
    small_group(how, "f8");
    hid_t group = good ? H5Gcreate2(file, "values", H5P_DEFAULT, how, H5P_DEFAULT) : -1;
    H5Pclose(how);
    for (unsigned p = 0; group >= 0 && good && p < POOLS; p++)
        good = write_pool(group, p, &s->pools[p]);
    return group >= 0 && H5Gclose(group) >= 0 && good;
}

/* HDF5 keeps a file in memory of ours, and leaves it to us when it closes the file: only then it is complete. */
struct image {
    void *at;
};

static void *image_malloc(size_t n, H5FD_file_image_op_t op, void *data)
{
    (void)op;
    (void)data;
    return malloc(n);
}

static void *image_realloc(void *at, size_t n, H5FD_file_image_op_t op, void *data)
{
    (void)op;
    (void)data;
    return realloc(at, n);
}

static void *image_copy(void *to, const void *from, size_t n, H5FD_file_image_op_t op, void *data)
{
    (void)op;
    (void)data;
    return memcpy(to, from, n);
}

static herr_t image_free(void *at, H5FD_file_image_op_t op, void *data)
{
    struct image *image = data;
    if (op == H5FD_FILE_IMAGE_OP_FILE_CLOSE)
        image->at = at;
    else
        free(at);
    return 0;
}

static void *same_data(void *data) { return data; }
static herr_t keep_data(void *data) { return data ? 0 : -1; }

static bool make_file(const struct segment *s, hid_t how, hid_t access)
{
    hid_t file = H5Fcreate("golden", H5F_ACC_TRUNC, how, access);
    bool good = file >= 0 && fill(file, s);
    return file >= 0 && H5Fclose(file) >= 0 && good;
}

/* Where the file ends, from its superblock: there is more memory. */
static size_t file_size(const struct image *image)
{
    enum { END_OF_FILE = 28 };
    uint64_t n;
    memcpy(&n, (const char *)image->at + END_OF_FILE, sizeof n);
    return (size_t)n;
}

bool segment_image(const struct segment *s, void **image, size_t *size, char *error, size_t room)
{
    enum { STEP = 1 << 20 };
    struct image made = {NULL};
    H5FD_file_image_callbacks_t ours = {image_malloc, image_copy, image_realloc, image_free,
                                        same_data,    keep_data,  &made};
    enter();
    hid_t access = H5Pcreate(H5P_FILE_ACCESS), how = H5Pcreate(H5P_FILE_CREATE);
    H5Pset_fapl_core(access, STEP, false);
    H5Pset_file_image_callbacks(access, &ours);
    H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110); /* small indices of chunks */
    H5Pset_meta_block_size(access, 1);
    H5Pset_small_data_block_size(access, 1);
    small_group(how, "format");
    bool good = make_file(s, how, access) && made.at;
    H5Pclose(how);
    H5Pclose(access);
    leave();
    *image = good ? made.at : NULL;
    *size = good ? file_size(&made) : 0;
    if (good)
        return true;
    free(made.at);
    snprintf(error, room, "out of memory");
    return false;
}

/* ---- read ---- */
/* Opening a pipe would wait for its other end. */
static bool is_no_file(const char *path)
{
    struct stat there;
    return stat(path, &there) == 0 && !S_ISREG(there.st_mode);
}

static hid_t open_file(const char *path)
{
    if (is_no_file(path))
        return -1;
    hid_t access = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_file_locking(access, false, true);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, access);
    H5Pclose(access);
    return file;
}

static bool read_text(hid_t file, const char *name, char *to, size_t room)
{
    hid_t a = H5Aopen(file, name, H5P_DEFAULT);
    hid_t type = a >= 0 ? H5Aget_type(a) : -1;
    size_t n = type >= 0 && H5Tget_class(type) == H5T_STRING && !H5Tis_variable_str(type) ? H5Tget_size(type) : 0;
    bool good = n > 0 && n <= room && H5Aread(a, type, to) >= 0;
    if (good)
        to[n - 1] = 0;
    H5Tclose(type);
    H5Aclose(a);
    return good;
}

static bool read_number(hid_t file, const char *name, uint64_t *n)
{
    hid_t a = H5Aopen(file, name, H5P_DEFAULT), space = a >= 0 ? H5Aget_space(a) : -1;
    bool good = space >= 0 && H5Sget_simple_extent_npoints(space) == 1 && H5Aread(a, H5T_NATIVE_UINT64, n) >= 0;
    H5Sclose(space);
    H5Aclose(a);
    return good;
}

static bool read_table(hid_t file, enum table t, struct bytes *b)
{
    if (H5Lexists(file, tables[t].name, H5P_DEFAULT) == 0)
        return true; /* it has no rows */
    hid_t set = H5Dopen2(file, tables[t].name, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
    hssize_t n = space >= 0 && H5Sget_simple_extent_ndims(space) == 1 ? H5Sget_simple_extent_npoints(space) : -1;
    hid_t row = row_type(t, false);
    bool good = n >= 0 && (size_t)n < SIZE_MAX / 2 / table_row_size[t] &&
                bytes_add(b, NULL, (size_t)n * table_row_size[t]) &&
                H5Dread(set, row, H5S_ALL, H5S_ALL, H5P_DEFAULT, b->at) >= 0;
    H5Tclose(row);
    H5Sclose(space);
    H5Dclose(set);
    return good;
}

/* Is it one of ours, and which? The reason why not, or NULL */
static const char *head(hid_t file, struct segment *s)
{
    char format[64];
    uint64_t number, last;
    if (!read_text(file, "format", format, sizeof format) || strcmp(format, format_name) != 0 ||
        !read_number(file, "version", &s->version))
        return "is an HDF5 file, but no recording of a golden run";
    if (s->version < 1 || s->version > GOLDEN_VERSION)
        return "is a recording of another version of Gantry";
    if (!read_text(file, "recording", s->recording, sizeof s->recording) || !read_number(file, "segment", &number) ||
        !read_number(file, "last", &last) || !read_number(file, "first_piece", &s->first_piece) || !number ||
        number > UINT32_MAX || !read_text(file, "program", s->program, sizeof s->program) ||
        !read_text(file, "device", s->device, sizeof s->device) ||
        !read_text(file, "options", s->options, sizeof s->options))
        return "is damaged";
    s->number = (unsigned)number;
    s->last = last;
    return NULL;
}

static const char *why_not_open(const char *path, char *buffer, size_t room)
{
    FILE *f = is_no_file(path) ? NULL : fopen(path, "re");
    char magic[4] = "";
    size_t n = f ? fread(magic, 1, 4, f) : 0;
    if (is_no_file(path))
        snprintf(buffer, room, "is not a file");
    else if (!f)
        snprintf(buffer, room, "cannot be read: %s", strerror(errno));
    else
        snprintf(buffer, room, "%s",
                 n == 4 && memcmp(magic, "\x89HDF", 4) == 0 ? "is truncated or damaged"
                                                            : "is no recording of a golden run (no HDF5 file)");
    if (f)
        fclose(f);
    return buffer;
}

bool segment_read(struct segment *s, const char *path, char *error, size_t room)
{
    char reason[256];
    *s = (struct segment){.number = 0};
    enter();
    hid_t file = open_file(path);
    const char *why = file < 0 ? why_not_open(path, reason, sizeof reason) : head(file, s);
    for (unsigned t = 0; !why && t < TABLES; t++)
        if (!read_table(file, (enum table)t, &s->tables[t]))
            why = "is damaged";
    damaged |= file >= 0 && why;
    H5Fclose(file);
    leave();
    if (!why && s->version > 1 && !tables_unpack(s->tables))
        why = "is damaged, or there is no memory for it";
    if (why)
        snprintf(error, room, "%s %s", path, why);
    return !why;
}

bool segment_is(const char *path, char recording[33], unsigned *number)
{
    struct segment *s = calloc(1, sizeof *s);
    enter();
    hid_t file = s ? open_file(path) : -1;
    bool good = file >= 0 && !head(file, s);
    damaged |= file >= 0 && !good;
    H5Fclose(file);
    leave();
    if (good) {
        memcpy(recording, s->recording, 33);
        *number = s->number;
    }
    free(s);
    return good;
}

void segment_free(struct segment *s)
{
    for (unsigned t = 0; t < TABLES; t++)
        bytes_free(&s->tables[t]);
    for (unsigned p = 0; p < POOLS; p++)
        bytes_free(&s->pools[p]);
}

/* ---- values ---- */
static void close_source(struct source *s)
{
    if (s->name)
        H5Dclose(s->pool);
    if (*s->path)
        H5Fclose(s->file);
    s->name = NULL;
    *s->path = 0;
}

void source_close(struct source *s)
{
    enter();
    close_source(s);
    leave();
}

static bool open_source(struct source *s, const char *path, const char *pool)
{
    char name[64];
    if (strcmp(s->path, path) != 0) {
        close_source(s);
        if ((s->file = open_file(path)) < 0)
            return false;
        snprintf(s->path, sizeof s->path, "%s", path);
    }
    if (s->name && strcmp(s->name, pool) == 0)
        return true;
    if (s->name)
        H5Dclose(s->pool);
    snprintf(name, sizeof name, "values/%s", pool);
    s->pool = H5Dopen2(s->file, name, H5P_DEFAULT);
    s->name = s->pool >= 0 ? pool : NULL;
    return s->name;
}

static bool read_values(hid_t set, uint64_t offset, size_t n, void *to)
{
    hid_t type = H5Dget_type(set), space = H5Dget_space(set);
    size_t size = H5Tget_size(type);
    hsize_t from = size ? offset / size : 0, count = size ? n / size : 0;
    bool good = count && from * size == offset && count * size == n && H5Sget_simple_extent_ndims(space) == 1 &&
                from + count <= (hsize_t)H5Sget_simple_extent_npoints(space);
    hid_t here = good ? H5Screate_simple(1, &count, NULL) : -1;
    good = good && H5Sselect_hyperslab(space, H5S_SELECT_SET, &from, NULL, &count, NULL) >= 0 &&
           H5Dread(set, type, here, space, H5P_DEFAULT, to) >= 0;
    H5Sclose(here);
    H5Sclose(space);
    H5Tclose(type);
    return good;
}

bool source_read(struct source *s, const char *path, const char *pool, uint64_t offset, size_t n, void *to, char *error,
                 size_t room)
{
    enter();
    bool good = open_source(s, path, pool) && read_values(s->pool, offset, n, to);
    damaged |= !good;
    leave();
    if (!good)
        snprintf(error, room, "%s is damaged: %zu bytes of values/%s cannot be read", path, n, pool);
    return good;
}
