# png and pdf need pangocairo; the rest does not.
ifeq ($(shell pkg-config --exists pangocairo && echo yes),yes)
PKGS += pangocairo
CPPFLAGS += -DSYNCSTEP_HAVE_PANGOCAIRO
endif
