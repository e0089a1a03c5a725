package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Which memory commands are seen to access: its bytes, what it shares with other memory objects,
 * and whether it is still there.
 */
class CommandMemoryTest extends CommandRaces {
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
}
