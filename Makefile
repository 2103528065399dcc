# The one door: `make` lists what there is.
#
# Everything is installed into $(VENV), from requirements/constraints.txt, once; and again when what it was
# made from changes. PYTHON chooses the interpreter: make setup PYTHON=python3.13
SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV ?= .venv
PY := $(VENV)/bin/python
RUN := $(VENV)/bin/passevents
# pip's own progress, without a line for everything that is already there or on its way.
PIP := $(PY) -m pip --disable-pip-version-check install --constraint requirements/constraints.txt
QUIETER := | { grep -v -e 'already satisfied' -e '^Looking in' -e '  Checking if' -e '  Preparing' || true; }

NATIVE := CMakeLists.txt $(shell find native -name '*.cpp' -o -name '*.h' -o -name CMakeLists.txt)
DEMO_DB ?= passevents.db

.PHONY: help
help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Set-up, in three steps, each with a stamp: the environment, what is installed there, the extension.
$(VENV)/bin/python:
	@python=$${PYTHON:-}; \
	for candidate in $${python:-python3 python3.14 python3.13 python3.12 python3.11}; do \
	  if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "==> creating $(VENV) with $$("$$candidate" --version)"; \
	    exec "$$candidate" -m venv $(VENV); \
	  fi; \
	done; \
	echo "passevents needs Python 3.11 or later; $${python:-python3} is $$("$${python:-python3}" --version 2>&1 || true)." >&2; \
	echo "Install one, or name it: make setup PYTHON=/path/to/python3" >&2; exit 1

$(VENV)/.installed: $(VENV)/bin/python pyproject.toml $(wildcard requirements/*.txt)
	@echo "==> installing into $(VENV) (a few hundred megabytes the first time)"
	@$(PY) -c 'import pip, sys; sys.exit(int(pip.__version__.split(".")[0]) < 24)' || $(PIP) --upgrade pip $(QUIETER)
	@command -v $${CXX:-c++} >/dev/null || { \
	  echo "A C++17 compiler is needed to build the recorder (on Debian: apt-get install g++)." >&2; exit 1; }
	@$(PIP) --requirement requirements/build.txt $(QUIETER)
	@$(PIP) --no-build-isolation --editable '.[mlir,test]' $(QUIETER)
	@touch $@; touch $(VENV)/.native  # the extension was built with the rest

$(VENV)/.native: $(VENV)/.installed $(NATIVE)
	@echo "==> building the extension"
	@$(PIP) --quiet --no-build-isolation --no-deps --editable .
	@touch $@

$(VENV)/.docs $(VENV)/.bench: $(VENV)/.%: $(VENV)/.installed
	@echo "==> installing what $* needs"
	@$(PIP) --no-build-isolation --editable '.[$*]' $(QUIETER)
	@touch $@

.PHONY: setup
setup: $(VENV)/.native ## create .venv, install everything, build the extension

.PHONY: demo
demo: setup ## record a real MLIR compilation into passevents.db and show it
	@PATH="$(CURDIR)/$(VENV)/bin:$$PATH" $(PY) examples/demo/compile.py $(DEMO_DB)

.PHONY: test
test: setup ## run the tests of the core, the store, the command line and upstream MLIR
	@$(PY) -m pytest $(ARGS)

.PHONY: test-compilers
test-compilers: setup ## run the tests of each other compiler, in an environment of its own
	@$(PY) tests/integration/environments.py $(ARGS)

SANITIZERS ?= address,undefined thread

.PHONY: sanitize
sanitize: $(VENV)/.installed ## run the native tests under the sanitizers of the compiler: addresses, undefined behaviour, threads
	@for sanitizers in $(SANITIZERS); do \
	  folder="build/native-tests-$${sanitizers//,/-}"; \
	  echo "==> $$sanitizers"; \
	  PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cmake -S native/tests -B "$$folder" -G Ninja \
	    -DPASSEVENTS_SANITIZE="$$sanitizers" >/dev/null; \
	  PATH="$(CURDIR)/$(VENV)/bin:$$PATH" ninja -C "$$folder" --quiet; \
	  "$(CURDIR)/$(VENV)/bin/ctest" --test-dir "$$folder" --output-on-failure; \
	done

.PHONY: lint
lint: setup ## ruff and strict mypy
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/ruff format --check .
	@$(VENV)/bin/mypy

.PHONY: format
format: setup ## let ruff put the code in order
	@$(VENV)/bin/ruff check --fix-only .
	@$(VENV)/bin/ruff format .

.PHONY: docs
docs: setup $(VENV)/.docs ## run the examples of the documentation and build its site into build/site
	@$(PY) -m pytest tests/docs tests/repo $(ARGS)
	@$(VENV)/bin/zensical build --strict --clean
	@echo "==> build/site/index.html"

.PHONY: bench
bench: setup $(VENV)/.bench ## measure what recording costs, beside mlir-opt's own tracing
	@$(PY) benchmarks/recording.py $(ARGS)

.PHONY: bench-store
bench-store: setup ## measure the store: filling, size and questions of a million events
	@$(PY) benchmarks/store.py $(ARGS)

.PHONY: bench-compilation
bench-compilation: setup ## measure what a compile cache saves
	@$(PY) benchmarks/compilation.py $(ARGS)

.PHONY: bench-compilers
bench-compilers: setup ## measure what recording TVM and TileLang costs, beside their own tools
	@$(PY) benchmarks/core_pairs.py
	@$(PY) tests/integration/environments.py tvm tilelang --run benchmarks/tvm_and_tilelang.py -- $(ARGS)

.PHONY: dist
dist: setup ## build the source archive and the wheel into dist/
	@rm -rf dist
	@$(PY) -c 'from scikit_build_core.build import build_sdist; print("dist/" + build_sdist("dist"))'
	@$(PY) -m pip --disable-pip-version-check wheel --no-build-isolation --no-deps --wheel-dir dist dist/*.tar.gz

.PHONY: clean
clean: ## remove everything that was made here
	rm -rf $(VENV) .venvs build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis
