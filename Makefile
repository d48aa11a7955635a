# The front door. Thin: CMake presets and Ninja do the work, scripts/ holds what is longer than a line.
PROFILE ?= standard
JOBS ?= $(shell nproc)
# The studies that `make reproduce` runs and draws first: eight core-minutes at profile standard.
FIRST ?= replay_bounds replay_ese time_acceleration static_policies bred_bias
REPLAYBENCH := build/release/replaybench

.PHONY: help setup build test test-all check reproduce verify confirm bench leaderboard paper site python release published-full clean

help:
	@echo "make build       build $(REPLAYBENCH)"
	@echo "make reproduce   run every study (PROFILE=$(PROFILE)), draw the figures, check the claims"
	@echo "make test        build and run the tests of a change"
	@echo "make test-all    make test, then the tests of a release: a second compiler, sanitizers, packages, the paper, ..."
	@echo "make check NAME  build and run what concerns one component: its tests and the conformance tests"
	@echo "make setup       install the Debian packages that building needs (scripts/setup has other groups)"
	@echo "make verify      check the claims on the stored results"
	@echo "make confirm     verdicts on three additional seeds; takes three times as long as make reproduce"
	@echo "make bench       times of all algorithms, tables and figures: results/bench (QUICK=1: only checks that all works)"
	@echo "make paper       typeset paper/replaybench.pdf from your results, or from the published ones if there are none; installs TeX (paper/README.md)"
	@echo "make python      the Python module as a wheel, in build/release/python (python/README.md)"
	@echo "make leaderboard every algorithm on every task, tuned and ranked: results/leaderboard/index.html"
	@echo "make release     the archive of profile full that goes with a release, with its checksum: build/archive"
	@echo "make published-full ARCHIVE=...  unpack such an archive, a file or an address, and check it: results/full"
	@echo "make site        documents, references and studies as pages with a search: results/site/index.html"

setup:
	@scripts/setup build

build: setup
	@scripts/build release replaybench

test:
	@scripts/setup test
	@cmake --preset release -D REPLAYBENCH_TESTS=ON >/dev/null
	@scripts/build release
	@scripts/test

test-all:
	@scripts/test_all

# The words behind "check" are names of components, and no targets of their own.
ifeq (check,$(firstword $(MAKECMDGOALS)))
CHECKED := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(CHECKED)
$(CHECKED): check ; @:
endif
check:
	@scripts/check $(NAME) $(CHECKED)

reproduce: build
	@scripts/setup reproduce
	$(REPLAYBENCH) run $(FIRST) --profile $(PROFILE) --jobs $(JOBS)
	$(REPLAYBENCH) report $(FIRST) --profile $(PROFILE)
	$(REPLAYBENCH) run all --profile $(PROFILE) --jobs $(JOBS)
	$(REPLAYBENCH) report all --profile $(PROFILE)
	$(REPLAYBENCH) verify --profile $(PROFILE)

verify: build
	$(REPLAYBENCH) verify --profile $(PROFILE)

confirm: build
	$(REPLAYBENCH) verify all --seeds 1,2,3 --jobs $(JOBS)

bench:
	@scripts/setup bench
	@scripts/bench $(if $(QUICK),--quick)

leaderboard: build
	$(REPLAYBENCH) leaderboard --profile $(PROFILE) --jobs $(JOBS)

paper: $(if $(filter smoke,$(PROFILE)),build)
	@scripts/setup paper
	@scripts/paper $(filter smoke published,$(PROFILE))

site: build
	@scripts/setup site
	@scripts/site

python:
	@scripts/setup build python
	@scripts/python

release:
	@scripts/setup archive
	@scripts/archive_full pack

published-full:
	@scripts/setup archive
	@scripts/archive_full unpack "$(ARCHIVE)"

clean:
	rm -rf build
