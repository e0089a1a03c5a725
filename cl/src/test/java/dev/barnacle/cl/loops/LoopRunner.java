package dev.barnacle.cl.loops;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Runs kernels on Barnacle and by way of gcc, and compares all that they have written. */
final class LoopRunner implements AutoCloseable {
  /**
   * A kernel that was compiled wrongly.
   *
   * @param what where its results differ first
   */
  record Failure(LoopKernel kernel, Setup setup, String what) {
    /** Says what is wrong, how to see it again, and which smaller kernel is wrong too. */
    String report(LoopKernel smaller) {
      return """
      seed %d: %s
      %s, n = %d, m = %d; the same again:
      mvn -o -q verify -pl cl -am -Dtest=LoopKernelsTest -Dsurefire.failIfNoSpecifiedTests=false \
      -Dtest.jvm.args="-Xmx3g -Dbarnacle.test.loops=1 -Dbarnacle.test.seed=%d"
      %s
      It is still wrong as
      %s\
      """
          .formatted(
              kernel.seed(),
              what,
              setup,
              kernel.n(),
              kernel.m(),
              kernel.seed(),
              kernel.openClText(),
              smaller.openClText());
    }
  }

  private final Map<String, Place> places = new HashMap<>();
  private final Arena arena = Arena.ofShared();
  private final LoopMemory right = new LoopMemory(arena.allocate(LoopMemory.BYTES, 128));

  private final LastKernel last;

  long referenceNanos;
  long buildNanos;
  long compileNanos;
  long runNanos;
  long runs;

  /** A context, and the memory that its kernels use. */
  private record Place(Context context, Buffer buffer, LoopMemory memory) {
    static Place of(String options) {
      Context context = Context.builder().engineOptions("optimize=full," + options).create();
      Buffer buffer = context.buffer(LoopMemory.BYTES);
      return new Place(context, buffer, new LoopMemory(buffer.memory()));
    }

    Object[] arguments(LoopKernel kernel) {
      List<Object> all = new ArrayList<>();
      for (int k = 0; k < LoopMemory.AREAS.size(); k++) {
        int area = LoopMemory.argument(kernel, k);
        all.add(buffer.slice(LoopMemory.offset(area), LoopMemory.AREAS.get(area).bytes));
      }
      all.add(kernel.n());
      all.add(kernel.m());
      return all.toArray();
    }
  }

  LoopRunner() throws IOException {
    this.last = new LastKernel(Path.of("target"));
  }

  /** Runs kernels of one block with these instruction sets, and returns those that were wrong. */
  List<Failure> run(List<LoopKernel> kernels, List<String> features) throws IOException {
    List<Failure> failures = new ArrayList<>();
    long start = System.nanoTime();
    long block = Math.floorDiv(kernels.getFirst().seed(), Setup.BLOCK);
    List<String> flags = block % 4 == 0 ? Reference.CHECKED : Reference.FAST;
    try (Reference reference = new Reference(kernels, flags)) {
      referenceNanos += System.nanoTime() - start;
      for (String set : features) {
        String options = Setup.options(kernels.getFirst().seed(), set);
        run(kernels, reference, options, set, failures);
      }
    }
    return failures;
  }

  private void run(
      List<LoopKernel> kernels,
      Reference reference,
      String options,
      String features,
      List<Failure> failures) {
    Place place = places.computeIfAbsent(options, Place::of);
    long start = System.nanoTime();
    try (Program program = build(place, kernels)) {
      buildNanos += System.nanoTime() - start;
      for (LoopKernel kernel : kernels) {
        Setup setup = Setup.of(kernel.seed(), features);
        String what = difference(kernel, setup, program, reference, place);
        if (!what.isEmpty()) {
          failures.add(new Failure(kernel, setup, what));
        }
      }
    }
  }

  private static Program build(Place place, List<LoopKernel> kernels) {
    String source = kernels.stream().map(LoopKernel::openClText).collect(Collectors.joining("\n"));
    return place.context().build(source, "-cl-std=CL3.0");
  }

  private String difference(
      LoopKernel kernel, Setup setup, Program program, Reference reference, Place place) {
    long start = System.nanoTime();
    right.fill(kernel);
    int faults = reference.run(kernel, right, setup.global(), setup.local());
    if (faults > 0) {
      throw new AssertionError(
          "the generator is wrong: undefined " + faults + " times\n" + kernel.openClText());
    }
    referenceNanos += System.nanoTime() - start;
    return difference(kernel, setup, program, place);
  }

  /** Runs a kernel whose right results are known; returns where its own are others. */
  private String difference(LoopKernel kernel, Setup setup, Program program, Place place) {
    last.is(kernel, setup);
    place.memory().fill(kernel);
    long start = System.nanoTime();
    NDRange range = NDRange.of(setup.global()).local(setup.local());
    var result = program.kernel(kernel.name()).with(place.arguments(kernel)).run(range);
    compileNanos += result.compileNanos();
    runNanos += System.nanoTime() - start - result.compileNanos();
    runs++;
    return place.memory().difference(right, kernel);
  }

  /** Returns the smallest kernel that is found to be wrong in the same way. */
  LoopKernel reduced(Failure failure) {
    LoopKernel kernel = failure.kernel();
    Reducer reducer = new Reducer(root -> isWrong(kernel.withRoot(root), failure.setup()));
    return kernel.withRoot(reducer.reduce(kernel.root()));
  }

  /** Returns whether a kernel is valid, and computes something else than gcc says. */
  private boolean isWrong(LoopKernel kernel, Setup setup) {
    try (Reference reference = new Reference(List.of(kernel), Reference.CHECKED)) {
      right.fill(kernel);
      if (reference.run(kernel, right, setup.global(), setup.local()) > 0) {
        return false;
      }
      Place place = places.computeIfAbsent(setup.options(), Place::of);
      try (Program program = build(place, List.of(kernel))) {
        return !difference(kernel, setup, program, place).isEmpty();
      }
    } catch (Reference.NotC | BuildException e) {
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Says how many kernels were run, and where the time went. */
  String statistics() {
    return "%d runs; ms: gcc and memory %d, clang %d, compilation %d, execution %d"
        .formatted(
            runs,
            referenceNanos / 1_000_000,
            buildNanos / 1_000_000,
            compileNanos / 1_000_000,
            runNanos / 1_000_000);
  }

  @Override
  public void close() {
    places.values().forEach(p -> p.context().close());
    arena.close();
  }
}
