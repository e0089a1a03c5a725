package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Random commands on several queues of one context, in order and out of order: each waits for those
 * before it that touch the same memory, as far as its queue does not order them already. What the
 * buffers hold at the end is what the commands make of arrays, one after the other. {@code
 * -Dbarnacle.test.commands=N} tries more programs, {@code -Dbarnacle.test.seed=S} others.
 */
class RandomCommandsTest {
  private static final int BUFFERS = 4;
  private static final int INTS = 64;
  private static final int COMMANDS = 40;

  private static final String SOURCE =
      """
      kernel void step(global int *x, int from, int k) {
        size_t i = get_global_id(0) + from;
        x[i] = 3 * x[i] + k;
      }
      kernel void add(global int *to, global const int *from, int k) {
        size_t i = get_global_id(0);
        to[i] += from[i] ^ k;
      }
      kernel void sum(global int *to, global const int *from) {
        int sum = 0;
        for (int i = 0; i < get_global_size(0); i++)
          sum += from[i] * (i + 1);
        to[get_global_id(0)] = sum;
      }
      """;

  @Test
  void buffersHoldWhatTheCommandsMakeOneByOne() {
    int programs = Integer.getInteger("barnacle.test.commands", 60);
    long seed = Long.getLong("barnacle.test.seed", 1);
    try (Context context = Context.create();
        Arena arena = Arena.ofShared()) {
      Program program = context.build(SOURCE);
      for (int i = 0; i < programs; i++) {
        new Commands(context, program, arena, seed + i).run();
      }
    }
  }

  /** All that touches the same memory is ordered, so there is no race between commands. */
  @Test
  void orderedCommandsHaveNoRaces() {
    int programs = Integer.getInteger("barnacle.test.commands", 60) / 6;
    long seed = Long.getLong("barnacle.test.seed", 1);
    for (int i = 0; i < programs; i++) {
      try (Context context = Context.builder().watched().create();
          Arena arena = Arena.ofShared()) {
        new Commands(context, context.build(SOURCE), arena, seed + i).run();
        Report report = context.report();
        assertTrue(report.isClean(), () -> report.toString());
      }
    }
  }

  /** A command that was enqueued. */
  private record Done(Event event, int queue, Set<Integer> reads, Set<Integer> writes) {
    boolean conflicts(Set<Integer> otherReads, Set<Integer> otherWrites) {
      return otherReads.stream().anyMatch(writes::contains)
          || otherWrites.stream().anyMatch(b -> writes.contains(b) || reads.contains(b));
    }
  }

  /** One program. */
  private static final class Commands {
    private final Context context;
    private final Program program;
    private final Arena arena;
    private final long seed;
    private final Random random;
    private final List<CommandQueue> queues = new ArrayList<>();
    private final List<Buffer> buffers = new ArrayList<>();
    private final int[][] expected = new int[BUFFERS][INTS];
    private final List<Done> done = new ArrayList<>();
    private final List<Runnable> checks = new ArrayList<>();
    private final List<UserEvent> gates = new ArrayList<>();

