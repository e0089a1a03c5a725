package dev.barnacle.simd.internal.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.simd.internal.abi.ArenaLayout;
import dev.barnacle.simd.internal.abi.GroupOutcome;
import dev.barnacle.simd.internal.threads.GrainSize;
import dev.barnacle.simd.internal.threads.WorkerPool;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Work-groups that wait for others end, as long as there is memory for them. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class WaitingGroupsTest {
  private static final long ARENA = 1 << 10;

  private static final class NoRoom extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  private static void run(int threads, long groups, long most, WaitingGroups.Entry entry) {
    try (WorkerPool pool = new WorkerPool(threads, false)) {
      WaitingGroups waiting =
          new WaitingGroups(entry, _ -> ARENA, pool::helpAnother, most, 0, NoRoom::new);
      pool.run(groups, true, Integer.MAX_VALUE, new GrainSize(true), waiting);
    }
  }

  private static void leave(MemorySegment arena, GroupOutcome outcome) {
    arena.set(ValueLayout.JAVA_LONG, ArenaLayout.OUTCOME, outcome.code());
  }

  private static boolean begins(MemorySegment arena) {
    return arena.get(ValueLayout.JAVA_LONG, ArenaLayout.OUTCOME) == GroupOutcome.ENDED.code();
  }

  /** All wait until the last one has begun. */
  @ParameterizedTest
  @CsvSource({"1,200", "2,200", "3,7", "4,1"})
  void allBeginThoughAllWait(int threads, int groups) {
    AtomicInteger begun = new AtomicInteger();
    AtomicInteger ended = new AtomicInteger();
    run(
        threads,
        groups,
        ARENA * groups,
        (group, arena) -> {
          if (begins(arena)) {
            begun.incrementAndGet();
          }
          boolean over = begun.get() == groups;
          leave(arena, over ? GroupOutcome.ENDED : GroupOutcome.IDLE);
          if (over) {
            ended.incrementAndGet();
          }
        });
    assertEquals(groups, ended.get());
  }

  /** A group that goes on has the memory that it was put aside with. */
  @Test
  void eachGroupKeepsItsArena() {
    Set<Long> wrong = ConcurrentHashMap.newKeySet();
    run(
        3,
        100,
        ARENA * 100,
        (group, arena) -> {
          long turn = begins(arena) ? 0 : arena.get(ValueLayout.JAVA_LONG, ArenaLayout.HEADER);
          if (turn > 0 && arena.get(ValueLayout.JAVA_LONG, ArenaLayout.HEADER + 8) != group) {
            wrong.add(group);
          }
          arena.set(ValueLayout.JAVA_LONG, ArenaLayout.HEADER, turn + 1);
          arena.set(ValueLayout.JAVA_LONG, ArenaLayout.HEADER + 8, group);
          leave(arena, turn == group % 7 ? GroupOutcome.ENDED : GroupOutcome.MOVED);
        });
    assertEquals(Set.of(), wrong);
  }

  /** Groups for which there is no room yet begin when others have ended. */
  @Test
  void othersBeginWhenThereIsRoom() {
    AtomicLong steps = new AtomicLong();
    run(
        2,
        50,
        4 * ARENA,
        (_, arena) -> {
          boolean over = steps.incrementAndGet() % 5 == 0;
          leave(arena, over ? GroupOutcome.ENDED : GroupOutcome.IDLE);
        });
  }

  /** An error, not a hang. */
  @Test
  void groupsThatWaitForOthersForWhichThereIsNoRoom() {
    AtomicInteger begun = new AtomicInteger();
    assertThrows(
        NoRoom.class,
        () ->
            run(
                2,
                50,
                20 * ARENA,
                (_, arena) -> {
                  begun.addAndGet(begins(arena) ? 1 : 0);
                  leave(arena, begun.get() == 50 ? GroupOutcome.ENDED : GroupOutcome.IDLE);
                }));
  }

  /** When one fails the others, which may wait for it, are not waited for. */
  @Test
  void aFailureEndsAll() {
    assertThrows(
        IllegalStateException.class,
        () ->
            run(
                2,
                50,
                50 * ARENA,
                (group, arena) -> {
                  leave(arena, GroupOutcome.IDLE);
                  if (group == 30) {
                    throw new IllegalStateException("a fault");
                  }
                }));
  }
}
