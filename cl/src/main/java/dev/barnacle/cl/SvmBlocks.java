package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The shared virtual memory of a context, by address. */
final class SvmBlocks {
  /** How many blocks are known after they were freed. */
  private static final int MAX_FREED = 1024;

  private final ConcurrentSkipListMap<Long, SvmBlock> blocks = new ConcurrentSkipListMap<>();
  private final Deque<MemorySegment> freed = new ArrayDeque<>();

  /** Blocks that are not freed before this is closed. */
  record Held(List<MemorySegment> memory, List<MemorySegment> freed, List<Lifetime.Use> uses)
      implements AutoCloseable {
    @Override
    public void close() {
      uses.forEach(Lifetime.Use::close);
    }
  }

  synchronized SvmBlock add(SvmBlock block) {
    blocks.put(block.address(), block);
    freed.removeIf(f -> overlap(f, block.bytes()));
    return block;
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.address() < b.address() + b.byteSize() && b.address() < a.address() + a.byteSize();
  }

  void remove(SvmBlock block) {
    blocks.remove(block.address());
  }

  /** Nobody may use a block any more. */
  synchronized void freed(SvmBlock block) {
    freed.add(MemorySegment.ofAddress(block.address()).reinterpret(block.byteSize()));
    if (freed.size() > MAX_FREED) {
      freed.remove();
    }
  }

  /** Returns the block that has the byte at an address. */
  Optional<SvmBlock> at(long address) {
    Map.Entry<Long, SvmBlock> entry = blocks.floorEntry(address);
    return entry == null || address - entry.getKey() >= entry.getValue().byteSize()
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /** Begins to use all blocks that are not freed. */
  synchronized Held hold() {
    List<MemorySegment> memory = new ArrayList<>();
    List<Lifetime.Use> uses = new ArrayList<>();
    for (SvmBlock block : blocks.values()) {
      try {
        uses.add(block.lifetime().use());
        memory.add(block.bytes());
      } catch (ClException e) {
        // it has been freed, and waits for a command to end
      }
    }
    return new Held(memory, List.copyOf(freed), uses);
  }
}