    Commands(Context context, Program program, Arena arena, long seed) {
      this.context = context;
      this.program = program;
      this.arena = arena;
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() {
      queues.add(context.queue());
      queues.add(context.queue());
      queues.add(context.queue(QueueOptions.OUT_OF_ORDER));
      queues.add(context.queue(QueueOptions.OUT_OF_ORDER.withProfiling()));
      for (int b = 0; b < BUFFERS; b++) {
        buffers.add(context.buffer(INTS * 4L));
        queues.getFirst().write(buffers.get(b), expected[b]);
      }
      queues.getFirst().finish();
      for (int i = 0; i < COMMANDS; i++) {
        command();
        if (random.nextInt(8) == 0) {
          queues.get(random.nextInt(queues.size())).flush();
        }
      }
      gates.forEach(UserEvent::complete);
      queues.forEach(CommandQueue::finish);
      checks.forEach(Runnable::run);
      for (int b = 0; b < BUFFERS; b++) {
        int[] held = new int[INTS];
        queues.getFirst().read(buffers.get(b), held);
        queues.getFirst().finish();
        assertArrayEquals(expected[b], held, "buffer " + b + " of seed " + seed);
      }
      queues.forEach(CommandQueue::release);
      buffers.forEach(Buffer::close);
    }

    private void command() {
      int to = random.nextInt(BUFFERS);
      int from = (to + 1 + random.nextInt(BUFFERS - 1)) % BUFFERS;
      int k = random.nextInt(1000);
      switch (random.nextInt(9)) {
        case 0 -> write(to, k);
        case 1 -> read(to);
        case 2 -> copy(to, from);
        case 3 -> fill(to, k);
        case 4 -> step(to, k);
        case 5 -> add(to, from, k);
        case 6 -> sum(to, from);
        case 7 -> map(to, k);
        default -> pause();
      }
    }

    /** Returns the events to wait for; sometimes more than are needed, and each only once. */
    private List<Event> before(int queue, Set<Integer> reads, Set<Integer> writes) {
      boolean inOrder = queue < 2;
      List<Event> events = new ArrayList<>();
      for (Done one : done) {
        boolean ordered = inOrder && one.queue() == queue;
        if ((one.conflicts(reads, writes) && !ordered) || random.nextInt(20) == 0) {
          events.add(one.event());
        }
      }
      return events;
    }

    private interface Enqueue {
      Event on(CommandQueue queue, List<Event> before);
    }

    private void enqueue(Set<Integer> reads, Set<Integer> writes, Enqueue command) {
      int queue = random.nextInt(queues.size());
      Event event = command.on(queues.get(queue), before(queue, reads, writes));
      done.add(new Done(event, queue, reads, writes));
    }

    private MemorySegment ints(int... values) {
      return arena.allocateFrom(ValueLayout.JAVA_INT, values);
    }

    private void write(int to, int k) {
      int at = random.nextInt(INTS);
      int count = 1 + random.nextInt(INTS - at);
      int[] values = new int[count];
      for (int i = 0; i < count; i++) {
        values[i] = k + i;
        expected[to][at + i] = values[i];
      }
      MemorySegment memory = ints(values);
      enqueue(Set.of(), Set.of(to), (q, b) -> q.write(buffers.get(to), at * 4L, memory, b));
    }

    private void read(int from) {
      MemorySegment memory = arena.allocate(INTS * 4L, 4);
      int[] then = expected[from].clone();
      enqueue(Set.of(from), Set.of(), (q, b) -> q.read(buffers.get(from), 0, memory, b));
      checks.add(
          () ->
              assertArrayEquals(
                  then, memory.toArray(ValueLayout.JAVA_INT), "a read of seed " + seed));
    }

    private void copy(int to, int from) {
      int at = random.nextInt(INTS);
      int count = 1 + random.nextInt(INTS - at);
      int other = random.nextInt(INTS - count + 1);
      System.arraycopy(expected[from], other, expected[to], at, count);
      enqueue(
          Set.of(from),
          Set.of(to),
          (q, b) -> q.copy(buffers.get(from), other * 4L, buffers.get(to), at * 4L, count * 4L, b));
    }

    private void fill(int to, int k) {
      int at = random.nextInt(INTS);
      int count = 1 + random.nextInt(INTS - at);
      for (int i = 0; i < count; i++) {
        expected[to][at + i] = k;
      }
      MemorySegment pattern = ints(k);
      enqueue(
          Set.of(), Set.of(to), (q, b) -> q.fill(buffers.get(to), pattern, at * 4L, count * 4L, b));
    }

    private void step(int to, int k) {
      int at = random.nextInt(INTS);
      int count = 1 + random.nextInt(INTS - at);
      for (int i = at; i < at + count; i++) {
        expected[to][i] = 3 * expected[to][i] + k;
      }
      BoundKernel kernel = program.kernel("step").with(buffers.get(to), at, k);
      enqueue(Set.of(to), Set.of(to), (q, b) -> q.run(kernel, NDRange.of(count), b));
    }

    private void add(int to, int from, int k) {
      for (int i = 0; i < INTS; i++) {
        expected[to][i] += expected[from][i] ^ k;
      }
      BoundKernel kernel = program.kernel("add").with(buffers.get(to), buffers.get(from), k);
      enqueue(Set.of(to, from), Set.of(to), (q, b) -> q.run(kernel, NDRange.of(INTS), b));
    }

    private void sum(int to, int from) {
      int sum = 0;
      for (int i = 0; i < INTS; i++) {
        sum += expected[from][i] * (i + 1);
      }
      java.util.Arrays.fill(expected[to], sum);
      BoundKernel kernel = program.kernel("sum").with(buffers.get(to), buffers.get(from));
      enqueue(Set.of(from), Set.of(to), (q, b) -> q.run(kernel, NDRange.of(INTS), b));
    }

    /** Maps a part, has the host write it in a command of its own, and unmaps it. */
    private void map(int to, int k) {
      int at = random.nextInt(INTS);
      int count = 1 + random.nextInt(INTS - at);
      for (int i = 0; i < count; i++) {
        expected[to][at + i] ^= k;
      }
      int queue = random.nextInt(queues.size());
      CommandQueue q = queues.get(queue);
      Set<Integer> both = Set.of(to);
      Mapping mapping =
          q.map(
              buffers.get(to),
              Set.of(MapFlag.READ, MapFlag.WRITE),
              at * 4L,
              count * 4L,
              before(queue, both, both));
      Event call =
          q.call(
              () -> {
                for (int i = 0; i < count; i++) {
                  int old = mapping.memory().getAtIndex(ValueLayout.JAVA_INT, i);
                  mapping.memory().setAtIndex(ValueLayout.JAVA_INT, i, old ^ k);
                }
              },
              List.of(),
              List.of(mapping.event()));
      Event unmapped = q.unmap(buffers.get(to), mapping.memory().address(), List.of(call));
      done.add(new Done(unmapped, queue, both, new HashSet<>(both)));
    }

    /** Holds back what comes after, until all is enqueued. */
    private void pause() {
      UserEvent gate = context.userEvent();
      gates.add(gate);
      int queue = random.nextInt(queues.size());
      CommandQueue q = queues.get(queue);
      Event event = random.nextBoolean() ? q.marker(List.of(gate)) : q.barrier(List.of(gate));
      done.add(new Done(event, queue, Set.of(), Set.of()));
    }
  }
}
