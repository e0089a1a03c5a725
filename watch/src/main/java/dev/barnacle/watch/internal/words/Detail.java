package dev.barnacle.watch.internal.words;

import dev.barnacle.watch.internal.run.fault.AccessFault;
import dev.barnacle.watch.internal.run.fault.GroupFault;
import dev.barnacle.watch.internal.run.fault.LaunchFault;
import dev.barnacle.watch.internal.run.fault.Wrap;
import java.util.List;
import java.util.stream.Collectors;

/** Facts with what the kernel's code and its names tell of them besides, as sentences need it. */
sealed interface Detail {
  /**
   * An access through a pointer to no object.
   *
   * @param argument whether it is an argument of that name, which is null
   */
  record NullPointer(AccessFault.Null fault, boolean argument, String name) implements Detail {
    public boolean isNull() {
      return fault.pointer() == 0 || argument;
    }

    public String hex() {
      return Long.toHexString(fault.pointer());
    }
  }

  /**
   * An access that leaves its object.
   *
   * @param count how many elements of the access's size it has, where that is known
   * @param items how many work-items there are, or the last id
   */
  record Outside(
      AccessFault.Outside fault, String name, Extent extent, long count, Mend mend, long items)
      implements Detail {
    public Where where() {
      long offset = fault.offset();
      long size = fault.memory().byteSize();
      return offset < 0
          ? Where.BEFORE
          : offset == size ? Where.AT_END : offset > size ? Where.BEHIND : Where.OVER_END;
    }

    /** Returns how far away it is, where it is. */
    public long distance() {
      return fault.offset() < 0 ? -fault.offset() : fault.offset() - fault.memory().byteSize();
    }
  }

  /** The place of an access that leaves its object. */
  enum Where {
    BEFORE,
    AT_END,
    BEHIND,
    OVER_END
  }

  /** The remedy for such an access. */
  enum Mend {
    TEST,
    ONE_FOR_EACH,
    LARGER_BY_EDGE,
    GUARD,
    TEST_AT_EDGE
  }

  /**
   * The size of an object in elements.
   *
   * @param whole whether it has a whole number of them
   * @param one whether the access is one of an element, by that index
   */
  record Extent(boolean whole, long elements, boolean one, long index, long lastByte) {
    public long last() {
      return elements - 1;
    }
  }

  /**
   * Coordinates that an image has not got.
   *
   * @param at the coordinates; empty where they are not known
   * @param sizes how many sizes the image has
   */
  record OutsideImage(AccessFault.OutsideImage fault, String at, String extent, int sizes)
      implements Detail {
    public boolean known() {
      return !at.isEmpty();
    }

    public boolean flat() {
      return sizes == 2;
    }
  }

  /**
   * An access at an address that does not suit its type.
   *
   * @param number the lanes of the vector, or the size of the type
   */
  record Misaligned(AccessFault.Misaligned fault, Alignment mend, long number) implements Detail {}

  /** The remedy for such an access. */
  enum Alignment {
    NONE,
    VECTOR,
    MULTIPLE
  }

  /**
   * A read of what nobody has written.
   *
   * @param name what the source calls the memory
   * @param typed whether it is known how the source declares it
   * @param variable whether it is a variable that can be given a value where it is declared
   * @param places where the text of the kernel sets it, in words
   * @param line that of the copy that has brought it
   */
  record Unwritten(
      AccessFault.Unwritten fault,
      Origin memory,
      String name,
      boolean typed,
      boolean variable,
      String places,
      int line)
      implements Detail {}

  /** The origin of memory that nobody has written. */
  enum Origin {
    COPIED,
    ENDED,
    PRIVATE,
    LOCAL,
    IMAGE,
    SHARED,
    BUFFER
  }

  /** Some work-items, by their local ids. */
  record Items(List<Integer> all) implements Detail {
    private static final int SHOWN = 4;

    public int size() {
      return all.size();
    }

    public String ids() {
      return all.stream().limit(SHOWN).map(String::valueOf).collect(Collectors.joining(", "));
    }

    public boolean more() {
      return all.size() > SHOWN;
    }
  }

  /** Work-items that wait in a line. */
  record Place(String items, String line) implements Detail {}

  /** The places at which work-items wait. */
  enum Meeting {
    BARRIER,
    WORK_GROUP_FUNCTION,
    SUB_GROUP_FUNCTION,
    WAIT
  }

  /**
   * Work-items that wait at different places, or for others that have finished.
   *
   * @param waiting who waits, in words
   * @param finished who has finished, in words
   */
  record Divergence(GroupFault.Divergence fault, Meeting meeting, String waiting, String finished)
      implements Detail {
    public boolean apart() {
      return fault.waiting().size() > 1;
    }

    public boolean left() {
      return !fault.finished().isEmpty();
    }

    public int waits() {
      return fault.waiting().getFirst().items().size();
    }

    public int ended() {
      return fault.finished().size();
    }
  }

  /**
   * Work-items that wait in different iterations.
   *
   * @param items those of each, in words
   */
  record OtherIterations(GroupFault.OtherIterations fault, Meeting meeting, String items)
      implements Detail {}

  /** An asynchronous copy that some work-items call for and others do not, in words. */
  record CopyDivergence(GroupFault.CopyDivergence fault, String with, String without)
      implements Detail {
    public int calls() {
      return fault.with().size();
    }

    public int misses() {
      return fault.without().size();
    }
  }

  /**
   * A value that its type cannot hold, which an index was computed from.
   *
   * @param line where that is, in words
   * @param name what is to be declared, or converted, as another type
   */
  record Overflow(Wrap wrap, Computation of, String line, Remedy remedy, String name)
      implements Detail {}

  /**
   * The operation.
   *
   * @param cast whether it is a conversion
   * @param text the operation, as the source has it
   */
  record Computation(boolean cast, boolean signed, long bits, Noun noun, String text) {}

  /** The name of an operation's result. */
  enum Noun {
    SUM,
    DIFFERENCE,
    PRODUCT,
    SHIFT
  }

  /** The remedy for such a value. */
  enum Remedy {
    LONG,
    TEST_SIGN,
    DECLARE,
    KEEP,
    CONVERT
  }

  /** Two accesses that race, each a noun, and whether they are of asynchronous copies. */
  record Race(String earlier, boolean earlierCopies, String later, boolean laterCopies)
      implements Detail {}

  /** An image that is given twice. */
  record SharedImage(LaunchFault.SharedImage fault, String kernel) implements Detail {}

  /** A pipe that is given twice. */
  record SharedPipe(LaunchFault.SharedPipe fault, String kernel) implements Detail {}
}
