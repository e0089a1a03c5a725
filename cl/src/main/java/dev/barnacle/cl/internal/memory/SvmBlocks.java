package dev.barnacle.cl.internal.memory;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.SharedMemory;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The shared memory of a context, by address: kernels may have pointers into it.
 *
 * @param <B> what the API calls a block of it
 */
public final class SvmBlocks<B> {
  /** The number of blocks that are known after they were freed. */
  private static final int MAX_FREED = 1024;

  private final ConcurrentSkipListMap<Long, Entry<B>> blocks = new ConcurrentSkipListMap<>();
  private final Deque<SharedMemory> freed = new ArrayDeque<>();

  private record Entry<B>(SharedMemory memory, Lifetime lifetime, B block) {
    boolean has(long address) {
      return memory.has(address);
    }
  }

  /** A block of which the API's object does not matter. */
  public record Found(SharedMemory memory, Lifetime lifetime) {}

  /** Blocks that are not freed before this is closed, and what was freed. */
  public record Held(List<SharedMemory> memory, List<Lifetime.Use> uses) implements AutoCloseable {
    /** No blocks: what a launch is given that nobody checks. */
    public static final Held NONE = new Held(List.of(), List.of());

    /** Returns both. */
    public Held and(Held other) {
      return other.memory.isEmpty()
          ? this
          : new Held(
              Stream.concat(memory.stream(), other.memory.stream()).toList(),
              Stream.concat(uses.stream(), other.uses.stream()).toList());
    }

    @Override
    public void close() {
      uses.forEach(Lifetime.Use::close);
    }
  }

  /** Adds a block, whose memory is used as long as it lives. */
  public synchronized void add(SharedMemory memory, Lifetime lifetime, B block) {
    blocks.put(memory.memory().address(), new Entry<>(memory, lifetime, block));
    freed.removeIf(f -> overlap(f.memory(), memory.memory()));
  }

  private static boolean overlap(MemorySegment a, MemorySegment b) {
    return a.address() < b.address() + b.byteSize() && b.address() < a.address() + a.byteSize();
  }

  /** Is told that the block at an address has been given back. */
  public void remove(long address) {
    blocks.remove(address);
  }

  /** Is told that a block has been given back, unless there is another at its address. */
  public synchronized void removeClosed(long address) {
    Entry<B> entry = blocks.get(address);
    if (entry != null && entry.lifetime().referenceCount() == 0) {
      freed(address);
      blocks.remove(address);
    }
  }

  /** Returns whether there was a block that had the byte at an address, and is none now. */
  public synchronized boolean isFreed(long address) {
    return freed.stream().anyMatch(f -> f.has(address));
  }

  /** Nobody may use the block at an address any more. */
  public synchronized void freed(long address) {
    Entry<B> entry = blocks.get(address);
    if (entry != null) {
      freed.add(entry.memory().in(SharedMemory.State.FREED));
    }
    if (freed.size() > MAX_FREED) {
      freed.remove();
    }
  }

  /** Returns the block that has the byte at an address. */
  public Optional<B> at(long address) {
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<Long, Entry<B>> entry = blocks.floorEntry(address);
    return entry == null || !entry.getValue().has(address)
        ? Optional.empty()
        : Optional.of(entry.getValue().block());
  }

  /** Returns the block that has the byte at an address, unless it is freed. */
  Optional<Found> find(long address) {
    if (blocks.isEmpty()) {
      return Optional.empty();
    }
    Map.Entry<Long, Entry<B>> entry = blocks.floorEntry(address);
    return entry == null
            || !entry.getValue().has(address)
            || entry.getValue().lifetime().referenceCount() == 0
        ? Optional.empty()
        : Optional.of(new Found(entry.getValue().memory(), entry.getValue().lifetime()));
  }

  /**
   * Begins to use all blocks that are not freed.
   *
   * @param reached tells which of them a kernel may access
   */
  public synchronized Held hold(Predicate<? super B> reached) {
    List<SharedMemory> memory = new ArrayList<>();
    List<Lifetime.Use> uses = new ArrayList<>();
    for (Entry<B> entry : blocks.values()) {
      try {
        uses.add(entry.lifetime().use());
        memory.add(
            reached.test(entry.block())
                ? entry.memory()
                : entry.memory().in(SharedMemory.State.UNDECLARED));
      } catch (ClException e) {
        memory.add(entry.memory().in(SharedMemory.State.FREED)); // it waits for a command to end
      }
    }
    memory.addAll(freed);
    return new Held(memory, uses);
  }
}
