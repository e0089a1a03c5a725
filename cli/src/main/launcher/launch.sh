# The part of the launcher that is one for a clone and for what is installed: what the JVM of a command
# is given. Who reads this file has set java, target (where the files for a fast start are kept), stamp
# (a file that those are newer than), made_for (their first line), tree, llvm and place (of what is
# installed; else empty), and the functions fail, read_classpath, start_path and build_id.
# shellcheck shell=sh disable=SC2154 # see above

# Returns whether the file $1 is of this build, as its first line says.
is_made() {
  is_for=
  [ -r "$1" ] && IFS= read -r is_for <"$1"
  [ "$is_for" = "$made_for" ] && [ "$1" -nt "$stamp" ]
}

# Makes the AOT cache of a command, and the file of its options.
make_aot() {
  new=$cache.$$
  # shellcheck disable=SC2086 # the tuning is words
  "$java" $common $tuning "-XX:AOTCacheOutput=$new" "$(build_id)" ${tree:+"-Dbarnacle.llvm=$llvm"} \
    $training -cp "$(start_path)" dev.barnacle.cli.Training "$command" </dev/null >/dev/null 2>&1
  if [ -s "$new" ]; then
    mv -f "$new" "$cache"
  else
    true >"$cache" # not again until the next build
  fi
  rm -f "$new" "$new.config"
  write_options >"$options.$$" && mv -f "$options.$$" "$options"
  rm -f "$options.$$"
}

# Prints the options of a fast start as the JVM reads them from a file.
write_options() {
  echo "$made_for"
  printf "%s\n" $common $tuning "$(build_id)"
  if [ -n "$tree" ]; then
    for option in "-Dbarnacle.llvm=$llvm" "-Dbarnacle.tree=$tree" "-Dbarnacle.start=$place"; do
      printf "%s" "$option" | quote
    done
  fi
  if [ -s "$cache" ]; then
    for option in "-XX:AOTCache=$cache" "-Dbarnacle.aot=$cache"; do
      printf "%s" "$option" | quote
    done
  fi
  printf "%s\n" -cp
  start_path | quote
}

# Quotes a line for the JVM's option files.
quote() {
  sed 's/[\\"]/\\&/g; s/^/"/; s/$/"/'
  echo
}

# Sets limit to the kilobytes of memory that this process may have, where there is a limit.
find_limit() {
  limit=
  for kilobytes in $(ulimit -v; ulimit -d 2>/dev/null); do
    if [ "$kilobytes" != unlimited ] && [ "$kilobytes" -lt "${limit:-$((kilobytes + 1))}" ]; then
      limit=$kilobytes
    fi
  done
}

too_little() {
  fail "$1: this shell limits processes to $limit KB (ulimit -v, ulimit -d)"
}

# Sets small to options of a JVM that reserves little. Below a certain size the JVM can't say what
# is wrong, so one that does nothing is tried first.
make_small() {
  small="-Dbarnacle.limited=true -XX:+SuppressFatalErrorMessage"
  if [ "$limit" -lt 16000000 ]; then
    heap=$((limit / 8192))
    [ "$heap" -lt 48 ] && heap=48
    small="$small -Xms16m -Xmx${heap}m -XX:CompressedClassSpaceSize=48m -XX:ReservedCodeCacheSize=48m"
    # A collector with threads of its own needs more than the JVM that was tried.
    small="$small -XX:CICompilerCount=2 -Dbarnacle.stack.megabytes=16 -XX:-UseParallelGC -XX:+UseSerialGC"
  fi
  # shellcheck disable=SC2086 # options are words
  "$java" $small -XX:+UseSerialGC -Xshare:auto -Xlog:disable -version >/dev/null 2>&1 ||
    too_little "there is too little memory for a Java virtual machine"
}

