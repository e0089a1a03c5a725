package dev.barnacle.watch.internal.run.memory;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.barnacle.ir.Location;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class WrittenBytesTest {
  private static final int SIZE = 300;
  private static final Location COPY = new Location("k.cl", 3, 7);

  record Range(int offset, int bytes) {}

  @Provide
  Arbitrary<Range> ranges() {
    return Combinators.combine(
            Arbitraries.integers().between(0, SIZE - 1), Arbitraries.integers().between(1, 130))
        .as((offset, bytes) -> new Range(offset, Math.min(bytes, SIZE - offset)));
  }

  @Property
  void knowsEveryByteThatWasWritten(
      @ForAll List<@From("ranges") Range> writes, @ForAll("ranges") Range read) {
    WrittenBytes written = new WrittenBytes(SIZE);
    BitSet expected = new BitSet();
    for (Range write : writes) {
      written.write(write.offset(), write.bytes());
      expected.set(write.offset(), write.offset() + write.bytes());
    }
    int first = expected.nextClearBit(read.offset());
    boolean all = first >= read.offset() + read.bytes();
    assertEquals(all, written.all(read.offset(), read.bytes()));
    assertEquals(all ? -1 : first, written.firstUnwritten(read.offset(), read.bytes()));
  }

  @Property
  void copiesAreWrittenWhereTheirSourceIs(
      @ForAll("ranges") Range written, @ForAll("ranges") Range source, @ForAll("ranges") Range to) {
    WrittenBytes from = new WrittenBytes(SIZE);
    from.write(written.offset(), written.bytes());
    WrittenBytes target = new WrittenBytes(SIZE);
    target.write(0, SIZE);
    int bytes = Math.min(source.bytes(), to.bytes());
    target.copyFrom(from, source.offset(), to.offset(), bytes, COPY);
    for (int i = 0; i < bytes; i++) {
      assertEquals(from.all(source.offset() + i, 1), target.all(to.offset() + i, 1), "byte " + i);
      if (!target.all(to.offset() + i, 1)) {
        assertEquals(COPY, target.copy(to.offset() + i), "byte " + i);
      }
    }
  }

  @Property
  void copiesWithinABlockMayOverlap(
      @ForAll List<@From("ranges") Range> writes,
      @ForAll("ranges") Range source,
      @ForAll("ranges") Range to) {
    WrittenBytes written = new WrittenBytes(SIZE);
    BitSet expected = new BitSet();
    for (Range write : writes) {
      written.write(write.offset(), write.bytes());
      expected.set(write.offset(), write.offset() + write.bytes());
    }
    int bytes = Math.min(source.bytes(), to.bytes());
    BitSet copied = expected.get(source.offset(), source.offset() + bytes);
    written.copyFrom(written, source.offset(), to.offset(), bytes, COPY);
    for (int i = 0; i < bytes; i++) {
      expected.set(to.offset() + i, copied.get(i));
    }
    for (int i = 0; i < SIZE; i++) {
      assertEquals(expected.get(i), written.all(i, 1), "byte " + i);
    }
  }
}
