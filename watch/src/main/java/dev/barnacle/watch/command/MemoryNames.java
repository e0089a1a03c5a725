package dev.barnacle.watch.command;

import java.util.Map;
import java.util.TreeMap;

/** The memory objects of a context by address, so that reports can name them. */
final class MemoryNames {
  private final TreeMap<Long, Named> all = new TreeMap<>();
  private int made;

  /** Memory and what reports call it; {@code ofHost}: the host may use it when it is not mapped. */
  record Named(String name, long address, long byteSize, boolean ofHost) {
    boolean has(long at) {
      return at >= address && at - address < byteSize;
    }
  }

  /** Numbers and keeps a memory object. */
  void add(String kind, long address, long byteSize, boolean ofHost) {
    all.put(address, new Named(kind + " " + ++made, address, byteSize, ofHost));
  }

  /** Names some memory, unless it is known. */
  void name(String name, long address, long byteSize) {
    if (at(address).byteSize() == 0) {
      all.put(address, new Named(name, address, byteSize, true));
    }
  }

  /** The host is given the memory itself. */
  void giveToHost(long address) {
    Named memory = at(address);
    if (memory.byteSize() > 0) {
      all.put(
          memory.address(), new Named(memory.name(), memory.address(), memory.byteSize(), true));
    }
  }

  void remove(long address) {
    all.remove(address);
  }

  /** Returns the memory that has the byte at an address. */
  Named at(long address) {
    Map.Entry<Long, Named> entry = all.floorEntry(address);
    return entry != null && entry.getValue().has(address)
        ? entry.getValue()
        : new Named("memory of the host", address, 0, true);
  }
}
