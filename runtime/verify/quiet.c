/* quiet.c: printf and the like in user code. What a reference prints, the kernel prints too: it is left out, and the
 * function returns what it would have returned. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "verify.h"

int __real_vprintf(const char *fmt, va_list ap);
int __real_puts(const char *s);
int __real_putchar(int c);
int __real_putc(int c, FILE *f);
int __real_fputc(int c, FILE *f);
int __real_fputs(const char *s, FILE *f);
size_t __real_fwrite(const void *p, size_t size, size_t n, FILE *f);
int __real___vprintf_chk(int flag, const char *fmt, va_list ap);
int __wrap_vprintf(const char *fmt, va_list ap);
int __wrap_printf(const char *fmt, ...);
int __wrap___vprintf_chk(int flag, const char *fmt, va_list ap);
int __wrap___printf_chk(int flag, const char *fmt, ...);
int __wrap_puts(const char *s);
int __wrap_putchar(int c);
int __wrap_putc(int c, FILE *f);
int __wrap_fputc(int c, FILE *f);
int __wrap_fputs(const char *s, FILE *f);
size_t __wrap_fwrite(const void *p, size_t size, size_t n, FILE *f);

int __wrap_vprintf(const char *fmt, va_list ap)
{
    return gantry_quiet ? vsnprintf(NULL, 0, fmt, ap) : __real_vprintf(fmt, ap);
}

int __wrap_printf(const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = __wrap_vprintf(fmt, ap);
    va_end(ap);
    return n;
}

int __wrap___vprintf_chk(int flag, const char *fmt, va_list ap)
{
    return gantry_quiet ? vsnprintf(NULL, 0, fmt, ap) : __real___vprintf_chk(flag, fmt, ap);
}

int __wrap___printf_chk(int flag, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = __wrap___vprintf_chk(flag, fmt, ap);
    va_end(ap);
    return n;
}

int __wrap_puts(const char *s) { return gantry_quiet ? (int)strlen(s) + 1 : __real_puts(s); }
int __wrap_putchar(int c) { return gantry_quiet ? (unsigned char)c : __real_putchar(c); }
int __wrap_putc(int c, FILE *f) { return gantry_quiet ? (unsigned char)c : __real_putc(c, f); }
int __wrap_fputc(int c, FILE *f) { return gantry_quiet ? (unsigned char)c : __real_fputc(c, f); }
int __wrap_fputs(const char *s, FILE *f) { return gantry_quiet ? 1 : __real_fputs(s, f); }

size_t __wrap_fwrite(const void *p, size_t size, size_t n, FILE *f)
{
    return gantry_quiet ? n : __real_fwrite(p, size, n, f);
}
