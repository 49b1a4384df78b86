#!/bin/sh
# Writes a small project with a static and a shared library into the current folder.
cat > lib.c <<'END'
#include "saxpy.h"
void f(float *x, float *y)
{
    saxpy(2, x, y);
}
END
cat > main.c <<'END'
#include <math.h>
#include <stdio.h>
#include <omp.h>
#define N 1000
void f(float *x, float *y);
int main(void)
{
    static float x[N], y[N];
    int threads = 0;
    x[N - 1] = 3;
    f(x, y);
#pragma omp parallel reduction(+ : threads)
    threads++;
    return sqrtf(y[N - 1] * 6) != 6 || threads < 1 || omp_get_initial_device() < 0;
}
END
cat > GNUmakefile <<'END'
CFLAGS = -O2 -g -Wall -MMD -MP
LDLIBS = -lm
all: prog
prog: main.o libf.a
	$(CC) $(LDFLAGS) $^ $(LDLIBS) -o $@
libf.a: libf.a(lib.o)
-include *.d
END
cat > CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.20)
project(p C)
set(CMAKE_BUILD_TYPE Release)
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED)
include(CheckFunctionExists)
check_function_exists(memcpy HAVE_MEMCPY)
check_function_exists(no_such_function_at_all HAVE_NONE)
if(NOT HAVE_MEMCPY OR HAVE_NONE)
  message(FATAL_ERROR "checks")
endif()
add_library(f STATIC lib.c)
add_library(fs SHARED lib.c)
add_executable(prog main.c)
target_link_libraries(prog f OpenMP::OpenMP_C Threads::Threads m)
add_executable(prog_shared main.c)
target_link_libraries(prog_shared fs m)
install(TARGETS prog)
END
