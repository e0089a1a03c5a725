package dev.barnacle.simd;

import dev.barnacle.engine.HostProcessors;
import dev.barnacle.engine.SubGroupSizes;
import dev.barnacle.simd.CompileListener.Stage;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The way in which {@link SimdEngine} compiles and runs kernels. As text, options are {@code
 * name=value}:
 *
 * <table>
 * <caption>Options</caption>
 * <tr><td>{@code threads=N}</td><td>threads that run work-groups</td></tr>
 * <tr><td>{@code pin=on|off}</td><td>each thread stays on a processor of its own (Linux)</td></tr>
 * <tr><td>{@code lanes=auto|1|4|8|16|32|64}</td><td>work-items of a vector</td></tr>
 * <tr><td>{@code features=host}, on x86-64 {@code avx512|avx2|sse4|sse2}, on AArch64 {@code
 * neon|lse|sve|sve2}</td><td>instructions to use</td></tr>
 * <tr><td>{@code optimize=auto|full|quick}</td><td>how much LLVM does before a kernel
 * runs</td></tr>
 * <tr><td>{@code versions=auto|special|general}</td><td>what local sizes machine code is made
 * for</td></tr>
 * <tr><td>{@code compile-limit=auto|off|SECONDS}</td><td>processor time for LLVM to make a kernel's
 * machine code, before fewer lanes or fewer passes are tried</td></tr>
 * <tr><td>{@code linker=auto|llvm}</td><td>who links machine code into the process</td></tr>
 * <tr><td>{@code cache=on|off}</td><td>machine code is kept on disk</td></tr>
 * <tr><td>{@code dump=llvm+optimized+asm}</td><td>texts to write to the standard error</td></tr>
 * </table>
 *
 * @param threads how many threads run work-groups, at least 1
 * @param pinned whether each of them stays on a processor of its own
 * @param lanes how many work-items are the lanes of a vector: 4, 8, 16, 32 or 64; 1 for one
 *     work-item after the other; 0 to choose for each kernel
 * @param instructions what kernels are compiled for
 * @param optimization how much LLVM does before a kernel runs
 * @param versions what local sizes kernels are compiled for
 * @param limit how long LLVM may take for a kernel
 * @param linking the linker of machine code
 * @param cached whether machine code is kept on disk for other processes (never where the
 *     environment says {@code BARNACLE_COMPILE_CACHE=off})
 * @param dump the texts that are written to the standard error
 */
