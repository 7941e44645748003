# Every target installs what it needs; what is there already costs nothing. `make help` lists them.
# One line a stage; when a stage fails, all that it said is shown (and kept in build/logs).

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help build fly test check asan bench format tidy soak screenshots clean packages packages-test \
        packages-lint packages-fuzz all-release fuzzers

SOURCES = $(shell find src apps tests bench -name node_modules -prune -o \
            \( -name '*.h' -o -name '*.cpp' \) -print 2>/dev/null)
FLY_OUT = build/fly
SOAK_MINUTES ?= 10
# Above 0: so many random scenarios, and repetitions of those in the checkout, instead of minutes.
SOAK_SCENARIOS ?= 0
SOAK_REPEATS ?= 0

help: ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

build: build/release/build.ninja ## build the program: build/release/alula
	@tools/stage build cmake --build --preset release --target alula
	@echo "the program is build/release/alula"

fly: build ## fly the demo mission and say where its log and summary are
	@tools/fly build/release/alula missions/demo.plan $(FLY_OUT)

test: all-release fuzzers packages-test tests/node_modules/.stamp ## run every test; the last line is `N passed, M failed`
	@.venv/bin/python tools/run_tests --build build/release --fuzz build/fuzz

check: all-release packages-test tests/node_modules/.stamp ## run the quick tests
	@.venv/bin/python tools/run_tests --build build/release --quick

asan: build/asan/build.ninja packages-test tests/node_modules/.stamp ## run the quick tests under sanitizers
	@tools/stage build-asan cmake --build --preset asan
	@.venv/bin/python tools/run_tests --build build/asan --quick

bench: all-release ## run every benchmark, write docs/performance.md; COMPARE=old.json
	@python3 tools/bench build/release --document docs/performance.md \
	  $(if $(COMPARE),--compare $(COMPARE))

soak: build fuzzers ## for SOAK_MINUTES (10) each: the demo again and again, random plans and scenarios, each fuzzer
	@python3 tools/soak build/release/alula build/fuzz build/soak $(SOAK_MINUTES) \
	  $(SOAK_SCENARIOS) $(SOAK_REPEATS)

screenshots: fly packages-test ## refresh the pictures of the documents: the demo's report, a plot of each mode
	@tools/stage screenshots node tools/screenshots.mjs $(FLY_OUT) docs/images
	@tools/stage modes .venv/bin/python tools/mode_plots.py build/release/alula build/modes docs/images/modes

format: packages-lint ## format the C++ sources
	@tools/stage format clang-format-19 -i $(SOURCES)

tidy: packages-lint build/release/build.ninja ## the house rules, then clang-tidy over src and apps
	@python3 tools/tidy.py
	@tools/stage clang-tidy run-clang-tidy-19 -quiet -p build/release \
	  -extra-arg=-Wno-unknown-warning-option '/(src|apps)/.*\.cpp$$'

clean: ## remove all that was built; installed packages stay
	@rm -rf build

# The stages behind the targets.

packages:
	@tools/install build

packages-test:
	@tools/install test

packages-fuzz:
	@tools/install fuzz

fuzzers: packages-fuzz build/fuzz/build.ninja
	@tools/stage build-fuzz cmake --build --preset fuzz

packages-lint:
	@tools/install lint

all-release: build/release/build.ninja
	@tools/stage build cmake --build --preset release

# Ninja runs CMake again by itself when a CMakeLists.txt or a folder changes.
build/%/build.ninja: CMakePresets.json | packages .venv/.stamp web/node_modules/.stamp
	@tools/stage configure cmake --preset $*

.venv/.stamp: tools/requirements.txt | packages
	@tools/stage python tools/make_venv
	@touch $@

tests/node_modules/.stamp: tests/package.json tests/package-lock.json
	@tools/stage node npm ci --prefix tests
	@touch $@

web/node_modules/.stamp: web/package.json web/package-lock.json | packages
	@tools/stage web npm ci --prefix web
	@touch $@
