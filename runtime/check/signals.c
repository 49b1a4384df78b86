/* signals.c: handlers of signals that the program sets: what one does, and its thread after it, comes after what was
 * done before the signal was sent (handed.c). Handlers of the runtime's own order nothing. */
#define _GNU_SOURCE
#include <signal.h>

#include "strands.h"

#define IS_PROGRAM check_is_program(__builtin_return_address(0))
typedef void plain_fn(int signal);
typedef void full_fn(int signal, siginfo_t *info, void *context);

/* of the program, for which those below stand */
static plain_fn *_Atomic plain[_NSIG];
static full_fn *_Atomic full[_NSIG];

static void takes(void) { check_hands_on(true); }

/* In the middle of the check's own work, that comes when it is done. */
static void is_handed(void)
{
    if (check_inside())
        check_then = takes;
    else
        takes();
}

static void handles(int signal)
{
    is_handed();
    plain[signal](signal);
}

static void handles_fully(int signal, siginfo_t *info, void *context)
{
    is_handed();
    full[signal](signal, info, context);
}

static bool is_handled(int signal, plain_fn *f)
{
    return signal > 0 && signal < _NSIG && f != SIG_DFL && f != SIG_IGN && f != SIG_ERR;
}

/* what the kernel is told */
static struct sigaction ours_for(int signal, struct sigaction a)
{
    hangs_has_handlers();
    if (a.sa_flags & SA_SIGINFO) {
        full[signal] = a.sa_sigaction;
        a.sa_sigaction = handles_fully;
    } else {
        plain[signal] = a.sa_handler;
        a.sa_handler = handles;
    }
    return a;
}

int __real_sigaction(int signal, const struct sigaction *now, struct sigaction *before) __attribute__((weak));
int __wrap_sigaction(int signal, const struct sigaction *now, struct sigaction *before);
int __wrap_sigaction(int signal, const struct sigaction *now, struct sigaction *before)
{
    if (!IS_PROGRAM || signal <= 0 || signal >= _NSIG)
        return __real_sigaction(signal, now, before);
    plain_fn *was_plain = plain[signal];
    full_fn *was_full = full[signal];
    struct sigaction ours;
    if (now)
        ours = is_handled(signal, now->sa_handler) ? ours_for(signal, *now) : *now;
    int failed = __real_sigaction(signal, now ? &ours : NULL, before);
    if (!failed && before && before->sa_flags & SA_SIGINFO && before->sa_sigaction == handles_fully)
        before->sa_sigaction = was_full;
    else if (!failed && before && before->sa_handler == handles)
        before->sa_handler = was_plain;
    return failed;
}

plain_fn *__real_signal(int signal, plain_fn *f) __attribute__((weak));
plain_fn *__wrap_signal(int signal, plain_fn *f);
plain_fn *__wrap_signal(int signal, plain_fn *f)
{
    if (!IS_PROGRAM || signal <= 0 || signal >= _NSIG)
        return __real_signal(signal, f);
    bool ours = is_handled(signal, f);
    plain_fn *was_plain = plain[signal], *was_full = (plain_fn *)(void *)full[signal];
    if (ours) {
        plain[signal] = f;
        hangs_has_handlers();
    }
    plain_fn *old = __real_signal(signal, ours ? handles : f);
    if (old == (plain_fn *)(void *)handles_fully)
        return was_full;
    return old == handles ? was_plain : old;
}
