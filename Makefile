# `make demo` shows what srcdiff does, `make test` checks it. Both make their own
# environment in .venv and need nothing but Python, git and make. Each file of tests has one process
# for itself, which compiles once what they share. `make ptx` also compiles
# kernels for GPUs, which needs no GPU but packages of its own, in .venv-ptx.

PYTHON ?= python3
JOBS ?= 2
EXTRAS ?= test
VENV = .venv
RUN = $(VENV)/bin/python
# what the extra `ptx` is for, and that kernels run in the simulator of numba-cuda, too
PTX = test_registers.py test_launches.py test_device.py "test_simulated.py::test_adjoints[elements]"
export OPENBLAS_NUM_THREADS ?= 1
unexport OPENBLAS_CORETYPE OPENBLAS_L2_SIZE NUMBA_ENABLE_CUDASIM
# tests start processes, each of which would compile all modules anew
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test check ptx kernels bench clean

demo: $(VENV)/.demo
	$(RUN) examples/demo.py

test: $(VENV)/.test check
	$(RUN) -m pytest -n $(JOBS) --dist loadfile

check: $(VENV)/.test
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy

ptx:
	$(MAKE) VENV=.venv-ptx EXTRAS=test,ptx kernels

kernels: $(VENV)/.test
	$(RUN) -m pytest -n $(JOBS) $(addprefix tests/gpu/,$(PTX))

bench: $(VENV)/.demo
	$(RUN) benchmarks/run.py

$(VENV)/.base:
	$(PYTHON) -m venv $(VENV)
	$(RUN) -m pip install --quiet --upgrade pip
	touch $@

$(VENV)/.demo: pyproject.toml $(VENV)/.base
	$(RUN) -m pip install --quiet --no-compile --editable '.[demo]'
	touch $@

$(VENV)/.test: pyproject.toml $(VENV)/.base
	$(RUN) -m pip install --quiet --no-compile --editable '.[$(EXTRAS)]'
	touch $@

clean:
	rm -rf .venv .venv-ptx build dist *.egg-info demo-output
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
