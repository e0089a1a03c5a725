package dev.barnacle.bench.internal;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Times workloads on all platforms in turn. A time is the host's: from before the first launch is
 * enqueued until the last one has finished, on every platform; building, making buffers and
 * transfers are not in it. The results of the first run on each platform are compared with
 * Barnacle's; then each platform warms up for a moment. Before each timed run all rest, so that
 * none is slowed down by threads of another that still look for work.
 */
final class BenchRunner {
  private static final long WARM_UP_NANOS = 200_000_000;

  /** So many launches take the time of the host's code, which a JVM has to compile. */
  private static final int MANY_LAUNCHES = 1000;

  private static final long LONG_WARM_UP_NANOS = 1_000_000_000;

  /** OpenMP's threads (GCC's) look for work for 300,000 turns, 3 to 10 ms, before they sleep. */
  private static final long REST_MILLIS = 20;

  private final ComputePlatform ours;
  private final List<? extends ComputePlatform> others;
  private final int repeats;
  private final long warmUpNanos;

  BenchRunner(ComputePlatform ours, List<? extends ComputePlatform> others, int repeats) {
    this(ours, others, repeats, WARM_UP_NANOS);
  }

  private BenchRunner(
      ComputePlatform ours, List<? extends ComputePlatform> others, int repeats, long warmUpNanos) {
    this.ours = ours;
    this.others = List.copyOf(others);
    this.repeats = repeats;
    this.warmUpNanos = warmUpNanos;
  }

  /** Returns one that has time for a large kernel's compilation in the background. */
  BenchRunner patient() {
    return new BenchRunner(ours, others, repeats, LONG_WARM_UP_NANOS);
  }

  /**
   * Times a workload's launches. What fails on another platform is told in the row.
   *
   * @throws BenchException if Barnacle can't run it
   */
  Row time(Workload workload) {
    List<Runner> runners =
        platforms().stream()
            .filter(platform -> platform.runs(workload))
            .map(platform -> new Runner(platform, platform == ours))
            .toList();
    try {
      for (Runner runner : runners) {
        runner.attempt(() -> runner.prepare(workload));
        runner.attempt(() -> runner.prepared().run());
        runner.attempt(() -> compare(workload, runners.getFirst(), runner));
      }
      runners.forEach(r -> r.attempt(() -> warmUp(r.prepared(), workload)));
      for (int repeat = 0; repeat < repeats; repeat++) {
        for (Runner runner : runners) {
          runner.attempt(
              () -> {
                runner.prepared().reset();
                rest();
                runner.times().add(runner.prepared().run());
              });
        }
      }
      return row(workload, runners);
    } finally {
      runners.forEach(Runner::close);
    }
  }

  /** Lets the threads of the platform before fall asleep: they would take this one's processors. */
  private static void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("interrupted");
    }
  }

  private void warmUp(ComputePlatform.Prepared prepared, Workload workload) {
    boolean ofHost = workload.steps().size() >= MANY_LAUNCHES;
    long end = System.nanoTime() + (ofHost ? LONG_WARM_UP_NANOS : warmUpNanos);
    do {
      prepared.reset();
      prepared.run();
    } while (System.nanoTime() < end);
  }

  /**
   * Times how long it takes from source to the end of the first launch: cold, with a source that no
   * cache can know, and warm, with that source once more.
   *
   * @return the cold and the warm row
   */
  List<Row> timeBuilds(Workload workload) {
    List<Runner> cold = builders();
    List<Runner> warm = builders();
    for (int repeat = 0; repeat < repeats; repeat++) {
      Workload unseen = unseen(workload);
      for (int i = 0; i < cold.size(); i++) {
        for (Runner runner : List.of(cold.get(i), warm.get(i))) {
          runner.attempt(() -> runner.times().add(build(runner.platform(), unseen)));
        }
      }
    }
    return List.of(
        row(builds(workload, "build_cold"), cold), row(builds(workload, "build_warm"), warm));
  }

  private List<Runner> builders() {
    return platforms().stream()
        .filter(ComputePlatform::builds)
        .map(platform -> new Runner(platform, platform == ours))
        .toList();
  }

  private static long build(ComputePlatform platform, Workload workload) {
    long start = System.nanoTime();
    try (ComputePlatform.Prepared prepared = platform.prepare(workload)) {
      prepared.run();
      return System.nanoTime() - start;
    }
  }

  private static Workload unseen(Workload workload) {
    String nonce = Long.toUnsignedString(new SecureRandom().nextLong());
    return workload.withSource(workload.source() + "\nconstant ulong nonce = " + nonce + "ul;\n");
  }

  private static Workload builds(Workload workload, String name) {
    return new Workload(
        name,
        workload.name(),
        "",
        "",
        List.of(),
        List.of(),
        Workload.Submission.TOGETHER,
        1,
        "build");
  }

  private static Row row(Workload workload, List<Runner> runners) {
    List<Timing> others = new ArrayList<>();
    List<Row.Failure> failures = new ArrayList<>();
    for (Runner runner : runners.subList(1, runners.size())) {
      if (runner.failure() == null) {
        others.add(runner.timing());
      } else {
        failures.add(new Row.Failure(runner.platform().name(), runner.failure()));
      }
    }
    return new Row(
        workload.name(),
        workload.size(),
        workload.work(),
        workload.unit(),
        runners.getFirst().timing(),
        others,
        failures);
  }

  private List<ComputePlatform> platforms() {
    List<ComputePlatform> all = new ArrayList<>();
    all.add(ours);
    all.addAll(others);
    return all;
  }

  private static void compare(Workload workload, Runner expected, Runner actual) {
    for (int i = 0; i < workload.buffers().size() && actual != expected; i++) {
      Data buffer = workload.buffers().get(i);
      if (!buffer.agree(expected.prepared().read(i), actual.prepared().read(i))) {
        throw new BenchException(
            workload.name()
                + ": Barnacle and "
                + actual.platform().name()
                + " differ in buffer "
                + i);
      }
    }
  }

  /** A platform with a workload, as long as it does not fail. */
  private static final class Runner {
    private final ComputePlatform platform;
    private final boolean ours;
    private final List<Long> times = new ArrayList<>();
    private ComputePlatform.@Nullable Prepared prepared;
    private @Nullable String failure;

    Runner(ComputePlatform platform, boolean ours) {
      this.platform = platform;
      this.ours = ours;
    }

    ComputePlatform platform() {
      return platform;
    }

    List<Long> times() {
      return times;
    }

    @Nullable String failure() {
      return failure;
    }

    void prepare(Workload workload) {
      prepared = platform.prepare(workload);
    }

    ComputePlatform.Prepared prepared() {
      return Objects.requireNonNull(prepared);
    }

    /** Does nothing once something has failed; what fails on Barnacle is thrown. */
    void attempt(Runnable part) {
      try {
        if (failure == null) {
          part.run();
        }
      } catch (BenchException e) {
        if (ours) {
          throw e;
        }
        failure = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
      }
    }

    Timing timing() {
      return Timing.of(platform.name(), times.stream().mapToLong(Long::longValue).toArray());
    }

    void close() {
      if (prepared != null) {
        try {
          prepared.close();
        } catch (BenchException e) {
          failure = e.getMessage(); // its process has ended, and what it had with it
        }
      }
    }
  }
}
