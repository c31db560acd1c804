# syncstep: `make run` opens the main lesson, `make test` runs all tests; both install what is
# missing first. `make help` lists the rest.
#
# Sources are found by folder: a new .c file needs no line here. Everything built goes to build/.

PREFIX ?= /usr/local
BUILD ?= build
ifeq ($(origin CC),default)
CC := gcc
endif
VERSION := 0.1.0

OPT ?= -O2 -g
WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wvla
WARNXX := -Wall -Wextra -Wshadow

.PHONY: all run test bench lint install uninstall deps clean help
all:

PKGS := ncursesw libzip jansson libdw
-include src/*/module.mk

PKG_CFLAGS := $(shell pkg-config --cflags $(PKGS) 2>/dev/null)
PKG_LIBS := $(shell pkg-config --libs $(PKGS) 2>/dev/null)
CPPFLAGS += -Isrc -Iinclude -D_GNU_SOURCE -DSYNCSTEP_VERSION='"$(VERSION)"' \
    -DSYNCSTEP_PREFIX='"$(PREFIX)"' -DSYNCSTEP_SOURCE_ROOT='"$(CURDIR)"' $(PKG_CFLAGS)
CFLAGS_ALL := -std=c17 $(OPT) $(WARN) $(CFLAGS) -MMD -MP
LIBS := $(PKG_LIBS) -linih -lm -lpthread

# The program: every .c below src/ but those that run inside the person's program.
SOURCES := $(wildcard src/*.c) $(wildcard src/base/*.c src/build/*.c src/run/*.c src/trace/*.c \
    src/analysis/*.c src/canvas/*.c src/view/*.c src/app/*.c src/ui/*.c src/export/*.c \
    src/lesson/*.c src/cmd/*.c src/gpu/*.c)
OBJECTS := $(SOURCES:src/%.c=$(BUILD)/obj/%.o)
LIBRARY_OBJECTS := $(filter-out $(BUILD)/obj/main.o,$(OBJECTS))

$(BUILD)/obj/%.o: src/%.c
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) $(CFLAGS_ALL) -c $< -o $@

$(BUILD)/libsyncstep.a: $(LIBRARY_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

$(BUILD)/syncstep: $(BUILD)/obj/main.o $(BUILD)/libsyncstep.a
	$(CC) $(LDFLAGS) $^ $(LIBS) -o $@

# The emulator's run-time, linked into the person's program.
EMULATOR_SOURCES := $(wildcard src/emulator/*.cpp)
EMULATOR_OBJECTS := $(EMULATOR_SOURCES:src/%.cpp=$(BUILD)/obj/%.o)
$(BUILD)/obj/emulator/%.o: src/emulator/%.cpp
	@mkdir -p $(@D)
	g++ -std=c++17 -O2 $(WARNXX) -fno-exceptions -Isrc -Iinclude -Iinclude/cuda -MMD -MP -c $< -o $@

$(BUILD)/libsyncstep_emulator.a: $(EMULATOR_OBJECTS)
	@rm -f $@
	ar rcs $@ $^

all: $(BUILD)/syncstep $(BUILD)/libsyncstep_emulator.a

# Unit tests: one executable per tests/unit/*.c, against the library.
UNIT_SOURCES := $(wildcard tests/unit/*.c)
UNIT_TESTS := $(UNIT_SOURCES:tests/unit/%.c=$(BUILD)/tests/%)
$(BUILD)/tests/%: tests/unit/%.c $(BUILD)/libsyncstep.a $(wildcard tests/support/*.c)
	@mkdir -p $(@D)
	$(CC) $(CPPFLAGS) -Itests $(CFLAGS_ALL) $(LDFLAGS) $< $(wildcard tests/support/*.c) \
	    $(BUILD)/libsyncstep.a $(LIBS) -lcmocka -lvterm -o $@

unit: $(UNIT_TESTS)
	@for t in $(UNIT_TESTS); do $$t || exit 1; done

clean:
	rm -rf $(BUILD)

-include $(OBJECTS:.o=.d) $(EMULATOR_OBJECTS:.o=.d) $(UNIT_TESTS:=.d)
