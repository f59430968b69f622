#!/usr/bin/env bash
# gpu.sh: builds build/libkickback-gpu.so and build/kickback-gpu, compares their games with those of the processor, and measures
# them. Needs nvcc and a GPU, and build/tests/parity.
# gpu.sh processor FOLDER: only builds both in FOLDER, as C++ that plays on the processor, for tests.
set -euo pipefail
cd "$(dirname "$0")/.."
games=200 batch=40 out=build

if [ "${1:-}" = processor ]; then
    out=${2:?gpu.sh: expected a folder}
    compile=(g++ -x c++ -O1 -Wall -Wextra -Werror -Wno-enum-compare -fPIC -fvisibility=hidden)
    smaller=() link=(g++)
else
    nvcc=$(command -v "${NVCC:-nvcc}" || command -v /usr/local/cuda/bin/nvcc) ||
        { echo "gpu.sh: no nvcc: install NVIDIA's CUDA toolkit, or say where it is with NVCC=…" >&2; exit 2; }
    compile=("$nvcc" -O3 -arch=native -DNDEBUG -Xcompiler -Wno-enum-compare,-fPIC,-fvisibility=hidden)
    smaller=(-Xcicc -O2) link=("$nvcc" -arch=native)
    echo "Compiling targets/cuda, about two minutes"
fi

rm -rf "$out/gpu"
mkdir -p "$out/gpu/library"
for source in targets/cuda/*.cu targets/cuda/library/*.cu; do
    flags=()
    if [ "$source" = targets/cuda/integralis.cu ]; then flags=("${smaller[@]}"); fi # docs/gpu.md has the figures
    "${compile[@]}" -std=c++20 "${flags[@]}" -c -o "$out/gpu/${source#targets/cuda/}.o" "$source" &
done
for job in $(jobs -p); do wait "$job"; done
"${link[@]}" -shared -o "$out/libkickback-gpu.so" "$out"/gpu/library/*.o
"${link[@]}" -o "$out/kickback-gpu" "$out"/gpu/*.o -L"$out" -lkickback-gpu -Xlinker -rpath='$ORIGIN'
[ "$out" = build ] || exit 0

build/tests/parity random "$games" | build/kickback-gpu check "$games"
build/tests/parity batches "$batch" | build/kickback-gpu batches "$batch"
build/kickback-gpu bench
