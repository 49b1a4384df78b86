/* analysis/facts/why.c: the texts of reasons. */
#include "../analysis.h"

#define REASON(E, ID, TEXT) {ID, TEXT, TEXT " [" ID "]"},
static const struct {
    const char *id, *text, *said;
} reasons[] = {
    {"", "", ""},
#include "../reasons.def"
};
#undef REASON

const char *why_id(enum why w) { return reasons[w].id; }
const char *why_text(enum why w) { return reasons[w].text; }
const char *why_said(enum why w) { return reasons[w].said; }
