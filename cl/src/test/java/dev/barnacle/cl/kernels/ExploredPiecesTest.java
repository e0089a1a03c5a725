package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.BoundKernel;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelExplorer;
import dev.barnacle.explore.KernelModel;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.explore.ProgressRules;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random kernels that access an atomic object whole and in pieces, against an oracle: between
 * barriers, operations on one object come in some order, and of bytes that two work-items access,
 * one to write, both accesses are atomic and of one size.
 */
class ExploredPiecesTest {
  private static final int SEEDS = Integer.getInteger("barnacle.pieces.seeds", 3);
  private static final int FIRST = Integer.getInteger("barnacle.pieces.first", 0);
  private static final int KERNELS = 25;
  private static final KernelExplorer EACH =
      new KernelExplorer(KernelModel.OPENCL_SCOPED, ProgressRules.FAIR, 100, 8, 1);
  private static final int BYTES = 8;
  private static final int RESULTS = 16;

  private enum Kind {
    ADD,
    STORE,
    LOAD,
    READ,
    WRITE
  }

  /** An operation on some bytes of memory; {@code slot} is where its result goes. */
  private record Op(Kind kind, int offset, int bytes, long value, int slot) {
    boolean isAtomic() {
      return kind != Kind.READ && kind != Kind.WRITE;
    }

    boolean writes() {
      return kind != Kind.READ && kind != Kind.LOAD;
    }

    boolean races(Op other) {
      return (writes() || other.writes())
          && !(isAtomic() && other.isAtomic() && bytes == other.bytes)
          && offset < other.offset + other.bytes
          && other.offset < offset + bytes;
    }

    String text() {
      String type =
          switch (bytes) {
            case 1 -> "uchar";
            case 2 -> "ushort";
            case 4 -> "uint";
            default -> "ulong";
          };
      String place = "*(global " + type + " *)((global char *)a + " + offset + ")";
      return switch (kind) {
        case ADD -> "r[%d] = fold(ADD(%s, (%s)%d));".formatted(slot, object(), type, value);
        case STORE -> "STORE(%s, (%s)%d);".formatted(object(), type, value);
        case LOAD -> "r[%d] = fold(LOAD(%s));".formatted(slot, object());
        case READ -> "r[%d] = fold(%s);".formatted(slot, place);
        case WRITE -> "%s = (%s)%dUL;".formatted(place, type, value);
      };
    }

    private String object() {
      return bytes == 4 ? "X[" + offset / 4 + "]" : "Y[0]";
    }

    void run(ByteBuffer a, int[] r) {
      long bits = 0;
      for (int i = 0; i < bytes; i++) {
        bits |= (a.get(offset + i) & 0xffL) << (8 * i);
      }
      if (kind == Kind.ADD || kind == Kind.LOAD || kind == Kind.READ) {
        r[slot] = (int) (bits ^ bits >>> 32);
      }
      long written = kind == Kind.ADD ? bits + value : value;
      for (int i = 0; writes() && i < bytes; i++) {
        a.put(offset + i, (byte) (written >> (8 * i)));
      }
    }
  }

  /** For each phase, what each work-item does in it. */
  private record Launch(List<List<List<Op>>> phases, int items) {
    static Launch of(Random random) {
      int items = 2 + random.nextInt(2);
      int slot = 0;
      List<List<List<Op>>> phases = new ArrayList<>();
      for (int p = 2 + random.nextInt(2); p > 0; p--) {
        List<List<Op>> phase = new ArrayList<>();
        boolean atomic = random.nextBoolean();
        int object = random.nextInt(3);
        for (int i = 0; i < items; i++) {
          List<Op> ops = new ArrayList<>();
          for (int n = random.nextInt(3); n > 0 && slot < RESULTS - 1; n--) {
            ops.add(atomic ? atomic(random, object, slot++) : plain(random, slot++));
          }
          phase.add(ops);
        }
        phases.add(phase);
      }
      return new Launch(phases, items);
    }

    /** An operation on an object of 4 bytes, of which there are two, or on one of 8. */
    private static Op atomic(Random random, int object, int slot) {
      Kind kind = List.of(Kind.ADD, Kind.STORE, Kind.LOAD).get(random.nextInt(3));
      boolean other = random.nextInt(6) == 0;
      boolean wide = object == 2 != other;
      int offset = wide || object == 2 ? 0 : 4 * object;
      return new Op(kind, offset, wide ? 8 : 4, random.nextInt(1 << 16), slot);
    }

    private static Op plain(Random random, int slot) {
      long value = random.nextLong() >>> 1;
      int bytes = 1 << (random.nextInt(8) == 0 ? 3 : random.nextInt(3));
      int offset = random.nextInt(BYTES / bytes) * bytes;
      return new Op(random.nextBoolean() ? Kind.READ : Kind.WRITE, offset, bytes, value, slot);
    }

    String source(String name) {
      StringBuilder text = new StringBuilder("kernel void " + name);
      text.append("(global int *a, global int *r) {\n  size_t i = get_local_id(0);\n");
      text.append("  if (i == 0) r[").append(RESULTS - 1).append("] = 1;\n");
      for (List<List<Op>> phase : phases) {
        for (int i = 0; i < items; i++) {
          text.append("  if (i == ").append(i).append(") {");
          phase.get(i).forEach(op -> text.append(' ').append(op.text()));
          text.append(" }\n");
        }
        text.append("  barrier(CLK_GLOBAL_MEM_FENCE);\n");
      }
      return text.append("}\n").toString();
    }

