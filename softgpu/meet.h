/* meet.h: what instructions at which lanes wait do: insn.sub.
 *
 * Operands: shfl d, a, b, c, mask (insn.count: and a predicate); vote d, p, mask (insn.size: the opposite of p); match
 * d, a, mask (insn.size: bytes; insn.count: and a predicate); redux d, a, mask; elect d, p, mask; bar.warp.sync mask.
 * Barriers: d or nothing, id, count, p (insn.size: the opposite of p; insn.count: aligned). */
#ifndef GANTRY_SOFTGPU_MEET_H
#define GANTRY_SOFTGPU_MEET_H

#include "softgpu.h"

enum meet_kind {
    MEET_SYNC,
    MEET_SHFL_UP,
    MEET_SHFL_DOWN,
    MEET_SHFL_BFLY,
    MEET_SHFL_IDX,
    MEET_ALL,
    MEET_ANY,
    MEET_UNI,
    MEET_BALLOT,
    MEET_MATCH_ANY,
    MEET_MATCH_ALL,
    MEET_ADD,
    MEET_MIN_U,
    MEET_MAX_U,
    MEET_MIN_S,
    MEET_MAX_S,
    MEET_AND,
    MEET_OR,
    MEET_XOR,
    MEET_ELECT,
};
enum bar_kind { BAR_SYNC, BAR_ARRIVE, BAR_RED_POPC, BAR_RED_AND, BAR_RED_OR };

#endif
