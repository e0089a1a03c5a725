package dev.barnacle.cl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.watch.Finding;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** Races of recorded commands among themselves and with others. */
class CommandBufferRacesTest extends CommandRaces {
  private static CommandBuffer recorded(
      World w, CommandQueue queue, BiConsumer<World, CommandRecorder> commands) {
    CommandBuffer buffer = w.context.commandBuffer(queue);
    commands.accept(w, buffer.recorder());
    buffer.finalizeRecording();
    return buffer;
  }

  @Test
  void aSyncPointOrdersTwoLaunches() {
    clean(w -> recorded(w, w.first, (v, r) -> r.run(v.sum, ALL, r.run(v.fill, ALL))).enqueue());
    Finding race =
        racy(
            w ->
                recorded(
                        w,
                        w.first,
                        (v, r) -> {
                          r.run(v.fill, ALL);
                          r.run(v.sum, ALL);
                        })
                    .enqueue());
    assertEquals(
        "write by kernel 'fill' and read by kernel 'sum' are not ordered: 256 bytes",
        race.message());
    assertEquals(
        List.of(
            "write by kernel 'fill' (command 1 of command-buffer 1, which is command 1 in queue 1)"
                + " through 'x' at k.cl:1:66",
            "read by kernel 'sum' (command 2 of command-buffer 1, which is command 1 in queue 1)"
                + " through 'x' at k.cl:4:26"),
        race.accesses().stream().map(Finding.Access::toString).toList());
    assertEquals(
        "both are in command-buffer 1, recorded for a queue that is out of order, and neither"
            + " waits for the other, by a sync point or a barrier",
        race.explanation());
    assertEquals(
        "Put the sync point of kernel 'fill' into the wait list of kernel 'sum', or record a"
            + " barrier between them.",
        race.suggestion());
  }

  @Test
  void aBarrierOrdersWhatIsBeforeAndBehindIt() {
    clean(
        w ->
            recorded(
                    w,
                    w.first,
                    (v, r) -> {
                      r.run(v.fill, ALL);
                      r.barrier();
                      r.run(v.sum, ALL);
                    })
                .enqueue());
  }

  @Test
  void aQueueInOrderOrdersWhatIsRecordedForIt() {
    clean(
        w -> {
          CommandBuffer buffer =
              recorded(
                  w,
                  w.second,
                  (v, r) -> {
                    r.run(v.fill, ALL);
                    r.run(v.sum, ALL);
                  });
          buffer.enqueue();
          buffer.enqueue();
        });
  }

  @Test
  void theEventOrdersBehindAllCommands() {
    clean(
        w ->
            w.first.run(w.sum, ALL, recorded(w, w.second, (v, r) -> r.run(v.fill, ALL)).enqueue()));
    Finding race =
        racy(
            w -> {
              recorded(w, w.second, (v, r) -> r.run(v.fill, ALL)).enqueue();
              w.first.run(w.sum, ALL);
            });
    assertTrue(race.explanation().contains("different queues (2 and 1)"), race.explanation());
    assertEquals(
        "Put the event of command-buffer 1 into the wait list of kernel 'sum', or finish queue 2"
            + " in between.",
        race.suggestion());
  }

  @Test
  void theWaitListOrdersAllCommandsBehindIt() {
    clean(
        w -> {
          CommandBuffer buffer = recorded(w, w.second, (v, r) -> r.run(v.sum, ALL));
          buffer.enqueue(w.first.run(w.fill, ALL));
        });
    Finding race =
        racy(
            w -> {
              CommandBuffer buffer = recorded(w, w.second, (v, r) -> r.run(v.sum, ALL));
              w.first.run(w.fill, ALL);
              buffer.enqueue();
            });
    assertTrue(
        race.suggestion().contains("into the wait list of command-buffer 1"), race.suggestion());
  }

  @Test
  void twoExecutionsWithoutAnOrderRace() {
    Finding race =
        racy(
            w -> {
              CommandBuffer buffer = recorded(w, w.first, (v, r) -> r.run(v.fill, ALL));
              buffer.enqueue();
              buffer.enqueue();
            });
    assertEquals(
        "they are of two executions of command-buffer 1, and neither waits for the other's event",
        race.explanation());
  }

  @Test
  void commandsOfSeveralQueuesNeedSyncPointsOfOneAnother() {
    clean(
        w -> {
          CommandBuffer buffer = w.context.commandBuffer(w.first, w.second);
          RecordedCommand filled = buffer.recorder(w.first).run(w.fill, ALL);
          buffer.recorder(w.second).run(w.sum, ALL, filled);
          buffer.finalizeRecording();
          w.first.run(w.fill, ALL, buffer.enqueue());
        });
    Finding race =
        racy(
            w -> {
              CommandBuffer buffer = w.context.commandBuffer(w.first, w.second);
              buffer.recorder(w.first).run(w.fill, ALL);
              buffer.recorder(w.second).run(w.sum, ALL);
              buffer.finalizeRecording();
              buffer.enqueue();
            });
    assertTrue(race.explanation().contains("recorded for different queues"), race.explanation());
  }

  @Test
  void theHostWaitsForTheCommandBuffersEvent() {
    Finding race =
        racy(
            w -> {
              Buffer shared = w.context.buffer(java.util.Set.of(MemoryFlag.READ_WRITE), 256, null);
              BoundKernel fill = w.kernel("fill", shared, 1);
              recorded(w, w.second, (v, r) -> r.run(fill, ALL)).enqueue();
              shared.write(new int[64]);
            });
    assertTrue(race.suggestion().contains("the event of command-buffer 1"), race.suggestion());
  }
}
