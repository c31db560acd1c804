# The run-time of emulated programs: beside the library lies how to link it. It is on the path of
# every access, and its own frames stand on the lanes' stacks.
EMULATOR_FLAGS := -fno-stack-protector -fcf-protection=none -fomit-frame-pointer -fno-plt
$(BUILD)/obj/emulator/%.o: WARNXX += $(EMULATOR_FLAGS)

# The functions that link.flags wraps are for the person's code; the library calls the real ones.
EMULATOR_REAL := $(shell grep -o 'wrap=[A-Za-z_]*' src/emulator/link.flags | \
    sed 's/wrap=\(.*\)/--redefine-sym \1=__real_\1/')
