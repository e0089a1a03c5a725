package dev.barnacle.watch.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.barnacle.ir.Location;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

class UnsetMemoryTest {
  private static final int SIZE = 300;
  private static final long FIRST = 0x1000_0000_0040L;
  private static final long SECOND = FIRST + 4096;

  private final UnsetMemory memory = new UnsetMemory();

  /** Bytes of the first block, or of the second. */
  record Range(boolean second, int offset, int bytes) {
    long address() {
      return (second ? SECOND : FIRST) + offset;
    }

    Ranges ranges(int count) {
      return Ranges.of(address(), Math.min(count, bytes), 0);
    }
  }

  /** Something that a command does: it writes bytes, forgets them, or copies from others. */
  record Step(int kind, Range to, Range from) {}

  @Provide
  Arbitrary<Range> ranges() {
    return Combinators.combine(
            Arbitraries.of(true, false),
            Arbitraries.integers().between(0, SIZE - 1),
            Arbitraries.integers().between(1, 150))
        .as((second, offset, bytes) -> new Range(second, offset, Math.min(bytes, SIZE - offset)));
  }

  @Provide
  Arbitrary<Step> steps() {
    return Combinators.combine(Arbitraries.integers().between(0, 2), ranges(), ranges())
        .as(Step::new)
        .filter(s -> s.kind() != 2 || s.to().second() != s.from().second());
  }

  @Property
  void knowsOfEachByteWhetherItWasWritten(@ForAll List<@From("steps") Step> steps) {
    memory.made(FIRST, SIZE);
    memory.made(SECOND, SIZE);
    memory.unset(FIRST, SIZE);
    BitSet first = new BitSet();
    first.set(0, SIZE);
    BitSet second = new BitSet();
    for (Step step : steps) {
      BitSet to = step.to().second() ? second : first;
      BitSet from = step.from().second() ? second : first;
      int bytes = Math.min(step.to().bytes(), step.from().bytes());
      for (int i = 0; i < bytes; i++) {
        boolean copied = step.kind() == 2 && from.get(step.from().offset() + i);
        to.set(step.to().offset() + i, step.kind() == 1 || copied);
      }
      switch (step.kind()) {
        case 0 -> memory.written(step.to().ranges(bytes));
        case 1 -> memory.unset(step.to().address(), bytes);
        default -> memory.copied(step.from().ranges(bytes), step.to().ranges(bytes));
      }
    }
    check(first, FIRST);
    check(second, SECOND);
  }

  private void check(BitSet expected, long address) {
    UnsetBytes block = block(memory.at(address));
    BitSet found = new BitSet();
    for (int i = 0; i < SIZE; i++) {
      found.set(i, block.has(address + i, 1));
    }
    assertEquals(expected, found);
    int next = expected.nextSetBit(0);
    assertEquals(next < 0 ? -1 : address + next, block.first(address, SIZE));
    assertEquals(expected.isEmpty(), block.prune());
  }

  @Example
  void rowsAreCopiedInTurn() {
    memory.made(FIRST, SIZE);
    memory.made(SECOND, SIZE);
    memory.unset(FIRST + 100, 1);
    Ranges.Builder rows = new Ranges.Builder();
    rows.add(SECOND, SECOND + 6, 0);
    rows.add(SECOND + 10, SECOND + 14, 0);
    memory.copied(Ranges.of(FIRST + 93, 10, 0), rows.build());
    UnsetBytes second = block(memory.at(SECOND));
    assertEquals(SECOND + 11, second.first(SECOND, SIZE));
    assertEquals(-1, second.first(SECOND + 12, SIZE - 12));
  }

  @Example
  void whatIsUndefinedAnewComesOfNoCopy() {
    memory.made(FIRST, SIZE);
    UnsetBytes first = block(memory.at(FIRST));
    Location place = new Location("k.cl", 3, 7);
    first.set(FIRST, 8, place);
    assertEquals(place, first.copy(FIRST + 4));
    memory.unset(FIRST, SIZE);
    assertNull(first.copy(FIRST + 4));
  }

  @Example
  void whatItIsNotToldOfCountsAsWritten() {
    memory.made(FIRST, SIZE);
    memory.unset(FIRST, SIZE);
    memory.copied(Ranges.of(SECOND, 10, 0), Ranges.of(FIRST, 10, 0)); // from the host's memory
    memory.copied(Ranges.NONE, Ranges.of(FIRST + 10, 10, 0)); // from Java's heap
    memory.copied(Ranges.of(FIRST, 100, 0), Ranges.of(SECOND, 100, 0)); // to the host's memory
    assertNull(memory.at(SECOND));
    assertEquals(FIRST + 20, block(memory.at(FIRST)).first(FIRST, SIZE));
    memory.written(FIRST);
    assertTrue(block(memory.at(FIRST)).prune());
    memory.gone(FIRST);
    assertNull(memory.at(FIRST));
  }

  @Example
  void whatTheHostHasWrittenWithoutACallIsSeenByItsContents() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment own = arena.allocate(64, 8);
      long at = own.address();
      memory.made(at, 64);
      memory.made(SECOND, SIZE);
      memory.fill(at);
      UnsetBytes block = block(memory.at(at));
      assertTrue(block.has(at, 64));
      own.set(ValueLayout.JAVA_INT, 8, 0);
      own.set(ValueLayout.JAVA_INT, 20, 1);
      memory.written(Ranges.of(at + 32, 4, 0)); // by a kernel
      own.set(ValueLayout.JAVA_INT, 32, 5);
      memory.copied(Ranges.of(at, 64, 0), Ranges.of(SECOND, 64, 0));
      for (UnsetBytes each : List.of(block, block(memory.at(SECOND)))) {
        long start = each == block ? at : SECOND;
        assertTrue(each.has(start, 8));
        assertFalse(each.has(start + 8, 16));
        assertEquals(start + 24, each.first(start + 8, 40));
        assertFalse(each.has(start + 32, 4));
        assertTrue(each.has(start + 36, 4), "the host has not written beside the kernel");
      }
    }
  }

  private static UnsetBytes block(@Nullable UnsetBytes value) {
    return Objects.requireNonNull(value);
  }
}
