# syncstep: `make run` opens the main lesson, `make test` runs all tests; both install what is
# missing first. `make help` lists the rest.
#
# Sources are found by folder: a new .c file needs no line here. Everything built goes to build/.

PREFIX ?= /usr/local
DESTDIR ?=
BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
VERSION := 0.1.0
JOBS ?= $(shell nproc 2>/dev/null || echo 2)

OPT ?= -O2 -g
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
WARNXX := -Wall -Wextra -Wshadow

.PHONY: all run test check unit syntax bench lint lint-format lint-static lint-tree format install uninstall deb deps clean help \
    compile_commands fuzz nvcc
all:

PKGS := ncursesw libzip jansson libdw
-include src/*/module.mk

PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
CPPFLAGS += -Isrc -Iinclude -D_GNU_SOURCE $(PKG_CFLAGS)
# Only what needs them sees them, so that other objects are the same in every folder (ccache).
PLACES := -DSYNCSTEP_PREFIX='"$(PREFIX)"' -DSYNCSTEP_SOURCE_ROOT='"$(CURDIR)"'
$(BUILD)/obj/base/paths.o $(BUILD)/fuzz/obj/base/paths.o: CPPFLAGS += $(PLACES)
CPPFLAGS += -DSYNCSTEP_VERSION='"$(VERSION)"'
CFLAGS_ALL := -std=c17 $(OPT) $(WARN) $(CFLAGS) -MMD -MP
LIBS := $(PKG_LIBS) -linih -lm -lpthread

# The program: every .c below src/ but those that run inside the person's program.
SOURCES := $(wildcard src/*.c) $(wildcard src/base/*.c src/build/*.c src/run/*.c src/trace/*.c \
    src/analysis/*.c src/canvas/*.c src/state/*.c src/view/*.c src/app/*.c src/ui/*.c src/export/*.c \
    src/lesson/*.c src/cmd/*.c src/gpu/*.c)
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS := $(filter-out $(BUILD)/obj/main.o,$(OBJECTS))

# What the compiler says of a file is kept beside its object: a warning is found by the tests however
# long ago the file was compiled.
KEEP = 2> $(@:.o=.says); status=$$?; cat $(@:.o=.says) >&2; exit $$status
$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS_ALL) -c $< -o $@ $(KEEP)

$(BUILD)/libsyncstep.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(BUILD)/syncstep: $(BUILD)/obj/main.o $(BUILD)/libsyncstep.a
	$(CC) $(CFLAGS) $(LDFLAGS) $^ $(LIBS) -o $@

# The emulator's run-time, linked into the person's program. Always by g++, as that program is.
# EMULATOR_SANITIZE: for a run-time that is checked itself, whatever program it runs in.
EMULATOR_SANITIZE ?=
EMULATOR_SOURCES := $(wildcard src/emulator/*.cpp)
EMULATOR_OBJECTS := $(EMULATOR_SOURCES:src/%.cpp=$(BUILD)/obj/%.o)
$(BUILD)/obj/emulator/%.o: src/emulator/%.cpp
	@mkdir -p $(@D)
	g++ -std=c++17 -O2 $(WARNXX) -fno-exceptions -Isrc -Iinclude -Iinclude/cuda \
	    $(EMULATOR_SANITIZE) -MMD -MP -c $< -o $@ $(KEEP)
	objcopy $(EMULATOR_REAL) $@

$(BUILD)/libsyncstep_emulator.a: $(EMULATOR_OBJECTS)
	@rm -f $@
	@ar rcs $@ $^

$(BUILD)/link.flags: $(wildcard src/emulator/link.flags)
	@mkdir -p $(@D)
	@cat $^ /dev/null > $@
	@echo '$(filter -fsanitize=%,$(EMULATOR_SANITIZE))' >> $@

all: $(BUILD)/syncstep $(BUILD)/libsyncstep_emulator.a $(BUILD)/link.flags

# --- Using it ---------------------------------------------------------------------------------

# A make of its own after the installation: pkg-config has more to say then.
run:
	@src/scripts/packages.sh run
	@mkdir -p $(BUILD)
	@echo 'building syncstep, then its first lesson opens (what the compiler says: $(BUILD)/build.log) ...'
	@$(MAKE) --no-print-directory -j$(JOBS) all > $(BUILD)/build.log 2>&1 || \
	    { tail -40 $(BUILD)/build.log; exit 1; }
	@$(BUILD)/syncstep build kernels/cubes_tree.cu > /dev/null
	@$(BUILD)/syncstep

deps:
	@src/scripts/packages.sh run

# --- Tests ------------------------------------------------------------------------------------

# One executable per tests/unit/*.c, against the library; likewise tests/terminal. The .c files of
# other folders are parts of their scripts.
SUPPORT := $(wildcard tests/support/*.c)
TEST_LIBS := $(BUILD)/libsyncstep.a $(LIBS) -lcmocka -lvterm
UNIT_TESTS := $(patsubst tests/unit/%.c,$(BUILD)/tests/%,$(wildcard tests/unit/*.c))
OTHER_TESTS := $(patsubst tests/%.c,$(BUILD)/tests/%,$(wildcard tests/terminal/*.c))
SUPPORT_OBJECTS := $(SUPPORT:tests/%.c=$(BUILD)/tests/obj/%.o)
$(BUILD)/tests/obj/%.o: tests/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(PLACES) -Itests $(CFLAGS_ALL) -c $< -o $@ $(KEEP)
define link_test
@mkdir -p $(@D)
$(CC) $(CFLAGS) $(LDFLAGS) $< $(SUPPORT_OBJECTS) $(TEST_LIBS) -o $@
endef
$(UNIT_TESTS): $(BUILD)/tests/%: $(BUILD)/tests/obj/unit/%.o $(BUILD)/libsyncstep.a $(SUPPORT_OBJECTS)
	$(link_test)
$(OTHER_TESTS): $(BUILD)/tests/%: $(BUILD)/tests/obj/%.o $(BUILD)/libsyncstep.a $(SUPPORT_OBJECTS)
	$(link_test)
.SECONDARY:

unit: all $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

test-build: all $(UNIT_TESTS) $(OTHER_TESTS)

# What another compiler says of the sources (CC=clang), without making anything of them.
TEST_SOURCES := $(wildcard tests/unit/*.c tests/terminal/*.c) $(SUPPORT)
syntax:
	@printf '%s\n' $(SOURCES) $(TEST_SOURCES) | xargs -P$(JOBS) -n 16 \
	    $(CC) $(CPPFLAGS) $(PLACES) -Itests -std=c17 $(OPT) $(WARN) $(CFLAGS) -fsyntax-only

test:
	@src/scripts/packages.sh test
	@$(MAKE) --no-print-directory -j$(JOBS) test-build > $(BUILD).log 2>&1 || \
	    { tail -40 $(BUILD).log; exit 1; }
	@mkdir -p $(BUILD) && mv $(BUILD).log $(BUILD)/build.log
	@MAKE="$(MAKE)" BUILD=$(BUILD) JOBS=$(JOBS) tests/run.sh

check: test-build
	@MAKE="$(MAKE)" BUILD=$(BUILD) JOBS=$(JOBS) tests/run.sh $(ONLY)

# Fuzz targets: tests/fuzz/NAME.c, by clang with its fuzzer, against a library of its own.
FUZZ_TARGETS := $(patsubst tests/fuzz/%.c,$(BUILD)/fuzz/%,$(wildcard tests/fuzz/*.c))
FUZZ_SANITIZE := -fsanitize=address,undefined -fno-sanitize-recover=undefined
$(BUILD)/fuzz/obj/%.o: src/%.c
	@mkdir -p $(@D)
	clang $(CPPFLAGS) -std=c17 -O1 -g -MMD -MP $(FUZZ_SANITIZE) -fsanitize=fuzzer-no-link -c $< -o $@
# Without the folders of which they call nothing.
FUZZ_OUT := $(wildcard src/cmd/*.c src/export/*.c src/gpu/*.c src/lesson/*.c)
FUZZ_OBJECTS := $(patsubst src/%.c,$(BUILD)/fuzz/obj/%.o,$(filter-out src/main.c $(FUZZ_OUT),$(SOURCES)))
$(FUZZ_TARGETS): $(BUILD)/fuzz/%: tests/fuzz/%.c $(FUZZ_OBJECTS) $(SUPPORT)
	clang $(CPPFLAGS) $(PLACES) -Itests -std=c17 -O1 -g $(FUZZ_SANITIZE) -fsanitize=fuzzer $< $(SUPPORT) \
	    $(FUZZ_OBJECTS) $(LIBS) -lcmocka -lvterm -o $@
fuzz-build: $(FUZZ_TARGETS)
FUZZ_SECONDS ?= 600
fuzz: fuzz-build
	@for t in $(FUZZ_TARGETS); do \
	    mkdir -p $(BUILD)/fuzz/corpus/$$(basename $$t); \
	    (cd $(BUILD)/fuzz && ./$$(basename $$t) -max_total_time=$(FUZZ_SECONDS) \
	        corpus/$$(basename $$t)) || exit 1; done

# Programs for real GPUs: every one has to be plain CUDA.
NVCC ?= $(firstword $(shell command -v nvcc) $(wildcard /usr/local/cuda/bin/nvcc))
NVCC_OBJECTS := $(patsubst kernels/%.cu,$(BUILD)/nvcc/%.o,$(wildcard kernels/*.cu kernels/*/*.cu))
$(BUILD)/nvcc/%.o: kernels/%.cu
	@mkdir -p $(@D)
	@$(NVCC) -arch=sm_80 -c $< -o $@ > $@.log 2>&1 || { cat $@.log; exit 1; }
