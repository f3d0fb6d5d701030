# Sourced by every step: stop at the first error, work at the top of the repository, know where built things go.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Steps that build with other flags get a folder of their own below this one, or they would undo each other's work.
target=${CARGO_TARGET_DIR:-target}
mkdir -p "$target"
target=$(cd "$target" && pwd)
host=$(rustc -vV | sed -n 's/^host: //p')

# The integration tests that exercise the engine, and hostile code: what the sanitizers run, beside the unit tests.
