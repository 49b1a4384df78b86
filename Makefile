# A small front for CMake. Everything is built in build/; the command is build/bin/gantry.
BUILD ?= build
PREFIX ?= /usr/local
prefix ?= $(PREFIX)
JOBS ?= $(shell nproc)
# One test more than there are processors: some wait, for programs that sleep or for a limit of time.
TEST_JOBS ?= $(shell expr $(JOBS) + 1)
NINJA = ninja -C $(BUILD) -j$(JOBS)

all: $(BUILD)/build.ninja
	@$(NINJA)

$(BUILD)/build.ninja:
	@command -v cmake >/dev/null && command -v ninja >/dev/null || \
	    { echo "cmake and ninja are needed; 'make deps' installs all that is missing" >&2; exit 1; }
	@cmake -S . -B $(BUILD) -G Ninja $(CMAKE_OPTIONS)

# What is missing on a Debian or Ubuntu machine; does nothing when all is there.
deps:
	@scripts/install-deps.sh

# All but what takes hours.
test: all
	@JOBS=$(TEST_JOBS) scripts/run-tests.sh $(BUILD) -LE '^all$$'

# Every nest of tests/nests with every option, and many random ones, besides all that 'make test' runs.
test-all: all
	@JOBS=$(TEST_JOBS) scripts/run-tests.sh $(BUILD)

# Tests that only compile: seconds.
check-fast: all
	@JOBS=$(JOBS) scripts/run-tests.sh $(BUILD) -L compile -LE slow

# The script for a machine with a GPU, whole, on the GPU in software: minutes. It needs no nvcc or ptxas, and says what it leaves out.
check-gpu-script: all
	@JOBS=$(JOBS) scripts/run-tests.sh $(BUILD) -R '^gpu/check_script_all$$'

# Installs what is missing, builds, solves the heat equation on the best device there is.
demo: deps
	@$(MAKE) --no-print-directory all
	@scripts/demo.sh $(BUILD)

# Below $(DESTDIR)$(prefix); the installed tree may be moved.
install: all
	@DESTDIR="$(DESTDIR)" scripts/install.sh $(BUILD) "$(prefix)"

uninstall:
	@DESTDIR="$(DESTDIR)" scripts/install.sh --remove "$(prefix)"

# A Debian package, $(BUILD)/gantry_VERSION_ARCH.deb.
deb: all
	@cd $(BUILD) && cpack -G DEB

# The same tests with everything under AddressSanitizer and UBSan, in a folder of its own.
asan:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)-asan CMAKE_OPTIONS=-DGANTRY_SANITIZE=ON all
	@JOBS=$(JOBS) scripts/run-tests.sh $(BUILD)-asan -LE '^all$$'

clean:
	@if [ -f $(BUILD)/build.ninja ]; then $(NINJA) clean; fi

.PHONY: all deps test test-all check-fast check-gpu-script demo install uninstall deb asan clean