nvcc: $(NVCC_OBJECTS)

bench: all
	@BUILD=$(BUILD) tests/bench.sh

lint: lint-format lint-static lint-tree
	@src/scripts/check-includes.sh

# What counts is what clang-format 14 and cppcheck 2.10 (Debian 12) say; others differ in a few places.
FORMAT := $(firstword $(foreach f,clang-format-14 clang-format,$(shell command -v $(f) 2>/dev/null)))
lint-format:
	@case `$(FORMAT) --version` in *' 14.'*) ;; *) echo 'no clang-format 14 here'; exit 77 ;; esac; \
	    $(FORMAT) --dry-run --Werror $$(git ls-files 'src/*.[ch]' 'src/*.cpp' 'tests/*.[ch]')

lint-static:
	@case `cppcheck --version` in *' 2.10'*) ;; *) echo 'no cppcheck 2.10 here'; exit 77 ;; esac; \
	    cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
	    --suppress=unknownMacro --suppress=uninitvar --suppress=autoVariables --suppress=identicalInnerCondition -Isrc -Iinclude src --file-filter='*.c'

# The folder holds what it is to hold, and nothing that a run has left behind.
lint-tree:
	@extra=$$(git ls-files | sed 's|/.*||' | sort -u | \
	    grep -vxE 'Makefile|src|kernels|include|tests|assets|README\.md|LICENSE|\..*'); \
	    [ -z "$$extra" ] || { echo "not to be committed:" $$extra; exit 1; }