public record SimdOptions(
    int threads,
    boolean pinned,
    int lanes,
    InstructionSet instructions,
    Optimization optimization,
    Versions versions,
    CompileLimit limit,
    Linking linking,
    boolean cached,
    Set<Stage> dump) {
  /** Checks the values. */
  public SimdOptions {
    if (threads < 1) {
      throw new IllegalArgumentException("threads=" + threads + ": expected at least 1");
    }
    if (lanes != 0 && !isLaneCount(lanes)) {
      throw new IllegalArgumentException(
          "lanes=" + lanes + ": expected auto, 1, 4, 8, 16, 32 or 64");
    }
    dump = Set.copyOf(dump);
  }

  /** Returns whether so many work-items can be the lanes of a vector, or run one by one. */
  public static boolean isLaneCount(int count) {
    return SubGroupSizes.ALL.contains(count);
  }

  /** Returns the options of an engine that was not told any: a thread for each processor. */
  public static SimdOptions defaults() {
    return new SimdOptions(
        HostProcessors.count(),
        false,
        0,
        InstructionSet.HOST,
        Optimization.AUTO,
        Versions.AUTO,
        CompileLimit.AUTO,
        Linking.AUTO,
        true,
        Set.of());
  }

  /** Returns the same with another number of threads, at least 1. */
  public SimdOptions withThreads(int count) {
    return new SimdOptions(
        count, pinned, lanes, instructions, optimization, versions, limit, linking, cached, dump);
  }

  /** Returns the same with threads that stay on a processor of their own, or don't. */
  public SimdOptions withPinned(boolean pin) {
    return new SimdOptions(
        threads, pin, lanes, instructions, optimization, versions, limit, linking, cached, dump);
  }

  /**
   * Returns the same with another number of lanes: 1, 4, 8, 16, 32, 64, or 0 for the engine's
   * choice.
   */
  public SimdOptions withLanes(int count) {
    return new SimdOptions(
        threads, pinned, count, instructions, optimization, versions, limit, linking, cached, dump);
  }

  /** Returns the same with other instructions. */
  public SimdOptions withInstructions(InstructionSet set) {
    return new SimdOptions(
        threads, pinned, lanes, set, optimization, versions, limit, linking, cached, dump);
  }

  /** Returns the same with LLVM doing more or less before a kernel runs. */
  public SimdOptions withOptimization(Optimization much) {
    return new SimdOptions(
        threads, pinned, lanes, instructions, much, versions, limit, linking, cached, dump);
  }

  /** Returns the same with machine code for other local sizes. */
  public SimdOptions withVersions(Versions chosen) {
    return new SimdOptions(
        threads, pinned, lanes, instructions, optimization, chosen, limit, linking, cached, dump);
  }

  /** Returns the same with another time for LLVM. */
  public SimdOptions withLimit(CompileLimit time) {
    return new SimdOptions(
        threads, pinned, lanes, instructions, optimization, versions, time, linking, cached, dump);
  }

  /** Returns the same with machine code linked by somebody else. */
  public SimdOptions withLinking(Linking who) {
    return new SimdOptions(
        threads, pinned, lanes, instructions, optimization, versions, limit, who, cached, dump);
  }

  /** Returns the same with machine code kept on disk, or not. */
  public SimdOptions withCached(boolean keep) {
    return new SimdOptions(
        threads, pinned, lanes, instructions, optimization, versions, limit, linking, keep, dump);
  }

  /** Returns the same with other texts to write to the standard error. */
  public SimdOptions withDump(Collection<Stage> stages) {
    return new SimdOptions(
        threads,
        pinned,
        lanes,
        instructions,
        optimization,
        versions,
        limit,
        linking,
        cached,
        Set.copyOf(stages));
  }

  /**
   * Returns the same with options in their text form, separated by commas, in place of what was
   * before: {@code lanes=4,features=avx2}. Empty text changes nothing.
   *
   * @throws IllegalArgumentException naming the option that is wrong, and what was expected
   */
  public SimdOptions with(String text) {
    SimdOptions options = this;
    for (String part : text.split(",", -1)) {
      String option = part.strip();
      int equals = option.indexOf('=');
      if (equals > 0) {
        options = options.with(option.substring(0, equals), option.substring(equals + 1));
      } else if (!option.isEmpty()) {
        throw new IllegalArgumentException(option + ": expected NAME=VALUE");
      }
    }
    return options;
  }

  private SimdOptions with(String name, String value) {
    return switch (name) {
      case "threads" -> withThreads(number(name, value));
      case "pin" -> withPinned(flag(name, value));
      case "lanes" -> withLanes(value.equals("auto") ? 0 : number(name, value));
      case "features" -> withInstructions(InstructionSet.parse(value));
      case "optimize" -> withOptimization(Optimization.parse(value));
      case "versions" -> withVersions(Versions.parse(value));
      case "compile-limit" -> withLimit(CompileLimit.parse(value));
      case "linker" -> withLinking(Linking.parse(value));
      case "cache" -> withCached(flag(name, value));
      case "dump" -> withDump(stages(value));
      default ->
          throw new IllegalArgumentException(
              name
                  + ": no such option; there are threads, pin, lanes, features, optimize, versions,"
                  + " compile-limit, linker, cache, dump");
    };
  }

  private static int number(String name, String value) {
    try {
      return Integer.parseInt(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + "=" + value + ": expected a number", e);
    }
  }

  private static boolean flag(String name, String value) {
    return switch (value) {
      case "on" -> true;
      case "off" -> false;
      default -> throw new IllegalArgumentException(name + "=" + value + ": expected on or off");
    };
  }

  private static Set<Stage> stages(String text) {
    Set<Stage> stages = EnumSet.noneOf(Stage.class);
    for (String name : text.split("\\+", -1)) {
      Set<Stage> found =
          EnumSet.allOf(Stage.class).stream()
              .filter(s -> s.optionName().equals(name))
              .collect(Collectors.toSet());
      if (found.isEmpty()) {
        throw new IllegalArgumentException(
            "dump=" + text + ": expected llvm, optimized or asm, joined by +");
      }
      stages.addAll(found);
    }
    return stages;
  }
}
