# Results of other versions of the translation are not this one's: the cache's keys hold this.
BUILD_ID := $(shell cat src/build/*.[ch] src/emulator/link.flags 2>/dev/null | cksum | tr ' ' -)
$(BUILD)/obj/build/toolchain.o $(BUILD)/fuzz/obj/build/toolchain.o syntax: CPPFLAGS += -DSYNCSTEP_BUILD_ID='"$(VERSION)-$(BUILD_ID)"'
$(BUILD)/obj/build/toolchain.o: $(wildcard src/build/*.[ch] src/emulator/link.flags)
