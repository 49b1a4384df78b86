/* rows.h: rows of several types: INTS(ALU2, add, A + B) is a row of ops.def for each type of integers. Whoever reads
 * ops.def or rare.def includes this and defines OP1 to OP4, CMP, CMP1, PRED1 and PRED2. */
#ifndef GANTRY_SOFTGPU_ROWS_H
#define GANTRY_SOFTGPU_ROWS_H

#define ALU1(T, NAME, ...) OP1(NAME, T, T, T, __VA_ARGS__)
#define ALU2(T, NAME, ...) OP2(NAME, T, T, T, T, __VA_ARGS__)
#define ALU3(T, NAME, ...) OP3(NAME, T, T, T, T, T, __VA_ARGS__)
#define SHIFT(T, NAME, ...) OP2(NAME, T, T, T, w, __VA_ARGS__)
#define FIELD(T, NAME, ...) OP3(NAME, T, T, T, w, w, __VA_ARGS__)
#define INSERT(T, NAME, ...) OP4(NAME, T, T, T, T, w, w, __VA_ARGS__)
#define COMPARE(T, NAME, ...) CMP(NAME, T, T, T, __VA_ARGS__)
#define TEST(T, NAME, ...) CMP1(NAME, T, T, __VA_ARGS__)
#define CHOOSE(T, NAME, ...) OP3(NAME, T, T, T, T, pred, __VA_ARGS__)

#define UNSIGNED(ROW, ...) ROW(u16, __VA_ARGS__) ROW(u32, __VA_ARGS__) ROW(u64, __VA_ARGS__)
#define SIGNED(ROW, ...) ROW(s16, __VA_ARGS__) ROW(s32, __VA_ARGS__) ROW(s64, __VA_ARGS__)
#define INTS(ROW, ...) UNSIGNED(ROW, __VA_ARGS__) SIGNED(ROW, __VA_ARGS__)
#define INTS_FROM_32(ROW, ...) ROW(u32, __VA_ARGS__) ROW(s32, __VA_ARGS__) ROW(u64, __VA_ARGS__) ROW(s64, __VA_ARGS__)
#define BITS(ROW, ...) ROW(b16, __VA_ARGS__) ROW(b32, __VA_ARGS__) ROW(b64, __VA_ARGS__)
#define BITS_FROM_32(ROW, ...) ROW(b32, __VA_ARGS__) ROW(b64, __VA_ARGS__)
#define FLOATS(ROW, ...) ROW(f32, __VA_ARGS__) ROW(f64, __VA_ARGS__)
#define ALL(ROW, ...) INTS(ROW, __VA_ARGS__) BITS(ROW, __VA_ARGS__) FLOATS(ROW, __VA_ARGS__)

#define CMP_ANY(ROW) ROW(COMPARE, setp_eq, A == B) ROW(COMPARE, setp_ne, A != B)
#define CMP_ORDER(ROW)                                                                                                 \
    ROW(COMPARE, setp_lt, A < B)                                                                                       \
    ROW(COMPARE, setp_le, A <= B)                                                                                      \
    ROW(COMPARE, setp_gt, A > B)                                                                                       \
    ROW(COMPARE, setp_ge, A >= B)
#define CMP_NAN(ROW)                                                                                                   \
    ROW(COMPARE, setp_equ, !(A < B) && !(A > B))                                                                       \
    ROW(COMPARE, setp_neu, A != B)                                                                                     \
    ROW(COMPARE, setp_ltu, !(A >= B))                                                                                  \
    ROW(COMPARE, setp_leu, !(A > B))                                                                                   \
    ROW(COMPARE, setp_gtu, !(A <= B))                                                                                  \
    ROW(COMPARE, setp_geu, !(A < B))                                                                                   \
    ROW(COMPARE, setp_num, A == A && B == B)                                                                           \
    ROW(COMPARE, setp_nan, A != A || B != B)
