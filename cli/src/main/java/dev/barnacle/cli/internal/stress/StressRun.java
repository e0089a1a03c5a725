package dev.barnacle.cli.internal.stress;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.BuildException;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.frontend.litmus.LitmusTest.SharedLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/** Runs tests on Barnacle's own device, whose threads are those of the processor. */
public final class StressRun implements AutoCloseable {
  private static final int MOST_SIZE = 256;
  private static final int SCRATCHPAD = 16 * 64;
  private static final int[] STRIDES = {1, 4, 16};
  private static final int MOST_WAITS = 4096;

  private final StressSettings settings;
  private final Context context = Context.create();

  /** Makes one. */
  public StressRun(StressSettings settings) {
    this.settings = settings;
  }

  /**
   * Runs a test.
   *
   * @param stop when it says true, no more launches follow
   * @throws RefusedException if the device cannot build it
   */
  public Histogram run(StressTest test, BooleanSupplier stop) throws RefusedException {
    Histogram seen = new Histogram(test, context.device().name());
    long start = System.nanoTime();
    long size = Long.highestOneBit(Math.min(MOST_SIZE, context.device().maxWorkGroupSize()));
    try (Program program =
        context.build(test.result().file() + ".cl", test.source(), options(test, size))) {
      new Launches(test, program, (int) size, seen).all(stop);
    } catch (BuildException e) {
      throw new RefusedException("the device does not build its kernel: " + e.getMessage());
    }
    seen.took((System.nanoTime() - start) / 1e9);
    return seen;
  }

  private static String options(StressTest test, long size) {
    return "-cl-std=" + test.standards().getFirst() + " -DSIZE=" + size;
  }

  @Override
  public void close() {
    context.close();
  }

  /** The launches of a test. */
  private final class Launches {
    private final StressTest test;
    private final Program program;
    private final Histogram seen;
    private final int size;
    private final int testing;
    private final int groups;
    private final int count;

    Launches(StressTest test, Program program, int size, Histogram seen) {
      this.test = test;
      this.program = program;
      this.seen = seen;
      this.size = size;
      int clusters = Math.max(1, settings.instances() / size / test.groups());
      this.testing = clusters * test.groups();
      this.groups = testing + Math.max(1, testing / 8);
      this.count = testing * size;
    }

    void all(BooleanSupplier stop) {
      SplittableRandom random = new SplittableRandom(settings.seed());
      List<Buffer> locations = new ArrayList<>();
      Buffer shuffled = context.buffer(groups * 4L);
      Buffer arrived = context.buffer(testing * 4L);
      Buffer scratchpad = context.buffer(SCRATCHPAD * 4L);
      Buffer states = context.buffer(Math.max(8L, (long) count * observed() * 8));
      Buffer ran = context.buffer((long) count * test.threads().size() * 4);
      for (SharedLocation l : test.globals()) {
        int widest = STRIDES[STRIDES.length - 1];
        long bytes = l.element().bits() / 8L * l.initial().size();
        locations.add(context.buffer(bytes * count * widest));
      }
      List<Buffer> all = new ArrayList<>(List.of(shuffled, arrived, scratchpad, states, ran));
      all.addAll(locations);
      try {
        scratchpad.fill((byte) 0);
        for (int i = 0; i < settings.iterations() && !stop.getAsBoolean(); i++) {
          shuffled.write(Shuffle.of(i, testing, groups, test.groups(), random));
          arrived.fill((byte) 0);
          int stride = STRIDES[i % STRIDES.length];
          prepare(stride, locations, ran);
          List<Object> arguments =
              new ArrayList<>(List.of(testing, stride, 2 * random.nextInt(size) + 1, i));
          arguments.addAll(List.of(i % 4 == 3 ? 0 : MOST_WAITS, 64, shuffled, arrived));
          arguments.addAll(locations);
          arguments.addAll(List.of(scratchpad, states, ran));
          program
              .kernel("test")
              .with(arguments.toArray())
              .run(NDRange.of((long) groups * size).local(size));
          collect(stride, locations, states);
          count(states, ran);
        }
      } finally {
        all.forEach(Buffer::close);
      }
    }

    private int observed() {
      return test.references().size();
    }

    private void prepare(int stride, List<Buffer> locations, Buffer ran) {
      List<Object> arguments = new ArrayList<>(List.of(stride));
      arguments.addAll(locations);
      arguments.add(ran);
      program.kernel("prepare").with(arguments.toArray()).run(NDRange.of(count).local(size));
    }

    private void collect(int stride, List<Buffer> locations, Buffer states) {
      List<Object> arguments = new ArrayList<>(List.of(stride));
      arguments.addAll(locations);
      arguments.add(states);
      program.kernel("collect").with(arguments.toArray()).run(NDRange.of(count).local(size));
    }

    private void count(Buffer states, Buffer ran) {
      long[] values = new long[Math.max(1, count * observed())];
      int[] whole = new int[count * test.threads().size()];
      states.read(values);
      ran.read(whole);
      for (int i = 0; i < count; i++) {
        boolean all = true;
        for (int t = 0; t < test.threads().size(); t++) {
          all &= whole[i * test.threads().size() + t] == 1;
        }
        if (all) {
          long[] state = new long[observed()];
          System.arraycopy(values, i * observed(), state, 0, observed());
          seen.add(state);
        }
      }
    }
  }
}
