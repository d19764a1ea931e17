# The verbs of a day. Nothing but make and Python 3.11 or later has to be there; `make` alone lists them.

PORT ?= 8000
SIMULATORS_PORT ?= 8100
DATA ?= fordran-data
PYTHON ?= python3
TESTS ?=
RESOURCE ?= creditors
QUERY ?=
SEED ?=
MINUTES ?= 5
FAULT ?=
COMPARE ?=
RECIPE ?=
FROM ?=
FAILOVERS ?= 20
FORDRAN_TEST_CITUS ?=

.DEFAULT_GOAL := help
.PHONY: help setup lock run test test-long durations test-citus check fix docs rows examples wheel recipes histories counts bench bench-large load upgrade fuzz planted soak failover db explain

help: ## List the verbs.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# uv installs packages; where it is not on the path, its wheel is installed into .venv. The stamps are written last, so that an
# interrupted setup begins again, and then installs anew whatever may be half installed.
UV = $(shell command -v uv || echo .venv/bin/uv)
INSTALL = $(UV) pip install --quiet --python .venv/bin/python
LOCK = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

setup: .venv/ready-dev ## Make .venv with everything in it, unless it is up to date.

.venv/ready: requirements.lock setup.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
		{ echo "Fordran needs Python 3.11 or later as $(PYTHON); choose one with make PYTHON=…" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
		{ echo "$(PYTHON) lacks the module venv; on Debian and Ubuntu it is in the package python3-venv." >&2; exit 1; }
	@echo "Setting up .venv with what the service needs." >&2
	@$(PYTHON) -m venv .venv
	@test -x "$(UV)" || .venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes --requirement setup.lock
	@again=$$(test ! -e .venv/unfinished || echo --reinstall); touch .venv/unfinished; \
		$(INSTALL) $$again --requirement requirements.lock && $(INSTALL) --no-deps --editable . && mv .venv/unfinished $@

.venv/ready-dev: .venv/ready requirements-dev.lock schemas.lock client/pyproject.toml
	@echo "Adding what the tests and tools need." >&2
	@again=$$(test ! -e .venv/unfinished || echo --reinstall); touch .venv/unfinished; \
		$(INSTALL) $$again --requirement requirements-dev.lock && $(INSTALL) --no-deps --requirement schemas.lock && \
		$(INSTALL) --no-deps --editable client && mv .venv/unfinished $@

lock: .venv/ready ## Lock the newest versions within the bounds of pyproject.toml, with the hashes of their files.
	@$(LOCK) --upgrade pyproject.toml --output-file requirements.lock
	@$(LOCK) --upgrade pyproject.toml --extra dev --extra tracing --constraint requirements.lock --output-file requirements-dev.lock
	@echo uv | $(LOCK) --upgrade - --output-file setup.lock

run: .venv/ready ## Serve a demo in a sandbox: make run PORT=8000 DATA=fordran-data.
	@.venv/bin/fordran simulators --port $(SIMULATORS_PORT) & trap "kill $$! 2>/dev/null" EXIT INT TERM; \
		.venv/bin/fordran serve --demo --sandbox --port $(PORT) --data $(DATA)

# Compiled tests are kept, whatever the environment says: to compile them takes half a minute in each process.
PYTEST = PYTHONDONTWRITEBYTECODE= .venv/bin/python -m pytest
ALL_CORES = -n logical --maxprocesses 8 --dist loadfile --no-loadscope-reorder --durations=10 --durations-min=1

test: setup ## Run the tests but the long ones, or all of some: make test TESTS=tests/domain.
	@$(PYTEST) $(ALL_CORES) $(if $(TESTS),$(TESTS),--long without)

test-long: setup ## Run the long tests: services killed and restarted, browsers, each role at each endpoint.
	@$(PYTEST) $(ALL_CORES) --long only

durations: setup ## Run all tests, and record how long each file takes: that orders the next runs, and says which are long.
	@$(PYTEST) $(ALL_CORES) --write-durations

# Where there is no cluster: docs/scaling.md says how one is run. What starts a server of its own is left out.
test-citus: setup ## Run the tests on a cluster of Citus: make test-citus FORDRAN_TEST_CITUS=postgresql://….
	@test -n "$(FORDRAN_TEST_CITUS)" || { echo "FORDRAN_TEST_CITUS has to name a database on a coordinator." >&2; exit 1; }
	@FORDRAN_TEST_CITUS=$(FORDRAN_TEST_CITUS) .venv/bin/python -m pytest -n 0 -q $(if $(TESTS),$(TESTS),tests/citus tests/actions tests/api)

check: setup ## Lint, formatting and types.
	@.venv/bin/ruff check .
	@.venv/bin/ruff format --check .
	@.venv/bin/mypy

fix: setup ## Put right what lint and formatting can put right by themselves.
	@.venv/bin/ruff check --fix .
	@.venv/bin/ruff format .

docs: setup ## Rewrite what the pages of docs/ repeat of the declarations.
	@.venv/bin/python -m tools.pages

rows: setup ## Write the types of rows from schema.sql.
	@.venv/bin/python -m tools.rows

examples: setup ## Record the examples of the interface's description anew, in a demo of its own.
	@.venv/bin/python -m tools.pages.recording

wheel: setup ## Build the wheel, install it into an empty environment, and serve from there.
	@.venv/bin/python .ci/wheel.py

recipes: setup ## Carry out the recipes of CONTRIBUTING.md on a copy: make recipes RECIPE=setting.
	@.venv/bin/python -m tools.recipes $(RECIPE)

histories: setup ## Let a thousand random cases live and pay, and replay ten thousand random histories, of claims and of client funds.
	@FORDRAN_TEST_FLOWS=1000 .venv/bin/python -m pytest -n 0 -q tests/actions/flow/test_whoever_pays.py
	@FORDRAN_TEST_DRAWS=anew FORDRAN_TEST_EXAMPLES=10000 .venv/bin/python -m pytest -n 0 -q tests/test_order_independence.py
	@FORDRAN_TEST_DRAWS=anew FORDRAN_TEST_FUNDS=10000 .venv/bin/python -m pytest -n 0 -q tests/test_client_funds.py

counts: setup ## Write anew what each kind of request costs in counts, which a test holds.
	@FORDRAN_COUNTS=write .venv/bin/python -m pytest -n 0 -q tests/api/test_counts.py

bench: setup ## Measure the service against a bare one beside it: make bench COMPARE=before.json.
	@.venv/bin/python -m tools.bench $(if $(COMPARE),--compare $(COMPARE))

bench-large: setup ## The same with a million rows, which takes long.
	@.venv/bin/python -m tools.bench growth growing_cases payouts night --rows 1000000

# Where there is no wheel of atheris, the parsers are given drawn texts alone.
fuzz: setup ## Be hostile to parsers and service for some minutes: make fuzz SEED=1 MINUTES=5.
	@.venv/bin/python -c 'import atheris' 2>/dev/null || \
		$(INSTALL) --only-binary :all: 'atheris>=3,<4' || true
	@.venv/bin/python -m tools.fuzz $(if $(SEED),--seed $(SEED)) --minutes $(MINUTES)

planted: setup ## Switch off one guard after the other in a copy, and see that tests fail: make planted FAULT=audit.
	@.venv/bin/python -m tools.planted $(FAULT)

load: setup ## Put the service under load: idle connections, overload, restarts, an upgrade; takes minutes.
	@.venv/bin/python -m tools.load

upgrade: setup ## Upgrade an installation of the last release, stopped and live, and compare all that it answers: make upgrade FROM=v0.2.0.
	@UV=$(abspath $(UV)) .venv/bin/python -m tools.upgrade $(if $(FROM),--from $(FROM))

soak: setup ## Kill, cut and double everything, and prove that nothing is lost: make soak SEED=1 MINUTES=5.
	@.venv/bin/python -m tools.soak $(if $(SEED),--seed $(SEED)) --minutes $(MINUTES)

failover: setup ## Kill the leader of a database under the service, again and again: make failover FAILOVERS=20; needs Debian's Patroni.
	@.venv/bin/python -m tools.failover --failovers $(FAILOVERS)

db: .venv/ready ## Open psql on the embedded database, served or not: make db DATA=fordran-data.
	@.venv/bin/python -m fordran.commands.psql $(DATA)

explain: .venv/ready ## Show how a resource is read: make explain RESOURCE=creditors QUERY='sort=-name'.
	@.venv/bin/fordran explain $(RESOURCE) '$(QUERY)'
