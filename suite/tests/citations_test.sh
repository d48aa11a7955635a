#!/usr/bin/env bash
# What code, TOML and documents cite can be followed: works in references.bib, places in the outline of the thesis (citations.py
# says how it tells them). The check finds each kind of error in a small home. CITATION.cff and CHANGELOG.md agree on the version.
source "$(dirname "$0")/harness.sh"

if ! command -v python3 >/dev/null; then
  echo "SKIPPED: there is no python3 here ('scripts/setup paper' installs it on Debian)"
  finish
fi
citations=("python3" "$SOURCE/suite/tests/citations.py")
expect 0 '^every citation can be followed$' "${citations[@]}" "$SOURCE"
expect 1 '^usage' "${citations[@]}"

home=$work/home
mkdir -p "$home/experiments" "$home/suite"
cat >"$home/experiments/thesis.toml" <<'END'
chapter = [{number="3", title="Replay", page=69}]
section = [{number="3.2", title="Idea", page=71}, {number="3.2.1", title="More", page=72}, {number="3.3", title="Data", page=75}]
appendix = [{number="A", title="Proofs", page=90}, {number="A.1", title="Bias", page=91}]
figure = [{number="3.1", section="3.2", title="Bounds"}]
theorem = [{number="1", section="3.3", title="Bias"}]
END
cat >"$home/references.bib" <<'END'
@article{nobody2011,
  author = {J{\'e}r{\^o}me Nobody and Some{\v s}, Ann},
  title = {A {T}itle},
  year = {2011}
}
@inproceedings{late2008,
  author = {de Late, B.},
  booktitle = {Proceedings (NIPS 2007)},
  year = {2008}
}
END
# follows TEXT, breaks PATTERN TEXT: what the check says of a C++ file with this text.
follows() {
  printf '%b\n' "$1" >"$home/suite/a.hpp"
  expect 0 '^every citation can be followed$' "${citations[@]}" "$home"
}
breaks() {
  printf '%b\n' "$2" >"$home/suite/a.hpp"
  expect 1 "^suite/a.hpp:1: $1" "${citations[@]}" "$home"
}
for text in '// Nobody, Somes, WSDM 2011; Nobody et al. (2011); B. de Late 2007' '// Nobody,\n// Somes, "A\n// title", Annals 3(2), 2011.' \
  '"Jerome Nobody "\n  "and Somes 2011"' '// In May 2009, as C++20 has it.' '// thesis, section 3.2 (p. 71); (section\n// 3.2.1, p. 74)' \
  '// sections 3.2 (p. 71) and 3.3 (p. 75), appendix A, chapter 3; section 3.2.1'"'"'s' '// Nobody et al. 2011, section 4, theorem 8' \
  '// theorem 1 (section 3.3, p. 75), proof: theorem 1 (appendix A.1, p. 91); figure 3.1b'; do
  follows "$text"
done
no_entry='no entry in references.bib for'
breaks "$no_entry \"Nobody, Somes 2012\"" '// Nobody, Somes 2012'
breaks "$no_entry \"Nobody and Else, WSDM 2011\"" '// Nobody and Else, WSDM 2011'
breaks "$no_entry \"Else et al. \\(2011" '// Else\n// et al. (2011)'
breaks "$no_entry \"Else, \"A title\", Annals 3, 2011\"" '// Else, "A\n// title", Annals 3, 2011'
breaks 'there is no section 3.4 in the thesis$' '// section 3.4 (p. 75)'
breaks 'there is no section A.1 in the thesis; it is appendix A.1$' '// section A.1 (p. 91)'
breaks 'there is no appendix 3.2 in the thesis; it is section 3.2$' '// appendix 3.2, p. 71'
breaks 'section 3.2 is on pages 71 to 75, not on p. 76$' '// section 3.2, p. 76'
breaks 'section 3.3 is on pages 75 to 90, not on p. 74$' '// sections 3.2 (p. 71) and 3.3 (p. 74)'
breaks 'section 3.2.1 without its page, p. 72$' '// section 3.2.1'
breaks 'there is no theorem 2 in the thesis$' '// theorem 2'
breaks 'there is no figure 3.2 in the thesis$' '// figure 3.2a'
breaks 'theorem 1 is printed in 3.3, not in 3.2$' '// theorem 1 (section 3.2, p. 71)'

# The newest version of the changes: CITATION.cff has it, with its date if it has one.
newest=$(sed -nE '0,/^## \[/s/^## \[([0-9.]+)\] - (.*)$/\1 \2/p' "$SOURCE/CHANGELOG.md")
cited=$(sed -n 's/^version: //p' "$SOURCE/CITATION.cff")
released=$(sed -n 's/^date-released: //p' "$SOURCE/CITATION.cff")
check "CITATION.cff and CHANGELOG.md agree: $newest" test "$newest" = "$cited ${released:-unreleased}"
check "CMakeLists.txt has version $cited" grep -q "VERSION $cited " "$SOURCE/CMakeLists.txt"
finish