# Replaces this process by the JVM. Where memory is limited it stays above it, since LLVM or the JVM
# may end without a word.
run_java() {
  [ -n "$limit" ] || exec "$java" "$@"
  "$java" "$@" <&0 &
  child=$!
  trap 'kill -TERM "$child" 2>/dev/null' INT TERM HUP
  while
    { wait "$child"; } 2>/dev/null
    status=$?
    kill -0 "$child" 2>/dev/null
  do :; done
  [ "$status" -lt 128 ] || [ "$status" = 143 ] || too_little "there is too little memory"
  exit "$status"
}

# Runs the command line "$@" in a JVM with the options of this kind of command.
barnacle() {
  set -- dev.barnacle.cli.Main "$@"
  [ -t 2 ] && set -- -Dbarnacle.terminal=true "$@"
  if [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
    [ -t 1 ] && set -- -Dbarnacle.colours.out=true "$@"
    [ -t 2 ] && set -- -Dbarnacle.colours.err=true "$@"
  fi
  case ${BARNACLE_DEBUG:-0} in
    0) ;;
    *)
      reports=$(cache_folder)
      mkdir -p "$reports" 2>/dev/null
      set -- -XX:-SuppressFatalErrorMessage "-XX:ErrorFile=$reports/hs_err_pid%p.log" \
        "-Dbarnacle.reports=$reports" "$@"
      ;;
  esac
  # shellcheck disable=SC2086 # options are words
  if is_made "$options"; then
    run_java "@$options" $quick $small ${BARNACLE_JAVA_OPTS:-} "$@"
  fi
  read_classpath
  [ -z "$tree" ] || set -- "-Dbarnacle.llvm=$llvm" "-Dbarnacle.tree=$tree" "-Dbarnacle.start=$place" "$(build_id)" "$@"
  # shellcheck disable=SC2086 # options are words
  run_java $common $tuning $small -cp "$classpath" ${BARNACLE_JAVA_OPTS:-} "$@"
}

# Keeps what comes through a pipe under the name $1 in a file that has no name: a source is read more
# than once. Sets kept to the name by which all find it.
keep_pipe() {
  kept=$1
  if [ -f "$1" ] || [ ! -r "$1" ]; then
    return
  fi
  piped=$(mktemp) && cat "$1" >"$piped" || fail "$1: cannot be kept for a moment"
  case $1 in
    /dev/stdin | /dev/fd/0 | /proc/self/fd/0) exec <"$piped" ;;
    *)
      exec 9<"$piped"
      kept=/dev/fd/9
      ;;
  esac
  rm -f "$piped"
}

