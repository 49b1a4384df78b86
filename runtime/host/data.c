/* data.c: target data, target enter data, target exit data and target update. */
#include "gantry_checker.h"
#include "host.h"

static void apply(const struct gantry_region *r, int dev, const struct gantry_val *vals,
                  int (*action)(struct gantry_mapping *), enum gantry_construct construct, bool over,
                  const void *caller)
{
    struct gantry_err err = {0};
    struct gantry_mapping m;
    gantry_check_failed();
    if (dev < 0)
        return;
    GANTRY_CONSTRUCT_BEGINS(event, r, dev, construct, caller);
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    GANTRY_TELL(begins, NULL, r, dev);
    if (!d || gantry_load_variables(d, &err) || gantry_map_open(&m, d, r, vals, &err))
        gantry_fail(&r->loc, &err);
    if (action(&m))
        gantry_fail(&m.at, &err);
    gantry_construct_maps(&m, construct);
    gantry_map_close(&m);
    GANTRY_TELL(ends);
    GANTRY_ENDS(event);
    if (over)
        gantry_lists_free(r, vals);
}

void gantry_data_begin(const struct gantry_region *r, int dev, const struct gantry_val *vals)
{
    apply(r, dev, vals, gantry_map_enter, GANTRY_ENTER_DATA, false, __builtin_return_address(0));
}

void gantry_data_end(const struct gantry_region *r, int dev, const struct gantry_val *vals)
{
    apply(r, dev, vals, gantry_map_exit, GANTRY_EXIT_DATA, true, __builtin_return_address(0));
}

void gantry_enter_data(const struct gantry_region *r, int dev, const struct gantry_val *vals)
{
    apply(r, dev, vals, gantry_map_enter, GANTRY_ENTER_DATA, true, __builtin_return_address(0));
}

void gantry_exit_data(const struct gantry_region *r, int dev, const struct gantry_val *vals)
{
    apply(r, dev, vals, gantry_map_exit, GANTRY_EXIT_DATA, true, __builtin_return_address(0));
}

void gantry_update(const struct gantry_region *r, int dev, const struct gantry_val *vals)
{
    apply(r, dev, vals, gantry_map_update, GANTRY_UPDATE, true, __builtin_return_address(0));
}

void *gantry_use_section(const struct gantry_region *r, int dev, void *ptr, void *origin)
{
    struct gantry_err err = {0};
    uint64_t address;
    gantry_check_failed();
    if (dev < 0 || !ptr)
        return origin;
    struct gantry_dev *d = gantry_dev_get(dev, &err);
    if (!d || gantry_load_variables(d, &err))
        gantry_fail(&r->loc, &err);
    gantry_dev_settles(d); /* the program may use it in launches of its own */
    return gantry_translate_from(d, ptr, origin, &address) ? (void *)(uintptr_t)address : origin;
}

void *gantry_use_device(const struct gantry_region *r, int dev, void *ptr)
{
    return gantry_use_section(r, dev, ptr, ptr);
}
