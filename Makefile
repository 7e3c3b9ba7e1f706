PYTHON ?= python3
VENV := .venv
RUN := $(VENV)/bin

report: $(VENV)/ready  ## check every claim of proofs/ and write report.html
	$(RUN)/gametheory report

test: $(VENV)/ready  ## every test, with the examples of README and docs
	$(RUN)/pytest -n auto --dist loadfile

bench: $(VENV)/ready  ## this program beside its peers, and plain ways to do the same work
	$(RUN)/python -m bench

lint: $(VENV)/ready  ## lint, format and type checks
	$(RUN)/ruff check .
	$(RUN)/ruff format --check .
	$(RUN)/mypy

docs: $(VENV)/ready  ## the pages of docs/ as a site that opens from disk, site/index.html
	NO_MKDOCS_2_WARNING=1 $(RUN)/mkdocs build --strict

$(VENV)/ready: pyproject.toml
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), "Python 3.11 or newer is needed, this is " + sys.version'
	$(PYTHON) -m venv $(VENV)
	$(RUN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) report.html site

.PHONY: report test bench lint docs clean
