# Message catalogues: assets/po/LANG.po -> build/locale/LANG/LC_MESSAGES/syncstep.mo. `make po` takes
# new messages over into the .po files; the tests say when one is missing.
PO_FILES := $(wildcard assets/po/*.po)
MO_FILES := $(PO_FILES:assets/po/%.po=$(BUILD)/locale/%/LC_MESSAGES/syncstep.mo)
MSGFMT := $(shell command -v msgfmt 2>/dev/null)

ifneq ($(MSGFMT),)
all: $(MO_FILES)
endif
$(BUILD)/locale/%/LC_MESSAGES/syncstep.mo: assets/po/%.po
	@mkdir -p $(@D)
	@msgfmt --check-format -o $@ $<

.PHONY: po
$(BUILD)/syncstep.pot: src/main.c $(wildcard src/*/*.c) $(wildcard src/*/*.h)
	@mkdir -p $(@D)
	@xgettext --from-code=UTF-8 --language=C --keyword=_ --keyword=N_ --keyword=ngettext:1,2 \
	    --flag=_:1:pass-c-format --no-location --sort-output --package-name=syncstep -o $@ \
	    $(sort $(wildcard src/analysis/*.c src/state/*.c src/app/*.c src/view/*.c src/ui/*.c src/canvas/*.c \
	        src/export/*.c src/cmd/*.c src/run/*.c src/trace/*.c src/gpu/*.c src/lesson/*.c src/main.c))
po: $(BUILD)/syncstep.pot
	@for f in $(PO_FILES); do msgmerge --quiet --no-fuzzy-matching --sort-output --update \
	    --backup=none $$f $<; msgattrib --no-obsolete --sort-output -o $$f $$f; \
	    sed -i '/^"POT-Creation-Date:/d' $$f; done # a date would differ each time
