# program.mk: how every program of this folder is built. A Makefile sets PROGRAM and OBJECTS and includes it.
#     make                                                  on the GPU, or on the CPU where there is none
#     make CC="gantry cc --offload-arch=emulated,sm_70"     also on the emulated GPU
#     make CC=clang-19                                      with another compiler
ifeq ($(origin CC),default)
CC = gantry cc
endif
CFLAGS ?= -O3 -Wall -Wextra
CPPFLAGS += -I../common
OPENMP ?= -fopenmp
LDLIBS += -lm

$(PROGRAM): $(OBJECTS)
	$(CC) $(CFLAGS) $(OPENMP) $(LDFLAGS) $(OBJECTS) -o $@ $(LDLIBS)

%.o: %.c $(wildcard *.h ../common/*.h)
	$(CC) -std=c11 $(CPPFLAGS) $(CFLAGS) $(OPENMP) -c $< -o $@

clean:
	rm -f $(PROGRAM) $(OBJECTS)
.PHONY: clean
