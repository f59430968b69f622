# The front door. `make help` tells what there is; meson.build says how it is built.
.DEFAULT_GOAL := help
.PHONY: help play build install deb wheel abi test lint format fuzz coverage soak bench strength golden wasm site gpu clean
FUZZ_SECONDS ?= 60
PREFIX ?= /usr/local
NVCC ?= $(or $(shell command -v nvcc),/usr/local/cuda/bin/nvcc)

help: ## what there is to make
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

play: build ## a table in your browser; LISTEN=0.0.0.0:8787 lets friends on your network in
	@tools/play.sh

build: ## the program: build/kickback
	@tools/build.sh build

install: build ## program, library, manual, completions and unit, into PREFIX (/usr/local); DESTDIR is put in front
	@meson configure build -Dprefix=$(abspath $(PREFIX)) && ninja --quiet -C build
	@meson install -C build --no-rebuild --quiet $(if $(DESTDIR),--destdir $(abspath $(DESTDIR)))
	@$(if $(DESTDIR),,ldconfig 2>/dev/null || true)

deb: ## Debian packages: build/deb/*.deb
	@tools/deb.sh

wheel: ## the Python package: build/wheel/kickback-*.whl
	@tools/wheel.sh

abi: ## write packaging/libkickback.abi anew, with a release: what later versions may add to, but not change
	@tools/build.sh build packaging/libkickback.so.0.1.0
	@tools/abi.sh build/packaging/libkickback.so.0.1.0 > packaging/libkickback.abi

test: ## everything that is checked: lint, layers, sanitizers, fuzzing, the server, a real browser
	@tools/test.sh

lint: ## layout, clang-tidy, cppcheck
	@tools/build.sh build-sanitized setup && tools/lint.sh

format: ## lay out the C files as .clang-format says
	@tools/install.sh test && tools/sources.sh | xargs clang-format -i

fuzz: ## each fuzzer for FUZZ_SECONDS (60)
	@tools/build.sh build-sanitized && tests/fuzz/fuzz.py build-sanitized --seconds $(FUZZ_SECONDS)
	@tests/fuzz/fuzz_socket.py build-sanitized/kickback --seconds $(FUZZ_SECONDS) --seed $$(date +%s)

coverage: ## which lines of the rules the tests run: build-coverage/report
	@tools/coverage.sh

soak: ## ten thousand games of each under the sanitizers, every move checked, and threads for long: about an hour
	@tools/build.sh build-sanitized tests/harness && build-sanitized/tests/harness --games 10000
	@tools/build.sh build-tsan kickback tests/jobs tests/simulate && build-tsan/tests/simulate --worlds 4
	@for part in games simultaneous passphrases crashes; do TSAN_OPTIONS=halt_on_error=1 tests/server.py build-tsan/kickback --only $$part || exit 1; done
	@for game in intrige integralis incorporated; do TSAN_OPTIONS=halt_on_error=1 build-tsan/kickback arena $$game --bots search:50,greedy --games 400 --threads 4 || exit 1; done

bench: build ## how fast it is here
	@build/kickback bench
	@tools/build.sh build tests/parity
	@node bench/wasm.mjs build/targets/wasm/kickback.wasm build/tests/parity build/web
	@node bench/page.mjs build/kickback

strength: build ## how strong the bots are: plays what is missing, writes docs/strength.md; many hours
	@bench/strength.py

golden: ## write tests/golden/hashes.txt anew, after a change of the rules that is meant
	@tools/build.sh build tests/parity
	@build/tests/parity golden tests/golden/*.kbr > tests/golden/hashes.txt

wasm: ## the rules and bots as WebAssembly: build/targets/wasm/kickback.wasm
	@tools/build.sh build targets/wasm/kickback.wasm
	@gzip -9c build/targets/wasm/kickback.wasm | wc -c | xargs printf 'kickback.wasm has %s bytes by gzip\n'

site: wasm ## the page as a site that needs no server of ours: build/site, for any host of files
	@cd web && node_modules/.bin/tsc --noEmit && node_modules/.bin/vite build --mode site --base ./ --outDir ../build/site --logLevel warn
	@echo "build/site is ready: put it where a web server finds it"

gpu: build ## random games of Intrige on the GPU, the same ones as on the processor (needs nvcc)
	@$(NVCC) -O3 -std=c++20 -DNDEBUG -o build/kickback-gpu targets/cuda/kickback.cu && tools/build.sh build tests/parity
	@build/kickback-gpu > build/gpu.txt && build/tests/parity random | grep '^0 ' | diff - build/gpu.txt && echo "the same games on both"

clean: ## remove everything that was built
	@rm -rf build build-sanitized build-coverage build-tsan
