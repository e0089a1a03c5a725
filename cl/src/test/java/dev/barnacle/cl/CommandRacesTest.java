package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.watch.Finding;
import dev.barnacle.watch.Report;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

/**
 * Races between commands, a racy and a clean program for each rule of "Host-side and Device-side
 * Commands" (OpenCL architecture, 3.3.6): they are told whichever command ran first.
 */
class CommandRacesTest extends CommandRaces {
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
  void aContextThatIsNotWatchedHasNoReport() {
    try (Context plain = Context.create()) {
      assertEquals(
          ErrorCode.CL_INVALID_OPERATION, assertThrows(ClException.class, plain::report).code());
    }
  }
}
