# make run · make test · make bench · make format · make tsan
#
# On a fresh Debian or Ubuntu with a Swift toolchain these need nothing else: what is missing is
# installed first.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

STORE ?=
PORT ?= 8080

.PHONY: help run test test-library test-apps bench expansions format lint tsan setup clean

help: ## What there is to make
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

setup: ## Install the Debian packages that are missing
	@.ci/setup

run: setup ## Start Cookbook, the sample app
	@echo "Building Cookbook. The first time takes some minutes."
	@swift build --package-path Apps --product Cookbook
	@exec Apps/.build/debug/Cookbook --port $(PORT) $(if $(STORE),--store $(STORE))

test: setup test-library test-apps ## Run all tests

test-library:
	@echo "Building and testing the library. The first build takes a few minutes."
	@swift build --build-tests
	@swift test --skip-build

test-apps:
	@echo "Building and testing the apps. The first build takes a few minutes."
	@swift build --package-path Apps --build-tests
	@swift test --package-path Apps --skip-build

tsan: setup ## Run the concurrency tests under the thread sanitizer
	@swift test --sanitize=thread --scratch-path .build-tsan --filter Concurrency

bench: setup ## Measure against raw SQLite and GRDB
	@echo "Building the benchmarks in release mode. The first time takes some minutes."
	@swift run --package-path Benchmarks -c release Benchmarks $(ARGS)

expansions: ## Write the macro expansions of the benchmark's models anew
	@UPDATE_EXPANSIONS=1 swift test --filter "expanded models"

format: ## Format all Swift sources
	@swift format --in-place --recursive --parallel Package.swift Sources Tests Apps Benchmarks

lint: ## Check the format
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Apps Benchmarks

clean: ## Remove what was built
	@rm -rf .build .build-* Apps/.build Benchmarks/.build
