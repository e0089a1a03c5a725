package dev.barnacle.watch.internal.run.fault;

import dev.barnacle.engine.SharedMemory;
import dev.barnacle.engine.fault.FindingKind;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Location;
import dev.barnacle.watch.internal.run.memory.WatchedObject;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fault of one access of a work-item. */
public sealed interface AccessFault extends Fault {
  /** Returns the access. */
  Access access();

  /** Returns whether it is one to write. */
  boolean writes();

  @Override
  default List<Access> accesses() {
    return List.of(access());
  }

  /**
   * The memory that was accessed.
   *
   * @param object the object; null for a private array
   * @param array the number of the private array; -1 for others
   */
  record Block(@Nullable WatchedObject object, int array, long byteSize) {
    public static Block of(WatchedObject object) {
      return new Block(object, -1, object.byteSize);
    }

    public static Block ofPrivate(int array, long byteSize) {
      return new Block(null, array, byteSize);
    }

    /** Returns where it is. */
    public AddressSpace space() {
      return object == null ? AddressSpace.PRIVATE : object.space;
    }
  }

  /** Shared memory that has been freed. */
  record Freed(Access access, boolean writes, SharedMemory.Kind memory) implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.USE_AFTER_FREE;
    }
  }

  /** Shared memory that the kernel has not been said to access. */
  record Undeclared(
      Access access,
      boolean writes,
      WatchedObject object,
      long offset,
      long bytes,
      SharedMemory.Kind memory)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.UNDECLARED_ACCESS;
    }
  }

  /** A pointer that points to no object. */
  record Null(Access access, boolean writes, long pointer) implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.NULL_DEREFERENCE;
    }
  }

  /** A pointer that points into other memory than the access is for. */
  record OtherSpace(Access access, boolean writes, AddressSpace space) implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /**
   * An access that leaves its object.
   *
   * @param offset its first byte, from the object's start
   * @param wrap the operation in which the index left its type; null where there is none
   */
  record Outside(
      Access access, boolean writes, Block memory, long offset, long bytes, @Nullable Wrap wrap)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** Coordinates that an image has not got. */
  record OutsideImage(Access access, boolean writes, WatchedObject object, OutsideTexel texel)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** A component that a vector has not got. */
  record OutsideVector(Access access, boolean writes, long index, int lanes)
      implements AccessFault {
    /** Returns its last component. */
    public int last() {
      return lanes - 1;
    }

    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** Private memory of another work-item. */
  record OthersPrivate(Access access, boolean writes, Block memory, long offset, long bytes)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** An access that the memory does not allow. */
  record Forbidden(Access access, boolean writes, WatchedObject object, long offset, long bytes)
      implements AccessFault {
    /** Returns whether it is constant memory. */
    public boolean constant() {
      return object.space == AddressSpace.CONSTANT;
    }

    /** Returns whether it may be written, and the access is one that can do without a read. */
    public boolean replaces() {
      return object.writable && !access.access().equals("atomic");
    }

    @Override
    public FindingKind kind() {
      return writes ? FindingKind.WRITE_TO_CONSTANT : FindingKind.READ_OF_WRITE_ONLY;
    }
  }

  /** An offset that is no multiple of what the access has to be aligned to. */
  record Misaligned(
      Access access, boolean writes, Block memory, long offset, int bytes, int alignment)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.MISALIGNED;
    }
  }

  /** Block that the program has given and that begins at such an address. */
  record MisalignedObject(
      Access access, boolean writes, WatchedObject object, long offset, int bytes, int alignment)
      implements AccessFault {
    @Override
    public FindingKind kind() {
      return FindingKind.MISALIGNED;
    }
  }

  /**
   * A read of what nobody has written.
   *
   * @param first the first such byte
   * @param offset the first byte that is read
   * @param copy the copy that has brought it from such memory; null where none has
   * @param ended whether it is a private variable whose lifetime has ended
   */
  record Unwritten(
      Access access,
      Block memory,
      long first,
      long offset,
      int bytes,
      @Nullable Location copy,
      boolean ended)
      implements AccessFault {
    @Override
    public boolean writes() {
      return false;
    }

    @Override
    public FindingKind kind() {
      return FindingKind.UNINITIALIZED_READ;
    }
  }

  /**
   * A string without a zero byte, which printf reads up to one.
   *
   * @param end behind the object's last byte
   */
  record Unterminated(Access access, WatchedObject object, long end) implements AccessFault {
    @Override
    public boolean writes() {
      return false;
    }

    @Override
    public FindingKind kind() {
      return FindingKind.OUT_OF_BOUNDS;
    }
  }

  /** An integer division by zero. */
  record ZeroDivision(Access access) implements AccessFault {
    @Override
    public boolean writes() {
      return false;
    }

    @Override
    public FindingKind kind() {
      return FindingKind.DIVISION_BY_ZERO;
    }
  }
}