    NDRange range() {
      return NDRange.of(items).local(items);
    }

    boolean isRacy() {
      for (List<List<Op>> phase : phases) {
        for (List<Op> one : phase) {
          for (List<Op> other : phase) {
            if (one != other && one.stream().anyMatch(a -> other.stream().anyMatch(a::races))) {
              return true;
            }
          }
        }
      }
      return false;
    }

    Set<List<Integer>> states() {
      Set<List<Integer>> states = new HashSet<>();
      ByteBuffer a = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
      int[] r = new int[RESULTS];
      r[RESULTS - 1] = 1;
      run(0, new int[items], a, r, states);
      return states;
    }

    private void run(int phase, int[] at, ByteBuffer a, int[] r, Set<List<Integer>> states) {
      if (phase == phases.size()) {
        states.add(state(a, r));
        return;
      }
      boolean over = true;
      for (int i = 0; i < items; i++) {
        List<Op> ops = phases.get(phase).get(i);
        if (at[i] < ops.size()) {
          over = false;
          int[] next = at.clone();
          next[i]++;
          ByteBuffer memory = copy(a);
          int[] results = r.clone();
          ops.get(at[i]).run(memory, results);
          run(phase, next, memory, results, states);
        }
      }
      if (over) {
        run(phase + 1, new int[items], a, r, states);
      }
    }
  }

  private static ByteBuffer copy(ByteBuffer a) {
    ByteBuffer copy = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
    return copy.put(a.duplicate()).rewind();
  }

  private static List<Integer> state(ByteBuffer a, int[] r) {
    List<Integer> state = new ArrayList<>(List.of(a.getInt(0), a.getInt(4)));
    Arrays.stream(r).forEach(state::add);
    return state;
  }

  private static Set<List<Integer>> states(KernelOutcome outcome) {
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    Set<List<Integer>> states = new HashSet<>();
    for (KernelOutcome.State s : outcome.states()) {
      int at = names.indexOf("a");
      byte[] a = at < 0 ? new byte[BYTES] : s.contents().get(at);
      int[] r = new int[RESULTS];
      ByteBuffer.wrap(s.contents().get(names.indexOf("r")))
          .order(ByteOrder.LITTLE_ENDIAN)
          .asIntBuffer()
          .get(r);
      states.add(state(ByteBuffer.wrap(a).order(ByteOrder.LITTLE_ENDIAN), r));
    }
    return states;
  }

  static List<Integer> seeds() {
    return IntStream.range(FIRST, FIRST + SEEDS).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void piecesAreWhatTheOracleSays(int seed) {
    Random random = new Random(seed);
    List<Launch> launches = new ArrayList<>();
    StringBuilder source =
        new StringBuilder(
            """
            #define X ((global atomic_uint *)a)
            #define Y ((global atomic_ulong *)a)
            #define ADD(x, v) atomic_fetch_add_explicit(&x, v, memory_order_relaxed)
            #define STORE(x, v) atomic_store_explicit(&x, v, memory_order_relaxed)
            #define LOAD(x) atomic_load_explicit(&x, memory_order_relaxed)
            int fold(ulong v) { return (int)(v ^ v >> 32); }
            """);
    for (int k = 0; k < KERNELS; k++) {
      launches.add(Launch.of(random));
      source.append(launches.get(k).source("k" + k));
    }
    int racy = 0;
    int open = 0;
    try (Context context = Context.create();
        Program program = context.build(source.toString(), "-cl-std=CL2.0")) {
      for (int k = 0; k < KERNELS; k++) {
        Launch launch = launches.get(k);
        BoundKernel bound =
            program
                .kernel("k" + k)
                .with(context.buffer(new int[BYTES / 4]), context.buffer(new int[RESULTS]));
        for (KernelExplorer explorer : List.of(EACH, EACH.visitingEach(0))) {
          open += compare(launch, bound.explore(launch.range(), explorer, () -> false)) ? 0 : 1;
        }
        racy += launch.isRacy() ? 1 : 0;
      }
    }
    assertTrue(racy > 0 && racy < KERNELS, "all kernels are racy, or none is");
    assertTrue(open < KERNELS / 2, open + " of " + 2 * KERNELS + " are not all explored");
  }

  /** Compares; returns whether all was explored. */
  private static boolean compare(Launch launch, KernelOutcome outcome) {
    String text = launch.source("k");
    boolean faulty = !outcome.faults().isEmpty();
    assertTrue(outcome.limits().stream().allMatch(l -> l.contains("sizes")), text);
    assertTrue(launch.isRacy() == faulty || (!faulty && !outcome.complete()), text);
    if (!launch.isRacy()) {
      Set<List<Integer>> expected = launch.states();
      assertTrue(expected.containsAll(states(outcome)), text);
      assertTrue(!outcome.complete() || expected.equals(states(outcome)), text);
    }
    return outcome.complete();
  }
}
