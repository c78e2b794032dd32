# make run · make run-sync · make install · make test · make bench · make format · make tsan
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

# How many tests run at once: as many as there are processors. Without a bound all begin at once, and
# one that waits for the main actor, or for a thread, waits for all the others: its time limit would
# be a limit on theirs.
TESTS_AT_ONCE ?= $(shell getconf _NPROCESSORS_ONLN)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH = $(TESTS_AT_ONCE)

# Random histories of devices keep all processors busy for minutes. They run after the tests that have time limits.
HISTORIES = PerennialReplicationTests.SimulationTests|LibraryHistoryTests

RANDOM_TESTS = DifferentialTests|ContextModelTests|ResultsHistoryTests|UndoHistoryTests|ResultsDifferenceTests

# The picture of the benchmarks is made of all workloads and contenders.
SOME_BENCHMARKS = $(filter -f% --filter% -c% --contender% --chart% --list -h --help,$(ARGS))
CHART = $(if $(SOME_BENCHMARKS),,--chart "$(CURDIR)/Documentation/Images/benchmarks.svg")

# Prints the failed tests after the output of all others.
failures = echo "Failed tests:"; grep -aA3 ' recorded an issue' $(1) | cut -c1-400 | head -60

.PHONY: help run run-sync cli man install test test-library test-macros test-simulation test-apps test-seeds cluster-test bench bench-cookbook screenshots docs expansions format lint tsan setup setup-tests clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

setup: ## Install missing Debian packages
	@.ci/setup

# Chromium is for the tests that use Cookbook and the studio in a browser, PostgreSQL for those of hubs on a server,
# and Python for clients of the hub that others have written.
setup-tests:
	@.ci/setup chromium chromium-driver postgresql python3-venv
	@.ci/setup-python

run: setup ## Start Cookbook, the sample app
	@echo "Building Cookbook. The first time takes some minutes."
	@swift build --package-path Apps --product Cookbook
	@exec Apps/.build/debug/Cookbook --port $(PORT) $(if $(STORE),--store $(STORE)) \
	  $(if $(RECIPES),--recipes $(RECIPES)) $(if $(JOURNAL),--journal $(JOURNAL))

run-sync: setup ## Start a hub and two Cookbooks that sync with it
	@echo "Building Cookbook and the hub. The first time takes some minutes."
	@swift build --package-path Apps --product Cookbook
	@swift build --package-path Apps --product perennial
	@exec Apps/run-sync --programs Apps/.build/debug --port $(PORT) --second-port $(SECOND_PORT) \
	  --hub-port $(HUB_PORT) $(if $(STORE),--folder $(STORE))

cli: setup ## Build perennial, the command line
	@echo "Building perennial. The first time takes some minutes."
	@swift build --package-path Apps --product perennial --configuration $(CONFIGURATION)

man: setup ## Write the manual page of perennial
	@swift package --package-path Apps generate-manual --configuration debug
	@install -D -m 644 -t Apps/.build/man \
	  Apps/.build/plugins/GenerateManual/outputs/PerennialCLI/perennial.1

install: cli man ## Install perennial, its manual and completions below PREFIX
	@bin=$$(swift build --package-path Apps --configuration $(CONFIGURATION) --show-bin-path); \
	install -D -m 755 $$bin/perennial $(PREFIX)/bin/perennial; \
	install -D -m 644 -t $(PREFIX)/share/man/man1 Apps/.build/man/perennial.1; \
	install -d $(PREFIX)/share/bash-completion/completions $(PREFIX)/share/zsh/site-functions \
	  $(PREFIX)/share/fish/vendor_completions.d; \
	$$bin/perennial --generate-completion-script bash \
	  > $(PREFIX)/share/bash-completion/completions/perennial; \
	$$bin/perennial --generate-completion-script zsh \
	  > $(PREFIX)/share/zsh/site-functions/_perennial; \
	$$bin/perennial --generate-completion-script fish \
	  > $(PREFIX)/share/fish/vendor_completions.d/perennial.fish
	@echo "$(PREFIX)/bin/perennial"

