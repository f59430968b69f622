#!/usr/bin/env bash
# gpu.sh: builds build/kickback-gpu, compares its games with those of the processor, and measures it. Needs nvcc and a GPU,
# and build/tests/parity.
set -euo pipefail
cd "$(dirname "$0")/.."
games=200

nvcc=$(command -v "${NVCC:-nvcc}" || command -v /usr/local/cuda/bin/nvcc) ||
    { echo "gpu.sh: no nvcc: install NVIDIA's CUDA toolkit, or say where it is with NVCC=…" >&2; exit 2; }
echo "Compiling targets/cuda, about a minute"
objects=()
for source in targets/cuda/*.cu; do
    object=build/gpu/$(basename "$source" .cu).o
    mkdir -p build/gpu
    "$nvcc" -O3 -std=c++20 -arch=native -DNDEBUG -Xcompiler -Wno-enum-compare -c -o "$object" "$source" &
    objects+=("$object")
done
for job in $(jobs -p); do wait "$job"; done
"$nvcc" -arch=native -o build/kickback-gpu "${objects[@]}"
build/tests/parity random "$games" | build/kickback-gpu check "$games"
build/kickback-gpu bench
