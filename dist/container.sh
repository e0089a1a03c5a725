#!/bin/sh
# Does what a Containerfile says in a root that debootstrap makes, without podman or docker. Needs to be root.
#
#   container.sh [--file CONTAINERFILE] [--root FOLDER] [--base TARBALL] [NAME=VALUE …] CONTEXT
#
# FROM debian:RELEASE[-slim], ARG, ENV, COPY of files, RUN and CMD are done, in order; anything else is an error. The
# root is removed at the end, unless --root names one, which is kept and used again as it is. --base keeps what
# debootstrap made in a tarball for the next time.
set -eu

fail() {
  echo "container.sh: $1" >&2
  exit 2
}

here=$(CDPATH='' cd -- "$(dirname "$0")" && pwd)
file=$here/Containerfile root='' base='' context='' arguments=''
while [ $# -gt 0 ]; do
  case $1 in
    --file | --root | --base) [ $# -gt 1 ] || fail "$1 needs a value" ;;
  esac
  case $1 in
    --file) file=$2 && shift ;;
    --root) root=$2 && shift ;;
    --base) base=$2 && shift ;;
    *=*) arguments="$arguments $1" ;;
    *) context=$1 ;;
  esac
  shift
done
[ -d "$context" ] || fail "name the folder with the files to copy"
[ "$(id -u)" = 0 ] || fail "only root can change the root"
command -v debootstrap >/dev/null || fail "there is no debootstrap"

kept=$root
[ -n "$root" ] || root=$(mktemp -d)
mounted=''
leave() {
  for folder in $mounted; do
    umount -l "$root/$folder" 2>/dev/null || true
  done
  [ -n "$kept" ] || rm -rf --one-file-system "$root"
}
trap leave EXIT

# Makes the root of a Debian release, with the apt sources and certificates of this machine's Debian where it has such.
make_root() {
  if [ -n "$base" ] && [ -f "$base" ]; then
    mkdir -p "$root"
    tar -C "$root" -xpf "$base"
  else
    echo "container.sh: FROM debian:$1, by debootstrap" >&2
    debootstrap --variant=minbase "$1" "$root" ${DEBOOTSTRAP_MIRROR:+"$DEBOOTSTRAP_MIRROR"} >&2
    [ -z "$base" ] || tar -C "$root" -cpf "$base" .
  fi
  chmod 755 "$root" # mktemp keeps it from apt's own user
}

# Mounts what programs expect and lets apt reach the network as it does outside.
enter() {
  for folder in proc dev sys; do
    mount --rbind "/$folder" "$root/$folder"
    mounted="$folder $mounted"
  done
  cp -L /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true
  for proxy in http_proxy https_proxy no_proxy; do
    eval "value=\${$proxy:-}"
    [ -z "$value" ] || variables="$variables $proxy=$value"
  done
}

run() {
  # shellcheck disable=SC2086 # variables are words
  chroot "$root" env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
    DEBIAN_FRONTEND=noninteractive $variables sh -c "$1"
}

# Puts the values of arguments for ${NAME} in $1.
fill() {
  text=$1
  for pair in $values; do
    text=$(printf '%s\n' "$text" | sed "s|\${${pair%%=*}}|${pair#*=}|g")
  done
  printf '%s\n' "$text"
}

variables='' values=''
number=0
while IFS= read -r line || [ -n "$line" ]; do
  number=$((number + 1))
  while [ "${line%\\}" != "$line" ] && IFS= read -r more; do
    line=${line%\\}$more
    number=$((number + 1))
  done
  case $line in
    '' | '#'*) continue ;;
  esac
  word=${line%% *}
  rest=${line#* }
  case $word in
    ARG)
      name=${rest%%=*}
      value=${rest#*=}
      for pair in $arguments; do
        [ "${pair%%=*}" != "$name" ] || value=${pair#*=}
      done
      values="$values $name=$value"
      ;;
    ENV) variables="$variables $(fill "$rest")" ;;
    FROM)
      case $rest in
        debian:*) release=${rest#debian:} ;;
        *) fail "$file:$number: only debian:RELEASE can be made here, not $rest" ;;
      esac
      [ -e "$root/etc/debian_version" ] || make_root "${release%-slim}"
      enter
      ;;
    COPY)
      rest=$(fill "$rest")
      echo "container.sh: COPY $rest" >&2
      to=${rest##* }
      for name in ${rest% *}; do
        [ -e "$context/$name" ] || fail "$file:$number: there is no $context/$name"
        mkdir -p "$root${to%/*}"
        cp -R "$context/$name" "$root$to"
      done
      ;;
    RUN)
      rest=$(fill "$rest")
      echo "container.sh: RUN $rest" >&2
      run "$rest" </dev/null || fail "$file:$number: failed: $rest"
      ;;
    CMD) # in the form of a list
      rest=$(printf '%s\n' "$rest" | sed 's/^\[ *"//; s/" *\]$//; s/", *"/ /g')
      echo "container.sh: CMD $rest" >&2
      run "$rest" </dev/null || fail "$file:$number: failed: $rest"
      ;;
    *) fail "$file:$number: $word is not understood" ;;
  esac
done <"$file"
