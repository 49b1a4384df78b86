/* halves.c: the handlers of halves.def's rows. */
#define CLONES
#include "alu.h"

/* absolute differences of parts of so many bits, each in its place or their sum */
static uint32_t distances(uint32_t a, uint32_t b, int bits, int sum)
{
    uint32_t out = 0, mask = (1u << bits) - 1;
    for (int k = 0; k < 32; k += bits) {
        uint32_t x = a >> k & mask, y = b >> k & mask, d = x > y ? x - y : y - x;
        out += sum ? d : d << k;
    }
    return out;
}

typedef float C_bf16, C_f16s, X_bf16, X_f16s;
typedef uint32_t R_bf16, R_f16s, C_f16x2, C_bf16x2, R_f16x2, R_bf16x2, X_f16x2, X_bf16x2;
#define GET_bf16(X, L) brain((X)[L])
#define GET_f16x2 AS_IT_IS
#define GET_bf16x2 AS_IT_IS
#define PUT_bf16 brain_put
#define PUT_f16s(V) half_put(saturated(V))
#define PUT_f16x2 SAME
#define PUT_bf16x2 SAME

#define PAIR(PUT, VALUES, ...)                                                                                         \
    ({                                                                                                                 \
        uint32_t pair_ = 0;                                                                                            \
        for (int k_ = 0; k_ < 32; k_ += 16) {                                                                          \
            VALUES                                                                                                     \
            pair_ |= (uint32_t)(PUT(__VA_ARGS__)) << k_;                                                               \
        }                                                                                                              \
        pair_;                                                                                                         \
    })
#define PAIR1(GET, PUT, ...) PAIR(PUT, float a = GET(A >> k_ & 0xffff);, __VA_ARGS__)
#define PAIR2(GET, PUT, ...) PAIR(PUT, float a = GET(A >> k_ & 0xffff); float b = GET(B >> k_ & 0xffff);, __VA_ARGS__)
#define PAIR3(GET, PUT, ...)                                                                                           \
    PAIR(PUT, float a = GET(A >> k_ & 0xffff); float b = GET(B >> k_ & 0xffff); float c = GET(C >> k_ & 0xffff);       \
         , __VA_ARGS__)
#define INTS2(T16, ...) PAIR((uint16_t), T16 x = (T16)(A >> k_); T16 y = (T16)(B >> k_);, __VA_ARGS__)

#include "halves.def"
#include "alu_table.h"
const struct form half_forms[] = {
#include "halves.def"
};
const size_t half_count = sizeof half_forms / sizeof *half_forms;
