package dev.barnacle.cl.kernels;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandExploration;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.NDRange;
import dev.barnacle.cl.Pipe;
import dev.barnacle.cl.Program;
import dev.barnacle.explore.KernelOutcome;
import dev.barnacle.watch.Report;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Pipes under {@code explore}: packets come in each order that reservations may have, and what runs
 * come to is among that.
 */
class ExplorePipeTest {
  private static final String SOURCE =
      """
      #define ME (int)get_global_id(0)
      kernel void send(write_only pipe int p, global int *o) {
        int i = ME + 1;
        o[ME] = write_pipe(p, &i);
      }
      kernel void send_reserved(write_only pipe int p, global int *o) {
        reserve_id_t id = reserve_write_pipe(p, 2);
        for (int k = 0; is_valid_reserve_id(id) && k < 2; k++) {
          int i = 10 * ME + k + 1;
          o[ME] += write_pipe(p, id, k, &i);
        }
        if (is_valid_reserve_id(id)) commit_write_pipe(p, id);
        else o[ME] = -1;
      }
      kernel void send_by_group(write_only pipe int p, global int *o) {
        reserve_id_t id = work_group_reserve_write_pipe(p, get_local_size(0));
        int i = ME + 1;
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, get_local_id(0), &i);
          work_group_commit_write_pipe(p, id);
        }
      }
      kernel void send_same(write_only pipe int p, global int *o) {
        reserve_id_t id = work_group_reserve_write_pipe(p, 1);
        int i = ME;
        write_pipe(p, id, 0, &i);
        work_group_commit_write_pipe(p, id);
      }
      kernel void leave_out(write_only pipe int p, global int *o) {
        reserve_id_t id = reserve_write_pipe(p, 2);
        int i = 1;
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, 1, &i);
          commit_write_pipe(p, id);
        }
      }
      kernel void unchecked(write_only pipe int p, global int *o) {
        reserve_id_t id = reserve_write_pipe(p, 3);
        int i = 1;
        write_pipe(p, id, 0, &i);
        commit_write_pipe(p, id);
      }
      kernel void beyond(write_only pipe int p, global int *o) {
        reserve_id_t id = reserve_write_pipe(p, 1);
        int i = 1;
        if (is_valid_reserve_id(id)) {
          write_pipe(p, id, 1, &i);
          commit_write_pipe(p, id);
        }
      }
      kernel void ask(write_only pipe int p, global int *o) {
        int i = 1;
        write_pipe(p, &i);
        o[ME] = get_pipe_num_packets(p) * 10 + get_pipe_max_packets(p);
      }
      kernel void get(read_only pipe int p, global int *o) {
        int i = -1;
        int r = read_pipe(p, &i);
        o[ME] = r == 0 ? i : -2;
      }
      kernel void get_reserved(read_only pipe int p, global int *o) {
        reserve_id_t id = reserve_read_pipe(p, 2);
        if (!is_valid_reserve_id(id)) return;
        int i = 0, k = 0;
        read_pipe(p, id, 0, &i);
        read_pipe(p, id, 1, &k);
        o[ME] = i * 100 + k;
        commit_read_pipe(p, id);
      }
      kernel void wide(write_only pipe long p, global int *o) {
        long i = 1;
        write_pipe(p, &i);
      }
      kernel void both(read_only pipe int p, write_only pipe int q, global int *o) {
        int i;
        if (read_pipe(p, &i) == 0) write_pipe(q, &i);
      }
      """;

  private static final NDRange TWO = NDRange.of(2).local(1);

  private final Context context = Context.builder().watched().create();
  private final Program program = context.build(SOURCE, "-cl-std=CL3.0");
  private final Buffer out = context.buffer(new int[4]);

  @AfterEach
  void close() {
    context.close();
  }

  private static List<Integer> ints(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    List<Integer> list = new ArrayList<>();
    while (buffer.hasRemaining()) {
      list.add(buffer.getInt());
    }
    return list;
  }

