# make run · make run-sync · make install · make test · make test-long · make bench · make format · make tsan
#
# On a fresh Debian or Ubuntu with a Swift toolchain these need nothing else: what is missing is
# installed first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

STORE ?=
PORT ?= 8080
SECOND_PORT ?= 8081
HUB_PORT ?= 8431
RECIPES ?=
JOURNAL ?=
PREFIX ?= $(HOME)/.local
CONFIGURATION ?= release
# The parts of the tests: library, simulation, macros, conformance and apps. Without a value, all of them.
PARTS ?=
# The tests of these parts, as `swift test --filter` has it. Without a value, all of them.
FILTER ?=

# The traits of a package reach the compiler in the order of a set. If it differs, all of the package is compiled again.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 swift build

# Without debug information, as the tests in the same folder are built: if that differs, all is compiled again.
BUILD_APP = $(BUILD) -debug-info-format none --package-path Apps

# Without the trait Models, which Cookbook needs, swift-syntax is not built. The flags of a build that has it are others, so
# the folder is another.
BUILD_TOOL = $(BUILD) --package-path Apps --scratch-path Apps/.build/tool --disable-default-traits \
  --configuration $(CONFIGURATION)

# How many tests run at once: as many as there are processors. Without a bound all begin at once, and
# one that waits for the main actor, or for a thread, waits for all the others: its time limit would
# be a limit on theirs.
TESTS_AT_ONCE ?= $(shell getconf _NPROCESSORS_ONLN)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = $(TESTS_AT_ONCE)

# The picture of the benchmarks is made of all workloads and contenders.
SOME_BENCHMARKS = $(filter -f% --filter% -c% --contender% --chart% --list -h --help,$(ARGS))
CHART = $(if $(SOME_BENCHMARKS),,--chart "$(CURDIR)/Documentation/Images/benchmarks.svg")

.PHONY: help run run-sync cli man install test test-long cluster-test bench bench-count bench-sync bench-cookbook screenshots docs findings expansions format lint tsan setup setup-tests clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

setup: ## Install missing Debian packages
	@.ci/setup

setup-tests:
	@.ci/setup-tests

run: setup ## Start Cookbook, the sample app
	@echo "Building Cookbook. The first time takes some minutes."
	@$(BUILD_APP) --product Cookbook
	@exec Apps/.build/debug/Cookbook --port $(PORT) $(if $(STORE),--store $(STORE)) \
	  $(if $(RECIPES),--recipes $(RECIPES)) $(if $(JOURNAL),--journal $(JOURNAL))

run-sync: setup ## Start a hub and two Cookbooks that sync with it
	@echo "Building Cookbook and the hub. The first time takes some minutes."
	@$(BUILD_APP) --product Cookbook
	@$(BUILD_APP) --product perennial
	@exec Apps/run-sync --programs Apps/.build/debug --port $(PORT) --second-port $(SECOND_PORT) \
	  --hub-port $(HUB_PORT) $(if $(STORE),--folder $(STORE))

cli: setup ## Build perennial, the command line
	@echo "Building perennial. The first time takes some minutes."
	@$(BUILD_TOOL) --product perennial

man: setup ## Update the manual page of perennial
	@SWIFT_DETERMINISTIC_HASHING=1 swift package -debug-info-format none --package-path Apps \
	  generate-manual --configuration debug
	@install -m 644 Apps/.build/plugins/GenerateManual/outputs/PerennialCLI/perennial.1 Apps/perennial.1

install: cli ## Install perennial, its manual and completions below PREFIX
	@bin=$$($(BUILD_TOOL) --show-bin-path); \
	install -D -m 755 $$bin/perennial $(PREFIX)/bin/perennial; \
	install -D -m 644 -t $(PREFIX)/share/man/man1 Apps/perennial.1; \
	install -d $(PREFIX)/share/bash-completion/completions $(PREFIX)/share/zsh/site-functions \
	  $(PREFIX)/share/fish/vendor_completions.d; \
	$$bin/perennial --generate-completion-script bash \
	  > $(PREFIX)/share/bash-completion/completions/perennial; \
	$$bin/perennial --generate-completion-script zsh \
	  > $(PREFIX)/share/zsh/site-functions/_perennial; \
	$$bin/perennial --generate-completion-script fish \
	  > $(PREFIX)/share/fish/vendor_completions.d/perennial.fish
	@echo "$(PREFIX)/bin/perennial"

test: ## Run all tests, with amounts that fit some minutes
	@.ci/test $(if $(FILTER),--filter '$(FILTER)') $(PARTS)

test-long: ## Run all tests, with the amounts that the documentation promises
	@.ci/test --long $(if $(FILTER),--filter '$(FILTER)') $(PARTS)

cluster-test: ## Kill databases, hubs and connections of a cluster under load
	@.ci/test cluster

tsan: setup ## Run the concurrency tests under the thread sanitizer
	@$(BUILD) --build-tests --sanitize=thread --scratch-path .build-tsan
	@swift test --skip-build --sanitize=thread --scratch-path .build-tsan --filter Concurrency

bench: setup ## Measure against raw SQLite and GRDB
	@echo "Building the benchmarks in release mode. The first time takes some minutes."
	@swift run --package-path Benchmarks -c release Benchmarks $(CHART) $(ARGS)

bench-count: ## Count the instructions of the hottest workloads, and compare them with a table
	@.ci/bench-count $(ARGS)

bench-sync: setup ## Measure sync on SQLite: an updated app, unstorable records, saves beside an import
	@echo "Building measure-sync in release mode. The first time takes some minutes."
	@$(BUILD) -c release --product measure-sync
	@.build/release/measure-sync $(ARGS)

bench-cookbook: ## Measure the pages of Cookbook over HTTP, with wrk
	@.ci/setup wrk curl
	@echo "Building Cookbook in release mode. The first time takes some minutes."
	@$(BUILD) --package-path Apps -c release --product Cookbook
	@Apps/measure-cookbook --programs Apps/.build/release

screenshots: setup-tests ## Take the pictures of the README
	@$(BUILD_APP) --product Cookbook
	@$(BUILD_APP) --product perennial
	@.ci/screenshots

docs: setup ## Build the documentation as a site below .build/docs
	@.ci/docs

findings: ## Run the scripts that show surprises in other software
	@status=0; for script in findings/*.sh; do \
	  echo "── $$script"; bash $$script || { status=1; echo "It has changed."; }; \
	done; exit $$status

expansions: ## Update the macro expansions of the benchmark's models
	@UPDATE_EXPANSIONS=1 swift test --package-path MacroTests --scratch-path Apps/.build \
	  --filter BenchmarkModelTests

format: ## Format all Swift sources
	@swift format --in-place --recursive --parallel Package.swift Sources Tests MacroTests Conformance Apps Benchmarks

lint: ## Check the format, and the language of comments, messages and documentation
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests MacroTests Conformance Apps Benchmarks
	@.ci/lint-prose

clean: ## Remove all build products
	@rm -rf .build .build-* Apps/.build Apps/Examples/*/.build Benchmarks/.build Conformance/.build MacroTests/.build