#define FLOAT_CMP(ROW, NAME, ...)                                                                                      \
    FLOATS(ROW, NAME, __VA_ARGS__)                                                                                     \
    CMP(NAME, f16, f16, f16, __VA_ARGS__)                                                                              \
    CMP(NAME##_ftz, f32, f32z, f32z, __VA_ARGS__)
#define F32_MORE(ROW, NAME, ...)                                                                                       \
    ROW(f32z, NAME##_ftz, __VA_ARGS__)                                                                                 \
    ROW(f32s, NAME##_sat, __VA_ARGS__)                                                                                 \
    ROW(f32zs, NAME##_ftz_sat, __VA_ARGS__)
#define F32_WAYS(ROW, NAME, ...) ROW(f32, NAME, __VA_ARGS__) F32_MORE(ROW, NAME, __VA_ARGS__)
#define F32_2(T, NAME, ...) OP2(NAME, f32, T, T, T, __VA_ARGS__)
#define F32_3(T, NAME, ...) OP3(NAME, f32, T, T, T, T, __VA_ARGS__)
#define ROUNDED(ROW, NAME, FUNCTION, ...)                                                                              \
    ROW(NAME##_rz, FUNCTION(FE_TOWARDZERO, __VA_ARGS__))                                                               \
    ROW(NAME##_rm, FUNCTION(FE_DOWNWARD, __VA_ARGS__))                                                                 \
    ROW(NAME##_rp, FUNCTION(FE_UPWARD, __VA_ARGS__))
#define F32_WAYS_2(NAME, ...) F32_WAYS(F32_2, NAME, __VA_ARGS__)
#define F32_WAYS_3(NAME, ...) F32_WAYS(F32_3, NAME, __VA_ARGS__)
#define F64_2(NAME, ...) OP2(NAME, f64, f64, f64, f64, __VA_ARGS__)
#define F64_3(NAME, ...) OP3(NAME, f64, f64, f64, f64, f64, __VA_ARGS__)
#define FTZ_1(NAME, ...) OP1(NAME, f32, f32, f32, __VA_ARGS__) OP1(NAME##_ftz, f32, f32z, f32z, __VA_ARGS__)
#define FTZ_2(NAME, ...) OP2(NAME, f32, f32, f32, f32, __VA_ARGS__) OP2(NAME##_ftz, f32, f32z, f32z, f32z, __VA_ARGS__)
#define F64_1(NAME, ...) OP1(NAME, f64, f64, f64, __VA_ARGS__)
#define CVT_FROM(D, NAME, ...)                                                                                         \
    OP1(NAME, D##_u8, D, u8, __VA_ARGS__)                                                                              \
    OP1(NAME, D##_s8, D, s8, __VA_ARGS__)                                                                              \
    OP1(NAME, D##_u16, D, u16, __VA_ARGS__)                                                                            \
    OP1(NAME, D##_s16, D, s16, __VA_ARGS__)                                                                            \
    OP1(NAME, D##_u32, D, u32, __VA_ARGS__)                                                                            \
    OP1(NAME, D##_s32, D, s32, __VA_ARGS__)                                                                            \
    OP1(NAME, D##_u64, D, u64, __VA_ARGS__)                                                                            \
    OP1(NAME, D##_s64, D, s64, __VA_ARGS__)
#define CVT_INTS(ROW, ...) ROW(u8, __VA_ARGS__) ROW(s8, __VA_ARGS__) INTS(ROW, __VA_ARGS__)
#define CVT_TO_INT(D, NAME, ...)                                                                                       \
    OP1(NAME, D##_f16, D, f16, TO_INTEGER(T, __VA_ARGS__))                                                             \
    OP1(NAME, D##_f32, D, f32, TO_INTEGER(T, __VA_ARGS__))                                                             \
    OP1(NAME, D##_f64, D, f64, TO_INTEGER(T, __VA_ARGS__))
#define CVT_MORE_INT(D, NAME, ...)                                                                                     \
    OP1(NAME##_ftz, D##_f32, D, f32z, TO_INTEGER(T, __VA_ARGS__))                                                      \
    OP1(NAME##_sat, D##_f32, D, f32, TO_INTEGER(T, __VA_ARGS__))                                                       \
    OP1(NAME##_ftz_sat, D##_f32, D, f32z, TO_INTEGER(T, __VA_ARGS__))                                                  \
    OP1(NAME##_sat, D##_f64, D, f64, TO_INTEGER(T, __VA_ARGS__))
#define CVT_WHOLE(NAME, F32, F64)                                                                                      \
    OP1(NAME, f16_f16, f16, f16, F32)                                                                                  \
    OP1(NAME, f32_f32, f32, f32, F32)                                                                                  \
    OP1(NAME, f64_f64, f64, f64, F64)
#define CVT_MORE_WHOLE(NAME, ...)                                                                                      \
    OP1(NAME##_ftz, f32_f32, f32z, f32z, __VA_ARGS__)                                                                  \
    OP1(NAME##_sat, f32_f32, f32s, f32, __VA_ARGS__)                                                                   \
    OP1(NAME##_ftz_sat, f32_f32, f32zs, f32z, __VA_ARGS__)

/* of halves.def */
#define SHORT_2(T, NAME, ...) OP2(NAME, T, T, T, T, __VA_ARGS__) OP2(NAME##_rn, T, T, T, T, __VA_ARGS__)
#define SATURATED_2(NAME, ...)                                                                                         \
    OP2(NAME##_sat, f16, f16s, f16, f16, __VA_ARGS__)                                                                  \
    OP2(NAME##_rn_sat, f16, f16s, f16, f16, __VA_ARGS__)
#define PAIRS_2(NAME, ...)                                                                                             \
    SHORT_2(f16x2, NAME, PAIR2(half, half_put, __VA_ARGS__))                                                           \
    SHORT_2(bf16x2, NAME, PAIR2(brain, brain_put, __VA_ARGS__))
#define PAIR_SATURATED_2(NAME, ...)                                                                                    \
    OP2(NAME##_sat, f16x2, f16x2, f16x2, f16x2, PAIR2(half, half_put, saturated(__VA_ARGS__)))                         \
    OP2(NAME##_rn_sat, f16x2, f16x2, f16x2, f16x2, PAIR2(half, half_put, saturated(__VA_ARGS__)))
#define EITHER_NAN(A, B, ...) ((A) != (A) || (B) != (B) ? NAN : (__VA_ARGS__))
#define SHORTEST(NAME, F)                                                                                              \
    OP2(NAME, f16, f16, f16, f16, F(A, B))                                                                             \
    OP2(NAME, bf16, bf16, bf16, bf16, F(A, B))                                                                         \
    OP2(NAME, f16x2, f16x2, f16x2, f16x2, PAIR2(half, half_put, F(a, b)))                                              \
    OP2(NAME, bf16x2, bf16x2, bf16x2, bf16x2, PAIR2(brain, brain_put, F(a, b)))                                        \
    OP2(NAME##_NaN, f16, f16, f16, f16, EITHER_NAN(A, B, F(A, B)))                                                     \
    OP2(NAME##_NaN, bf16, bf16, bf16, bf16, EITHER_NAN(A, B, F(A, B)))                                                 \
    OP2(NAME##_NaN, f16x2, f16x2, f16x2, f16x2, PAIR2(half, half_put, EITHER_NAN(a, b, F(a, b))))                      \
    OP2(NAME##_NaN, bf16x2, bf16x2, bf16x2, bf16x2, PAIR2(brain, brain_put, EITHER_NAN(a, b, F(a, b))))
#define SHORT_APPROX(NAME, F)                                                                                          \
    OP1(NAME, f16, f16, f16, half_of(F((double)A)))                                                                    \
    OP1(NAME, bf16, bf16, bf16, (float)F((double)A))                                                                   \
    OP1(NAME, f16x2, f16x2, f16x2, PAIR1(half, half_put, half_of(F((double)a))))                                       \
    OP1(NAME, bf16x2, bf16x2, bf16x2, PAIR1(brain, brain_put, (float)F((double)a)))
#define SETS(ROW)                                                                                                      \
    ROW(set_eq, x == y)                                                                                                \
    ROW(set_ne, x<y || x> y)                                                                                           \
    ROW(set_lt, x < y)                                                                                                 \
    ROW(set_le, x <= y)                                                                                                \
    ROW(set_gt, x > y)                                                                                                 \
    ROW(set_ge, x >= y)                                                                                                \
    ROW(set_equ, !(x < y) && !(x > y))                                                                                 \
    ROW(set_neu, x != y)                                                                                               \
    ROW(set_ltu, !(x >= y))                                                                                            \
    ROW(set_leu, !(x > y))                                                                                             \
    ROW(set_gtu, !(x <= y))                                                                                            \
    ROW(set_geu, !(x < y))                                                                                             \
    ROW(set_num, x == x && y == y)                                                                                     \
    ROW(set_nan, x != x || y != y)
/* of floats x and y */
#define OF(P, Q, ...)                                                                                                  \
    ({                                                                                                                 \
        float x = (P), y = (Q);                                                                                        \
        __VA_ARGS__;                                                                                                   \
    })
#define SHORT_SETS(NAME, ...)                                                                                          \
    OP2(NAME, f16_f16, f16, f16, f16, OF(A, B, __VA_ARGS__))                                                           \
    OP2(NAME, bf16_bf16, bf16, bf16, bf16, OF(A, B, __VA_ARGS__))                                                      \
    OP2(NAME, f32_f32, f32, f32, f32, OF(A, B, __VA_ARGS__))                                                           \
    OP2(NAME, u32_f16, u32, f16, f16, 0u - OF(A, B, __VA_ARGS__))                                                      \
    OP2(NAME, u32_bf16, u32, bf16, bf16, 0u - OF(A, B, __VA_ARGS__))                                                   \
    OP2(NAME, u16_f16, u16, f16, f16, 0u - OF(A, B, __VA_ARGS__))                                                      \
    OP2(NAME, u16_bf16, u16, bf16, bf16, 0u - OF(A, B, __VA_ARGS__))                                                   \
    OP2(NAME, f16x2_f16x2, f16x2, f16x2, f16x2, PAIR2(half, half_put, OF(a, b, __VA_ARGS__)))                          \
    OP2(NAME, bf16x2_bf16x2, bf16x2, bf16x2, bf16x2, PAIR2(brain, brain_put, OF(a, b, __VA_ARGS__)))                   \
    OP2(NAME, u32_f16x2, u32, f16x2, f16x2, PAIR2(half, 0xffffu *, OF(a, b, __VA_ARGS__)))                             \
    OP2(NAME, u32_bf16x2, u32, bf16x2, bf16x2, PAIR2(brain, 0xffffu *, OF(a, b, __VA_ARGS__)))
#define CMP_SHORT(NAME, ...) CMP(NAME, bf16, bf16, bf16, __VA_ARGS__)
#define NARROWED(WAY, MODE)                                                                                            \
    CVT_FROM(f16, cvt_##WAY, half_to(A, MODE))                                                                         \
    CVT_FROM(bf16, cvt_##WAY, brain_of(A, MODE))                                                                       \
    OP1(cvt_##WAY, f16_f32, f16, f32, half_to(A, MODE))                                                                \
    OP1(cvt_##WAY, f16_f64, f16, f64, half_to(A, MODE))                                                                \
    OP1(cvt_##WAY, bf16_f32, bf16, f32, brain_of(A, MODE))                                                             \
    OP1(cvt_##WAY, bf16_f64, bf16, f64, brain_of(A, MODE))
#define BRAIN_TO_INT(D, NAME, ...) OP1(NAME, D##_bf16, D, bf16, TO_INTEGER(T, __VA_ARGS__))

#endif
