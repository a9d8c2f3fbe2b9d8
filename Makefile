# kernaudit: every task, on a machine with only make and Python >= 3.11.
# Packages come from the index that pip is set up for, by version and hash (requirements/), into .venv.

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; `make PYTHON=/path/to/python3.12` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo "$$p"; break; }; done)
PIP := $(BIN)/python -m pip --disable-pip-version-check
INSTALL := $(PIP) install --quiet --no-input

# Further arguments for pytest: make test ARGS='-k discover'
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help demo test lint format bench fuzz docs build lock clean
.DELETE_ON_ERROR:

help: ## Show the tasks
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

demo: $(VENV)/.run ## Install, then show what the example tree runs on
	$(BIN)/kernaudit scan examples/remapped

test: $(VENV)/.dev ## Install, then run every test that this machine can
	$(BIN)/python -m pytest $(ARGS)

lint: $(VENV)/.dev ## Style, types and the architecture
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

format: $(VENV)/.dev ## Rewrite the sources in the one style
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(VENV)/.dev ## Measure scan time against raw parse time
	$(BIN)/python tests/benchmarks/bench.py

# How long `make fuzz` runs.
SECONDS ?= 60

fuzz: $(VENV)/.dev ## Feed mutated input to every reader: make fuzz SECONDS=600
	$(BIN)/python tests/fuzz/run.py $(SECONDS)

docs: $(VENV)/.dev ## Build the documentation site into site/
	$(BIN)/python docs/write_pages.py
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet --strict

build: $(VENV)/.dev ## Build sdist and wheel into dist/
	$(BIN)/python -m hatchling build

lock: $(VENV)/.dev ## Pin requirements/*.txt again from pyproject.toml
	$(INSTALL) pip-tools
	$(BIN)/python requirements/lock.py

clean: ## Remove .venv and what the tools leave
	rm -rf $(VENV) dist site .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# A half-made environment (Debian without python3-venv leaves one) must not look finished: build aside, then rename.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "make: no Python >= 3.11 found; install one or name it: make PYTHON=..." >&2; exit 1; }
	@rm -rf $(VENV)
	@"$(PYTHON)" -m venv $(VENV) >/dev/null 2>&1 || "$(PYTHON)" -m virtualenv -q $(VENV) 2>/dev/null || { rm -rf $(VENV); \
	  echo "make: $(PYTHON) cannot make a virtual environment; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }

define install
	@$(INSTALL) --require-hashes -r $(1) || { \
	  echo "make: the packages pinned in $(1) could not be installed; this needs a package index once (see above)" >&2; exit 1; }
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@$(BIN)/python -m compileall -q src
	@touch $@
endef

$(VENV)/.run: requirements/run.txt pyproject.toml | $(BIN)/python
	$(call install,requirements/run.txt)

$(VENV)/.dev: requirements/dev.txt pyproject.toml | $(BIN)/python
	$(call install,requirements/dev.txt)
