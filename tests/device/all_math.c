/* all_math.c: a kernel for each function of the device's <math.h>, <complex.h> and memory and string
 * functions, so that a missing one is an undefined symbol and one that the target cannot compile stops the
 * compiler. Nothing runs. */
#include "gantry_device.h"

typedef double _Complex cdouble;
typedef float _Complex cfloat;

#define ONE(name)                                                                                            \
    double name(double);                                                                                     \
    float name##f(float);                                                                                    \
    __GD_KERNEL t_##name(double *d, float *f)                                                                \
    {                                                                                                        \
        *d = name(*d);                                                                                       \
        *f = name##f(*f);                                                                                    \
    }
#define TWO(name)                                                                                            \
    double name(double, double);                                                                             \
    float name##f(float, float);                                                                             \
    __GD_KERNEL t_##name(double *d, float *f)                                                                \
    {                                                                                                        \
        *d = name(d[0], d[1]);                                                                               \
        *f = name##f(f[0], f[1]);                                                                            \
    }
#define THREE(name)                                                                                          \
    double name(double, double, double);                                                                     \
    float name##f(float, float, float);                                                                      \
    __GD_KERNEL t_##name(double *d, float *f)                                                                \
    {                                                                                                        \
        *d = name(d[0], d[1], d[2]);                                                                         \
        *f = name##f(f[0], f[1], f[2]);                                                                      \
    }
#define LIBRARY1(name, mangled) ONE(name)
#define GUARDED1(name, mangled) ONE(name)
#define LIBRARY2(name, mangled) TWO(name)
#define GUARDED2(name, mangled) TWO(name)
#define NATIVE1(name) ONE(name)
#define NATIVE2(name) TWO(name)
#define NATIVE3(name) THREE(name)
#include "math.def"
ONE(logb)
TWO(nextafter)
TWO(fdim)

#define TO_INTEGER(name, type, suffix)                                                                       \
    type name(double);                                                                                       \
    type name##suffix(float);                                                                                \
    __GD_KERNEL t_##name(double *d, float *f, type *i)                                                       \
    {                                                                                                        \
        i[0] = name(*d);                                                                                     \
        i[1] = name##suffix(*f);                                                                             \
    }
double ldexp(double, int), scalbn(double, int), scalbln(double, long), frexp(double, int *),
    modf(double, double *);
float ldexpf(float, int), scalbnf(float, int), scalblnf(float, long), frexpf(float, int *),
    modff(float, float *);
double remquo(double, double, int *), nan(const char *);
float remquof(float, float, int *), nanf(const char *);
void sincos(double, double *, double *), sincosf(float, float *, float *);
__GD_KERNEL t_others(double *d, float *f, int *i, long n)
{
    d[0] = ldexp(d[0], *i) + scalbn(d[1], *i) + scalbln(d[2], n) + frexp(d[3], i) + modf(d[4], d + 5);
    f[0] = ldexpf(f[0], *i) + scalbnf(f[1], *i) + scalblnf(f[2], n) + frexpf(f[3], i) + modff(f[4], f + 5);
    d[1] = remquo(d[6], d[7], i) + nan("");
    f[1] = remquof(f[6], f[7], i) + nanf("1");
    sincos(d[8], d + 9, d + 10);
    sincosf(f[8], f + 9, f + 10);
}
TO_INTEGER(lround, long, f)
TO_INTEGER(lrint, long, f)
TO_INTEGER(llround, long long, f)
TO_INTEGER(llrint, long long, f)
TO_INTEGER(ilogb, int, f)
TO_INTEGER(__isnan, int, f)
TO_INTEGER(__isinf, int, f)
TO_INTEGER(__finite, int, f)
TO_INTEGER(__fpclassify, int, f)
TO_INTEGER(__signbit, int, f)

#define COMPLEX(name)                                                                                        \
    cdouble name(cdouble);                                                                                   \
    cfloat name##f(cfloat);                                                                                  \
    __GD_KERNEL t_##name(cdouble *d, cfloat *f)                                                              \
    {                                                                                                        \
        *d = name(*d);                                                                                       \
        *f = name##f(*f);                                                                                    \
    }
#define MODULUS(name)                                                                                        \
    double name(cdouble);                                                                                    \
    float name##f(cfloat);                                                                                   \
    __GD_KERNEL t_##name(cdouble *d, cfloat *f)                                                              \
    {                                                                                                        \
        *d = name(*d);                                                                                       \
        *f = name##f(*f);                                                                                    \
    }
COMPLEX(conj)
COMPLEX(cproj)
COMPLEX(cexp)
COMPLEX(clog)
COMPLEX(csqrt)
COMPLEX(csin)
COMPLEX(ccos)
COMPLEX(ctan)
COMPLEX(csinh)
COMPLEX(ccosh)
COMPLEX(ctanh)
COMPLEX(casin)
COMPLEX(cacos)
COMPLEX(catan)
COMPLEX(casinh)
COMPLEX(cacosh)
COMPLEX(catanh)
MODULUS(creal)
MODULUS(cimag)
MODULUS(cabs)
MODULUS(carg)
cdouble cpow(cdouble, cdouble);
cfloat cpowf(cfloat, cfloat);
__GD_KERNEL t_complex_arithmetic(cdouble *d, cfloat *f)
{
    d[0] = cpow(d[0], d[1]);
    f[0] = cpowf(f[0], f[1]);
    d[1] = d[2] * d[3] + d[4] / d[5];
    f[1] = f[2] * f[3] + f[4] / f[5];
}

typedef unsigned long size;
void *memcpy(void *, const void *, size), *memmove(void *, const void *, size), *memset(void *, int, size);
void *memchr(const void *, int, size), *malloc(size), *calloc(size, size);
void free(void *);
int memcmp(const void *, const void *, size), strcmp(const char *, const char *),
    strncmp(const char *, const char *, size);
size strlen(const char *), strnlen(const char *, size);
char *strcpy(char *, const char *), *strncpy(char *, const char *, size), *strcat(char *, const char *);
char *strncat(char *, const char *, size), *strchr(const char *, int), *strrchr(const char *, int);
char *strstr(const char *, const char *);
int printf(const char *, ...), puts(const char *), putchar(int), abs(int);
long labs(long);
long long llabs(long long);
void __assert_fail(const char *, const char *, unsigned, const char *), abort(void);
__GD_KERNEL t_memory(char *a, char *b, size n, size *out)
{
    memcpy(a, b, n);
    memmove(a + 1, a, n);
    memset(b, 7, n);
    out[0] = (size)memcmp(a, b, n) + (size)strcmp(a, b) + (size)strncmp(a, b, n) + strlen(a) + strnlen(b, n);
    out[1] = (size)memchr(a, 3, n) + (size)strcpy(a, b) + (size)strncpy(a, b, n) + (size)strcat(a, b);
    out[2] = (size)strncat(a, b, n) + (size)strchr(a, 'x') + (size)strrchr(a, 'y') + (size)strstr(a, b);
    void *p = malloc(n), *q = calloc(n, n);
    if (!p || !q)
        abort();
    if (out[3] == 5)
        __assert_fail("out[3] != 5", "all_math.c", __LINE__, "t_memory");
    free(p);
    free(q);
    printf("%d %s %f\n", (int)n, a, 1.5);
    puts(a);
    putchar('x');
    out[4] = (size)(abs((int)n) + labs((long)n) + llabs((long long)n));
}
