package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.internal.life.Lifetime;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The shared virtual memory of a context, by address.
 *
 * @param <B> what the API calls a block of it
 */
public final class SvmBlocks<B> {
  /** How many blocks are known after they were freed. */
  private static final int MAX_FREED = 1024;

  private final ConcurrentSkipListMap<Long, Entry<B>> blocks = new ConcurrentSkipListMap<>();
  private final Deque<MemorySegment> freed = new ArrayDeque<>();

  private record Entry<B>(MemorySegment memory, Lifetime lifetime, B block) {}

  /** Blocks that are not freed before this is closed. */
  public record Held(List<MemorySegment> memory, List<MemorySegment> freed, List<Lifetime.Use> uses)
      implements AutoCloseable {
    /** No blocks: what a launch is given that nobody checks. */
    public static final Held NONE = new Held(List.of(), List.of(), List.of());

    @Override
    public void close() {
      uses.forEach(Lifetime.Use::close);
    }
  }

  /** Adds a block, whose memory is used as long as it lives. */
  public synchronized void add(MemorySegment memory, Lifetime lifetime, B block) {
    blocks.put(memory.address(), new Entry<>(memory, lifetime, block));
    freed.removeIf(f -> overlap(f, memory));
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.address() < b.address() + b.byteSize() && b.address() < a.address() + a.byteSize();
  }

  /** Is told that the block at an address has been given back. */
  public void remove(long address) {
    blocks.remove(address);
  }

  /** Nobody may use a block any more. */
  public synchronized void freed(long address, long byteSize) {
    freed.add(MemorySegment.ofAddress(address).reinterpret(byteSize));
    if (freed.size() > MAX_FREED) {
      freed.remove();
    }
  }

  /** Returns the block that has the byte at an address. */
  public Optional<B> at(long address) {
    Map.Entry<Long, Entry<B>> entry = blocks.floorEntry(address);
    return entry == null || address - entry.getKey() >= entry.getValue().memory().byteSize()
        ? Optional.empty()
        : Optional.of(entry.getValue().block());
  }

  /** Begins to use all blocks that are not freed. */
  public synchronized Held hold() {
    List<MemorySegment> memory = new ArrayList<>();
    List<Lifetime.Use> uses = new ArrayList<>();
    for (Entry<B> block : blocks.values()) {
      try {
        uses.add(block.lifetime().use());
        memory.add(block.memory());
      } catch (ClException e) {
        // it has been freed, and waits for a command to end
      }
    }
    return new Held(memory, List.copyOf(freed), uses);
  }
}
