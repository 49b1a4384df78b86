/* Damaged descriptors, tables and images: each case changes some numbers of what generated code and the device link
 * made, or takes a pointer away, in a process of its own. It may go well, or end with a message of Gantry's; it must
 * not crash, hang, or write where nothing is (the fake device checks every copy). */
#include "fake.h"

static int numbers[64];
static int global_number = 7;
static struct gantry_kernel_info kernel = {
    .name = "add", .file = "t.c", .func = "main", .line = 1, .mode = GANTRY_MODE_SPMD, .group = 1, .scratch = 8, .nparams = 2};
static void add(void **args) { /* a damaged row may pass any parameter: only the kernel can notice */
    uint64_t a = *(uint64_t *)args[1];
    if (fake_valid(&fake_devices[0], a, sizeof(int)))
        *(int *)fake_host(a) += *(int *)args[2];
}
static struct gantry_symbol symbol = {"global_number", &global_number, sizeof global_number};
static struct gantry_var var = {&global_number, sizeof global_number, "global_number", GANTRY_VAR_TO, 3, "t.c"};
static struct gantry_map maps[] = {{"numbers", GANTRY_MAP_TO | GANTRY_MAP_FROM, GANTRY_PARAM_ADDRESS, 1, 1},
                                   {"n", 0, GANTRY_PARAM_VALUE, 1, 1},
                                   {"list", GANTRY_MAP_LIST, GANTRY_PARAM_NONE, 1, 1}};
static struct gantry_map data_map = {"numbers", GANTRY_MAP_TO, GANTRY_PARAM_NONE, 1, 1};
static struct gantry_region target = REGION(GANTRY_TARGET, "add", 3, maps);
static struct gantry_region data = REGION(GANTRY_ENTER_DATA, NULL, 1, &data_map);
static struct gantry_region over = REGION(GANTRY_EXIT_DATA, NULL, 1, &data_map);

const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "detect_leaks=0";
} /* children end early on purpose */

/* ---- what can be damaged ---- */
#define NUMBER(X) {&(X), sizeof(X), false}
#define POINTER(X) {&(X), sizeof(X), true}
static const struct field {
    void *at;
    size_t size;
    bool pointer;
} fields[] = {
    NUMBER(fake_module.magic), NUMBER(fake_module.abi), NUMBER(fake_module.size), NUMBER(fake_module.nimages),
    POINTER(fake_module.images), POINTER(fake_module.name),
    NUMBER(fake_image.magic), NUMBER(fake_image.abi), NUMBER(fake_image.size), NUMBER(fake_image.nkernels),
    POINTER(fake_image.kind), POINTER(fake_image.arch), NUMBER(fake_image.data_size), POINTER(fake_image.kernels),
    POINTER(fake_image.symbols), NUMBER(fake_image.nsymbols), NUMBER(fake_image.globals_begin),
    POINTER(kernel.name), POINTER(kernel.file), POINTER(kernel.func), NUMBER(kernel.line), NUMBER(kernel.mode),
    NUMBER(kernel.group), NUMBER(kernel.threads), NUMBER(kernel.one_team), NUMBER(kernel.scratch),
    NUMBER(kernel.nparams), NUMBER(kernel.space), POINTER(kernel.entry),
    POINTER(symbol.name), POINTER(symbol.addr), POINTER(var.addr), NUMBER(var.size), POINTER(var.symbol),
    NUMBER(var.flags), NUMBER(var.line), POINTER(var.file),
    NUMBER(target.magic), NUMBER(target.abi), NUMBER(target.size), NUMBER(target.construct), POINTER(target.module),
    POINTER(target.kernel), POINTER(target.loc.file), POINTER(target.loc.func), NUMBER(target.loc.line),
    NUMBER(target.flags), POINTER(target.maps),
    NUMBER(data.construct), POINTER(data.module), POINTER(data.kernel), POINTER(data.maps), NUMBER(data.flags),
    POINTER(maps[0].name), NUMBER(maps[0].flags), NUMBER(maps[0].param), NUMBER(maps[0].line), NUMBER(maps[1].flags),
    NUMBER(maps[1].param), NUMBER(maps[2].flags), NUMBER(maps[2].param), NUMBER(data_map.flags),
    NUMBER(data_map.param), POINTER(data_map.name),
};
enum { FIELDS = sizeof fields / sizeof *fields };

