package dev.barnacle.watch.internal.run;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.watch.internal.race.RaceShadow;
import org.jspecify.annotations.Nullable;

/** A block of global, constant or local memory with its bounds and what is remembered of it. */
public final class MemoryObject {
  final long address;
  final long byteSize;
  final AddressSpace space;
  final String name;
  final boolean writable;

  /** Where its accesses are remembered; null where no race can be. */
  final @Nullable RaceShadow races;

  /** The offset of this object in {@link #races}: sub-buffers share the shadow of the whole. */
  final long raceOffset;

  /**
   * Whether atomic operations of several kernels on it are ordered: it is shared virtual memory, or
   * a variable of the program.
   */
  final boolean atomicsAreShared;

  /** Which bytes have been written; null where all have. */
  final @Nullable WrittenBytes written;

  /**
   * Makes an object.
   *
   * @param address where its bytes lie
   * @param space GLOBAL, CONSTANT or LOCAL
   * @param name what reports call it
   */
  MemoryObject(
      long address,
      long byteSize,
      AddressSpace space,
      String name,
      @Nullable RaceShadow races,
      long raceOffset,
      @Nullable WrittenBytes written) {
    this(address, byteSize, space, name, races, raceOffset, written, false);
  }

  /** Makes an object of which is known whether atomics of several kernels are ordered. */
  MemoryObject(
      long address,
      long byteSize,
      AddressSpace space,
      String name,
      @Nullable RaceShadow races,
      long raceOffset,
      @Nullable WrittenBytes written,
      boolean atomicsAreShared) {
    this.address = address;
    this.byteSize = byteSize;
    this.space = space;
    this.name = name;
    this.writable = space != AddressSpace.CONSTANT;
    this.races = races;
    this.raceOffset = raceOffset;
    this.written = written;
    this.atomicsAreShared = atomicsAreShared;
  }

  /** Tells whether it has the byte at an address. */
  boolean has(long at) {
    return at >= address && at - address < byteSize;
  }

  /** Returns what reports call it. */
  public String name() {
    return name;
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
