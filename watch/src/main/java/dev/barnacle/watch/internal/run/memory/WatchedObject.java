package dev.barnacle.watch.internal.run.memory;

import dev.barnacle.engine.Argument;
import dev.barnacle.engine.SharedMemory;
import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.command.UnsetBytes;
import dev.barnacle.watch.internal.race.shadow.RaceShadow;
import org.jspecify.annotations.Nullable;

/** A block of global, constant or local memory with its bounds and what is remembered of it. */
public final class WatchedObject {
  public final long address;
  public final long byteSize;
  public final AddressSpace space;
  public final Naming naming;
  public final boolean writable;
  public final boolean readable;

  /** The kind of memory, where nothing says that the kernel accesses it; null elsewhere. */
  public final SharedMemory.@Nullable Kind undeclared;

  /** The shadow that remembers its accesses; null where no race can be. */
  public final @Nullable RaceShadow races;

  /** The offset of this object in {@link #races}: sub-buffers share the shadow of the whole. */
  public final long raceOffset;

  /**
   * True if atomic operations of several kernels on it are ordered: it is shared virtual memory, or
   * a variable of the program.
   */
  public final boolean atomicsAreShared;

  /** The bytes that have been written; null where all have, or {@link #unset} says it. */
  public final @Nullable WrittenBytes written;

  /** The bytes of global memory that nobody has written; null where there are none. */
  public final @Nullable UnsetBytes unset;

  /** The last writers of its texels; null where it is no image that is both read and written. */
  public final @Nullable ImageOrdering ownTexels;

  /**
   * The records of an object; null for those that are not kept.
   *
   * @param raceOffset the offset of the object in {@code races}
   */
  public record Kept(
      @Nullable RaceShadow races,
      long raceOffset,
      @Nullable WrittenBytes written,
      @Nullable UnsetBytes unset,
      boolean atomicsAreShared,
      @Nullable ImageOrdering ownTexels) {
    public static final Kept NOTHING = new Kept(null, 0, null, null, false);

    /** Makes the records of an object that is no image that is both read and written. */
    public Kept(
        @Nullable RaceShadow races,
        long raceOffset,
        @Nullable WrittenBytes written,
        @Nullable UnsetBytes unset,
        boolean atomicsAreShared) {
      this(races, raceOffset, written, unset, atomicsAreShared, null);
    }

    /** Returns the records of local memory. */
    public static Kept local(RaceShadow races, @Nullable WrittenBytes written) {
      return new Kept(races, 0, written, null, false);
    }

    /** The same of an image that is read and written. */
    public Kept with(ImageOrdering texels) {
      return new Kept(races, raceOffset, written, unset, atomicsAreShared, texels);
    }
  }

  /**
   * Makes an object.
   *
   * @param address where its bytes lie
   * @param space GLOBAL, CONSTANT or LOCAL
   * @param naming what reports call it
   */
  public WatchedObject(long address, long byteSize, AddressSpace space, Naming naming, Kept kept) {
    this(address, byteSize, space, naming, kept, Argument.Access.READ_WRITE);
  }

  /** Makes an object that kernels may not access in all ways. */
  public WatchedObject(
      long address,
      long byteSize,
      AddressSpace space,
      Naming naming,
      Kept kept,
      Argument.Access access) {
    this(address, byteSize, space, naming, kept, access, null);
  }

  /** Makes an object of shared memory that no argument points into. */
  public static WatchedObject of(SharedMemory shared, Kept kept) {
    boolean declared = shared.state() == SharedMemory.State.REACHABLE;
    return new WatchedObject(
        shared.memory().address(),
        shared.memory().byteSize(),
        AddressSpace.GLOBAL,
        Naming.of(shared.kind().title()),
        kept,
        declared ? shared.access() : Argument.Access.NONE,
        declared ? null : shared.kind());
  }

  private WatchedObject(
      long address,
      long byteSize,
      AddressSpace space,
      Naming naming,
      Kept kept,
      Argument.Access access,
      SharedMemory.@Nullable Kind undeclared) {
    this.undeclared = undeclared;
    this.address = address;
    this.byteSize = byteSize;
    this.space = space;
    this.naming = naming;
    this.writable =
        space != AddressSpace.CONSTANT
            && (access == Argument.Access.READ_WRITE || access == Argument.Access.WRITE_ONLY);
    this.readable = access == Argument.Access.READ_WRITE || access == Argument.Access.READ_ONLY;
    this.races = kept.races();
    this.raceOffset = kept.raceOffset();
    this.written = kept.written();
    this.unset = kept.unset();
    this.atomicsAreShared = kept.atomicsAreShared();
    this.ownTexels = kept.ownTexels();
  }

  /** Returns whether nobody has written one of some bytes of global memory. */
  public boolean isUnset(long offset, long bytes) {
    return unset != null && unset.has(address + offset, bytes);
  }

  /** Returns whether reads have no effect, as long as they are within it and aligned. */
  public boolean isSettled() {
    return races == null && written == null && unset == null && ownTexels == null;
  }

  /** Bytes of global memory are written. */
  public void set(long offset, long bytes) {
    if (unset != null) {
      unset.clear(address + offset, bytes);
    }
  }

  /** Returns whether it has the byte at an address. */
  public boolean has(long at) {
    return at >= address && at - address < byteSize;
  }

  /** Returns what reports call it. */
  public String name() {
    return naming.name();
  }

  /** Returns where it is. */
  public AddressSpace space() {
    return space;
  }

  /** Returns its size in bytes. */
  public long byteSize() {
    return byteSize;
  }
}