static uint64_t state = 88172645463325252u;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state;
}

static void damage(const struct field *f) {
    static const uint64_t extremes[] = {0, 1, 2, 7, 63, 255, 0x7fffffff, 0x80000000, 0xffffffff, ~0ull, ~7ull, 1ull << 63};
    uint64_t x = next() % 3 ? extremes[next() % (sizeof extremes / sizeof *extremes)] : next();
    if (f->pointer)
        x = 0;
    else if (next() % 3 == 0) { /* a bit */
        uint64_t old = 0;
        memcpy(&old, f->at, f->size);
        x = old ^ 1ull << next() % (8 * f->size);
    }
    memcpy(f->at, &x, f->size);
}

/* ---- a program ---- */
static void program(void) {
    struct gantry_launch l = {.trip = 64};
    struct gantry_list *list = NULL;
    int n = 3;
    alarm(10);
    fake.limit = 1 << 24;
    __gantry_register_module(&fake_module);
    __gantry_register_vars(&fake_module, &var, 1);
    struct gantry_val whole = {numbers, numbers, sizeof numbers};
    int d = __gantry_device(&data, GANTRY_DEVICE_DEFAULT, 1);
    if (d >= 0)
        __gantry_enter_data(&data, d, &whole);
    __gantry_list_add(&list, &maps[2], "numbers[8:8]", GANTRY_MAP_TO, numbers, numbers + 8, 32);
    struct gantry_val vals[] = {{numbers, numbers, sizeof numbers}, {&n, &n, sizeof n}, {list, list, 0}};
    d = __gantry_device(&target, GANTRY_DEVICE_DEFAULT, 1);
    if (d >= 0)
        __gantry_target(&target, d, vals, &l);
    d = __gantry_device(&over, GANTRY_DEVICE_DEFAULT, 1);
    if (d >= 0)
        __gantry_exit_data(&over, d, &whole);
    __gantry_unregister_module(&fake_module);
}

static int chosen[3], chosen_n;
static void damaged(void) {
    for (int i = 0; i < chosen_n; i++)
        damage(&fields[chosen[i]]);
    program();
}

static void try_damage(int *good, int *refused) {
    static char out[65536];
    next();
    int status = in_child(damaged, out, sizeof out);
    bool said = strstr(out, "gantry:") && strstr(out, "error");
    CHECK(status == 0 || (status == 1 && said), "fields %d %d %d of %d: status %d: %s", chosen[0], chosen[1], chosen[2],
          chosen_n, status, out);
    if (getenv("SHOW"))
        printf("%d %d: %d %s\n", chosen[0], chosen_n, status, out);
    ++*(status ? refused : good);
}

int main(int argc, char **argv) {
    int good = 0, refused = 0, more = argc > 1 ? atoi(argv[1]) : 150;
    setenv("GANTRY_DEVICES", "fake", 1);
    setenv("OMP_TARGET_OFFLOAD", "mandatory", 1);
    kernel.entry = add;
    fake_image.kernels = &kernel, fake_image.nkernels = 1;
    fake_image.symbols = &symbol, fake_image.nsymbols = 1;
    static char out[4096];
    CHECK(in_child(program, out, sizeof out) == 0 && !*out, "undamaged: %s", out);
    for (int i = 0; i < FIELDS; i++)
        for (int k = 0; k < (fields[i].pointer ? 1 : 3); k++) {
            chosen[0] = i, chosen_n = 1;
            try_damage(&good, &refused);
        }
    for (int i = 0; i < more; i++) {
        chosen_n = 2 + (int)(next() % 2);
        for (int k = 0; k < chosen_n; k++)
            chosen[k] = (int)(next() % FIELDS);
        try_damage(&good, &refused);
    }
    CHECK(good > 20 && refused > 100, "%d good, %d refused", good, refused);
    printf("%d went well, %d refused\n", good, refused);
    return failures != 0;
}
