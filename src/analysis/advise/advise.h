/* src/analysis/advise: what a user could change to make regions faster, from
 * what the passes have decided and found out. Nothing here decides how code is
 * generated. A file per family of findings; advise.c has the table of finders
 * and the order of what they find. docs/advice.md has a page for each finding,
 * and the model of what they cost. */
#ifndef GANTRY_ADVISE_H
#define GANTRY_ADVISE_H

#include "../analysis.h"

#define FINDING(E, ID, MEANING) FOUND_##E,
enum found {
#include "findings.def"
    NFOUND
};
#undef FINDING
const char *found_id(enum found f);
const char *found_meaning(enum found f);

/* The model: a GPU of 108 multiprocessors with 2,048 lanes each. */
enum {
    WARP_LANES = 32,
    DEVICE_LANES = 108 * 2048,
    TEAM_LANES = 128,    /* of a team whose clauses name no number */
    UNKNOWN_TRIP = 1024, /* iterations of a loop whose number is not known */
    LINK_FACTOR = 64,    /* a byte that is copied between host and device takes the
                            time of so many in device memory */
    SHORT_LOOP = 1024,   /* loops with fewer iterations, those inside counted, are
                            no matter */
};
double trip_or_guess(uint64_t trip);                /* 0: not known */
const char *percent(struct arena *ar, double part); /* nests.c */
double lanes_busy(double iterations);               /* lanes that so many iterations keep busy */

/* A change of the user's text: of the directive that begins in a line,
 * continued lines with it, or a new line in front of a line. */
struct edit {
    struct loc at;
    bool replaces;    /* the directive at that line; else `text` goes in front of the
                         line */
    const char *text; /* whole lines; "": the directive is taken away */
    bool whole;       /* it is all that stands there for the line, and in its language */
};
struct finding {
    enum found what;
    const struct region *region; /* the construct it is about */
    const struct kernel *kernel; /* NULL: of a data construct */
    struct loc loc;
    bool certain;         /* else likely: what is not known to the compiler decides */
    double cost;          /* how many times longer the region takes than it would, by the
                             model */
    const char *text;     /* what was found */
    const char *costs;    /* what it costs, in words */
    const char *prevents; /* what keeps the mend from being written as a
                             directive, or from being certain; NULL: nothing */
    const char *hint;     /* what to do where no directive helps; NULL: none */
    VEC(struct edit) edits;
};
typedef VEC(struct finding) finding_list;
struct hoisted { /* data that is proposed to stay on the device during a loop */
    const struct var *var;
    struct slice around;
};
struct advice {
    struct analysis *a;
    struct arena *arena;
    finding_list found;
    VEC(struct hoisted) hoisted;
};

/* ---- advise.c ---- */
/* All findings, the worst first; those of equal cost in the order of the
 * source. */
finding_list advise(struct analysis *a);
/* What a finding says to write: the texts of its edits, a line each; NULL:
 * nothing. */
const char *finding_directive(struct arena *ar, const struct finding *f);

/* ---- print.c ---- */
void findings_print(const finding_list *list, bool all, struct arena *ar, FILE *f); /* all: each for itself */
void findings_json(const finding_list *list, struct arena *ar, FILE *f); /* the member "findings" of an object */
void findings_say(const finding_list *list, const struct unit *u);       /* as remarks, for a document */

/* ---- write.c: directives as text ---- */
struct rewrite_of {         /* a construct's directive, changed */
    unsigned leaves;        /* instead of its own */
    unsigned collapse;      /* so many loops; 0: as it is */
    const char *more;       /* clauses to add; NULL: none */
    enum clause_kind drops; /* clauses of this kind go; CLAUSE_NONE: none */
};
const char *directive_line(struct arena *ar, const struct region *r, struct rewrite_of w);
/* the same of a line of OpenACC; NULL: it has no such words there */
const char *acc_directive_line(struct advice *ad, const struct region *r, struct rewrite_of w);
/* clauses that independence asks for: "reduction(+: s) private(k)"; "" for none
 */
const char *clauses_of(struct arena *ar, const struct independence *in);
void edit_directive(struct advice *ad, struct finding *f, const struct region *r, struct rewrite_of w);
void edit_delete(struct advice *ad, struct finding *f, const struct region *r); /* its directive */
void edit_insert(struct advice *ad, struct finding *f, struct loc at, const char *text);
struct finding *finding_add(struct advice *ad, enum found what, const struct region *r, struct loc loc);
bool is_said_shared(const struct region *r, const struct var *v); /* by a clause, which bars others about it */
/* how sure it is, and what prevents it or makes it likely, where it rests on
 * these iterations being independent */
void doubt_independence(struct advice *ad, struct finding *f, const struct independence *in);

/* ---- modes.c ---- */
const char *why_hint(enum why why);                          /* what can be done about it; NULL: nothing is known */
const char *quoted(struct advice *ad, const struct node *n); /* 'its text', shortened to a part of a line */

/* ---- alias.c: the host's uses of a variable's memory ---- */
enum host_use { USE_NONE = 0, USE_READ = 1, USE_WRITE = 2, USE_UNKNOWN = 4 };
enum host_use host_use_of(struct analysis *a, const struct ref *x); /* bits; what is called by x is followed */
/* May the host's code in s reach what v leads to by other names? By calls that
 * do not get it as an argument? */
bool may_be_reached(const struct unit *u, const struct var *v, bool own, struct slice s);
bool calls_reach(struct analysis *a, const struct var *v, bool own, struct slice s);
bool in_device_code(const struct unit *u, uint32_t off); /* in a target region, or in a directive */

/* ---- layout.c ---- */
struct nest { /* a construct's loops, of which neighbouring lanes take
                 neighbouring iterations of one */
    const struct region *r;
    unsigned fastest; /* that one's index in r->loops */
    strides_list list;
};
bool strides_in(struct advice *ad, const struct region *r, struct nest *x); /* false: r is no such construct */

/* ---- the finders ---- */
void find_serial(struct advice *ad, const struct kernel *k);       /* serial.c */
void find_one_team(struct advice *ad, const struct kernel *k);     /* serial.c */
void find_few_teams(struct advice *ad, const struct kernel *k);    /* serial.c */
void find_small_chunks(struct advice *ad, const struct kernel *k); /* serial.c */
void find_nests(struct advice *ad, const struct kernel *k);        /* nests.c */
void find_modes(struct advice *ad, const struct kernel *k);        /* modes.c */
void find_simd(struct advice *ad, const struct kernel *k);         /* simd.c */
void find_maps(struct advice *ad, const struct kernel *k);         /* hoist.c */
void find_layout(struct advice *ad, const struct kernel *k);       /* layout.c */
void find_branches(struct advice *ad, const struct kernel *k);     /* branches.c */
void find_atomics(struct advice *ad, const struct kernel *k);      /* atomics.c */

#endif
