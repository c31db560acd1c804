# png and pdf need pangocairo; the rest does not.
ifeq ($(shell pkg-config --exists pangocairo libpng && echo yes),yes)
PKGS += pangocairo libpng
CPPFLAGS += -DSYNCSTEP_HAVE_PANGOCAIRO
endif

# The README's pictures, drawn by the program itself.
.PHONY: shots
SHOT := $(BUILD)/syncstep shot
shots: all
	@mkdir -p assets/pictures
	$(SHOT) cubes_tree --view tree --round 6 --theme dark -o assets/pictures/tree.svg
	$(SHOT) kernels/broken/missing_barrier.cu --view tree --round 1 --theme light \
	    -o assets/pictures/race.svg
	$(SHOT) transpose --view banks --round 1 --theme dark -o assets/pictures/banks.svg
	$(SHOT) cubes_chunked --view access --theme dark -o assets/pictures/access.svg
