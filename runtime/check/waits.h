/* waits.h: threads of the host that wait for each other: what host_waits.c and hangs.c share. All of it is read and
 * changed between check_enter and check_leave, but for what a thread says of itself alone. */
#ifndef GANTRY_CHECK_WAITS_H
#define GANTRY_CHECK_WAITS_H

#include "../host/host.h"
#include "strands.h"

#pragma GCC visibility push(hidden)
enum { DEEPEST = 32 };
struct lock {
    struct lock *next;
    const void *at;
    enum lock_kind kind;
    struct waiter *by;         /* who has it; NULL: nobody */
    const struct strand *task; /* … its implicit task, */
    const void *code;          /* where it was taken, */
    uint32_t waits;            /* when so many waits had begun */
    uint32_t depth;            /* how often */
    const int *owner;          /* where it keeps the kernel's number of its owner; NULL: nowhere */
};
struct stop { /* a wait that hangs.c looks after */
    enum stop_kind kind;
    const void *on;
    uint64_t key;
    const void *code;
};
struct waiter {              /* a thread */
    struct waiter *next;     /* of all that there ever were */
    const struct lock *lock; /* that it waits for; NULL: for none, but perhaps for … */
    const void *code;
    struct wait {
        const struct strand *s; /* whose barrier or taskwait it is */
        enum wait_kind kind;
        uint32_t serial, barrier; /* its number */
        const struct group *group;
        const void *code;
    } wait[DEEPEST];        /* … what the last of these says: each is in a task that runs meanwhile */
    uint32_t nwaits, begun; /* waits in all */
    struct stop stop;
    uint32_t came;    /* times that it has come to a lock or stop */
    atomic_bool gone; /* the thread has ended; another one may be this */
    bool lives;       /* of a look at all: it goes on, or may */
    uint32_t nlocks;
    uint32_t seen;   /* by this search */
    int thread;      /* the kernel's number of it */
    uint32_t number; /* of the thread in its team, … */
    bool numbered;
    uint32_t outer; /* … which this thread has made, + 1; 0: the team is in no other, or that is not known */
};
bool waits_looked_after(void);       /* does somebody want to know? */
struct waiter *waits_here(void);     /* this thread; NULL: nobody wants to know, or no memory */
struct waiter *waits_mine(void);     /* … which has been asked for */
struct waiter *waits_all(void);      /* by `next` */
void waits_number(struct waiter *w); /* … of this thread in its team, for words */
bool waits_is_held(const struct lock *l);
bool waits_is_awaited(const struct strand *s, const struct wait *w);
const char *waits_who(const struct waiter *w, char *out, size_t room); /* "thread 1" */
const char *waits_place(const void *code, char *out, size_t room);
void waits_add_way(struct gantry_message *t, const struct waiter *w); /* … waits for the lock that another one has */
#pragma GCC visibility pop

#endif
