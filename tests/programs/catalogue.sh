#!/usr/bin/env bash
# Every word of the viewer is translated: the catalogues have all messages of the sources, with the
# same formats. `make po` takes new ones over into assets/po/*.po.
cd "$(dirname "$0")/../.." || exit 1
command -v msgfmt >/dev/null || { echo "no gettext here"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
make -s BUILD="$work" "$work/syncstep.pot" >/dev/null 2>&1 || { echo "no template"; exit 1; }
failed=0
for file in assets/po/*.po; do
    cp "$file" "$work/merged.po"
    msgmerge --quiet --no-fuzzy-matching --update --backup=none "$work/merged.po" "$work/syncstep.pot"
    msgfmt --check-format --statistics -o /dev/null "$work/merged.po" 2>"$work/says" || failed=1
    if grep -q untranslated "$work/says"; then
        echo "$file: $(cat "$work/says")"
        msgattrib --untranslated "$work/merged.po" | tail -n +10 | head -40
        failed=1
    fi
done
exit $failed
