/* gantry_acc_words.h: what is said of a program in OpenMP's words, in those of OpenACC (shared by the compiler and the
 * host runtime): messages, advice and the lines that they propose are written once. The rows are tried in their order,
 * where a word begins; what follows a row's words stays. */
#ifndef GANTRY_ACC_WORDS_H
#define GANTRY_ACC_WORDS_H

#include <ctype.h>
#include <stddef.h>
#include <string.h>

static const struct gantry_acc_word {
    const char *openmp, *openacc;
} gantry_acc_words[] = {
    /* what the runtime says of what is not there */
    {"as the present modifier demands. Map it before, with target data or target enter data",
     "as it must be. Put it there before, with 'acc data' or 'acc enter data'"},
    /* directives */
    {"target update to", "update device"},
    {"target update from", "update self"},
    {"target update", "update"},
    {"target enter data", "enter data"},
    {"target exit data", "exit data"},
    {"target data", "data"},
    {"target teams distribute parallel for simd", "parallel loop gang worker vector"},
    {"target teams distribute parallel for", "parallel loop gang vector"},
    {"target teams distribute", "parallel loop gang"},
    {"target teams loop", "parallel loop"},
    {"target teams …", "parallel loop"},
    {"target teams", "parallel"},
    {"teams distribute parallel for", "loop gang vector"},
    {"distribute parallel for simd", "loop gang worker vector"},
    {"distribute parallel for", "loop gang vector"},
    {"parallel for simd", "loop worker vector"},
    {"parallel for", "loop vector"},
    {"taskwait", "wait"},
    {"put '#pragma omp declare target' before and 'end declare target' after it",
     "put '#pragma acc routine seq' before it"},
    {"declare target to(", "declare create("},
    {"nor 'declare target'", "nor an 'acc routine'"},
    {"declare target", "declare"},
    {"#pragma omp ", "#pragma acc "},
    /* data clauses */
    {"map(always, to: ", "copyin(always: "},
    {"map(always, from: ", "copyout(always: "},
    {"map(always, tofrom: ", "copy(always: "},
    {"map(present, alloc: ", "present("},
    {"map(tofrom: ", "copy("},
    {"map(to: ", "copyin("},
    {"map(from: ", "copyout("},
    {"map(alloc: ", "create("},
    {"map(release: ", "delete("},
    {"map(delete: ", "delete("},
    {"map(...: ", "copy("},
    {"map(tofrom)", "copy"},
    {"map(to)", "copyin"},
    {"map(from)", "copyout"},
    {"map(alloc)", "create"},
    {"map(present, alloc)", "present"},
    {"only mapped 'to'", "only in 'copyin'"},
    {"only mapped 'from'", "only in 'copyout'"},
    {"map it 'to'", "list it in 'copyin'"},
    {"map a section of it", "list a section of it in a data clause"},
    /* other clauses */
    {"is_device_ptr", "deviceptr"},
    {"use_device_ptr", "use_device"},
    {"use_device_addr", "use_device"},
    {"defaultmap(none)", "default(none)"},
    {"num_teams", "num_gangs"},
    {"thread_limit", "num_workers"},
    {"nowait", "async"},
    {"depend(inout: *__gantry_acc_queue(", "(queue ("},
    {"depend(in: *__gantry_acc_queue(", "(after queue ("},
    /* routines */
    {"omp_target_alloc", "acc_malloc"},
    {"omp_target_free", "acc_free"},
    {"omp_target_memcpy", "acc_memcpy_device"},
    {"omp_target_is_present", "acc_is_present"},
    {"omp_target_associate_ptr", "acc_map_data"},
    {"omp_target_disassociate_ptr", "acc_unmap_data"},
    {"omp_get_mapped_ptr", "acc_deviceptr"},
    {"omp_set_default_device", "acc_set_device_num"},
    /* levels, in what explain says */
    {"teams (distribute)", "gangs"},
    {"threads (for)", "workers or vectors (threads)"},
    {"lanes (simd)", "vectors (lanes)"},
};

static inline const struct gantry_acc_word *gantry_acc_word_at(const char *s)
{
    for (size_t i = 0; i < sizeof gantry_acc_words / sizeof *gantry_acc_words; i++) {
        size_t n = strlen(gantry_acc_words[i].openmp);
        unsigned char last = (unsigned char)gantry_acc_words[i].openmp[n - 1], next = 0;
        if (strncmp(s, gantry_acc_words[i].openmp, n) != 0)
            continue;
        next = (unsigned char)s[n];
        if (!(isalnum(last) && (isalnum(next) || next == '_'))) /* as whole words */
            return &gantry_acc_words[i];
    }
    return NULL;
}

/* The text in OpenACC's words, as far as there is room. Returns its length, which may be more than the room; NULL: 0.
 */
static inline size_t gantry_in_acc_words(const char *text, char *out, size_t room)
{
    size_t n = 0;
    for (const char *p = text; p && *p;) {
        unsigned char before = p > text ? (unsigned char)p[-1] : 0;
        const struct gantry_acc_word *w = isalnum(before) || before == '_' ? NULL : gantry_acc_word_at(p);
        const char *said = w ? w->openacc : p;
        for (size_t k = 0, length = w ? strlen(w->openacc) : 1; k < length; k++, n++)
            if (n + 1 < room)
                out[n] = said[k];
        p += w ? strlen(w->openmp) : 1;
    }
    if (room)
        out[n < room ? n : room - 1] = 0;
    return n;
}

#endif
