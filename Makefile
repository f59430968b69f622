# The entry point. `make help` lists the targets; meson.build describes the build.
.DEFAULT_GOAL := help
.PHONY: help play build install deb wheel amalgamation abi check test lint format fuzz coverage soak bench strength golden wasm site gpu clean
FUZZ_SECONDS ?= 60
ROUNDS ?= 1
PREFIX ?= /usr/local
NVCC ?= $(or $(shell command -v nvcc),/usr/local/cuda/bin/nvcc)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: build ## open a table in your browser; LISTEN=0.0.0.0:8787 lets in friends on your network
	@tools/play.sh

build: ## build the program: build/kickback
	@tools/build.sh build

install: build ## install program, library, manual, completions and unit into PREFIX (/usr/local), below DESTDIR
	@meson configure build -Dprefix=$(abspath $(PREFIX)) && ninja --quiet -C build
	@meson install -C build --no-rebuild --quiet $(if $(DESTDIR),--destdir $(abspath $(DESTDIR)))
	@$(if $(DESTDIR),,ldconfig 2>/dev/null || true)

deb: ## build Debian packages: build/deb/*.deb
	@tools/deb.sh

wheel: ## build the Python package: build/wheel/kickback-*.whl
	@tools/wheel.sh

amalgamation: ## write the library as two files: build/packaging/kickback.c and kickback.h
	@tools/build.sh build packaging/kickback.c
	@echo "build/packaging/kickback.c and kickback.h are ready: compile them with your program"

abi: ## for a release: write packaging/libkickback.abi, which later versions may extend but not change
	@tools/build.sh build packaging/libkickback.so.0.1.0
	@tools/abi.sh build/packaging/libkickback.so.0.1.0 > packaging/libkickback.abi

check: ## run the quick checks, before a commit: rules, units, server, a game of each kind in a browser
	@tools/test.py check

test: ## run all checks: lint, layers, sanitizers, fuzzing, the server, a real browser
	@tools/test.py

lint: ## check format, clang-tidy, cppcheck
	@tools/build.sh build-sanitized setup && tools/lint.sh

format: ## format the C files with .clang-format
	@tools/install.sh test && tools/sources.sh | xargs clang-format -i

fuzz: ## run each fuzzer for FUZZ_SECONDS (60)
	@tools/build.sh build-fuzz && tests/fuzz/fuzz.py build-fuzz --seconds $(FUZZ_SECONDS)
	@tests/fuzz/fuzz_socket.py build-fuzz/kickback --seconds $(FUZZ_SECONDS) --seed $$(date +%s)

coverage: ## report which lines of the rules the tests run: build-coverage/report
	@tools/coverage.sh

soak: ## run what takes long, 80 minutes: the analyzer, tests that repeat, random games, threads; ROUNDS=8 plays more games
	@tools/soak.py --rounds $(ROUNDS)

bench: build ## measure the speed on this machine
	@build/kickback bench
	@tools/build.sh build tests/parity_released
	@node bench/wasm.mjs build/targets/wasm/kickback.wasm build/tests/parity_released build/web
	@node bench/page.mjs build/kickback
	@tools/wheel.sh && tools/lab.sh build/wheel/kickback-*.whl build/wheel/lab && build/wheel/lab/bin/python bench/batches.py
	@bench/ranks.py

strength: build ## measure the bots: play missing matches, write docs/strength.md; many hours
	@bench/strength.py

golden: ## rewrite tests/golden/*.txt after an intended change of the rules or of the encodings
	@tools/build.sh build tests/parity
	@build/tests/parity golden tests/golden/*.kbr > tests/golden/hashes.txt
	@build/tests/parity numbers tests/golden/*.kbr > tests/golden/numbers.txt

wasm: ## build rules and bots as WebAssembly: build/targets/wasm/kickback.wasm
	@tools/build.sh build targets/wasm/kickback.wasm
	@gzip -9c build/targets/wasm/kickback.wasm | wc -c | xargs printf 'kickback.wasm: %s bytes compressed\n'

site: wasm ## build the page as a static site: build/site, for any web server
	@cd web && node_modules/.bin/tsc --noEmit && node_modules/.bin/vite build --mode site --base ./ --outDir ../build/site --logLevel warn
	@echo "build/site is ready: copy it to a web server"

gpu: ## build the library for GPUs, compare its games with the processor's, and measure (needs nvcc)
	@tools/build.sh build tests/parity && NVCC=$(NVCC) tools/gpu.sh

clean: ## remove all build folders
	@rm -rf build build-sanitized build-coverage build-fuzz build-tsan
