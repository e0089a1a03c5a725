package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.internal.kernel.memory.MemoryObject;
import dev.barnacle.ir.AddressSpace;
import java.lang.foreign.MemorySegment;

/** Native memory that one or more arguments point into. */
final class Block {
  final String name;
  final AddressSpace space;
  boolean readOnly;
  MemorySegment memory;

  /** The number of the memory object that stands for it. */
  int object;

  private final MemoryObject.Kind kind;

  /** True if host and kernels use it under the same addresses. */
  boolean shared;

  Block(String name, AddressSpace space, boolean readOnly, MemorySegment memory, boolean image) {
    this.kind = image ? MemoryObject.Kind.IMAGE : MemoryObject.Kind.MEMORY;
    this.name = name;
    this.space = space;
    this.readOnly = readOnly;
    this.memory = memory;
  }

  /** Makes the memory object that stands for it. */
  MemoryObject object(String called, int number, byte[] content) {
    return new MemoryObject(number, called, space, content.length, readOnly, -1, kind, content);
  }

  boolean holds(MemorySegment other) {
    return holds(other.address(), other.byteSize());
  }

  boolean holds(long address, long bytes) {
    return address >= memory.address() && address + bytes <= memory.address() + memory.byteSize();
  }
}
