package dev.barnacle.cli.internal.bench;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;

/**
 * Times workloads on all platforms in turn. A time is the host's: from before the first launch is
 * enqueued until the last one has finished, on every platform; building, making buffers and
 * transfers are not in it. The results of the first run on each platform are compared with
 * Barnacle's; then each platform warms up for a moment. Before each timed run all rest, so that
 * none is slowed down by threads of another that still look for work.
 */
final class BenchRunner {
  private static final long WARM_UP_NANOS = 200_000_000;

  /** Launches whose time is the host's code, which a JVM has to compile. */
  private static final int MANY_LAUNCHES = 1000;

  private static final long HOST_WARM_UP_NANOS = 1_000_000_000;

  /** OpenMP's threads (GCC's) look for work for 300,000 turns, 3 to 10 ms, before they sleep. */
  private static final long REST_MILLIS = 20;

  private final ComputePlatform ours;
  private final List<? extends ComputePlatform> others;
  private final int repeats;

  BenchRunner(ComputePlatform ours, List<? extends ComputePlatform> others, int repeats) {
    this.ours = ours;
    this.others = List.copyOf(others);
    this.repeats = repeats;
  }

  /**
   * Times a workload's launches.
   *
   * @throws BenchException if a platform can't run it or the results differ
   */
  Row time(Workload workload) {
    List<ComputePlatform.Prepared> prepared = new ArrayList<>();
    try {
      List<ComputePlatform> platforms =
          platforms().stream().filter(platform -> platform.runs(workload)).toList();
      platforms.forEach(platform -> prepared.add(platform.prepare(workload)));
      prepared.forEach(ComputePlatform.Prepared::run);
      for (int i = 1; i < prepared.size(); i++) {
        compare(workload, prepared.getFirst(), prepared.get(i), platforms.get(i).name());
      }
      prepared.forEach(p -> warmUp(p, workload));
      long[][] nanos = new long[platforms.size()][repeats];
      for (int repeat = 0; repeat < repeats; repeat++) {
        for (int i = 0; i < platforms.size(); i++) {
          prepared.get(i).reset();
          rest();
          nanos[i][repeat] = prepared.get(i).run();
        }
      }
      return row(workload, platforms, nanos);
    } finally {
      prepared.forEach(ComputePlatform.Prepared::close);
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

  private static void warmUp(ComputePlatform.Prepared prepared, Workload workload) {
    boolean ofHost = workload.steps().size() >= MANY_LAUNCHES;
    long end = System.nanoTime() + (ofHost ? HOST_WARM_UP_NANOS : WARM_UP_NANOS);
    do {
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
    List<ComputePlatform> platforms = platforms().stream().filter(ComputePlatform::builds).toList();
    long[][] cold = new long[platforms.size()][repeats];
    long[][] warm = new long[platforms.size()][repeats];
    for (int repeat = 0; repeat < repeats; repeat++) {
      Workload unseen = unseen(workload);
      for (int i = 0; i < platforms.size(); i++) {
        cold[i][repeat] = build(platforms.get(i), unseen);
        warm[i][repeat] = build(platforms.get(i), unseen);
      }
    }
    return List.of(
        row(builds(workload, "build_cold"), platforms, cold),
        row(builds(workload, "build_warm"), platforms, warm));
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
    return new Workload(name, workload.name(), "", "", List.of(), List.of(), false, 1, "build");
  }

  private static Row row(Workload workload, List<ComputePlatform> platforms, long[][] nanos) {
    List<Timing> timings = new ArrayList<>();
    for (int i = 0; i < nanos.length; i++) {
      timings.add(Timing.of(platforms.get(i).name(), nanos[i]));
    }
    return new Row(
        workload.name(),
        workload.size(),
        workload.work(),
        workload.unit(),
        timings.getFirst(),
        timings.subList(1, timings.size()));
  }

  private List<ComputePlatform> platforms() {
    List<ComputePlatform> all = new ArrayList<>();
    all.add(ours);
    all.addAll(others);
    return all;
  }

  private static void compare(
      Workload workload,
      ComputePlatform.Prepared expected,
      ComputePlatform.Prepared actual,
      String platform) {
    for (int i = 0; i < workload.buffers().size(); i++) {
      if (!workload.buffers().get(i).agree(expected.read(i), actual.read(i))) {
        throw new BenchException(
            workload.name() + ": Barnacle and " + platform + " differ in buffer " + i);
      }
    }
  }
}
