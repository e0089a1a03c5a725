package dev.barnacle.bench.internal.first;

import dev.barnacle.command.input.InputException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program once and says where its time went: it is held when it has finished, so that its
 * JVM can be asked; and, where perf is installed, a sample is taken for each fifth of a millisecond
 * of processor time.
 */
final class PhaseRun {
  private static final long SAMPLE_NANOS = 200_000;
  private static final long BIN_NANOS = 1_000_000;
  private static final long SECONDS = 120;
  private static final String JVM_OPTIONS = "-XX:+UsePerfData -XX:+StartAttachListener";

  private final CPrograms programs;
  private final Path vendors;
  private final boolean hasPerf;

  /** Makes one for a platform alone, which is Barnacle. */
  PhaseRun(CPrograms programs, Path vendors, boolean hasPerf) {
    this.programs = programs;
    this.vendors = vendors;
    this.hasPerf = hasPerf;
  }

  /** The result of a run; the phases are in their order. */
  record Result(List<Phase> phases, JvmFacts jvm) {
    Result {
      phases = List.copyOf(phases);
    }
  }

  /** Returns why perf cannot take samples here, or nothing. */
  static String whyNoPerf(CPrograms programs) {
    try {
      Path data = programs.folder().resolve("perf.data");
      return run(List.of("perf", "record", "-q", "-o", data.toString(), "-e", "cpu-clock", "true"))
              .isEmpty()
          ? ""
          : "perf cannot take samples (see /proc/sys/kernel/perf_event_paranoid)";
    } catch (IOException e) {
      return "perf is not installed (Debian: linux-perf)";
    }
  }

  /**
   * Runs the program with arguments of its own.
   *
   * @throws InputException if it fails
   */
  Result run(String... arguments) {
    Path data = programs.folder().resolve("perf.data");
    List<String> command = new ArrayList<>();
    if (hasPerf) {
      command.addAll(List.of("perf", "record", "-q", "-o", data.toString(), "-e", "cpu-clock"));
      command.addAll(List.of("-k", "CLOCK_MONOTONIC", "-c", String.valueOf(SAMPLE_NANOS), "--"));
    }
    command.addAll(List.of(programs.runner().toString(), programs.program().toString(), "hold"));
    command.addAll(List.of(arguments));
    try {
      Held held = hold(command);
      return new Result(phases(held, hasPerf ? samples(data) : List.of()), held.jvm);
    } catch (IOException e) {
      throw new InputException("a program of the bench cannot be run: " + e.getMessage());
    }
  }

  /**
   * The facts about a process, taken while it was held.
   *
   * @param lines what it told itself
   * @param jvm what its JVM counted
   * @param code where the JVM's code lies
   * @param process its number
   * @param clockAtEpoch what its clock showed at the epoch, in nanoseconds
   */
  record Held(List<String> lines, JvmFacts jvm, CodeHeaps code, long process, double clockAtEpoch) {
    Held {
      lines = List.copyOf(lines);
    }
  }

  private Held hold(List<String> command) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().put("OCL_ICD_VENDORS", vendors + "/");
    builder.environment().remove("OCL_ICD_FILENAMES");
    builder
        .environment()
        .merge("BARNACLE_JAVA_OPTS", JVM_OPTIONS, (theirs, ours) -> theirs + " " + ours);
    Process process = builder.start();
    CompletableFuture<Void> watchdog =
        CompletableFuture.runAsync(
            () -> end(process), CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS));
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.ISO_8859_1))) {
      List<String> lines = new ArrayList<>();
      long number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        if (line.equals("ready")) {
          break;
        }
        number = line.matches("pid \\d+") ? Long.parseLong(line.substring(4)) : number;
        lines.add(line);
      }
      String asked = "";
      String code = "";
      if (number > 0 && hasJvm(number)) {
        asked = jcmd(number, "PerfCounter.print");
        code = jcmd(number, "Compiler.codecache");
      }
      process.getOutputStream().write('\n');
      process.getOutputStream().close();
      reader.lines().forEach(lines::add);
      process.waitFor();
      double clockAtEpoch = System.nanoTime() - System.currentTimeMillis() * 1e6;
      return new Held(lines, JvmFacts.read(asked), CodeHeaps.read(code), number, clockAtEpoch);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InputException("interrupted");
    } finally {
      watchdog.cancel(false);
      end(process);
    }
  }

  private static void end(Process process) {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** A process without a JVM must not be asked: what wakes a JVM up would end it. */
  private static boolean hasJvm(long process) throws IOException {
    return Files.readString(Path.of("/proc/" + process + "/maps"), StandardCharsets.ISO_8859_1)
        .contains("/libjvm.so");
  }

  private static String jcmd(long process, String what) throws IOException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    return Files.isExecutable(jcmd)
        ? String.join("\n", run(List.of(jcmd.toString(), String.valueOf(process), what)))
        : ""; // a JRE has none
  }

  private static List<String> run(List<String> command) throws IOException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process.getOutputStream().close();
    String output =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    int status = process.onExit().join().exitValue();
    return output.isEmpty() && status != 0 ? List.of("status " + status) : output.lines().toList();
  }

  private static List<Sample> samples(Path data) throws IOException {
    return run(List.of("perf", "script", "-i", data.toString(), "--ns", "-F", Sample.FIELDS))
        .stream()
        .flatMap(line -> Sample.read(line).stream())
        .toList();
  }

  /** Splits what a process told at its places, and its JVM between them where there are samples. */
  static List<Phase> phases(Held held, List<Sample> samples) {
    FirstProcess.Told told = FirstProcess.read(held.lines);
    told.error()
        .ifPresent(
            error -> {
              throw new InputException("a program of the bench failed: " + error);
            });
    double start = told.times().getOrDefault("start", new Times(0, 0)).wall();
    List<Double> created =
        samples.isEmpty() ? List.of() : held.jvm.created(held.clockAtEpoch - start);
    List<Phase> phases = new ArrayList<>();
    double wall = 0;
    double cpu = 0;
    for (PhaseName name : PhaseName.values()) {
      Times at = told.times().get(name.id());
      if (at == null && !created.isEmpty() && name.isOfJvm()) {
        double then = Math.max(wall, created.get(name == PhaseName.JVM_BEGINS ? 0 : 1));
        double used = between(samples, start + wall, start + then).size() * (double) SAMPLE_NANOS;
        at = new Times(then, cpu + used);
      }
      if (at != null) {
        List<Sample> within = between(samples, start + wall, start + at.wall());
        phases.add(phase(name, new Times(at.wall() - wall, at.cpu() - cpu), within, held));
        wall = at.wall();
        cpu = at.cpu();
      }
    }
    return phases;
  }

  private static List<Sample> between(List<Sample> samples, double first, double end) {
    return samples.stream().filter(s -> s.nanos() >= first && s.nanos() < end).toList();
  }

  private static Phase phase(PhaseName name, Times times, List<Sample> samples, Held held) {
    Map<Kind, Double> kinds = new EnumMap<>(Kind.class);
    Set<Long> busy = new HashSet<>();
    for (Sample sample : samples) {
      kinds.merge(Kind.of(sample, held.process, held.code), (double) SAMPLE_NANOS, Double::sum);
      busy.add(sample.nanos() / BIN_NANOS);
    }
    double waiting = samples.isEmpty() ? 0 : times.wall() - (double) busy.size() * BIN_NANOS;
    return new Phase(name.words(), times.wall(), times.cpu(), Math.max(0, waiting), kinds);
  }
}
