# Three commands do all the set-up: `make demo`, `make demo-lab` and `make test`. The rest is for working on purevirt.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PIP    := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# The demo alone needs a third of the packages; where all of them are there, it takes those.
DEMO   := $(if $(wildcard $(READY)),$(VENV),.venv-demo)
COVER  := $(BIN)/coverage report --precision=2

export PYTHONPATH := tools

.PHONY: help demo demo-lab test setup lab format lint types imports check-generated generate unit sim test-pythons unit-pythons wheels musl bench soak lock clean

help:
	@echo "make demo             a small fleet's life on a simulated host, over gRPC: no root, no libvirt, no QEMU"
	@echo "make demo-lab         a machine's whole life on a real libvirtd and a real guest, over gRPC"
	@echo "make test             every check and test there is, the lab included"
	@echo "make setup lab        what they need, and nothing else: .venv; Debian packages and a guest image"
	@echo "make lint types imports check-generated unit"
	@echo "                      single steps of make test"
	@echo "make sim              what runs on the simulated libvirtd, without root and libvirt"
	@echo "make test-pythons     the client's tests on each other Python it is for, as far as it is here"
	@echo "make unit-pythons     the same without the lab"
	@echo "make wheels           that the client installs from wheels alone where the C library is musl (network)"
	@echo "make musl             the client's tests on a Python that is built here, on musl (network, a C compiler)"
	@echo "make format           the code as make lint wants it, as far as a program can"
	@echo "make generate         the protocol code anew, from libvirt's source (fetched)"
	@echo "make bench            the table of measurements; make soak: an hour of everything going wrong"
	@echo "make clean            away with the environments and all caches"

setup: $(READY)

# What comes as source only is built by the locked setuptools, not by whichever pip fetches or Python brings.
$(READY): requirements/dev.lock pyproject.toml
	@echo "== making $(VENV) with the locked packages of requirements/dev.lock"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || tools/install-venv
	@$(PYTHON) -m venv --clear $(VENV)
	@sed -n '/^setuptools==/,/# via/p' requirements/dev.lock >$(VENV)/setuptools.lock
	@$(PIP) --require-hashes -r $(VENV)/setuptools.lock
	@$(PIP) --require-hashes --no-build-isolation --use-pep517 -r requirements/dev.lock
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(READY)

lab: $(READY)
	@echo "== the lab: Debian's libvirt and QEMU, and a guest image"
	@$(BIN)/python -m tests.lab ensure

demo: $(DEMO)/.ready
	@PYTHONPATH=src $(DEMO)/bin/python examples/demo.py

.venv-demo/.ready: requirements/demo.lock
	@echo "== making .venv-demo with the locked packages of requirements/demo.lock"
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed; set PYTHON=..."; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || tools/install-venv
	@$(PYTHON) -m venv --clear .venv-demo
	@.venv-demo/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
	    --only-binary :all: --require-hashes -r requirements/demo.lock
	@touch $@

demo-lab: $(READY) lab
	@$(BIN)/python -m tests.lab.demo

test: $(READY) lab lint types imports check-generated
	@echo "== tests"
	@$(BIN)/coverage erase
	@$(BIN)/coverage run -m pytest
	@echo "== coverage of the hand-written core and of the generator (98 % of lines and branches at least)"
	@$(COVER) --fail-under=98 --include='src/purevirt/rpc/*,src/purevirt/errors/*' --skip-covered
	@$(COVER) --fail-under=98 --include='tools/xdrgen/*' --skip-covered
	@echo "== the client on every other Python that is here"
	@$(BIN)/python tools/test_pythons.py

format: $(READY)
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lint: $(READY)
	@echo "== format, lint"
	@$(BIN)/ruff format --check --quiet .
	@$(BIN)/ruff check --quiet .

types: $(READY)
	@echo "== types"
	@$(BIN)/mypy

imports: $(READY)
	@echo "== import contracts"
	@$(BIN)/lint-imports

check-generated: $(READY)
	@echo "== generated code is what the generators make"
	@$(BIN)/python -m xdrgen check
	@$(BIN)/python tools/genproto.py --check

unit: $(READY)
	@$(BIN)/python -m pytest -m "not lab"

sim: $(READY)
	@$(BIN)/python -m pytest -m sim

test-pythons: $(READY) lab
	@$(BIN)/python tools/test_pythons.py --lab

unit-pythons: $(READY)
	@$(BIN)/python tools/test_pythons.py

# Nothing is installed: pip says which files it would take, for a machine that is not this one.
wheels: $(READY)
	@for tag in x86_64 aarch64; do for version in 3.11 3.12 3.13; do \
	    echo "== purevirt from wheels alone: musllinux $$tag, Python $$version"; \
	    $(PIP) --dry-run --ignore-installed --no-build-isolation --only-binary=:all: \
	        --platform musllinux_1_2_$$tag --platform musllinux_1_1_$$tag --python-version $$version \
	        --implementation cp --target .cache/wheels --report .cache/wheels.json . || exit 1; \
	    $(BIN)/python tools/list_report.py .cache/wheels.json; \
	done; done

# The interpreter is beside the machine's C library, in .cache/musl; nothing is installed.
musl: $(READY)
	@interpreter=$$($(BIN)/python tools/musl_python.py) && \
	    $(BIN)/python tools/test_pythons.py --interpreter "musl=$$interpreter"

generate: $(READY)
	@$(BIN)/python tools/fetch_libvirt_source.py .cache/libvirt-11.3.0
	@$(BIN)/python -m xdrgen generate .cache/libvirt-11.3.0
	@$(BIN)/python tools/genproto.py

bench: $(READY) lab
	@$(BIN)/python -m bench

soak: $(READY)
	@$(BIN)/python -m bench.soak

# needs uv; writes the hashes of every platform's wheels, and no index address
lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --group dev --all-extras pyproject.toml --output-file requirements/dev.lock
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header \
	    --extra provider --extra cli --constraint requirements/dev.lock pyproject.toml \
	    --output-file requirements/demo.lock

clean:
	rm -rf $(VENV) .venv-demo .cache build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
