package dev.barnacle.explore.internal.kernel.memory;

import dev.barnacle.ir.AddressSpace;

/**
 * A memory object: a buffer, a program-scope variable, or local memory of a work-group.
 *
 * @param number its number, from 1
 * @param name what the program calls it
 * @param space its address space
 * @param size its size in bytes
 * @param constant whether nothing may be written to it
 * @param group the work-group that it belongs to, -1 for all
 * @param kind what kernels take it for
 * @param initial its first content; shorter than {@code size} where the rest is zero, empty for
 *     local memory and packets whose content is undefined at first
 */
@SuppressWarnings("ArrayRecordComponent") // never changed once made
public record MemoryObject(
    int number,
    String name,
    AddressSpace space,
    long size,
    boolean constant,
    int group,
    Kind kind,
    byte[] initial) {
  /** The kinds of memory objects. */
  public enum Kind {
    /** Memory that pointers of the program point to. */
    MEMORY,
    /** The texels of an image. */
    IMAGE,
    /** The packets of a pipe. */
    PACKETS,
    /** The state of a pipe. */
    PIPE
  }

  /** Returns whether it is the texels of an image. */
  public boolean image() {
    return kind == Kind.IMAGE;
  }

  /** Returns whether its content is undefined at first. */
  public boolean isUndefined() {
    return (space == AddressSpace.LOCAL || kind == Kind.PACKETS) && initial.length == 0;
  }
}
