package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cl.Program;
import dev.barnacle.watch.Report;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What kernels do with pipes (OpenCL C, 6.15.17), in every way to run them. */
class PipeKernelsTest extends EveryEngineTests {
  private static final int ITEMS = 96;
  private static final NDRange RANGE = NDRange.of(ITEMS).local(32);

  /** Kernels that send and get packets of type T, of which {@code make} makes one of a number. */
  private static final String SOURCE =
      """
      kernel void send(write_only pipe T p) {
        T t = make(get_global_id(0));
        write_pipe(p, &t);
      }
      kernel void send_reserved(write_only pipe T p) {
        reserve_id_t id = reserve_write_pipe(p, 1);
        T t = make(get_global_id(0));
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, 0, &t);
          commit_write_pipe(p, id);
        }
      }
      kernel void send_by_group(write_only pipe T p) {
        reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
        T t = make(get_global_id(0));
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, get_local_id(0), &t);
          work_group_commit_write_pipe(p, id);
        }
      }
      kernel void send_by_sub_group(write_only pipe T p) {
        reserve_id_t id = sub_group_reserve_write_pipe(p, get_sub_group_size());
        T t = make(get_global_id(0));
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, get_sub_group_local_id(), &t);
          sub_group_commit_write_pipe(p, id);
        }
      }
      kernel void get(read_only pipe T p, global int *o) {
        T t = make(-1);
        if (read_pipe(p, &t) == 0) o[get_global_id(0)] = number(t);
      }
      kernel void get_reserved(read_only pipe T p, global int *o) {
        reserve_id_t id = reserve_read_pipe(p, 1);
        if (is_valid_reserve_id(id)) {
          T t;
          read_pipe(p, id, 0, &t);
          o[get_global_id(0)] = number(t);
          commit_read_pipe(p, id);
        }
      }
      kernel void get_by_group(read_only pipe T p, global int *o) {
        reserve_id_t id = work_group_reserve_read_pipe(p, get_local_size(0));
        if (is_valid_reserve_id(id)) {
          T t;
          read_pipe(p, id, get_local_id(0), &t);
          o[get_global_id(0)] = number(t);
          work_group_commit_read_pipe(p, id);
        }
      }
      kernel void get_by_sub_group(read_only pipe T p, global int *o) {
        reserve_id_t id = sub_group_reserve_read_pipe(p, get_sub_group_size());
        if (is_valid_reserve_id(id)) {
          T t;
          read_pipe(p, id, get_sub_group_local_id(), &t);
          o[get_global_id(0)] = number(t);
          sub_group_commit_read_pipe(p, id);
        }
      }
      """;

  /**
   * A byte, a vector and a struct; with the system property {@code barnacle.test.everything} other
   * types as well.
   */
  static Stream<List<Object>> types() {
    List<List<Object>> all = allTypes();
    return Boolean.getBoolean("barnacle.test.everything")
        ? all.stream()
        : Stream.of(all.get(0), all.get(4), all.get(5));
  }

  private static List<List<Object>> allTypes() {
    return List.of(
        List.of("typedef uchar T; T make(int i) { return i; } int number(T t) { return t; }", 1),
        List.of("typedef short T; T make(int i) { return i; } int number(T t) { return t; }", 2),
        List.of("typedef int T; T make(int i) { return i; } int number(T t) { return t; }", 4),
        List.of("typedef double T; T make(int i) { return i; } int number(T t) { return t; }", 8),
        List.of("typedef int4 T; T make(int i) { return i; } int number(T t) { return t.w; }", 16),
        List.of(
            "typedef struct { char a; int b; short c; } T;"
                + " T make(int i) { T t = {1, i, 2}; return t; }"
                + " int number(T t) { return t.a == 1 && t.c == 2 ? t.b : -1; }",
            12),
        List.of(
            "typedef struct { uchar a[77]; } T;"
                + " T make(int i) { T t; for (int j = 0; j < 77; j++) t.a[j] = i; return t; }"
                + " int number(T t) { for (int j = 0; j < 77; j++) if (t.a[j] != t.a[0]) return -1;"
                + " return t.a[0]; }",
            77));
  }

  private void launch(Context context, Program program, String kernel, Object... arguments) {
    if (context == contexts.getLast()) {
      Report report = program.kernel(kernel).with(arguments).check(RANGE);
      assertTrue(report.isClean(), report::toString);
    } else {
      program.kernel(kernel).with(arguments).run(RANGE);
    }
  }

  /** Every way to write with every way to read, over many rounds of the pipe's slots. */
  @ParameterizedTest
  @MethodSource("types")
  void packetsOfEveryType(List<Object> type) {
    List<String> ways = List.of("", "_reserved", "_by_group", "_by_sub_group");
    int[] all = IntStream.range(0, ITEMS).toArray();
    for (Context context : contexts) {
      try (Program program = context.build(type.getFirst() + SOURCE, "-cl-std=CL3.0");
          Pipe pipe = context.pipe((int) type.getLast(), ITEMS + 5);
          Buffer out = context.buffer(4 * ITEMS)) {
        for (int i = 0; i < ways.size(); i++) {
          launch(context, program, "send" + ways.get(i), pipe);
          assertEquals(ITEMS, pipe.numPackets());
          launch(context, program, "get" + ways.get((i + 1) % ways.size()), pipe, out);
          assertEquals(0, pipe.numPackets());
          int[] numbers = ints(out);
          Arrays.sort(numbers);
          assertArrayEquals(all, numbers, ways.get(i));
        }
      }
    }
  }

