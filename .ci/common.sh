# Sourced by every step: stop at the first error, work at the top of the repository, know where built things go.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Steps that build with other flags get a folder of their own below this one, or they would undo each other's work.
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
# Nothing is built here a second time after a change, so what that would need is not written.
export CARGO_INCREMENTAL=0
# Line numbers in backtraces and reports take a fifth of the time to compile. Where one is needed, the step is run again with line-tables-only.
export CARGO_PROFILE_DEV_DEBUG=${CARGO_PROFILE_DEV_DEBUG:-none}
host=$(rustc -vV | sed -n 's/^host: //p')

# The integration tests that exercise the engine, the iterators' way through it, and hostile code: what the sanitizers run, beside the unit tests.
engine_tests=(drops shutdown wait_all hostile panics borrows nested_pools one_thread hidden_work guest stress scope_with deque task task_future task_next task_lost)
engine_tests+=(laws drops_iter panics_iter early_exit par_bridge runs reuse slices sort_hostile)
engine_targets=(--lib)
for name in "${engine_tests[@]}"; do engine_targets+=(--test "$name"); done

# Leaves out the dev-dependencies, which only benches and examples use, so that nobody builds them under a sanitizer.
lean="--cfg tine_lean"

# Runs a command with the rights to install packages.
as_root() {
    if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}