  /** Returns what a memory object holds in each final state, as numbers in a row. */
  private static Set<String> finals(KernelOutcome outcome, String name) {
    List<String> names = outcome.buffers().stream().map(KernelOutcome.Buffer::name).toList();
    assertTrue(names.contains(name), names::toString);
    return outcome.states().stream()
        .map(s -> text(ints(s.contents().get(names.indexOf(name)))))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String text(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static Set<String> faults(KernelOutcome outcome) {
    return outcome.faults().stream()
        .map(f -> f.kind().keyword())
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Each order of the packets, and what a work-item is told of a pipe that is full. */
  @ParameterizedTest
  @CsvSource({
    "send, 1, p, 1 2|2 1",
    "send_reserved, 1, p, 1 2|11 12",
    "send_reserved, 1, o, 0 -1 0 0|-1 0 0 0",
    "send_by_group, 2, p, 1 2",
    "ask, 1, o, 12 22 0 0|22 12 0 0|22 22 0 0"
  })
  void packetsComeInAnyOrder(String kernel, int local, String object, String expected) {
    NDRange range = NDRange.of(2).local(local);
    try (Pipe pipe = context.pipe(4, 2)) {
      var bound = program.kernel(kernel).with(pipe, out);
      KernelOutcome outcome = bound.explore(range);
      assertTrue(outcome.isCorrect(), () -> outcome.faults() + " " + outcome.limits());
      Set<String> found = finals(outcome, object);
      assertEquals(new TreeSet<>(List.of(expected.split("\\|", -1))), found);
      assertTrue(bound.check(range).isClean());
      int[] after = new int[4];
      out.read(after);
      boolean packets = object.equals("p");
      List<Integer> numbers = packets ? ints(pipe.packets()) : ints(after);
      assertTrue(found.contains(text(numbers)), () -> numbers + " is not among " + found);
    }
  }

  private static List<Integer> ints(int[] numbers) {
    return java.util.Arrays.stream(numbers).boxed().toList();
  }

  /** What is wrong, and that {@code check} says the same. */
  @ParameterizedTest
  @CsvSource({
    "send_same, 2, data-race",
    "unchecked, 1, invalid-reservation",
    "beyond, 1, invalid-reservation"
  })
  void faultsOfPackets(String kernel, int local, String expected) {
    NDRange range = NDRange.of(2).local(local);
    try (Pipe pipe = context.pipe(4, 2)) {
      var bound = program.kernel(kernel).with(pipe, out);
      KernelOutcome outcome = bound.explore(range);
      assertEquals(Set.of(expected), faults(outcome));
      assertTrue(outcome.faults().getFirst().message().contains("p"));
      Report report = bound.check(range);
      assertEquals(expected, report.findings().getFirst().kind().keyword());
    }
  }

  @Test
  void packetsThatThereAreAtFirst() {
    try (Pipe pipe = context.pipe(4, 3)) {
      pipe.write(7, 8, 9);
      KernelOutcome outcome = program.kernel("get").with(pipe, out).explore(TWO);
      assertTrue(outcome.isCorrect(), outcome.faults()::toString);
      assertEquals(Set.of("7 8 0 0", "8 7 0 0"), finals(outcome, "o"));
      KernelOutcome reserved = program.kernel("get_reserved").with(pipe, out).explore(TWO);
      assertEquals(Set.of("708 0 0 0", "0 708 0 0"), finals(reserved, "o"));
      assertEquals(3, pipe.numPackets());
    }
  }

  /** What a pipe holds is there at a synchronisation point: an event orders the reader. */
  @Test
  void anEventOrdersTheReaderBehindTheWriter() {
    Buffer other = context.buffer(new int[4]);
    try (Pipe pipe = context.pipe(4, 2)) {
      KernelOutcome ordered =
          new CommandExploration()
              .launch(program.kernel("send").with(pipe, other), TWO)
              .launch(program.kernel("get").with(pipe, out), TWO, 0)
              .explore();
      assertTrue(ordered.isCorrect(), () -> ordered.faults() + " " + ordered.limits());
      assertEquals(Set.of("1 2 0 0", "2 1 0 0"), finals(ordered, "o#2"));
      KernelOutcome free =
          new CommandExploration()
              .launch(program.kernel("send").with(pipe, other), NDRange.of(1))
              .launch(program.kernel("get").with(pipe, out), NDRange.of(1))
              .explore();
      assertEquals(Set.of("data-race"), faults(free));
      KernelOutcome unset =
          new CommandExploration()
              .launch(program.kernel("leave_out").with(pipe, other), NDRange.of(1))
              .launch(program.kernel("get").with(pipe, out), NDRange.of(1), 0)
              .explore();
      assertEquals(Set.of("uninitialized-read"), faults(unset));
    }
  }

  /** Three rounds through the slots of a pipe. */
  @Test
  void slotsAreUsedAgain() {
    try (Pipe pipe = context.pipe(4, 1)) {
      CommandExploration rounds = new CommandExploration();
      for (int i = 0; i < 6; i++) {
        String kernel = i % 2 == 0 ? "send" : "get";
        Integer[] waits = i == 0 ? new Integer[0] : new Integer[] {i - 1};
        rounds.launch(program.kernel(kernel).with(pipe, out), NDRange.of(1), waits);
      }
      KernelOutcome outcome = rounds.explore();
      assertTrue(outcome.isCorrect(), () -> outcome.faults() + " " + outcome.limits());
      assertEquals(Set.of("1 0 0 0"), finals(outcome, "o"));
    }
  }

  @Test
  void whatNoPipeIsFor() {
    try (Pipe pipe = context.pipe(4, 1)) {
      ClException size =
          assertThrows(
              ClException.class, () -> program.kernel("wide").with(pipe, out).explore(TWO));
      assertTrue(String.valueOf(size.getMessage()).contains("packets of 8 bytes"), size::toString);
      ClException ends =
          assertThrows(
              ClException.class, () -> program.kernel("both").with(pipe, pipe, out).explore(TWO));
      assertTrue(String.valueOf(ends.getMessage()).contains("both read and write"));
    }
  }
}
