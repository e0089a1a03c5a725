package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressRules;
import dev.barnacle.watch.Report;
import dev.barnacle.watch.WatchOptions;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Whatever random kernels come to on the engines that run them, they come to when explored. More of
 * it: {@code mvn verify -Pexplored -pl cl -am}.
 */
class ExploredOutcomesTest {
  private static final int RUNS = Integer.getInteger("barnacle.explored.runs", 20);
  private static final int SEEDS = Integer.getInteger("barnacle.explored.seeds", 2);
  private static final int KERNELS = 6;

  /** More are not written into a kernel's source. */
  private static final int MOST_STATES = 200;

  static List<Integer> seeds() {
    return java.util.stream.IntStream.range(0, SEEDS).boxed().toList();
  }

  /** The buffers x, y, d, r and done of a launch. */
  private record Memory(Buffer x, Buffer y, Buffer d, Buffer r, Buffer done) {
    static Memory of(Context context, int items) {
      return new Memory(
          context.buffer(new int[1]),
          context.buffer(new int[1]),
          context.buffer(new int[items]),
          context.buffer(new int[items]),
          context.buffer(new int[1]));
    }

    Object[] arguments() {
      return new Object[] {x, y, d, r, done};
    }

    void clear(int items) {
      for (Buffer b : List.of(x, y, done)) {
        b.write(new int[1]);
      }
      d.write(new int[items]);
      r.write(new int[items]);
    }

    List<Integer> state(int items) {
      int[] values = new int[items];
      List<Integer> state = new ArrayList<>();
      for (Buffer b : List.of(x, y)) {
        int[] one = new int[1];
        b.read(one);
        state.add(one[0]);
      }
      r.read(values);
      for (int v : values) {
        state.add(v);
      }
      return state;
    }
  }

  private static Set<List<Integer>> states(KernelOutcome outcome, int items) {
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    Set<List<Integer>> states = new HashSet<>();
    for (KernelOutcome.State s : outcome.states()) {
      List<Integer> state = new ArrayList<>();
      for (String name : List.of("x", "y", "r")) {
        int at = names.indexOf(name);
        for (int i = 0; i < (name.equals("r") ? items : 1); i++) {
          state.add(at < 0 ? 0 : element(s.contents().get(at), i));
        }
      }
      states.add(state);
    }
    return states;
  }

  private static int element(byte[] bytes, int index) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(4 * index);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void whatEnginesComeToIsExplored(int seed) {
    Random random = new Random(seed);
    List<RandomLaunch> launches = new ArrayList<>();
    StringBuilder source = new StringBuilder();
    for (int k = 0; k < KERNELS; k++) {
      launches.add(RandomLaunch.of(random));
      source.append(launches.get(k).source("k" + k, ""));
    }
    List<Set<List<Integer>>> explored = new ArrayList<>();
    try (Context context = Context.create();
        Program program = context.build(source.toString(), "-cl-std=CL2.0")) {
      for (int k = 0; k < KERNELS; k++) {
        explored.add(run(context, program, "k" + k, launches.get(k)));
      }
    }
    check(launches, explored);
  }

  /** Explores a kernel, and runs it. */
  private static Set<List<Integer>> run(
      Context context, Program program, String name, RandomLaunch launch) {
    Memory memory = Memory.of(context, launch.global());
    var bound = program.kernel(name).with(memory.arguments());
    NDRange range = NDRange.of(launch.global()).local(launch.local());
    int[] asked = new int[1];
    KernelOutcome outcome =
        bound.explore(
            range,
            new KernelExplorer(KernelModel.OPENCL_SCOPED, ProgressRules.FAIR, 100, 8, 1),
            () -> ++asked[0] > 100_000);
    assertEquals(List.of(), outcome.faults(), launch::toString);
    if (!outcome.complete()) {
      return Set.of(); // too large
    }
    Set<List<Integer>> states = states(outcome, launch.global());
    for (int i = 0; i < RUNS; i++) {
      memory.clear(launch.global());
      bound.run(range);
      List<Integer> state = memory.state(launch.global());
      assertTrue(states.contains(state), () -> launch + " comes to " + state + " on simd");
    }
    return states;
  }

  /** Who comes last writes out of bounds where memory holds what was not explored. */
  private static String end(RandomLaunch launch, Set<List<Integer>> states) {
    StringBuilder text = new StringBuilder();
    text.append("  if (atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, DEV) != ");
    text.append(launch.global() - 1).append(") return;\n");
    for (String object : List.of("x", "y")) {
      text.append("  int ").append(object).append("_is = atomic_load_explicit(").append(object);
      text.append(", memory_order_relaxed, DEV);\n");
    }
    text.append("  if (!(0");
    for (List<Integer> state : states) {
      text.append("\n || (x_is == ")
          .append(state.get(0))
          .append(" && y_is == ")
          .append(state.get(1));
      for (int i = 0; i < launch.global(); i++) {
        text.append(" && r[").append(i).append("] == ").append(state.get(i + 2));
      }
      text.append(')');
    }
    return text.append(")) r[-1] = 0;\n").toString();
  }

  private static void check(List<RandomLaunch> launches, List<Set<List<Integer>>> explored) {
    StringBuilder source = new StringBuilder();
    List<Integer> small = new ArrayList<>();
    for (int k = 0; k < KERNELS; k++) {
      if (!explored.get(k).isEmpty() && explored.get(k).size() <= MOST_STATES) {
        small.add(k);
        source.append(launches.get(k).source("k" + k, end(launches.get(k), explored.get(k))));
      }
    }
    assertFalse(small.isEmpty());
    WatchOptions options = WatchOptions.defaults().withSchedules(RUNS);
    try (Context context = Context.builder().watched().watch(options).create();
        Program program = context.build(source.toString(), "-cl-std=CL2.0")) {
      for (int k : small) {
        Memory memory = Memory.of(context, launches.get(k).global());
        Report report =
            program
                .kernel("k" + k)
                .with(memory.arguments())
                .check(NDRange.of(launches.get(k).global()).local(launches.get(k).local()));
        assertEquals(List.of(), report.findings(), () -> launches + " under watch");
      }
    }
  }
}
