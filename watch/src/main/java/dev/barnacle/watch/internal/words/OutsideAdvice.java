package dev.barnacle.watch.internal.words;

import dev.barnacle.engine.NdRange;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.kernel.GroupShape;
import dev.barnacle.watch.internal.run.memory.WatchedObject;

/** Finds what helps against an access outside of its object, where its index is one of the ids. */
final class OutsideAdvice {
  /** The distance up to which neighbours are looked for. */
  private static final long NEAR = 16;

  private final NdRange range;
  private final AccessFault.Outside fault;

  OutsideAdvice(NdRange range, AccessFault.Outside fault) {
    this.range = range;
    this.fault = fault;
  }

  /** Returns the fault with what is known of the object and the index. */
  Detail.Outside of(FaultDescription.Target target) {
    Detail.Extent extent = extent(target);
    WatchedObject object = fault.memory().object();
    Detail.Outside test = new Detail.Outside(fault, target.name(), extent, 0, Detail.Mend.TEST, 0);
    if (object == null) {
      return test;
    }
    long size = object.naming.elementBytes();
    if (size == 0 || size != fault.bytes() || fault.offset() % size != 0) {
      return test;
    }
    long index = fault.offset() / size;
    long count = object.byteSize / size;
    return object.space == AddressSpace.LOCAL
        ? local(test, index, count)
        : global(test, index, count);
  }

  private Detail.Extent extent(FaultDescription.Target target) {
    long elements = target.names().elements();
    boolean divides = elements > 0 && target.byteSize() % elements == 0;
    long size = divides ? target.byteSize() / elements : 0;
    boolean one = size > 0 && fault.offset() % size == 0 && fault.bytes() <= size;
    long index = one ? fault.offset() / size : 0;
    return new Detail.Extent(size > 0, elements, one, index, target.byteSize() - 1);
  }

  private Detail.Outside local(Detail.Outside test, long index, long count) {
    long id = fault.access().item();
    long items = new GroupShape(range, fault.access().group()).items();
    if (index == id && items > count) {
      return with(test, count, Detail.Mend.ONE_FOR_EACH, items);
    }
    return isNeighbour(index, id) && items == count
        ? with(test, count, Detail.Mend.LARGER_BY_EDGE, 0)
        : test;
  }

  private Detail.Outside global(Detail.Outside test, long index, long count) {
    if (range.dimensions() != 1) {
      return test;
    }
    long id = fault.access().group() * range.local(0) + fault.access().item() + range.offset(0);
    long ids = range.offset(0) + range.global(0);
    if (index == id && ids > count) {
      return with(test, count, Detail.Mend.GUARD, ids - 1);
    }
    return isNeighbour(index, id) && ids == count
        ? with(test, count, Detail.Mend.TEST_AT_EDGE, 0)
        : test;
  }

  private static Detail.Outside with(
      Detail.Outside test, long count, Detail.Mend mend, long items) {
    return new Detail.Outside(test.fault(), test.name(), test.extent(), count, mend, items);
  }

  private static boolean isNeighbour(long index, long id) {
    return index != id && Math.abs(index - id) <= NEAR;
  }
}
