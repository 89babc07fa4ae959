# Copyright 2026 The EnvPool Authors
# SPDX-License-Identifier: Apache-2.0
#
# `make demo` and `make test` alone set everything up. JOBS=n limits Bazel.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.ONESHELL:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/envpool
PYTHON := $(or $(PYTHON_BIN_PATH),python3)
REQUIREMENTS := third_party/pip_requirements
# The name of a venv contains a hash of its requirements.
venv = $(CACHE)/venv/$(1)-$(shell sha256sum $(REQUIREMENTS)/$(1).txt | head -c 12)
DEV = $(call venv,dev)
BENCH = $(call venv,bench)
RELEASED = $(call venv,released)
FREE_THREADED = $(call venv,free-threaded)
# A free-threaded CPython with ThreadSanitizer; that of the cache is built when needed.
PYTHON_TSAN ?= $(CACHE)/python-tsan/bin/python3
TSAN_VENV = $(CACHE)/venv/tsan/$(notdir $(FREE_THREADED))
# Libraries with compatible versions share a lock: GROUP=TEST,TEST...
INTEGRATIONS := learners=sb3,torchrl,skrl,rl_games,torch tianshou=tianshou \
  ray=ray,ray_restart,rllib unpinned=puffer,sample_factory
LIBS := $(INTEGRATIONS)
group_venv = $(call venv,integrations-$(firstword $(subst =, ,$(1))))
NPM = $(CACHE)/npm-$(shell sha256sum third_party/npm/package-lock.json | head -c 12)
BUILDIFIER = $(NPM)/node_modules/.bin/buildifier
PYRIGHT = $(NPM)/node_modules/.bin/pyright

BAZEL ?= bazel
export BAZEL  # for the scripts
TARGETS ?= //...
BAZEL_FLAGS += $(addprefix --jobs=,$(JOBS))

.PHONY: help setup ready demo test test-arm64 test-compilers test-free-threaded test-posix parity integrations wheel \
  wheel-arm64 wheel-macos wheels sdist vendor compat types lint tidy format asan tsan tsan-python ubsan fuzz cov bench \
  bench-history training new-env docs lock update clean

help:  ## this list
	@sed -n 's/^\([a-z-]*\):[^#]*## /\1	/p' Makefile | expand -t 14

setup:  ## install what building and testing need, if anything is missing
	@third_party/setup.sh test

# Installs the needs of builds alone.
ready:
	@third_party/setup.sh

demo: ready  ## build and run examples/demo
	@$(BAZEL) run $(BAZEL_FLAGS) //examples:demo

test: setup  ## run all tests, or TARGETS=//envpool/core/...
	@$(BAZEL) test $(BAZEL_FLAGS) $(TARGETS)

test-posix: setup  ## tests with what systems other than Linux would get
	@$(BAZEL) test $(BAZEL_FLAGS) --config=posix //envpool/common/... //envpool/core/... //envpool/pyenvs/...

parity: setup  ## compare all steps of the tables of parity.csv, of which tests play a part
	@$(BAZEL) test $(BAZEL_FLAGS) $$($(BAZEL) query 'filter("_whole_parity_test$$", //...)' 2>/dev/null)

integrations: wheel $(foreach lib,$(LIBS),$(call group_venv,$(lib)))  ## test other libraries with pools; LIBS="learners=sb3"
	@third_party/integrations.sh $(foreach lib,$(LIBS),$(call group_venv,$(lib))=$(lastword $(subst =, ,$(lib))))

