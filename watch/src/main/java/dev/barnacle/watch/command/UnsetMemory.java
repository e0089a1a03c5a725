package dev.barnacle.watch.command;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a context's memory objects that nobody has written, from one command to the next.
 * Memory unknown to it counts as written: memory of the host, say. Threads share it.
 */
public final class UnsetMemory {
  private final ConcurrentSkipListMap<Long, UnsetBytes> blocks = new ConcurrentSkipListMap<>();

  /** Makes one that is told of no memory. */
  public UnsetMemory() {}

  /** A memory object is made; all of it counts as written. */
  void made(long address, long byteSize) {
    blocks.put(address, new UnsetBytes(address, byteSize));
  }

  /** The memory of an object is given back. */
  void gone(long address) {
    blocks.remove(address);
  }

  /** The contents of some memory are undefined from here on, until they are written. */
  void unset(long address, long byteSize) {
    UnsetBytes block = at(address);
    if (block != null) {
      block.set(address, Math.min(byteSize, block.end() - address), null);
    }
  }

  /** As {@link #unset}, of a whole block of memory that the host can write without a call. */
  void fill(long address) {
    UnsetBytes block = at(address);
    if (block != null) {
      block.fill();
    }
  }

  /** Returns what is known of the block that has the byte at an address; null where nothing is. */
  public @Nullable UnsetBytes at(long address) {
    Map.Entry<Long, UnsetBytes> entry = blocks.floorEntry(address);
    return entry == null || address >= entry.getValue().end() ? null : entry.getValue();
  }

  /** Bytes are written. */
  public void written(Ranges bytes) {
    bytes.each(this::written);
  }

  /** All of a block is written, as the host may do that without a word. */
  void written(long address) {
    UnsetBytes block = at(address);
    if (block != null) {
      block.clear();
    }
  }

  private void written(long start, long end) {
    for (long at = start; at < end; ) {
      UnsetBytes block = at(at);
      if (block == null) {
        return;
      }
      long step = Math.min(end, block.end()) - at;
      block.clear(at, step);
      at += step;
    }
  }

  /** Bytes are copied, one after the other: what has not been written stays so in its copy. */
  public void copied(Ranges from, Ranges to) {
    if (from.isEmpty()) { // of Java's heap
      written(to);
      return;
    }
    Ranges.Cursor source = from.cursor();
    Ranges.Cursor target = to.cursor();
    while (source.left() > 0 && target.left() > 0) {
      long bytes = Math.min(source.left(), target.left());
      copied(source.at(), target.at(), bytes);
      source.skip(bytes);
      target.skip(bytes);
    }
  }

  private void copied(long from, long to, long bytes) {
    UnsetBytes source = at(from);
    UnsetBytes target = at(to);
    if (target == null) {
      return;
    }
    for (long done = 0; done < bytes; ) {
      long first = source == null ? -1 : source.first(from + done, bytes - done);
      long written = (first < 0 ? bytes : first - from) - done;
      target.clear(to + done, written);
      done += written;
      if (source != null && done < bytes) {
        long unset = source.run(from + done, bytes - done);
        target.set(to + done, unset, source.copy(from + done));
        done += unset;
      }
    }
  }
}