  @Test
  void whatAPipeIsAskedAndWhatDoesNotFit() {
    String source =
        """
        kernel void k(write_only pipe int p, read_only pipe int q, global long *o) {
          int x = 5;
          o[0] = get_pipe_max_packets(p);
          o[1] = is_valid_reserve_id(CLK_NULL_RESERVE_ID);
          o[2] = is_valid_reserve_id(reserve_write_pipe(p, 0));
          o[3] = is_valid_reserve_id(reserve_write_pipe(p, 4));
          o[4] = write_pipe(p, &x) * 100 + write_pipe(p, &x) * 10 + write_pipe(p, &x);
          o[5] = write_pipe(p, &x);
          o[6] = get_pipe_num_packets(p);
          o[7] = read_pipe(q, &x);
          o[8] = is_valid_reserve_id(reserve_read_pipe(q, 1));
        }
        """;
    for (Context context : contexts) {
      try (Pipe written = context.pipe(4, 3);
          Pipe read = context.pipe(4, 3)) {
        long[] out = new long[9];
        run(context, source, "-cl-std=CL3.0", 1, written, read, out);
        assertArrayEquals(new long[] {3, 0, 0, 0, 0, -1, 3, -1, 0}, out);
        assertEquals(3, written.numPackets());
      }
    }
  }

  /** What one work-item reserves comes out in the order of its program. */
  @Test
  void reservationsOfAWorkItemKeepTheirOrder() {
    String source =
        """
        kernel void k(write_only pipe int p) {
          reserve_id_t a = reserve_write_pipe(p, 2);
          reserve_id_t b = reserve_write_pipe(p, 1);
          int x[3] = {10, 11, 12};
          write_pipe(p, b, 0, &x[2]);
          commit_write_pipe(p, b);
          write_pipe(p, a, 1, &x[1]);
          write_pipe(p, a, 0, &x[0]);
          commit_write_pipe(p, a);
        }
        """;
    for (Context context : contexts) {
      try (Pipe pipe = context.pipe(4, 3)) {
        run(context, source, "-cl-std=CL3.0", 1, pipe);
        assertArrayEquals(new byte[] {10, 0, 0, 0, 11, 0, 0, 0, 12, 0, 0, 0}, pipe.packets());
      }
    }
  }

  /** A pipe that is too small for all: as many packets go in as it has room for. */
  @ParameterizedTest
  @ValueSource(ints = {1, 7, 4000})
  void manyWorkItemsOfManyThreads(int room) {
    String source =
        """
        kernel void send(write_only pipe int p, global int *sent) {
          int i = get_global_id(0);
          sent[i] = write_pipe(p, &i) == 0;
        }
        kernel void get(read_only pipe int p, global int *got) {
          int i;
          while (read_pipe(p, &i) == 0) got[i]++;
        }
        """;
    int items = 20_000;
    for (Context context : contexts.subList(0, 2)) {
      try (Program program = context.build(source, "-cl-std=CL3.0");
          Pipe pipe = context.pipe(4, room);
          Buffer sent = context.buffer(4L * items);
          Buffer got = context.buffer(4L * items)) {
        for (int round = 1; round <= 3; round++) {
          got.fill((byte) 0);
          program.kernel("send").with(pipe, sent).run(NDRange.of(items).local(50));
          assertEquals(room, Arrays.stream(ints(sent)).sum());
          program.kernel("get").with(pipe, got).run(NDRange.of(items).local(50));
          assertArrayEquals(ints(sent), ints(got));
        }
      }
    }
  }

  @Test
  void pipesGoToFunctionsAndSeveralToAKernel() {
    String source =
        """
        int next(read_only pipe int p) { int x; return read_pipe(p, &x) == 0 ? x : 0; }
        kernel void k(pipe int a, pipe int b, write_only pipe int sum) {
          int x = next(a) + next(b);
          write_pipe(sum, &x);
        }
        """;
    for (Context context : contexts) {
      try (Pipe a = context.pipe(4, 4);
          Pipe b = context.pipe(4, 4);
          Pipe sum = context.pipe(4, 4)) {
        a.write(1, 2, 3, 4);
        b.write(10, 20);
        run(context, source, "-cl-std=CL2.0", 4, a, b, sum);
        int total = 0;
        for (byte each : sum.packets()) {
          total += each;
        }
        assertEquals(40, total);
      }
    }
  }

  private static int[] ints(Buffer buffer) {
    int[] numbers = new int[(int) buffer.byteSize() / 4];
    buffer.read(numbers);
    return numbers;
  }
}
