# Results of other versions of the rewriter are not this one's: the cache's keys hold this.
GPU_ID := $(shell cat src/gpu/*.[ch] 2>/dev/null | cksum | tr ' ' -)
$(BUILD)/obj/gpu/toolchain_gpu.o $(BUILD)/fuzz/obj/gpu/toolchain_gpu.o syntax: CPPFLAGS += -DSYNCSTEP_GPU_ID='"$(GPU_ID)"'
$(BUILD)/obj/gpu/toolchain_gpu.o: $(wildcard src/gpu/*.[ch])