test: setup-tests test-simulation test-library test-macros test-apps ## Run all tests

test-library:
	@echo "Building and testing the library. The first build takes a few minutes."
	@swift build --build-tests
	@swift test --skip-build --skip "$(HISTORIES)" 2>&1 | tee .build/tests.log \
	  || { $(call failures,.build/tests.log); exit 1; }
	@swift test --skip-build --filter "$(HISTORIES)" 2>&1 | tee .build/histories.log \
	  || { $(call failures,.build/histories.log); exit 1; }

# The simulator runs much more histories in the same time if its code is optimised.
test-simulation:
	@echo "Building the simulator of sync, and running 20,000 histories."
	@swift build --configuration release --product simulate-sync -Xswiftc -cross-module-optimization
	@.build/release/simulate-sync 0 19999

test-macros:
	@echo "Building and testing the macros. The first build takes some minutes."
	@swift build --package-path MacroTests --build-tests
	@swift test --package-path MacroTests --skip-build 2>&1 | tee MacroTests/.build/tests.log \
	  || { $(call failures,MacroTests/.build/tests.log); exit 1; }

test-apps:
	@echo "Building and testing the apps. The first build takes a few minutes."
	@swift build --package-path Apps --build-tests
	@swift test --package-path Apps --skip-build 2>&1 | tee Apps/.build/tests.log \
	  || { $(call failures,Apps/.build/tests.log); exit 1; }

cluster-test: ## Kill databases, hubs and connections of a cluster under load
	@.ci/setup postgresql haproxy
	@swift build --package-path Apps --build-tests
	@CLUSTER_KILLS=$${CLUSTER_KILLS:-3} swift test --package-path Apps --skip-build --filter ClusterTests 2>&1 \
	  | tee Apps/.build/cluster.log || { $(call failures,Apps/.build/cluster.log); exit 1; }

test-seeds: setup ## Run the random tests with seeds that no run had before
	@swift build --build-tests
	@seed=$$(date +%s); echo "PERENNIAL_FIRST_SEED=$$seed"; \
	  PERENNIAL_FIRST_SEED=$$seed swift test --skip-build --filter "$(RANDOM_TESTS)"

tsan: setup ## Run the concurrency tests under the thread sanitizer
	@swift test --sanitize=thread --scratch-path .build-tsan --filter Concurrency

bench: setup ## Measure against raw SQLite and GRDB
	@echo "Building the benchmarks in release mode. The first time takes some minutes."
	@swift run --package-path Benchmarks -c release Benchmarks $(CHART) $(ARGS)

bench-cookbook: ## Measure the pages of Cookbook over HTTP, with wrk
	@.ci/setup wrk curl
	@echo "Building Cookbook in release mode. The first time takes some minutes."
	@swift build --package-path Apps -c release --product Cookbook
	@Apps/measure-cookbook --programs Apps/.build/release

screenshots: setup-tests ## Take the pictures of the README
	@swift build --package-path Apps --product Cookbook
	@swift build --package-path Apps --product perennial
	@.ci/screenshots

docs: setup ## Build the documentation as a site below .build/docs
	@.ci/docs

expansions: ## Update the macro expansions of the benchmark's models
	@UPDATE_EXPANSIONS=1 swift test --package-path MacroTests --filter BenchmarkModelTests

format: ## Format all Swift sources
	@swift format --in-place --recursive --parallel Package.swift Sources Tests MacroTests Apps Benchmarks

lint: ## Check the format, and the language of comments, messages and documentation
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests MacroTests Apps Benchmarks
	@.ci/lint-prose

clean: ## Remove all build products
	@rm -rf .build .build-* Apps/.build Apps/Examples/*/.build Benchmarks/.build MacroTests/.build
