#!/bin/sh
# Kernels checked by any machine with Python and a shell, from nothing: the plainest example, to copy.
#
#   plain.sh FOLDER_OF_KERNELS [options of install.sh]
set -eu
here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
kernels=$1
shift
bin=$("$here/install.sh" "$@")
PATH=$bin:$PATH
export PATH
exec "$here/check.sh" --check "$kernels" --report html
