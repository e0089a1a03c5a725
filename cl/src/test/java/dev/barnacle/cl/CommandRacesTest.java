package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Finding;
import dev.barnacle.watch.FindingKind;
import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Races between commands, a racy and a clean program for each rule of "Host-side and Device-side
 * Commands" (OpenCL architecture, 3.3.6): they are told whichever command ran first.
 */
class CommandRacesTest {
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
  private static final NDRange ALL = NDRange.of(64).local(16);
  private static final List<Event> NONE = List.of();

  /** What a program under test has. */
  private static final class World {
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

  private Report run(Consumer<World> program) {
    World world = new World();
    try (Context closed = world.context) {
      program.accept(world);
      world.finish();
      return closed.report();
    }
  }

  private void clean(Consumer<World> program) {
    Report report = run(program);
    assertTrue(report.isClean(), report::toString);
  }

  private Finding racy(Consumer<World> program) {
    Report report = run(program);
    assertEquals(
        List.of(FindingKind.COMMAND_RACE),
        report.findings().stream().map(Finding::kind).toList(),
        report::toString);
    return report.findings().getFirst();
  }

  @Test
  void anEventInTheWaitListOrdersTwoKernels() { // rules 1, 2, 3, 9 and 10
    clean(w -> w.first.run(w.sum, ALL, List.of(w.first.run(w.fill, ALL, NONE))));
    Finding race =
        racy(
            w -> {
              w.first.run(w.fill, ALL, NONE);
              w.first.run(w.sum, ALL, NONE);
            });
    assertEquals(
        "write by kernel 'fill' and read by kernel 'sum' are not ordered: 256 bytes",
        race.message());
    assertEquals("buffer 1", race.object());
    assertEquals(0, race.offset());
    assertEquals(
        List.of(
            "write by kernel 'fill' (command 1, in queue 1, out of order) through 'x' at k.cl:1:66",
            "read by kernel 'sum' (command 2, in queue 1, out of order) through 'x' at k.cl:4:26"),
        race.accesses().stream().map(Finding.Access::toString).toList());
    assertTrue(race.explanation().contains("both are in queue 1"), race.explanation());
    assertTrue(race.suggestion().contains("wait list of kernel 'sum'"), race.suggestion());
  }

  @Test
  void eventsOrderThroughChainsAndQueues() {
    clean(
        w -> {
          Event filled = w.second.run(w.fill, ALL, NONE);
          Event between = w.first.marker(List.of(filled));
          w.first.run(w.sum, ALL, List.of(between));
        });
    Finding race =
        racy(
            w -> {
              Event other = w.second.marker(NONE);
              w.second.run(w.fill, ALL, NONE);
              w.first.run(w.sum, ALL, List.of(other));
            });
    assertTrue(race.explanation().contains("different queues (2 and 1)"), race.explanation());
  }