docs: all
	@BUILD=$(BUILD) src/scripts/docs.sh

format:
	$(FORMAT) -i $$(git ls-files 'src/*.[ch]' 'src/*.cpp' 'tests/*.[ch]')

compile_commands:
	@src/scripts/compile-commands.sh > compile_commands.json

# --- Installing -------------------------------------------------------------------------------

SHARE := $(DESTDIR)$(PREFIX)/share
INSTALLED_FOLDERS := kernels assets
install: all
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BUILD=$(BUILD) src/scripts/install.sh install
uninstall:
	PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' BUILD=$(BUILD) src/scripts/install.sh uninstall
deb:
	@$(MAKE) --no-print-directory BUILD=$(BUILD)/deb PREFIX=/usr -j$(JOBS) all
	@VERSION=$(VERSION) BUILD=$(BUILD)/deb MAKE="$(MAKE)" src/scripts/deb.sh

clean:
	rm -rf $(BUILD)

help:
	@echo 'make              builds build/syncstep'
	@echo 'make run          installs what is missing, builds, opens the lesson "reduction"'
	@echo 'make test         installs what is missing, builds, runs all tests'
	@echo 'make check ONLY=unit   runs one group of tests (see tests/run.sh)'
	@echo 'make bench        speed as ratios: against Oclgrind and Numba where they are installed'
	@echo 'make fuzz         looks for input that breaks it, FUZZ_SECONDS=600 per target'
	@echo 'make docs         keys in the README, manual page, completions'
	@echo 'make shots        the pictures of the README'
	@echo 'make po           new messages into the translations, assets/po/'
	@echo 'make lint         formatting, static checks, direction of includes'
	@echo 'make install, uninstall   PREFIX=/usr/local'
	@echo 'make deb          a Debian package in build/'
	@echo 'make compile_commands     compile_commands.json for editors'
	@echo 'make clean        removes build/'

-include $(OBJECTS:.o=.d) $(EMULATOR_OBJECTS:.o=.d) $(wildcard $(BUILD)/tests/obj/*/*.d) \
    $(FUZZ_OBJECTS:.o=.d)
