/* What observe.py writes into the programs of the corpus; observe.c has the other side. */
#ifndef OBSERVE_H
#define OBSERVE_H

/* The programs are preprocessed when these lines are put in front of them. */
#define errno (*__errno_location())

struct ob_loop {
    int level, on;
};

int ob_enter(int loop, int items, ...);
int ob_iter(int loop);
void ob_leave(struct ob_loop *loop);
void ob_variable(const void *at, unsigned long size, const char *name); /* its life begins: nothing was read or written */
void ob_gone(const void *at);                                              /* its life ends */
void ob_static(const void *at, unsigned long size, const char *name);
void *ob_block(const char *name, void *block); /* a heap block gets a name */

/* A loop around the loop, run once: left by break, goto or return, it ends the loop's instance. */
#define OB_LOOP(loop, ...)                                                                                             \
    for (struct ob_loop ob_once_##loop __attribute__((cleanup(ob_leave))) = {ob_enter(loop, __VA_ARGS__), 1};          \
         ob_once_##loop.on; ob_once_##loop.on = 0)

/* An item of a truth: the variable itself; the object that a pointer leads to; either. */
enum ob_kind { OB_ITSELF, OB_POINTED, OB_EITHER };
#define OB_ITEM(kind, e)                                                                                               \
    (int)(kind), (const void *)&(e), (unsigned long)sizeof(e), (int)(__builtin_classify_type(e) == 5 /* pointer */)

#endif
