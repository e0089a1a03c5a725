package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Commands in any queues whose wait lists order those that touch the same buffer give what they
 * give one after the other.
 */
class CommandGraphTest {
  private static final int BUFFERS = 4;
  private static final int INTS = 64;

  /** What a command does to buffers. */
  private enum Kind {
    FILL,
    COPY,
    COPY_RECT,
    ADD,
    BARRIER,
    FLUSH
  }

  /** A command: from buffer {@code from} to buffer {@code to}. */
  private record Step(Kind kind, int queue, int from, int to, int number) {
    Set<Integer> touched() {
      return switch (kind) {
        case FILL -> Set.of(to);
        case COPY, COPY_RECT, ADD -> from == to ? Set.of() : Set.of(from, to);
        case BARRIER, FLUSH -> Set.of();
      };
    }

    boolean conflicts(Step earlier) {
      return earlier.touched().stream()
          .anyMatch(b -> touched().contains(b) && (b == to || b == earlier.to));
    }
  }

  @Provide
  Arbitrary<List<Step>> programs() {
    return Combinators.combine(
            Arbitraries.of(Kind.class),
            Arbitraries.integers().between(0, 3),
            Arbitraries.integers().between(0, BUFFERS - 1),
            Arbitraries.integers().between(0, BUFFERS - 1),
            Arbitraries.integers())
        .as(Step::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60);
  }

  @Property(tries = 300, edgeCases = EdgeCasesMode.NONE)
  void anyOrderThatTheEventsAllowGivesTheSame(@ForAll("programs") List<Step> steps) {
    TestEngine engine = new TestEngine();
    try (Context context = new TestKernels().context(engine)) {
      List<CommandQueue> queues =
          List.of(
              context.queue(),
              context.queue(),
              context.queue(QueueOptions.OUT_OF_ORDER),
              context.queue(QueueOptions.OUT_OF_ORDER));
      List<Buffer> buffers =
          IntStream.range(0, BUFFERS).mapToObj(i -> context.buffer(INTS * 4L)).toList();
      List<Event> events = new ArrayList<>();
      for (int i = 0; i < steps.size(); i++) {
        events.add(enqueue(queues.get(steps.get(i).queue()), steps, i, buffers, events));
      }
      queues.forEach(CommandQueue::finish);
      int[][] expected = sequentially(steps);
      for (int b = 0; b < BUFFERS; b++) {
        int[] actual = new int[INTS];
        buffers.get(b).read(actual);
        assertArrayEquals(expected[b], actual, "buffer " + b);
      }
    }
  }

  private static Event enqueue(
      CommandQueue queue, List<Step> steps, int index, List<Buffer> buffers, List<Event> events) {
    Step step = steps.get(index);
    List<Event> waits = new ArrayList<>();
    for (int j = 0; j < index; j++) {
      boolean ordered = !queue.options().outOfOrder() && steps.get(j).queue() == step.queue();
      if (step.conflicts(steps.get(j)) && !ordered) {
        waits.add(events.get(j));
      }
    }
    Buffer from = buffers.get(step.from());
    Buffer to = buffers.get(step.to());
    boolean same = step.from() == step.to();
    return switch (step.kind()) {
      case FILL ->
          queue.fill(
              to, MemorySegment.ofArray(new int[] {step.number(), index}), 0, INTS * 4L, waits);
      case COPY -> same ? queue.marker(waits) : queue.copy(from, 0, to, 4, INTS * 4L - 4, waits);
      case COPY_RECT ->
          same
              ? queue.marker(waits)
              : queue.copyRect(
                  from,
                  new RectLayout(0, 0, 0, 16, 0),
                  to,
                  new RectLayout(4, 1, 0, 16, 0),
                  new RectRegion(8, 15, 1),
                  waits);
      case ADD ->
          same
              ? queue.marker(waits)
              : queue.call(
                  () -> add(from.memory(), to.memory(), step.number()), List.of(from, to), waits);
      case BARRIER -> queue.barrier(List.of());
      case FLUSH -> {
        queue.flush();
        yield queue.marker(List.of());
      }
    };
  }

  private static void add(MemorySegment from, MemorySegment to, int number) {
    for (int i = 0; i < INTS; i++) {
      int a = from.getAtIndex(ValueLayout.JAVA_INT, i);
      int b = to.getAtIndex(ValueLayout.JAVA_INT, INTS - 1L - i);
      to.setAtIndex(ValueLayout.JAVA_INT, INTS - 1L - i, 3 * b + a + number);
    }
  }

  private static int[][] sequentially(List<Step> steps) {
    int[][] buffers = new int[BUFFERS][INTS];
    for (int index = 0; index < steps.size(); index++) {
      Step step = steps.get(index);
      int[] from = buffers[step.from()];
      int[] to = buffers[step.to()];
      for (int i = 0; i < INTS && !step.touched().isEmpty(); i++) {
        switch (step.kind()) {
          case FILL -> to[i] = i % 2 == 0 ? step.number() : index;
          case COPY -> to[i] = i == 0 ? to[0] : from[i - 1];
          case COPY_RECT -> {
            boolean inside = i >= 4 && (i % 4 == 1 || i % 4 == 2);
            to[i] = inside ? from[i - 5] : to[i];
          }
          case ADD -> to[INTS - 1 - i] = 3 * to[INTS - 1 - i] + from[i] + step.number();
          case BARRIER, FLUSH -> {}
        }
      }
    }
    return buffers;
  }
}
