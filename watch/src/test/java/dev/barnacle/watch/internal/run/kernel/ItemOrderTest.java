package dev.barnacle.watch.internal.run.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.engine.NdRange;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ItemOrderTest {
  @Property
  void everyWorkItemAndGroupHasOneTurn(
      @ForAll @IntRange(max = 20) int seed,
      @ForAll @IntRange(min = 1, max = 100) int items,
      @ForAll @IntRange(min = 1, max = 200) int groups) {
    ItemOrder order = new ItemOrder(seed);
    NdRange range = new NdRange(List.of((long) items * groups), List.of((long) items), List.of(0L));
    int[] turns = order.of(new GroupShape(range, groups - 1)).clone();
    Arrays.sort(turns);
    assertEquals(IntStream.range(0, items).boxed().toList(), Arrays.stream(turns).boxed().toList());
    List<Long> of =
        LongStream.range(0, groups).map(t -> order.group(t, groups)).sorted().boxed().toList();
    assertEquals(LongStream.range(0, groups).boxed().toList(), of);
  }

  @Test
  void fewOrdersPreemptAndReadOldValuesToo() {
    assertEquals(
        List.of(false, false, true, true, false, true, true, true),
        IntStream.range(0, 8).mapToObj(i -> new ItemOrder(i).preemption() != null).toList());
    assertEquals(
        List.of(false, false, false, true, false, true, false, true),
        IntStream.range(0, 8).mapToObj(i -> new ItemOrder(i).isWeak()).toList());
  }

  @Test
  void theFirstTwoAreForwardsAndBackwards() {
    NdRange range = new NdRange(List.of(4L), List.of(4L), List.of(0L));
    GroupShape shape = new GroupShape(range, 0);
    assertEquals(List.of(0, 1, 2, 3), Arrays.stream(new ItemOrder(0).of(shape)).boxed().toList());
    assertEquals(List.of(3, 2, 1, 0), Arrays.stream(new ItemOrder(1).of(shape)).boxed().toList());
  }
}
