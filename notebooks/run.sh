#!/usr/bin/env bash
# Executes the notebooks from clean and keeps what they show.
#   notebooks/run.sh [NAME.ipynb ...]   writes the results into the notebooks
#   notebooks/run.sh --check            writes nothing; fails when a result differs from what is committed
# Needs the built package (npm ci), jupyter-nbconvert and jupyter-client. The kernel is Deno, from notebooks/kernel.
set -euo pipefail
cd "$(dirname "$0")"

check=no
if [ "${1:-}" = --check ]; then
  check=yes
  shift
fi
if [ $# -eq 0 ]; then set -- *.ipynb; fi

if ! command -v jupyter-nbconvert > /dev/null; then
  echo 'notebooks/run.sh needs jupyter-nbconvert: apt-get install jupyter-nbconvert jupyter-client' >&2
  exit 2
fi
if [ ! -f ../dist/index.js ]; then
  echo 'notebooks/run.sh needs the built package: npm ci' >&2
  exit 2
fi
deno=$PWD/kernel/node_modules/.bin/deno
if [ ! -x "$deno" ]; then (cd kernel && npm ci); fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# A kernel of this run's own: kernels and settings of whoever runs it neither help nor suffer.
mkdir -p "$work/jupyter/kernels/deno"
cat > "$work/jupyter/kernels/deno/kernel.json" << JSON
{ "argv": ["$deno", "jupyter", "--kernel", "--conn", "{connection_file}"], "display_name": "Deno", "language": "typescript" }
JSON
export JUPYTER_PATH=$work/jupyter JUPYTER_CONFIG_DIR=$work/config JUPYTER_RUNTIME_DIR=$work/runtime
export NO_COLOR=1 DENO_NO_UPDATE_CHECK=1 TZ=UTC

execute() {
  rm -rf "$work/out"
  jupyter-nbconvert --to notebook --execute --ExecutePreprocessor.timeout=600 --log-level ERROR \
    --output-dir "$work/out" "$@" || exit 1
  ../node_modules/.bin/tsx normalise.ts "$work"/out/*.ipynb
}
# Once more when a result was lost between kernel and nbconvert (see show.ts).
execute "$@" || execute "$@"

failed=0
for notebook in "$@"; do
  if [ "$check" = no ]; then
    cp "$work/out/$notebook" "$notebook"
  elif ! diff -u "$notebook" "$work/out/$notebook" > "$work/diff"; then
    echo "$notebook: what it shows differs from what is committed; notebooks/run.sh makes it again" >&2
    cut -c 1-300 "$work/diff" | head -40 >&2
    failed=1
  fi
done
exit "$failed"