# Prints Barnacle's cache folder, as CacheDirectory has it.
cache_folder() {
  case ${XDG_CACHE_HOME:-} in
    /*) caches=$XDG_CACHE_HOME ;;
    *) caches=${HOME:-}/.cache ;;
  esac
  echo "${BARNACLE_CACHE:-$caches/barnacle}"
}

# Sets command, common, tuning and training for the command line "$@".
choose() {
  # Each of these has an AOT cache of its own, as all of a cache is loaded. Kernels under check run for
  # a moment in what HotSpot's first compiler makes: it makes that sooner, and without the counters
  # that the second one would like, on which the threads would wait for each other. One method of the
  # JDK that makes classes keeps that compiler busy for as long as most kernels run.
  common="--enable-native-access=ALL-UNNAMED --add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"
  common="$common -Xlog:disable -XX:-UsePerfData -XX:+IgnoreUnrecognizedVMOptions"
  common="$common -XX:+UnlockDiagnosticVMOptions -XX:-AOTReplayTraining"
  # Reports of crashes are for who asks for them (BARNACLE_DEBUG); run says what it was (KernelCrashes).
  common="$common -XX:+DisplayVMOutputToStderr -XX:ErrorFile=/dev/null -XX:-DumpReplayDataOnError"
  training="-XX:TieredStopAtLevel=1 -XX:-AOTRecordTraining -Dbarnacle.quick=true"
  case ${1:-} in
    # A campaign's workers start from its cache, and live: they want what methods did in training (Starter).
    campaign)
      command=campaign tuning=-XX:+UseSerialGC
      training="-XX:+AOTRecordTraining -XX:+AOTReplayTraining" # without the other it is not written
      training="$training -XX:ActiveProcessorCount=1 -XX:-BackgroundCompilation"
      training="$training -XX:Tier4InvocationThreshold=50000 -XX:Tier4MinInvocationThreshold=6000"
      training="$training -XX:Tier4CompileThreshold=150000 -XX:Tier4BackEdgeThreshold=400000"
      ;;
    check)
      command=check
      tuning=-XX:+UseSerialGC
      tuning="$tuning -XX:-C1UpdateMethodData -XX:Tier3BackEdgeThreshold=10000 -XX:CompileCommand=quiet"
      tuning="$tuning -XX:CompileCommand=exclude,jdk/internal/classfile/impl/StackMapGenerator.processBlock"
      ;;
    litmus) command=litmus tuning=-XX:+UseParallelGC ;;
    explore) command=explore tuning=-XX:+UseParallelGC ;;
    # It ends before what HotSpot's second compiler makes would be worth it.
    compile) command=compile tuning="-XX:+UseSerialGC -XX:+SuppressFatalErrorMessage -XX:TieredStopAtLevel=1" ;;
    *) command=run tuning="-XX:+UseSerialGC -XX:+SuppressFatalErrorMessage" ;;
  esac
}

# Runs the command line "$@".
launch() {
  # One launch, of one program, is checked with HotSpot's first compiler alone at first (SecondStart).
  quick=
  if [ "${1:-}" = check ] && [ -r /proc/self/cmdline ]; then
    case ${BARNACLE_JAVA_OPTS:-} in
      *agent* | *TieredStopAtLevel*) launches=2 ;; # a debugger would lose the process
      *) launches=0 ;;
    esac
    programs=0
    for argument; do
      case $argument in
        --launch*) launches=$((launches + 1)) ;;
        --) launches=2 ;;
        -* | check) ;;
        *.cl) programs=$((programs + 1)) ;;
        *) [ -d "$argument" ] && programs=2 ;;
      esac
    done
    [ "$launches" -lt 2 ] && [ "$programs" -lt 2 ] && quick="-XX:TieredStopAtLevel=1 -Dbarnacle.quick=true"
  fi

  # What programs after -- are given, and where output goes, stays as it is.
  before=
  for argument; do
    shift
    case $before$argument in
      -- | -o | --output | --html | --graphs | --out) before=$argument ;;
      /dev/stdin | /dev/fd/[0-9]* | /proc/self/fd/[0-9]*)
        keep_pipe "$argument"
        argument=$kept
        ;;
      *) [ "$before" = -- ] || before= ;;
    esac
    set -- "$@" "$argument"
  done

  case ${1:-} in
    run)
      if [ "${2:-}" = -- ] && [ $# -gt 2 ]; then
        # The program takes the place of this process, so that it lives and ends as without Barnacle.
        shift 2
        command -v "$1" >/dev/null || fail "$1: cannot be run: no such program"
        vendors=$(small="$small -Dbarnacle.prepare=true" && barnacle run --) || exit
        OCL_ICD_VENDORS=$vendors
        export OCL_ICD_VENDORS
        # Intel's runtime, which the loader may load as well (OCL_ICD_FILENAMES), would put LLVM's handlers
        # of crashes over those of a JVM: its next null check or safepoint would end the program.
        export CL_DISABLE_STACK_TRACE="${CL_DISABLE_STACK_TRACE:-1}"
        exec "$@"
      fi
      # A kernel may write over what the C library keeps for the system above each thread's stack.
      export GLIBC_TUNABLES="${GLIBC_TUNABLES:+$GLIBC_TUNABLES:}glibc.pthread.rseq=0"
      ;;
  esac
  barnacle "$@"
}
