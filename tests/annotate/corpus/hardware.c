/* Things that a machine or a signal may see: volatile registers, inline assembly, setjmp, Duff's device, computed jumps. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>

enum { N = 96 };

static volatile unsigned port;
static volatile sig_atomic_t stop;
static unsigned data[N], out[N];
static jmp_buf back;

/* Each store to the port is seen outside, in this order. */
static void send(void)
{
    /* truth: serial volatile(port) */
    for (int i = 0; i < N; i++)
        port = data[i];
}

static unsigned receive(void)
{
    unsigned s = 0;
    /* truth: serial volatile(port) reduction(+: s) -- every load may give another value */
    for (int i = 0; i < N; i++)
        s += port;
    return s;
}

static void until_stopped(void)
{
    /* truth: serial exit volatile(stop) -- a signal may come between any two iterations */
    for (int i = 0; i < N && !stop; i++)
        out[i] = data[i] ^ 0x55;
}

static void on_signal(int number)
{
    (void)number;
    stop = 1;
}

/* Assembly without operands for memory: only a barrier for the compiler, but who knows? */
static void with_barrier(void)
{
    /* truth: serial asm */
    for (int i = 0; i < N; i++) {
        out[i] += data[i];
        __asm__ volatile("" : : : "memory");
    }
}

/* Assembly that only computes: its operands say all. */
static void with_operands(void)
{
    /* truth: serial asm -- in and out are registers: it could be parallel, but no other device runs this machine's code */
    for (int i = 0; i < N; i++) {
        unsigned v = data[i];
        __asm__("" : "+r"(v));
        out[i] ^= v;
    }
}

static unsigned divide(unsigned a, unsigned b)
{
    if (b == 0)
        longjmp(back, 1);
    return a / b;
}

static int quotients(void)
{
    volatile int done = 0;
    if (setjmp(back))
        return done;
    /* truth: serial jump call(divide) -- leaves by longjmp() at the first zero */
    for (int i = 0; i < N; i++) {
        out[i] = divide(1000, data[i]);
        done = i + 1;
    }
    return done;
}

/* The jump back is inside the body: each iteration deals with its own failure. */
static int tolerant(void)
{
    volatile int failed = 0;
    /* truth: serial jump flow(failed) -- one buffer for all iterations */
    for (volatile int i = 0; i < N; i++) {
        if (setjmp(back)) {
            failed = failed + 1;
            continue;
        }
        out[i] += divide(7, data[i] % 3);
    }
    return failed;
}

/* A loop that a switch jumps into. */
static void duff(unsigned *restrict to, const unsigned *restrict from, int n)
{
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0:
        /* truth: serial exit unobserved -- entered in its middle, and pointers that step; nothing can be put around it */
        do {
            *to++ = *from++;
            /* fall through */
        case 3:
            *to++ = *from++;
            /* fall through */
        case 2:
            *to++ = *from++;
            /* fall through */
        case 1:
            *to++ = *from++;
        } while (--rounds > 0);
    }
}

/* An interpreter: what comes next is data. */
static unsigned interpret(const unsigned char *code)
{
    unsigned acc = 1, pc = 0, steps = 0;
    /* truth: serial exit flow(acc, pc, steps) distance 1 */
    for (;;) {
        steps++;
        switch (code[pc++]) {
        case 'd':
            acc *= 2;
            break;
        case 'i':
            acc++;
            break;
        case 'j':
            if (acc < 5000)
                pc = code[pc];
            else
                pc++;
            break;
        default:
            return acc * 100 + steps;
        }
    }
}

static unsigned hash(void)
{
    unsigned h = 3;
    /* truth: serial flow(h) distance 1 */
    for (int i = 0; i < N; i++)
        h = h * 33 ^ out[i];
    return h;
}

int main(void)
{
    signal(SIGUSR1, on_signal);
    /* truth: parallel */
    for (int i = 0; i < N; i++)
        data[i] = (i * 29 + 5) % 37;
    send();
    printf("%u\n", receive());
    until_stopped();
    with_barrier();
    with_operands();
    printf("%08x\n", hash());
    int done = quotients();
    printf("%d %d\n", done, tolerant());
    printf("%08x\n", hash());
    duff(out, data, N - 5);
    printf("%08x %u\n", hash(), interpret((const unsigned char *)"didij\001."));
    return 0;
}
