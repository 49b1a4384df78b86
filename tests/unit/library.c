/* library.def against what it speaks of: the device library's code, which shows what reads the team's state, and omp.h. */
#include "src/base/base.h"
#include "src/tables/tables.h"

#include "check.h"

#include <ctype.h>
#include <stdlib.h>
#include <unistd.h>

#include <llvm-c/BitReader.h>
#include <llvm-c/Core.h>

static struct arena *arena;

/* ---- what the functions of a module reach ---- */

typedef VEC(LLVMValueRef) values;

static bool holds(const values *l, LLVMValueRef v)
{
    for (size_t i = 0; i < l->n; i++)
        if (l->v[i] == v)
            return true;
    return false;
}

static void reach(values *l, LLVMValueRef v);

static void reach_operands(values *l, LLVMValueRef v)
{
    for (int i = 0; i < LLVMGetNumOperands(v); i++)
        reach(l, LLVMGetOperand(v, (unsigned)i));
}

/* functions and variables that v names, and those that they lead to */
static void reach(values *l, LLVMValueRef v)
{
    bool function = LLVMIsAFunction(v);
    if (!function && !LLVMIsAGlobalVariable(v)) {
        if (LLVMIsAConstantExpr(v) || LLVMIsAConstantArray(v) || LLVMIsAConstantStruct(v))
            reach_operands(l, v);
        return;
    }
    if (holds(l, v))
        return;
    vec_push(arena, l, v);
    for (LLVMBasicBlockRef b = function ? LLVMGetFirstBasicBlock(v) : NULL; b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
            reach_operands(l, i);
}

static values reached_from(LLVMModuleRef m, const char *name)
{
    values l = {0};
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    if (f)
        reach(&l, f);
    return l;
}

/* ---- the team's state: what state_begin of entry.c sets, and what each lane clears for itself ---- */

static values state_of(LLVMModuleRef m)
{
    static const char *const names[] = {"__gd_team_state", "__gd_team_space", "__gd_region_space",
                                        "__gd_icvs",       "__gd_depth",      "__gd_tasks"};
    values of_cancel = reached_from(m, "__gd_cancel_begin"), state = {0};
    for (size_t i = 0; i < of_cancel.n; i++)
        if (LLVMIsAGlobalVariable(of_cancel.v[i]) && !LLVMIsDeclaration(of_cancel.v[i]))
            vec_push(arena, &state, of_cancel.v[i]);
    CHECK(state.n >= 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        LLVMValueRef v = LLVMGetNamedGlobal(m, names[i]);
        CHECK(v);
        vec_push(arena, &state, v);
    }
    return state;
}

static bool touches(LLVMModuleRef m, const values *state, const char *name)
{
    values l = reached_from(m, name);
    for (size_t i = 0; i < l.n; i++)
        if (holds(state, l.v[i]))
            return true;
    return false;
}

static bool is_defined(LLVMModuleRef m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m, name);
    return f && !LLVMIsDeclaration(f);
}

static void wrong(const char *name, const char *what)
{
    printf("library.def: '%s' %s\n", name, what);
    failures++;
}

/* a file of the build tree that this program lies in, as build/tests/unit/library */
static const char *in_build(const char *path)
{
    char self[4096];
    ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
    self[n > 0 ? n : 0] = 0;
    for (int up = 0; up < 3 && strrchr(self, '/'); up++)
        *strrchr(self, '/') = 0;
    return arena_printf(arena, "%s/%s", self, path);
}

static LLVMModuleRef open_library(const char *kind)
{
    const char *path = in_build(arena_printf(arena, "lib/gantry/device/%s.bc", kind));
    LLVMMemoryBufferRef buf;
    LLVMModuleRef m = NULL;
    char *text = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(path, &buf, &text) || LLVMParseBitcode2(buf, &m)) {
        printf("%s: %s\n", path, text ? text : "no bitcode");
        exit(1);
    }
    return m;
}

static void check_state(const char *kind)
{
    LLVMModuleRef m = open_library(kind);
    values state = state_of(m);
    unsigned with = 0;
    for (const struct library_row *r = library_rows; r->name; r++) {
        bool says = r->traits & LIBRARY_STATE, does = touches(m, &state, r->name);
        if (says && !does)
            wrong(r->name, "does not reach the team's state");
        if (does && !says)
            wrong(r->name, "reaches the team's state");
        if (r->place != LIBRARY_DEVICE && str_starts(r->name, "omp_") && is_defined(m, r->name))
            wrong(r->name, "has a device version");
        with += does;
    }
    CHECK(with > 30);
    for (LLVMValueRef f = LLVMGetFirstFunction(m); f; f = LLVMGetNextFunction(f)) {
        size_t n;
        const char *name = LLVMGetValueName2(f, &n);
        if (!LLVMIsDeclaration(f) && str_starts(name, "omp_") && !library_find(name))
            wrong(name, "has no row");
    }
    LLVMDisposeModule(m);
}

/* On NVIDIA what the table calls DEVICE is in the library (what is not, the emulated GPU has from C's). */
static void check_places(void)
{
    static const char *const of_compiler[] = {"__gantry_here"};
    LLVMModuleRef m = open_library("nvptx64");
    for (const struct library_row *r = library_rows; r->name; r++)
        if (r->place == LIBRARY_DEVICE && !str_starts(r->name, "__builtin_") && strcmp(r->name, of_compiler[0]) &&
            !is_defined(m, r->name))
            wrong(r->name, "is not in the device library");
    LLVMDisposeModule(m);
}

/* ---- omp.h: every routine has a row ---- */

static void check_header(const char *path)
{
    size_t len;
    char *s = file_read(arena, path, &len);
    unsigned n = 0;
    CHECK(s);
    for (char *p = s; p && (p = strstr(p, "omp_")); p++) {
        size_t w = strspn(p, "abcdefghijklmnopqrstuvwxyz_0123456789");
        if (p[w] != '(' || isalnum((unsigned char)p[-1]) || p[-1] == '_')
            continue;
        const char *name = arena_strndup(arena, p, w);
        n++;
        if (!library_find(name))
            wrong(name, "of omp.h has no row");
    }
    CHECK(n > 80);
}

/* ---- names ---- */

static void check_names(void)
{
    for (const struct library_row *r = library_rows; r->name; r++)
        if (library_find(r->name) != r)
            wrong(r->name, "stands there twice");
    CHECK(!library_find("no_such_function"));
    CHECK(!library_find(""));
    CHECK(!library_find("omp_no_such_routine"));
    CHECK(library_find("__builtin_sin") == library_find("sin"));
    CHECK(library_find("__builtin_memcpy")->effect == LIBRARY_ACTS);
    CHECK(library_find("__builtin_popcount")->effect == LIBRARY_COMPUTES);
    CHECK(library_find("__builtin_trap")->traits & LIBRARY_IS_PREFIX);
    CHECK(library_find("__builtin_omp_get_thread_num")->traits & LIBRARY_IS_PREFIX);
    CHECK(library_find("__atomic_fetch_add")->effect == LIBRARY_ACTS);
}

int main(void)
{
    arena = arena_new();
    check_names();
    check_state("emulated");
    check_state("nvptx64");
    check_places();
    check_header(in_build("lib/gantry/include/omp.h"));
    arena_free(arena);
    return CHECK_END;
}
