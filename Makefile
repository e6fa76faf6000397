# Everything starts from python3 (3.11 or newer) with pip, and make.
PYTHON ?= python3
BIN := .venv/bin
CODE := quizzes trainer tests manage.py
TOGETHER := --numprocesses 3 --dist loadfile
# Where this says that nothing compiled is kept, each process would compile all that it imports, for seconds.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: run demo test test-long pytest bench mutants lint format messages lock install

run: install  ## The site at http://localhost:8000, or PORT=8001 make run
	@exec $(BIN)/python -m trainer.run site

demo: install  ## A class, a teacher and learners to look around with
	@exec $(BIN)/python -m trainer.run demo

test: install  ## Everything that must hold before a commit: two jobs, since the types are checked by one process
	@$(MAKE) --no-print-directory --jobs=2 lint pytest

test-long: export TABLE_STAKES_LONG = 1
test-long: test  ## The same tests at full size: hours

pytest: install
	@$(BIN)/python -m pytest $(TOGETHER)

bench: install  ## Measurements, each beside what it is compared with
	@set -e; for file in tests/bench/*.py; do $(BIN)/python -m "tests.bench.$$(basename $$file .py)"; done

mutants: install  ## Mistakes planted in the engine and in grading, and which of them no test notices: an hour
	@nice -n 19 $(BIN)/python -m tests.mutation.run

lint: install  ## Style, types, and who may import whom
	@$(BIN)/ruff check --quiet $(CODE)
	@$(BIN)/ruff format --check --quiet $(CODE)
	@$(BIN)/mypy $(CODE)
	@$(BIN)/lint-imports

format: install
	@$(BIN)/ruff check --quiet --fix $(CODE)
	@$(BIN)/ruff format --quiet $(CODE)

messages: install  ## The catalogues of translations in step with the code, and compiled
	@$(BIN)/python -m trainer.catalogues

lock: install  ## requirements.in to requirements.txt, with hashes
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
		--no-emit-index-url requirements.in --output-file requirements.txt

install:
	@$(PYTHON) trainer/install.py
