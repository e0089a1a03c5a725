package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.CommandType;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.watch.command.CommandNode;
import dev.barnacle.watch.command.CommandWatch;
import dev.barnacle.watch.command.Ranges;
import java.lang.foreign.MemorySegment;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The memory that a command accesses, for the detector of races between commands. It is asked only
 * if need be.
 */
public interface AccessedRanges {
  /** Tells the detector of a command that is enqueued. */
  void tell(CommandWatch watch, CommandNode node);

  /** Returns what reports call the command. */
  default String name(CommandType type) {
    return type.name();
  }

  /** That of a kernel, whose accesses are known when it has run. */
  record OfKernel(String kernel) implements AccessedRanges {
    @Override
    public void tell(CommandWatch watch, CommandNode node) {}

    @Override
    public String name(CommandType type) {
      return "kernel '" + kernel + "'";
    }
  }

  /** That of a command which accesses nothing, or of which it is not known beforehand. */
  static AccessedRanges none() {
    return KnownAccesses.NONE;
  }

  /** That of a copy from one memory to another. */
  static AccessedRanges copy(Supplier<Place> from, Supplier<Place> to) {
    return new KnownAccesses.Copy(from, to);
  }

  /** That of a command which writes. */
  static AccessedRanges write(Supplier<Place> to) {
    return new KnownAccesses.Write(to);
  }

  /** That of a map: the host may use the memory until it is unmapped. */
  static AccessedRanges map(Set<MapFlag> flags, Supplier<Place> memory) {
    return new KnownAccesses.Map(MapFlag.writes(flags), memory);
  }

  /** That of the end of a map at an address. */
  static AccessedRanges unmap(long address) {
    return new KnownAccesses.Unmap(address);
  }

  /**
   * Memory that a command accesses.
   *
   * @param bytes by their addresses
   * @param ofHost whether it is the program's own, which it gives a pointer to
   */
  record Place(Ranges bytes, boolean ofHost) {
    /** Bytes of a memory object. */
    public static Place in(MemorySegment memory, long offset, long byteSize) {
      return new Place(ranges(memory, offset, byteSize), false);
    }

    /** Memory of the program; of Java's heap, which has no addresses, nothing is told. */
    public static Place host(MemorySegment memory) {
      return new Place(ranges(memory, 0, memory.byteSize()), true);
    }

    /** Rows of bytes. */
    public static Place of(Ranges rows, boolean ofHost) {
      return new Place(rows, ofHost);
    }

    private static Ranges ranges(MemorySegment memory, long offset, long byteSize) {
      return memory.isNative() ? Ranges.of(memory.address() + offset, byteSize, 0) : Ranges.NONE;
    }

    void tell(CommandWatch watch, CommandNode node, boolean writes) {
      if (ofHost) {
        watch.accessesHost(node, writes, bytes);
      } else {
        CommandWatch.accesses(node, writes, bytes);
      }
    }
  }
}
