# Everything needs only make and Python 3.11 or later. The first call makes a virtualenv
# in .venv; later calls start at once and need no network until pyproject.toml changes.

# What the caller's shell holds must not decide what is run here: another virtualenv's
# packages, a foreign copy of the project, assertions switched off, installs into the home.
unexport PYTHONPATH PYTHONHOME PYTHONSAFEPATH PYTHONOPTIMIZE MYPYPATH PIP_USER PIP_TARGET

VENV := .venv
PY := $(VENV)/bin/python
READY := $(VENV)/.ready
CANDIDATES := $(or $(PYTHON),python3.13 python3.12 python3.11 python3 python)

# The stamp holds the folder it was made in: a checkout that was copied or moved has
# a virtualenv that still runs the code of the old folder.
UNUSABLE := $(shell test -x $(PY) && test "$$(cat $(READY) 2>/dev/null)" = "$$(pwd -P)" || echo new-venv)

.DEFAULT_GOAL := help
.PHONY: help play test test-all test-machines constraints check lint layout types contracts format bench wheel deb release-check fuzz fuzz-native growth mutants load load-club monkey train pictures verify-puzzles setup clean new-venv

help:
	@echo "make play [FILE=game.json]   play (or open a game or board)"
	@echo "make test [ARGS='-k rules']  run the tests"
	@echo "make test-all                run them with every supported Python on this machine"
	@echo "make test-machines           run them as on other machines: users, locales, no git, ..."
	@echo "make check                   lint, formatting, types and import contracts"
	@echo "make format                  format the code"
	@echo "make bench [ONLY='rules']    run the benchmarks"
	@echo "make wheel                   build wheels and sdists of both distributions into dist"
	@echo "make deb                     build a Debian package into dist"
	@echo "make release-check           test what a release uploads, with more tools"
	@echo "make fuzz [MINUTES=10]       feed damaged input to every reader"
	@echo "make growth [SEED=1]         check that the cost of reading grows with the size of the file"
	@echo "make load [MINUTES=10]       save, follow, review and host one game, and check memory use"
	@echo "make load-club               play 10,000 turns in a club while processes are killed"
	@echo "make monkey [MINUTES=10]     send random input to the app on a terminal"
	@echo "make fuzz-native             call the native engine with random arguments, under sanitizers"
	@echo "make mutants MODULE=...      mutate a module and list the mutations that no test detects"
	@echo "make verify-puzzles         verify the proof of every packaged puzzle, slowly"
	@echo "make pictures                redraw the pictures of the README"
	@echo "make train                   train the net of the strongest bots by self-play"
	@echo "make setup                   create or update .venv, and do nothing else"
	@echo "make clean                   remove everything that make created"
	@echo "PYTHON=/path/to/python chooses the interpreter for a new virtualenv."

play: $(READY)
	@$(PY) -m atlantis_tui $${FILE:+"$$FILE"}

test: $(READY)
	$(PY) -m pytest $(ARGS)

# Every supported Python that is found, each in a virtualenv of its own.
test-all: $(READY)
	@$(PY) -m tools.machines python

# Other Pythons, users, locales, missing programs and more; `make test-machines ONLY='umask zsh'`
# runs those variants alone, ARGS=--narrow only the tests that can differ, ARGS=--list none.
test-machines: $(READY)
	@$(PY) -m tools.machines $(ARGS) $(ONLY)

# `make -k check` shows everything that is wrong, not only the first kind of it.
check: lint layout types contracts

lint: $(READY)
	$(PY) -m ruff check

layout: $(READY)
	$(PY) -m ruff format --check

types: $(READY)
	$(PY) -m mypy

contracts: $(READY)
	$(VENV)/bin/lint-imports --no-logo

format: $(READY)
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

bench: $(READY)
	$(PY) -m benchmarks $(ONLY)

# A wheel with the native engine if there is a C compiler, a pure one if not; it says which.
wheel: $(READY)
	@rm -rf dist
	@$(PY) -m tools.distributions build dist

# Needs the packages dpkg-dev and debhelper.
deb: $(READY)
	@$(PY) -m tools.debian build dist

# Everything of a release that runs without a forge, with the tools of the group `release`.
release-check: $(READY)
	@$(PY) -m pip install --quiet --disable-pip-version-check --group release
	$(PY) -m pytest -n0 tests/test_packaging.py tests/test_release.py tests/test_debian.py

# Whatever is new joins the corpus in .fuzz/corpus; findings become samples of the suite.
MINUTES := 1
fuzz: $(READY)
	$(PY) -m tests.fuzzing $(MINUTES) .fuzz/corpus

# All repetitions of parts of a file for every reader, and PAIRS alternations of two parts, which
# SEED selects; READERS='options plan' judges some readers. Takes an hour for all of them.
PAIRS := 100
growth: $(READY)
	$(PY) -m tests.hostile $(PAIRS) $(SEED) $(READERS)

