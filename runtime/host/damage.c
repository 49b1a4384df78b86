/* damage.c: descriptors and images come from a file that may have been damaged, or written by a compiler with a fault.
 * Whatever counts, sizes and pointers lead to is checked before it is used; what is wrong ends in a message. A module's
 * tables must lie in the same executable or library as the module. */
#define _GNU_SOURCE /* _dl_find_object */
#include <dlfcn.h>

#include "registry.h"

enum { MOST_IMAGES = 64, MOST_PARAMETERS = 1 << 20, MOST_THREADS = 1 << 20, MOST_LANES = 64 };

static _Noreturn void fail_header(const char *what, const char *name, uint32_t magic, uint32_t abi, uint32_t size,
                                  uint32_t expected)
{
    if (magic != GANTRY_MAGIC)
        gantry_failf(NULL, "%s of '%s' is damaged: its first word is %#x", what, name, magic);
    gantry_failf(NULL,
                 "%s of '%s' was made for version %u (%u bytes) of Gantry's binary interface; the runtime "
                 "in this program has version %u (%u bytes). Build both with the same Gantry",
                 what, name, abi, size, GANTRY_ABI_VERSION, expected);
}

static void check_header(const char *what, const char *name, uint32_t magic, uint32_t abi, uint32_t size,
                         uint32_t expected)
{
    if (magic != GANTRY_MAGIC || abi != GANTRY_ABI_VERSION || size != expected)
        fail_header(what, name, magic, abi, size, expected);
}

/* Does [p, p + n) lie in the same loaded file as `home`? True where `home` is in none, since nobody can tell. */
static bool inside(const void *home, const void *p, uint64_t n)
{
    struct dl_find_object file, there; /* one segment each, where LLD has left gaps between the file's segments */
    if (!p || !n)
        return n == 0;
    if (_dl_find_object((void *)home, &file) != 0)
        return true;
    if (_dl_find_object((void *)p, &there) != 0 || there.dlfo_link_map != file.dlfo_link_map)
        return false;
    return n <= (uintptr_t)there.dlfo_map_end - (uintptr_t)p;
}

static bool table_inside(const void *home, const void *p, uint64_t n, uint64_t size)
{
    return n <= UINT32_MAX && inside(home, p, n * size);
}

void gantry_check_module(const struct gantry_module *m)
{
    bool ours = m->magic == GANTRY_MAGIC && m->abi == GANTRY_ABI_VERSION && inside(m, m->name, 1);
    const char *name = ours ? m->name : "?";
    check_header("the device module", name, m->magic, m->abi, m->size, sizeof *m);
    if (m->nimages > MOST_IMAGES || !table_inside(m, m->images, m->nimages, sizeof *m->images))
        gantry_failf(NULL, "the device module of '%s' is damaged: it counts %u images", name, m->nimages);
    for (uint32_t i = 0; i < m->nimages; i++) {
        const struct gantry_image *image = m->images[i];
        if (!inside(m, image, sizeof *image))
            gantry_failf(NULL, "the device module of '%s' is damaged: image %u is missing", name, i);
        check_header("a device image", name, image->magic, image->abi, image->size, sizeof *image);
        if (!inside(m, image->kind, 1) || !inside(m, image->arch, 1))
            gantry_failf(NULL, "a device image of '%s' is damaged: it does not say what it is for", name);
    }
}

void gantry_check_variables(const struct gantry_var *vars, uint32_t n)
{
    enum { KNOWN = GANTRY_VAR_TO | GANTRY_VAR_LINK | GANTRY_VAR_INDIRECT };
    for (uint32_t i = 0; i < n; i++)
        if (!vars || !vars[i].addr || !vars[i].symbol || vars[i].flags & ~(uint32_t)KNOWN)
            gantry_failf(NULL, "a table of declare target variables is damaged: row %u of %u", i, n);
}

static const char *damage_of_kernel(const struct gantry_kernel_info *k)
{
    bool two = k->group && (k->group & (k->group - 1)) == 0;
    return !k->name                        ? "a kernel has no name"
           : k->mode > GANTRY_MODE_SERIAL  ? "a kernel's mode is unknown"
           : !two || k->group > MOST_LANES ? "a kernel's group size is none"
           : k->threads > MOST_THREADS || k->one_team > 1 || k->nparams > MOST_PARAMETERS ? "a kernel's shape is none"
           : k->scratch > INT32_MAX || k->space > INT32_MAX ? "a kernel asks for too much memory"
                                                            : NULL;
}

static const char *damage_of_image(const struct gantry_image *i)
{
    const char *damage = NULL;
    if (!table_inside(i, i->kernels, i->nkernels, sizeof *i->kernels) ||
        !table_inside(i, i->symbols, i->nsymbols, sizeof *i->symbols))
        return "a table is missing, or longer than the file";
    if (!inside(i, i->data, i->data_size))
        return "its code is missing, or longer than the file";
    if ((uintptr_t)i->globals_begin > (uintptr_t)i->globals_end)
        return "its data ends before it begins";
    for (uint32_t k = 0; k < i->nkernels && !damage; k++)
        damage = damage_of_kernel(&i->kernels[k]);
    for (uint64_t s = 0; s < i->nsymbols && !damage; s++)
        damage = !i->symbols[s].name || !i->symbols[s].addr ? "a variable has no name or no place" : NULL;
    return damage;
}

int gantry_check_image(const struct gantry_module *m, const struct gantry_image *image, struct gantry_err *err)
{
    const char *damage = damage_of_image(image);
    return damage ? gantry_error(err, 0, "the %s image of '%s' is damaged: %s", image->arch, m->name, damage) : 0;
}

static bool row_is_sound(const struct gantry_map *row)
{
    enum {
        KNOWN = GANTRY_MAP_TO | GANTRY_MAP_FROM | GANTRY_MAP_ALWAYS | GANTRY_MAP_DELETE | GANTRY_MAP_PRESENT |
                GANTRY_MAP_CLOSE | GANTRY_MAP_HOLD | GANTRY_MAP_IMPLICIT | GANTRY_MAP_ATTACH | GANTRY_MAP_LOOKUP |
                GANTRY_MAP_PARENT | GANTRY_MAP_COPY | GANTRY_MAP_MEMBER | GANTRY_MAP_LIST | GANTRY_MAP_IF_ABSENT |
                GANTRY_MAP_IDLE | GANTRY_MAP_CONST | GANTRY_MAP_READS | GANTRY_MAP_NO_CREATE | GANTRY_MAP_NEEDED |
                GANTRY_MAP_UNMAPPED | GANTRY_MAP_UNUSED | GANTRY_MAP_APART | GANTRY_MAP_REATTACH | GANTRY_MAP_LOCAL
    };
    bool list = row->flags & GANTRY_MAP_LIST;
    return row->name && !(row->flags & ~(uint32_t)KNOWN) &&
           row->param <= (list ? GANTRY_PARAM_NONE : GANTRY_PARAM_DEVPTR);
}

int gantry_check_rows(const struct gantry_region *r, struct gantry_err *err)
{
    if (r->construct < GANTRY_TARGET || r->construct > GANTRY_UPDATE || (r->nmaps && !r->maps) ||
        (r->construct == GANTRY_TARGET) != (r->kernel != NULL))
        return gantry_error(err, 0, "the descriptor of this construct is damaged");
    for (uint32_t i = 0; i < r->nmaps; i++)
        if (!row_is_sound(&r->maps[i]))
            return gantry_error(err, 0, "the descriptor of this construct is damaged: row %u of its list", i);
    return 0;
}
