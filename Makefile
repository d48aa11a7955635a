# The front door. Thin: CMake presets and Ninja do the work, scripts/ holds what is longer than a line.
PROFILE ?= standard
JOBS ?= $(shell nproc)
REPLAYBENCH := build/release/replaybench

.PHONY: help setup build test check reproduce verify bench leaderboard clean

help:
	@echo "make reproduce   run every study (PROFILE=$(PROFILE)), draw the figures, check the claims"
	@echo "make test        build and run the tests"
	@echo "make check NAME  build and run what concerns one component: its tests and the conformance tests"
	@echo "make setup       install the Debian packages that are missing"
	@echo "make build       build $(REPLAYBENCH)"
	@echo "make verify      check the claims on the stored results"
	@echo "make bench       the timing benchmarks"
	@echo "make leaderboard every algorithm on every task, tuned and ranked: results/leaderboard/index.html"

setup:
	@scripts/setup

build: setup
	@scripts/build release

test: build
	@scripts/test

# The words behind "check" are names of components, and no targets of their own.
ifeq (check,$(firstword $(MAKECMDGOALS)))
CHECKED := $(wordlist 2,$(words $(MAKECMDGOALS)),$(MAKECMDGOALS))
.PHONY: $(CHECKED)
$(CHECKED): check ; @:
endif
check:
	@scripts/check $(NAME) $(CHECKED)

reproduce: build
	$(REPLAYBENCH) run all --profile $(PROFILE) --jobs $(JOBS)
	$(REPLAYBENCH) report all --profile $(PROFILE)
	$(REPLAYBENCH) verify --profile $(PROFILE)

verify: build
	$(REPLAYBENCH) verify --profile $(PROFILE)

bench: setup
	@scripts/build bench
	@scripts/bench

leaderboard: build
	$(REPLAYBENCH) leaderboard --profile $(PROFILE) --jobs $(JOBS)

clean:
	rm -rf build
