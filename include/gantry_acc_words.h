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
    {"the lanes of a thread (simd)", "vectors (the lanes of a thread)"},
    {"lanes (simd)", "vectors (lanes)"},
    /* what explain says of modes, launches, data; and reasons */
    {"down to the parallel loop", "down to the loop of workers or vectors"},
    {"one thread per team", "one thread per gang"},
    {"one thread of each team runs", "one thread of each gang runs"},
    {"the team's main thread", "the gang's main thread"},
    {"teams from the trip count", "gangs from the trip count"},
    {"default number of teams", "default number of gangs"},
    {"one team: ", "one gang: "},
    {"launch    one team", "launch    one gang"},
    {"to team-shared memory", "to memory that the gang shares"},
    {"a parallel region uses it by reference", "a loop of workers or vectors uses it by reference"},
    {"may open a parallel region", "may have a loop of workers or vectors"},
    {"the region opens no parallel region itself", "the construct has no loop of workers or vectors itself"},
    {"a parallel region has a num_threads or if clause", "a loop has a number of threads or a condition"},
    {"one team runs ", "one gang runs "},
    {"each team has one thread", "each gang has one thread"},
    {"no parallel region: each team is one thread, with a warp's lanes for its simd loops",
     "no loop of workers: each gang is one thread, with a warp's lanes for its loops of vectors"},
    {"whose simd loops", "whose loops of vectors"},
    {"each team takes one block", "each gang takes one block"},
    {"as simdlen says", "as vector_length says"},
    {"not inside a parallel region of", "not inside a loop of workers of"},
    {"inside another simd loop or a nested parallel region", "inside another loop of vectors or of workers"},
    {"as simd says", "as vector says"},
    {"between which all teams meet", "between which all gangs meet"},
    {"no target region stands in the loop", "no compute construct stands in the loop"},
    {"cannot be repeated by every team", "cannot be repeated by every gang"},
    {"the number of its teams or threads", "the number of its gangs or threads"},
    {"a region's teams are single threads whose lanes share simd loops",
     "a construct's gangs are single threads whose lanes share loops of vectors"},
    {"its target must be mapped already", "what it leads to must be present already"},
    {"as the defaultmap clause says", "as 'default' or 'kernels' says"},
    {"firstprivate on the separate target", "firstprivate on the compute construct"},
    {"which team or thread runs it", "which gang or thread runs it"},
    {"every team or thread repeats", "every gang or thread repeats"},
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
