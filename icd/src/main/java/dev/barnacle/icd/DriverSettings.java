package dev.barnacle.icd;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The text beside the driver's library ({@code settings.c} reads it): lines of a word, a space and
 * a value.
 *
 * @param jvm the JVM's library, or its home
 * @param jars Barnacle's jars, with colons between them
 * @param bootJar the one of them with the class that brings them into a JVM that is there
 * @param buildFile the file that says which build they are of
 * @param aotCache what a training run makes
 * @param reports where a JVM that crashes writes what it knows, for {@code BARNACLE_DEBUG}
 * @param more options of the JVM
 */
record DriverSettings(
    String jvm,
    String jars,
    String bootJar,
    Optional<String> buildFile,
    String aotCache,
    String reports,
    List<String> more) {
  /** The options of a JVM that the driver starts. */
  static final List<String> OPTIONS =
      List.of(
          "--enable-native-access=ALL-UNNAMED",
          "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED", // kernels under check are faster
          "-Xlog:disable",
          "-XX:+UseSerialGC",
          "-Xms16m",
          "-Xrs", // signals are the program's
          "-XX:-MaxFDLimit", // its limits too
          "-XX:+UnlockDiagnosticVMOptions", // and what is in its cores
          "-XX:-DumpPrivateMappingsInCore",
          "-XX:-DumpSharedMappingsInCore",
          "-Dsun.jnu.encoding=UTF-8", // of paths, whatever the program's locale is
          // The stack of the program's first thread is the program's too: the JVM would close all
          // of
          // it but the first megabyte.
          "-XX:+UnlockExperimentalVMOptions",
          "-XX:+DisablePrimordialThreadGuardPages",
          "-Xss8m",
          // The C library takes the program's thread-local variables from each thread's stack, and
          // the JVM has threads of 128 KB: without the one that sees clang end, builds hang.
          "-XX:+AdjustStackSizeForTLS",
          // Profiles of the training would have hundreds of methods compiled as the program starts.
          "-XX:-AOTRecordTraining",
          "-XX:-AOTReplayTraining",
          "-XX:-UsePerfData");

  /**
   * Unless kernels are watched: buffers are not on it, and garbage need not pile up. Commands of
   * many threads that are under way outlive collections of a young generation of a few megabytes,
   * and the old one grows to its most before that garbage is looked at. A method is compiled later
   * than in other programs, and by C1 alone: launches run without Java once they have been seen,
   * and what starts a program or builds kernels runs a few times. With C2, 40 kernels never seen
   * took 1.3 times as long and 1.4 times the processor time, 400 of them 1.1 and 1.25.
   */
  private static final List<String> RUN =
      List.of(
          "-Xms56m",
          "-Xmn48m",
          "-Xmx512m",
          "-XX:CompileThresholdScaling=4",
          "-XX:TieredStopAtLevel=1");

  /** Under a limit of the address space; the shim chooses more by what is left. */
  private static final List<String> SMALL =
      List.of("-Xms32m", "-Xmn16m", "-Xss2m", "-XX:CICompilerCount=2");

  /** Returns the text. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("jvm " + jvm);
    lines.add("jars " + jars);
    lines.add("boot " + bootJar);
    lines.add("option -Djava.class.path=" + jars);
    buildFile.ifPresent(f -> lines.add("option -Dbarnacle.build.file=" + f));
    OPTIONS.forEach(o -> lines.add("option " + o));
    more.forEach(o -> lines.add("option " + o));
    RUN.forEach(o -> lines.add("run-option " + o));
    SMALL.forEach(o -> lines.add("small-option " + o));
    lines.add("start-option -XX:AOTCache=" + aotCache);
    // A report is for who asks for it; else the program ends as others do.
    lines.add("quiet-option -XX:+SuppressFatalErrorMessage");
    lines.add("quiet-option -XX:-PrintWarnings");
    lines.add("debug-option -XX:ErrorFile=" + reports + "/hs_err_pid%p.log");
    return String.join("\n", lines) + "\n";
  }
}