wheel: ready  ## pack dist/envpool-*.whl, and families' own wheels
	@$(BAZEL) build $(BAZEL_FLAGS) //:wheels
	mkdir -p dist
	rm -f dist/envpool*.whl
	bin=$$($(BAZEL) info $(BAZEL_FLAGS) bazel-bin 2>/dev/null)
	install -m 644 -t dist "$$bin"/wheels/*.whl
	third_party/show_wheels.sh

wheels: ready  ## pack wheels for all CPythons found, or PYTHONS="python3.12 ..."
	@BAZEL_FLAGS="$(BAZEL_FLAGS)" third_party/wheels.sh $(PYTHONS)

test-arm64: ready  ## build for ARM64, and test in an emulator, also that all bits are those of x86-64
	@$(BAZEL) test --config=arm64 $(BAZEL_FLAGS) //third_party/arm64:tests

test-free-threaded: ready $(FREE_THREADED)  ## tests of threads with free-threaded CPython 3.13
	@third_party/free_threaded.sh $(FREE_THREADED) $(BAZEL_FLAGS)

wheel-arm64: ready  ## pack dist/envpool-*-manylinux_2_28_aarch64.whl
	@$(BAZEL) build --config=arm64 $(BAZEL_FLAGS) //:wheels
	mkdir -p dist
	rm -f dist/envpool*_aarch64.whl
	bin=$$($(BAZEL) info --config=arm64 $(BAZEL_FLAGS) bazel-bin 2>/dev/null)
	install -m 644 -t dist "$$bin"/wheels/*.whl

wheel-macos: ready  ## pack dist/envpool-*-macosx_11_0_arm64.whl, and check it; nothing runs it
	@third_party/setup.sh macos
	$(BAZEL) build --config=macos $(BAZEL_FLAGS) //:wheels
	mkdir -p dist
	bin=$$($(BAZEL) info --config=macos $(BAZEL_FLAGS) bazel-bin 2>/dev/null)
	install -m 644 -t dist "$$bin"/wheels/*.whl

sdist:  ## pack dist/envpool-*.tar.gz, from which pip builds
	@mkdir -p dist
	rm -f dist/envpool-*.tar.gz
	$(PYTHON) -c 'import sys; sys.path.append("third_party"); import build_backend; print("dist/" + build_backend.build_sdist("dist"))'

vendor: ready  ## download into FOLDER=vendor what building offline needs
	@third_party/vendor.sh "$(or $(FOLDER),vendor)"

compat: wheel  ## try the wheel with older and newer NumPy, Gymnasium, Gym
	@$(PYTHON) third_party/compat.py dist $(CACHE)/venv

types: wheel $(DEV) $(BUILDIFIER)  ## check the wheel's stubs and types, as users see them
	@third_party/types.sh $(DEV) $(PYRIGHT)

lint: ready $(DEV) $(BUILDIFIER)  ## check formats, types and rules (not clang-tidy)
	@.ci/lint check $(DEV) $(BUILDIFIER)

tidy: ready $(DEV)  ## run clang-tidy on our C++, or FILES="a.cc b.cc"
	@.ci/tidy $(DEV) $(FILES)

format: ready $(DEV) $(BUILDIFIER)  ## rewrite sources as lint wants them
	@.ci/lint fix $(DEV) $(BUILDIFIER)

asan: setup  ## C++ tests under AddressSanitizer; PY=1: Python's too
	@third_party/sanitize.sh asan $(PY) $(BAZEL_FLAGS) $(TARGETS)

tsan: setup  ## C++ tests under ThreadSanitizer; PY=1: Python's too
	@third_party/sanitize.sh tsan $(PY) $(BAZEL_FLAGS) $(TARGETS)

tsan-python: ready $(PYTHON_TSAN) $(TSAN_VENV)  ## tests of threads under ThreadSanitizer, with CPython
	@third_party/free_threaded.sh $(TSAN_VENV) --config=tsan $(BAZEL_FLAGS)

ubsan: setup  ## C++ tests under UndefinedBehaviorSanitizer; PY=1: Python's too
	@third_party/sanitize.sh ubsan $(PY) $(BAZEL_FLAGS) $(TARGETS)

fuzz: ready  ## run fuzz targets with clang, for SECONDS=600 each
	@third_party/setup.sh fuzz
	third_party/fuzz.sh $(or $(SECONDS),600) $(BAZEL_FLAGS) $(TARGETS)

test-compilers: ready  ## compile our C++ with all compilers, or COMPILERS="g++-14 clang-17" FOLDERS="envpool/core"
	@$(PYTHON) third_party/compilers.py $(CACHE)/compilers $(COMPILERS) $(FOLDERS)

cov: setup $(DEV)  ## which lines of our C++ the tests run: build/coverage
	@third_party/coverage.sh $(DEV) $(BAZEL_FLAGS) $(TARGETS)

bench: setup $(BENCH) $(RELEASED)  ## compare speed with other libraries; ARGS="..."
	@$(BAZEL) run $(BAZEL_FLAGS) //benchmark:compare -- \
	  --released=$(RELEASED)/bin/python3 --peers=$(BENCH)/bin/python3 $(ARGS)

bench-history: setup $(RELEASED)  ## append this commit's numbers to build/bench/history.jsonl, and draw all; ARGS="..."
	@$(BAZEL) run $(BAZEL_FLAGS) //benchmark:history -- --released=$(RELEASED)/bin/python3 $(ARGS)

training: setup $(BENCH)  ## compare how long training takes; ARGS="cartpole"
	@$(BAZEL) run $(BAZEL_FLAGS) //benchmark/training:compare -- \
	  --peers=$(BENCH)/bin/python3 $(ARGS)

new-env: ready  ## add an environment: make new-env FAMILY=x NAME=y
	@$(PYTHON) third_party/new_env.py "$(FAMILY)" "$(NAME)"

docs: ready $(DEV)  ## run the tutorials, and build docs/_build/html
	@third_party/setup.sh lint
	$(BAZEL) run $(BAZEL_FLAGS) //docs:env_pages
	$(BAZEL) run $(BAZEL_FLAGS) //docs/tutorials:notebooks -- $(DEV)/bin/python3
	# An incremental build (without -a) drops index entries of unchanged pages from the search.
	$(DEV)/bin/sphinx-build -W --keep-going -q -a -b html docs docs/_build/html
	node docs/check_search.js docs/_build/html

lock: $(DEV)  ## resolve third_party/pip_requirements/*.in anew
	@third_party/lock.sh $(DEV)

update: $(DEV)  ## list newer third-party releases, and lock anew; NAME=pybind11 takes one
	@$(PYTHON) third_party/update.py $(NAME)
	third_party/lock.sh $(DEV)
	git diff -U0 third_party/pip_requirements | grep -E '^(\+\+\+|[-+][A-Za-z].*==)' || true

clean:  ## remove what builds leave in this folder
	@$(BAZEL) clean
	rm -rf build dist docs/_build docs/notebooks compile_commands.json external

# The released EnvPool has no wheel for CPython 3.11.
$(CACHE)/venv/released-%: PYTHON = $(shell third_party/find_python.sh 3.12)
$(CACHE)/venv/free-threaded-%: PYTHON = $(shell third_party/find_python.sh 3.13t)
$(CACHE)/venv/tsan/free-threaded-%: PYTHON = $(PYTHON_TSAN)

$(CACHE)/python-tsan/bin/python3:
	@third_party/python_tsan.sh $(CACHE)/python-tsan

$(CACHE)/venv/%:
	@echo "making $@"
	mkdir -p $(@D)
	lock=$$(basename $@)
	$(PYTHON) third_party/make_venv.py $(REQUIREMENTS)/$${lock%-*}.txt $@ --sdist gym

$(BUILDIFIER):
	@third_party/setup.sh lint
	mkdir -p $(NPM)
	cp third_party/npm/*.json $(NPM)
	npm ci --silent --no-fund --no-audit --prefix $(NPM)
