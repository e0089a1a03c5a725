package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.util.List;
import java.util.function.Consumer;

/** Runs programs under watch and asks whether their commands race. */
abstract class CommandRaces {
  private static final String SOURCE =
      """
      kernel void fill(global int *x, int value) { x[get_global_id(0)] = value; }
      kernel void sum(global const int *x, global int *y)
      {
        y[get_global_id(0)] += x[get_global_id(0)];
      }
      kernel void even(global int *x) { x[2 * get_global_id(0)] = 1; }
      kernel void odd(global int *x) { x[2 * get_global_id(0) + 1] = 1; }
      kernel void count(global int *x) { atomic_inc(x); }
      kernel void through(global int *global *table) { table[0][get_global_id(0)] = 1; }
      """;
  static final NDRange ALL = NDRange.of(64).local(16);
  static final List<Event> NONE = List.of();

  /** What a program under test has. */
  static final class World {
    final Context context = Context.builder().watched().create();
    final Program program = context.build("k.cl", SOURCE, "-cl-std=CL3.0");
    final CommandQueue first = context.queue(QueueOptions.OUT_OF_ORDER);
    final CommandQueue second = context.queue();
    final Buffer x = context.buffer(256);
    final Buffer y = context.buffer(256);
    final BoundKernel fill = program.kernel("fill").with(x, 7);
    final BoundKernel sum = program.kernel("sum").with(x, y);

    BoundKernel kernel(String name, Object... arguments) {
      return program.kernel(name).with(arguments);
    }

    void finish() {
      first.finish();
      second.finish();
    }
  }

  static Report run(Consumer<World> program) {
    World world = new World();
    try (Context closed = world.context) {
      program.accept(world);
      world.finish();
      return closed.report();
    }
  }

  static void clean(Consumer<World> program) {
    Report report = run(program);
    assertTrue(report.isClean(), report::toString);
  }

  static Finding racy(Consumer<World> program) {
    Report report = run(program);
    assertEquals(
        List.of(FindingKind.COMMAND_RACE),
        report.findings().stream().map(Finding::kind).toList(),
        report::toString);
    return report.findings().getFirst();
  }
}
