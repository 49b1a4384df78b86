# program.mk: how every program of this folder is built. A Makefile sets PROGRAM and OBJECTS and includes it.
#     make CC="gantry cc"                                   on the GPU, or on the CPU where there is none
#     make CC="gantry cc --offload-arch=emulated,sm_70"     also on the emulated GPU
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
