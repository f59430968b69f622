#!/usr/bin/env bash
# lint.sh [STEP]: static checks of the C files. Needs a configured build-sanitized.
# Steps: format, tidy, analyze, cppcheck, cplusplus. By default all; analyze includes tidy.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=$(nproc)

format() { tools/sources.sh | xargs clang-format --dry-run -Werror; }

# What .clang-tidy lists, without the static analyzer, which takes thirty times as long.
tidy() { analyze '--checks=-clang-analyzer-*'; }

analyze() { tools/sources.sh C | xargs -P "$jobs" -n 1 clang-tidy --quiet -p build-sanitized "$@" 2>/dev/null; }

# uninitvar: lists are filled through a game's function table, which cppcheck cannot follow.
# identicalInnerCondition: `if (mask) return mask` is intended.
# Without -U every file is checked seven times, for variants that differ by a line or two in a header.
check() {
    cppcheck --quiet --std=c11 --language=c --enable=warning,performance,portability --inline-suppr -j "$jobs" \
        -UNDEBUG -UKB_BUILDING_LIBRARY -U__CUDACC__ -U__CUDA_ARCH__ -U__POPCNT__ -U__x86_64__ \
        --error-exitcode=1 --suppress=uninitvar:core/rng.h --suppress=identicalInnerCondition core games engine bots server cli
}

# The rules must also compile as C++, for the GPU. If nvcc is installed, it checks them, too.
# enum-compare: shared refusals and a game's own are two enums with one range of numbers.
cplusplus() {
    local rules nvcc
    for rules in $(grep -l "^KB_FN" games/*/*.c); do
        g++ -x c++ -std=c++20 -pedantic-errors -Wall -Wextra -Wno-enum-compare -Werror -fsyntax-only "$rules"
    done
    nvcc=$(command -v nvcc || command -v /usr/local/cuda/bin/nvcc || true)
    [ -n "$nvcc" ] || return 0
    for rules in targets/cuda/*.cu targets/cuda/library/*.cu; do
        "$nvcc" -std=c++20 -Xcicc -O0 -Xptxas -O0 -Werror all-warnings -Xcompiler -Wno-enum-compare -c -o /dev/null "$rules"
    done
}

case ${1:-all} in
format) format ;;
tidy) tidy ;;
analyze) analyze ;;
cppcheck) check ;;
cplusplus) cplusplus ;;
all)
    for step in format analyze cppcheck cplusplus; do
        echo "Lint: $step"
        "$0" "$step"
    done
    ;;
*) echo "lint.sh: no step '$1'" >&2; exit 2 ;;
esac