# One game is saved, followed, reviewed and hosted; tells whether the memory of any has grown.
load: $(READY)
	$(PY) -c 'import sys; from tests.load import main; sys.exit(main())' $(MINUTES)

# A club of 600 members, with processes killed while they play.
load-club: $(READY)
	$(PY) -m tests.club.load

# Random keys, mouse, signals and more; SEED=N starts with another run. Failing runs join .monkey.
monkey: $(READY)
	$(PY) -m tests.outside.monkey $(MINUTES) $(SEED)

# For example MODULE=atlantis_core/files/saving.py TESTS='tests/transcript/test_saving.py'
MUTANTS := 60
mutants: $(READY)
	$(PY) -m tests.mutants $(MODULE) $(MUTANTS) $(TESTS)

# The interpreter is not built with sanitizers, so their library has to be there before it;
# with Python's own allocator a read past the end of a bytes object would go unseen. The second
# run finds wrong reference counts: the debug allocator overwrites what is freed.
CALLS := 100000
SEED := 1
fuzz-native: $(READY)
	$(PY) -m tests.engine.fuzz .fuzz build
	for allocator in malloc debug; do \
		LD_PRELOAD="$$(gcc -print-file-name=libasan.so)" ASAN_OPTIONS=detect_leaks=0 \
			PYTHONMALLOC=$$allocator $(PY) -m tests.engine.fuzz .fuzz $(CALLS) $(SEED) || exit 1; \
	done

# The suite verifies a sample; this verifies all 400 with the tests' second engine.
verify-puzzles: $(READY)
	VERIFY_ALL_PUZZLES=1 $(PY) -m pytest -q tests/learning/test_found_puzzles.py

# Pictures of the app to look at, in a folder that git ignores: make pictures SIZES=80x24
PICTURES := .pictures
SIZES :=
pictures: $(READY)
	$(PY) -m atlantis_core export 'transcripts/games/hexagon-3-3-players.json#34..36' \
		-o docs/pictures/chain-reaction.svg --force
	$(PY) -m tools.app_pictures $(PICTURES) $(if $(SIZES),$(SIZES) 100x30)
	cp $(PICTURES)/turn-100x30-truecolor.png docs/pictures/app.png
	cp $(PICTURES)/library-100x30-truecolor.png docs/pictures/library.png
	cp $(PICTURES)/explorer-100x30-truecolor.png docs/pictures/explorer.png

# The net of the strongest bots, from self-play; the same seed gives the same net. ARGS='--jobs 2'
train: $(READY)
	@$(PY) -m pip install --quiet --disable-pip-version-check --group train
	$(PY) -m training $(ARGS)

setup: $(READY)

clean:
	rm -rf $(VENV) .venv-* dist .fuzz .machines .monkey .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f src/atlantis_core/engine/_native*.so
	find src tests benchmarks -name __pycache__ -type d -prune -exec rm -rf {} +

$(READY): pyproject.toml constraints.txt hatch_build.py src/atlantis_core/version.py $(wildcard src/atlantis_core/engine/_native*.[ch]) $(UNUSABLE)
	@echo "setting up $(VENV) ..."
	@$(PY) tools/set_up.py
	@pwd -P > $@

# The newest versions of all tools that fit together, for a commit of its own after the tests.
constraints:
	python3 -m venv --clear .venv-new
	.venv-new/bin/python -m pip install --quiet 'pip>=25.1'
	.venv-new/bin/python -m pip install --quiet --group test --group lint .
	{ sed -n '/^#/p' constraints.txt; .venv-new/bin/python -m pip freeze --all \
		| grep -v '^pip==\|^atlantis'; } > .venv-new/constraints.txt
	mv .venv-new/constraints.txt constraints.txt
	rm -rf .venv-new

# Debian and Ubuntu have the module ensurepip in a package of its own.
new-venv:
	@bare=""; \
	for candidate in $(CANDIDATES); do \
		"$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
			|| continue; \
		if "$$candidate" -c 'import venv, ensurepip; ensurepip.version()' >/dev/null 2>&1; then \
			echo "installing Atlantis and its tools into $(VENV): about a minute, only this once"; \
			exec "$$candidate" -m venv --clear $(VENV); \
		fi; \
		bare="$${bare:-$$candidate}"; \
	done; \
	if [ -n "$$bare" ]; then \
		version=$$("$$bare" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "$$bare (Python $$version) cannot make a virtualenv: it lacks the module ensurepip." >&2; \
		echo "Debian and Ubuntu have it in the package python3-venv:" >&2; \
		echo "  sudo apt install python$$version-venv" >&2; \
	else \
		echo "no usable Python found (expected 3.11 or later; tried: $(CANDIDATES))." >&2; \
	fi; \
	echo "Install it, or name another Python: make PYTHON=/path/to/python3 ..." >&2; \
	exit 1
