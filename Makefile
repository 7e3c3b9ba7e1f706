PYTHON ?= python3
unexport PYTHONDONTWRITEBYTECODE # or each process compiles all that it imports
VENV := .venv
RUN := $(VENV)/bin
# Python compiles what it imports, which is a small part of the libraries.
PIP := $(RUN)/python -m pip install --quiet --disable-pip-version-check --no-compile
PYTEST := $(RUN)/pytest -n auto --dist loadscope --no-loadscope-reorder --max-worker-restart 0

report: $(VENV)/reader  ## check every claim of proofs/ and write report.html
	@echo "checking every claim of proofs/: minutes the first time, then seconds"
	@$(RUN)/gametheory report

test: $(VENV)/ready  ## the tests, with the examples of README, docstrings and most pages
	$(PYTEST) -m "not slow"

test-claims: test  ## then all claims about the sources, with their theorems
	$(PYTEST) -m slow tests/proofs

test-all: test  ## then those that take longest: kernels, browsers, all claims, benches, planted faults
	$(PYTEST) -m slow tests

quick: $(VENV)/ready  ## the tests that your change needs
	$(PYTEST) -m "not slow or page" $$($(RUN)/python tests/affected.py)

bench: $(VENV)/ready  ## the program next to its peers, and plain ways to do the same work
	$(RUN)/python -m bench

# FILES=games adds your own files; PROGRAMS_PYTHON=python is one with pygambit and quantecon, if the own one has none.
PROGRAMS_PYTHON ?= $(RUN)/python
dataset: $(VENV)/reader  ## all equilibria of the catalogue and of FILES, and what other programs answer, in dataset/
	@$(RUN)/gametheory dataset catalogue $(FILES) -o dataset --programs bench/programs.toml --python $(PROGRAMS_PYTHON)

lint: $(VENV)/ready  ## lint, format and type checks
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy

kernel: $(VENV)/ready  ## the files of Rocq once more, by its compiler and by its second reader (needs coq)
	$(RUN)/gametheory recheck proofs/rocq

docs: $(VENV)/ready  ## the pages of docs/ as a site that opens from disk, site/index.html
	$(RUN)/sphinx-build -q -W --keep-going -b html -c docs/_site docs site
	-@test ! -d site/playground/lib || $(RUN)/python docs/playground/build.py site/playground

playground: $(VENV)/ready  ## the page that runs this program in a browser, site/playground; downloads 132 MB the first time
	$(RUN)/python docs/playground/build.py site/playground

# What a report needs; tests and tools are added for the other targets. pip refuses a file without the hash in the lock.
# LOCK=no installs the newest versions that pyproject.toml allows.
$(VENV)/reader: pyproject.toml constraints/lock.txt constraints/lock-dev.txt
	@$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed, this is " + sys.version'
	@echo "making a virtual environment in $(VENV)/"
	@$(PYTHON) -m venv $(VENV)
	@echo "installing the libraries that a report needs, and this program"
ifeq ($(LOCK),no)
	@$(PIP) --editable '.[fast,prove,draw]'
else
	@$(PIP) --require-hashes --requirement constraints/lock.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
endif
	@touch $@

$(VENV)/ready: $(VENV)/reader
	@echo "installing what tests and tools need"
ifeq ($(LOCK),no)
	@$(PIP) --editable '.[dev]'
else
	@$(PIP) --require-hashes --requirement constraints/lock-dev.txt
endif
	@touch $@

clean:
	rm -rf $(VENV) report.html site

.PHONY: report test test-claims test-all quick bench dataset lint kernel docs playground clean
