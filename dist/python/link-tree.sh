#!/bin/sh
# Makes a tree of links to what a clone has built, for BARNACLE_TREE.
#
# usage: link-tree.sh FOLDER COMMAND
set -eu
tree=$1
command=$(CDPATH='' cd -- "$(dirname -- "$2")" && pwd -P)/${2##*/}
library=$("$command" icd path --library)
mkdir -p "$tree/bin" "$tree/lib"
printf '#!/bin/sh\nBARNACLE_NO_BUILD=1 exec "%s" "$@"\n' "$command" >"$tree/bin/barnacle"
chmod +x "$tree/bin/barnacle"
for file in "${library%/*}"/*; do
  [ -d "$file" ] || ln -s "$file" "$tree/lib/"
done
