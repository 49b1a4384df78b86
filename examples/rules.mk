# rules.mk: how programs of one file each are built, all of the folder that includes it.
ifeq ($(origin CC),default)
CC = gantry cc
endif
CFLAGS ?= -O3 -Wall -Wextra
PROGRAMS = $(patsubst %.c,%,$(wildcard *.c))

all: $(PROGRAMS)

%: %.c $(wildcard *.h)
	$(CC) -std=c11 -D_DEFAULT_SOURCE $(CPPFLAGS) $(CFLAGS) $(LDFLAGS) $< -o $@ $(LDLIBS) -lm

clean:
	rm -f $(PROGRAMS)
.PHONY: all clean