  @Test
  void theHostOrdersBehindWhatItWaitsFor() { // rule 4
    clean(
        w -> {
          w.first.run(w.fill, ALL, NONE).waitFor();
          w.second.run(w.sum, ALL, NONE);
        });
    racy(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.second.marker(NONE).waitFor();
          w.second.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void theHostOrdersBehindWhatItSeesComplete() { // rule 4
    clean(
        w -> {
          Event filled = w.first.run(w.fill, ALL, NONE);
          while (filled.status() != Event.COMPLETE) {
            Thread.onSpinWait();
          }
          w.second.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void anInOrderQueueOrdersItsCommands() { // rule 5
    clean(
        w -> {
          w.second.run(w.fill, ALL, NONE);
          w.second.run(w.sum, ALL, NONE);
        });
    racy(
        w -> {
          w.second.run(w.fill, ALL, NONE);
          w.first.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void aMarkerWithoutAListWaitsForAllBeforeIt() { // rule 6
    clean(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.first.run(w.sum, ALL, List.of(w.first.marker(NONE)));
        });
    racy(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.first.marker(NONE);
          w.first.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void aBarrierOrdersWhatIsBehindIt() { // rule 7
    clean(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.first.barrier(NONE);
          w.first.run(w.sum, ALL, NONE);
        });
    racy(
        w -> {
          Event other = w.first.marker(NONE);
          w.first.run(w.fill, ALL, NONE);
          w.first.barrier(List.of(other));
          w.first.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void finishOrdersTheHostBehindItsQueue() { // rule 8
    clean(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.first.finish();
          w.second.run(w.sum, ALL, NONE);
        });
    racy(
        w -> {
          w.first.run(w.fill, ALL, NONE);
          w.second.finish();
          w.second.run(w.sum, ALL, NONE);
        });
  }

  @Test
  void aCallbackIsOrderedBehindItsEvent() { // rule 11
    clean(w -> enqueueInCallback(w, w.first.run(w.fill, ALL, NONE)));
    racy(
        w -> {
          Event other = w.second.marker(NONE);
          w.first.run(w.fill, ALL, NONE);
          enqueueInCallback(w, other);
        });
  }

  private static void enqueueInCallback(World w, Event event) {
    CountDownLatch done = new CountDownLatch(1);
    event.onStatus(
        Event.COMPLETE,
        (e, status) -> {
          w.second.run(w.sum, ALL, NONE);
          done.countDown();
        });
    event.queue().orElseThrow().flush();
    boolean interrupted = false;
    while (done.getCount() > 0) {
      try {
        done.await();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    assertTrue(!interrupted);
  }

  @Test
  void aUserEventOrdersBehindTheCallThatSetsIt() { // rule 12
    clean(
        w -> {
          UserEvent go = w.context.userEvent();
          w.second.run(w.sum, ALL, List.of(go));
          w.first.run(w.fill, ALL, NONE).waitFor();
          go.complete();
        });
    racy(
        w -> {
          UserEvent go = w.context.userEvent();
          w.second.run(w.sum, ALL, List.of(go));
          Event filled = w.first.run(w.fill, ALL, NONE);
          go.complete();
          filled.waitFor();
        });
  }

  @Test
  void accessesOfDifferentBytesDoNotRace() {
    clean(
        w -> {
          NDRange half = NDRange.of(32).local(16);
          w.first.run(w.kernel("even", w.x), half, NONE);
          w.first.run(w.kernel("odd", w.x), half, NONE);
        });
    clean(
        w -> {
          w.first.run(w.sum, ALL, NONE);
          w.first.run(w.kernel("sum", w.x, w.context.buffer(256)), ALL, NONE);
        });
  }

  @Test
  void subBuffersThatOverlapAreTheSameBytes() {
    Set<MemoryFlag> flags = Set.of();
    Finding race =
        racy(
            w -> {
              Buffer whole = w.context.buffer(512);
              Buffer low = whole.subBuffer(flags, 0, 256);
              Buffer high = whole.subBuffer(flags, 128, 256);
              w.first.run(w.kernel("fill", low, 1), ALL, NONE);
              w.first.run(w.kernel("fill", high, 2), ALL, NONE);
            });
    assertEquals(128, race.offset());
    assertTrue(race.message().endsWith("128 bytes"), race.message());
    clean(
        w -> {
          Buffer whole = w.context.buffer(512);
          w.first.run(w.kernel("fill", whole.subBuffer(flags, 0, 256), 1), ALL, NONE);
          w.first.run(w.kernel("fill", whole.subBuffer(flags, 256, 256), 2), ALL, NONE);
        });
  }

  @Test
  void copiesAndFillsRaceByTheirRegions() {
    MemorySegment zero = MemorySegment.ofArray(new int[1]);
    Finding race =
        racy(
            w -> {
              w.first.fill(w.x, zero, 0, 64, NONE);
              w.first.copy(w.x, 60, w.y, 0, 4, NONE);
            });
    assertEquals(
        "write by FILL_BUFFER and read by COPY_BUFFER are not ordered: 4 bytes", race.message());
    clean(
        w -> {
          w.first.fill(w.x, zero, 0, 64, NONE);
          w.first.copy(w.x, 64, w.y, 0, 4, NONE);
        });
    RectRegion columns = new RectRegion(8, 16, 1);
    RectLayout left = new RectLayout(0, 0, 0, 16, 0);
    RectLayout right = new RectLayout(8, 0, 0, 16, 0);
    clean(
        w -> {
          w.first.copyRect(w.x, left, w.y, left, columns, NONE);
          w.first.copyRect(w.x, left, w.y, right, columns, NONE);
        });
    racy(
        w -> {
          w.first.copyRect(w.x, left, w.y, left, columns, NONE);
          w.first.copyRect(w.x, left, w.y, new RectLayout(4, 0, 0, 16, 0), columns, NONE);
        });
  }

  @Test
  void readsAndWritesRaceWithKernels() {
    try (Arena arena = Arena.ofShared()) {
      MemorySegment host = arena.allocate(256, 8);
      racy(
          w -> {
            w.second.run(w.fill, ALL, NONE);
            w.first.read(w.x, 0, host, NONE).waitFor();
          });
      clean(
          w -> {
            w.second.run(w.fill, ALL, NONE);
            w.second.read(w.x, 0, host, NONE).waitFor();
          });
      racy(
          w -> {
            w.first.read(w.x, 0, host, NONE);
            w.first.write(w.y, 0, host, NONE);
          });
    }
  }

  @Test
  void theHostRacesWithWhatItHasNotWaitedFor() {
    int[] result = new int[64];
    Finding race =
        racy(
            w -> {
              w.second.run(w.fill, ALL, NONE);
              w.x.read(result);
            });
    assertTrue(race.explanation().contains("host has not waited"), race.explanation());
    clean(
        w -> {
          w.second.run(w.fill, ALL, NONE).waitFor();
          w.x.read(result);
        });
    clean(
        w -> {
          UserEvent go = w.context.userEvent();
          w.second.run(w.fill, ALL, List.of(go));
          w.x.read(result);
          go.complete();
        });
  }

  @Test
  void aMappedRegionIsTheHostsUntilItIsUnmapped() {
    Set<MapFlag> write = Set.of(MapFlag.WRITE);
    clean(
        w -> {
          Mapping mapping = w.second.map(w.x, write, 0, 256, NONE);
          mapping.await().fill((byte) 1);
          w.second.unmap(w.x, mapping.memory().address(), NONE);
          w.second.run(w.sum, ALL, NONE);
        });
    Finding race =
        racy(
            w -> {
              Mapping mapping = w.second.map(w.x, write, 0, 256, NONE);
              mapping.await().fill((byte) 1);
              w.second.run(w.sum, ALL, NONE);
              w.second.unmap(w.x, mapping.memory().address(), NONE);
            });
    assertTrue(race.explanation().contains("until it is unmapped"), race.explanation());
    racy(
        w -> {
          Mapping mapping = w.second.map(w.x, write, 0, 256, NONE);
          mapping.await();
          w.second.unmap(w.x, mapping.memory().address(), NONE);
          w.first.run(w.sum, ALL, NONE);
        });
    clean(
        w -> {
          Mapping mapping = w.second.map(w.x, Set.of(MapFlag.READ), 0, 256, NONE);
          w.second.run(w.sum, ALL, NONE);
          mapping.await();
          w.second.unmap(w.x, mapping.memory().address(), NONE);
        });
  }

  @Test
  void aHostPointerMayBeIntoWhatIsMappedOnly() {
    clean(
        w -> {
          Mapping staging = w.second.map(w.y, Set.of(MapFlag.WRITE), 0, 256, NONE);
          w.second.write(w.x, 0, staging.await(), NONE);
          w.second.unmap(w.y, staging.memory().address(), NONE);
        });
    Report stale =
        run(
            w -> {
              Mapping staging = w.second.map(w.y, Set.of(MapFlag.WRITE), 0, 256, NONE);
              staging.await();
              w.second.unmap(w.y, staging.memory().address(), NONE);
              w.second.write(w.x, 0, staging.memory(), NONE);
            });
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        stale.findings().stream().map(Finding::kind).toList(),
        stale::toString);
  }

  @Test
  void atomicsOfTwoKernelsAreOrderedOnSharedVirtualMemoryOnly() {
    Finding race =
        racy(
            w -> {
              w.first.run(w.kernel("count", w.x), ALL, NONE);
              w.first.run(w.kernel("count", w.x), ALL, NONE);
            });
    assertTrue(race.explanation().contains("atomic operations"), race.explanation());
    clean(
        w -> {
          SvmBlock counter = w.context.svm(4);
          w.first.run(w.kernel("count", counter.at(0)), ALL, NONE);
          w.first.run(w.kernel("count", counter.at(0)), ALL, NONE);
        });
  }

  @Test
  void sharedVirtualMemoryIsFollowedThroughPointers() {
    Set<MapFlag> write = Set.of(MapFlag.WRITE);
    clean(w -> svm(w, (block, table) -> w.second.run(w.kernel("fill", block.at(0), 1), ALL, NONE)));
    racy(w -> svm(w, (block, table) -> w.first.run(w.kernel("fill", block.at(0), 1), ALL, NONE)));
    racy(w -> svm(w, (block, table) -> w.first.svm().map(write, block.memory(), NONE)));
  }

  private interface SvmProgram {
    void run(SvmBlock block, SvmBlock table);
  }

  private static void svm(World w, SvmProgram program) {
    SvmBlock block = w.context.svm(256);
    SvmBlock table = w.context.svm(8);
    table.memory().set(ValueLayout.JAVA_LONG, 0, block.address());
    w.second.run(w.kernel("through", table.at(0)), ALL, NONE);
    program.run(block, table);
  }

  @Test
  void memoryThatIsFreedWhileAKernelMayUseItIsAFinding() {
    Report report =
        run(
            w -> {
              UserEvent go = w.context.userEvent();
              SvmBlock block = w.context.svm(256);
              w.second.run(w.kernel("fill", block.at(0), 1), ALL, List.of(go));
              block.close();
              go.complete();
            });
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        report.findings().stream().map(Finding::kind).toList(),
        report::toString);
    Report reached =
        run(
            w -> {
              UserEvent go = w.context.userEvent();
              SvmBlock block = w.context.svm(256);
              SvmBlock table = w.context.svm(8);
              table.memory().set(ValueLayout.JAVA_LONG, 0, block.address());
              w.second.run(w.kernel("through", table.at(0)), ALL, List.of(go));
              block.close();
              go.complete();
            });
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        reached.findings().stream().map(Finding::kind).toList(),
        reached::toString);
    clean(
        w -> {
          SvmBlock block = w.context.svm(256);
          w.second.run(w.kernel("fill", block.at(0), 1), ALL, NONE);
          w.second.svm().free(List.of(block.at(0)), null, NONE);
        });
    Report enqueued =
        run(
            w -> {
              SvmBlock block = w.context.svm(256);
              w.second.run(w.kernel("fill", block.at(0), 1), ALL, NONE);
              w.first.svm().free(List.of(block.at(0)), null, NONE);
            });
    assertEquals(
        List.of(FindingKind.USE_AFTER_FREE),
        enqueued.findings().stream().map(Finding::kind).toList(),
        enqueued::toString);
  }

  @Test
  void aContextThatIsNotWatchedHasNoReport() {
    try (Context plain = Context.create()) {
      assertEquals(
          ErrorCode.CL_INVALID_OPERATION, assertThrows(ClException.class, plain::report).code());
    }
  }
}
