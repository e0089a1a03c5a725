#!/bin/sh
# Tests the wheels' Python in a fresh venv: mypy --strict, then pytest with the plugin.
#
# usage: dist/python/test.sh [OPTION OF PYTEST …]
#
# Environment:
#   BARNACLE_TREE     the tree to test with; else one of links to what ../../barnacle has built
#   BARNACLE_WHEELS   a folder with wheels to install in the place of ones without trees
#   PYTHON            the Python of the venv, python3 by default
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP

"${PYTHON:-python3}" -m venv "$work/venv"
"$work/venv/bin/pip" install -q --disable-pip-version-check pytest pytest-xdist pyopencl mypy

if [ -z "${BARNACLE_TREE:-}" ] && [ -z "${BARNACLE_WHEELS:-}" ]; then
  BARNACLE_TREE=$work/tree
  "$here/link-tree.sh" "$BARNACLE_TREE" "$here/../../barnacle"
fi
[ -z "${BARNACLE_TREE:-}" ] || export BARNACLE_TREE

if [ -z "${BARNACLE_WHEELS:-}" ]; then
  BARNACLE_WHEELS=$work/wheels
  mkdir "$BARNACLE_WHEELS"
  "$work/venv/bin/python" "$here/wheels.py" "$BARNACLE_WHEELS" >"$work/made"
fi
"$work/venv/bin/pip" install -q --disable-pip-version-check --no-deps "$BARNACLE_WHEELS"/*.whl

cd "$here"
unset OCL_ICD_VENDORS OPENCL_VENDOR_PATH OCL_ICD_FILENAMES BARNACLE_ENGINE BARNACLE_REPORT
"$work/venv/bin/mypy" --strict --cache-dir "$work/mypy" barnacle_opencl barnacle_llvm _barnacle_opencl.py wheels.py tests
"$work/venv/bin/python" -m pytest -p no:cacheprovider tests "$@"
