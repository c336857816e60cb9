# `make demo` shows what srcdiff does, `make test` checks it. Both make their own
# environment in .venv and need nothing but Python, git and make.

PYTHON ?= python3
JOBS ?= 2
EXTRAS ?= test
VENV = .venv
RUN = $(VENV)/bin/python
export OPENBLAS_NUM_THREADS ?= 1
unexport OPENBLAS_CORETYPE OPENBLAS_L2_SIZE

.PHONY: demo test check bench clean

demo: $(VENV)/.demo
	$(RUN) examples/demo.py

test: $(VENV)/.test check
	$(RUN) -m pytest -n $(JOBS)

check: $(VENV)/.test
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

bench: $(VENV)/.demo
	$(RUN) benchmarks/run.py

$(VENV)/.base:
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --upgrade pip
	touch $@

$(VENV)/.demo: pyproject.toml $(VENV)/.base
	$(RUN) -m pip install --quiet --editable '.[demo]'
	touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.base
	$(RUN) -m pip install --quiet --editable '.[$(EXTRAS)]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info demo-output
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
