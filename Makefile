# Every target sets up what it needs by itself; all that is asked for is Python 3.11+, make and a package index.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
BENCH_VENV ?= .venv-bench
ESCAPES_VENV ?= .venv-escapes
ARGS ?=
# Most tests wait for a pytest of their own; `make test SPREAD=` runs them one after the other.
SPREAD ?= --numprocesses 4 --dist worksteal
PEERS := pytest-socket pytest-test-categories asttokens beartype icontract # pydantic, its last need, is there already

.PHONY: demo test lint bench escapes peers clean

demo: $(VENV)/.installed
	$(BIN)/python examples/demo.py $(ARGS)

test: $(VENV)/.installed
	$(BIN)/python -m pytest $(SPREAD) $(ARGS)

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(BENCH_VENV)/.installed
	$(BENCH_VENV)/bin/python -m bench $(ARGS)

escapes: $(ESCAPES_VENV)/.installed
	$(ESCAPES_VENV)/bin/python -m tests.escapes $(ARGS)

peers: $(ESCAPES_VENV)/.installed
	@$(ESCAPES_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade --target build/peers \
	  --no-deps $(PEERS)
	PYTHONPATH=tests $(ESCAPES_VENV)/bin/python -m bench.peers

clean:
	rm -rf $(VENV) $(BENCH_VENV) $(ESCAPES_VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage*
	find src tests bench docs examples -name __pycache__ -type d -prune -exec rm -rf {} +

# A virtual environment, or the one sentence that says what is missing.
define venv
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "pytest-hermetic needs Python 3.11 or newer; $(PYTHON) is $$($(PYTHON) --version 2>&1 || echo not there)." \
	    "Choose another: make PYTHON=python3.12 …" >&2; exit 1; }
	@echo "Setting up $(1), once." >&2
	@$(PYTHON) -m venv $(1) || { echo "$(PYTHON) -m venv failed: on Debian, apt install python3-venv" >&2; exit 1; }
	@$(1)/bin/python -m pip install --quiet --disable-pip-version-check --upgrade pip
endef

$(VENV)/.installed: pyproject.toml
	$(call venv,$(VENV))
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[mcp]' --group lint --group test
	@touch $@

# An environment of its own: one of the plugins that we are compared with takes our options' names.
$(BENCH_VENV)/.installed: pyproject.toml
	$(call venv,$(BENCH_VENV))
	@$(BENCH_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable '.[mcp]' --group bench
	@touch $@

# The libraries that the collection of ways out goes through: many, and none of them needed for the tests.
$(ESCAPES_VENV)/.installed: pyproject.toml $(wildcard tests/escapes/*.txt)
	$(call venv,$(ESCAPES_VENV))
	@$(ESCAPES_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --editable . --group test \
	  $(foreach file,$(wildcard tests/escapes/requirements*.txt),--requirement $(file))
	@$(ESCAPES_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --requirement tests/escapes/native.txt || \
	  echo "Going on without what tests/escapes/native.txt names; the table says which cases miss a library." >&2
	@touch $@
