package dev.barnacle.watch.command;

import dev.barnacle.ir.Location;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a block of global memory that hold what nobody has written: since it was made
 * without contents, or as copies of such bytes. The padding of structs is among these, and is never
 * read. Bytes go by their addresses, as sub-buffers share them. Threads share it.
 *
 * <p>Memory that a host can write without a call, though it may not, is filled with a pattern when
 * it is made: where that has gone, and no kernel or command has written, the host has.
 */
public final class UnsetBytes {
  private static final VarHandle WORDS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Copies are told apart by pages of so many bytes. */
  private static final int PAGE_BITS = 12;

  private static final byte PATTERN = (byte) 0xa5;

  /** The host has written all of such a unit of the pattern, or nothing of it. */
  private static final int UNIT = Long.BYTES;

  private final long address;
  private final long byteSize;
  private final Map<Long, Location> copies = new ConcurrentHashMap<>();

  /** One bit a byte; null where all has been written, as in most blocks. */
  private volatile long @Nullable [] bits;

  /** Of the bytes that nobody has written, those that hold the pattern; null for none. */
  private volatile long @Nullable [] filled;

  /** Makes a block of which all has been written. */
  public UnsetBytes(long address, long byteSize) {
    this.address = address;
    this.byteSize = byteSize;
  }

  long end() {
    return address + byteSize;
  }

  /** Returns whether one of some bytes of the block holds what nobody has written. */
  public boolean has(long at, long bytes) {
    return first(at, bytes) >= 0;
  }

  /** Returns the address of the first of some bytes that holds what nobody has written, or -1. */
  public long first(long at, long bytes) {
    long[] words = bits;
    if (words == null) {
      return -1;
    }
    long end = at - address + bytes;
    long first = first(words, 0, at - address, bytes);
    while (first >= 0 && isOfHost(words, first)) {
      first = first(words, 0, first + 1, end - first - 1);
    }
    return first < 0 ? -1 : address + first;
  }

  /** Returns whether a byte is the host's, as its unit does not hold the pattern any longer. */
  private boolean isOfHost(long[] words, long offset) {
    long[] pattern = filled;
    if (pattern == null) {
      return false;
    }
    long start = offset & -UNIT;
    int word = (int) (start >>> 6);
    long unit = words[word] & pattern[word] & (0xffL << start);
    if ((unit >>> offset & 1) == 0) {
      return false;
    }
    MemorySegment memory = memory();
    for (int k = 0; k < UNIT; k++) {
      if ((unit >>> (start + k) & 1) != 0
          && memory.get(ValueLayout.JAVA_BYTE, start + k) != PATTERN) {
        WORDS.getAndBitwiseAnd(words, word, ~unit);
        return true;
      }
    }
    return false;
  }

  private MemorySegment memory() {
    return MemorySegment.ofAddress(address).reinterpret(byteSize);
  }

  /** Returns how many bytes from one on hold what nobody has written, at most so many. */
  long run(long at, long bytes) {
    long[] words = bits;
    long offset = at - address;
    long most = filled == null ? bytes : Math.min(bytes, UNIT - (offset & (UNIT - 1)));
    long end = words == null ? offset : first(words, -1, offset, most);
    return end < 0 ? most : end - offset;
  }

  /** Returns the first offset whose bit is 1 where {@code flips} is 0, and 0 where it is -1. */
  private static long first(long[] words, long flips, long offset, long bytes) {
    long end = offset + bytes;
    for (long at = offset; at < end; at += 64 - (at & 63)) {
      long word = words[(int) (at >>> 6)] ^ flips;
      long found = (word >>> at) & mask(Math.min(end - at, 64 - (at & 63)));
      if (found != 0) {
        return at + Long.numberOfTrailingZeros(found);
      }
    }
    return -1;
  }

  /** Bytes of the block are written. */
  public void clear(long at, long bytes) {
    long[] words = bits;
    if (words != null) {
      clear(words, at, bytes);
    }
  }

  private void clear(long[] words, long at, long bytes) {
    long end = at - address + bytes;
    long step;
    for (long offset = at - address; offset < end; offset += step) {
      step = Math.min(end - offset, 64 - (offset & 63));
      long mask = mask(step) << offset;
      if ((words[(int) (offset >>> 6)] & mask) != 0) {
        WORDS.getAndBitwiseAnd(words, (int) (offset >>> 6), ~mask);
      }
    }
  }

  private void set(long at, long bytes) {
    set(words(), at, bytes);
  }

  private void set(long[] words, long at, long bytes) {
    long end = at - address + bytes;
    long step;
    for (long offset = at - address; offset < end; offset += step) {
      step = Math.min(end - offset, 64 - (offset & 63));
      WORDS.getAndBitwiseOr(words, (int) (offset >>> 6), mask(step) << offset);
    }
  }

  /**
   * Bytes hold what nobody has written.
   *
   * @param copy the place in a kernel of the copy that brought it there; null for none
   */
  public void set(long at, long bytes, @Nullable Location copy) {
    for (long page = at >> PAGE_BITS; page <= (at + bytes - 1) >> PAGE_BITS; page++) {
      if (copy == null) {
        copies.remove(page);
      } else {
        copies.put(page, copy);
      }
    }
    long[] pattern = filled;
    if (pattern != null) {
      clear(pattern, at, bytes);
    }
    set(at, bytes);
  }

  /** Fills all of the block with the pattern, which nobody has written. */
  void fill() {
    memory().fill(PATTERN);
    set(address, byteSize, null);
    long[] all = new long[words().length];
    Arrays.fill(all, -1);
    filled = all;
  }

  /** Returns where a byte was copied from others, as far as that is known; null where it is not. */
  public @Nullable Location copy(long at) {
    return copies.get(at >> PAGE_BITS);
  }

  private synchronized long[] words() {
    long[] words = bits;
    if (words == null) {
      words = new long[Math.toIntExact((byteSize >>> 6) + 1)];
      bits = words;
    }
    return words;
  }

  /**
   * Says that no thread uses the block: where all has been written by now, nothing more is kept.
   *
   * @return whether all has been written
   */
  public synchronized boolean prune() {
    long[] words = bits;
    if (words != null) {
      for (long word : words) {
        if (word != 0) {
          return false;
        }
      }
      bits = null;
    }
    return true;
  }

  /** Returns what makes it again as it is now. */
  public Runnable saved() {
    long[] words = bits;
    long[] copy = words == null ? null : words.clone();
    return () -> restore(copy);
  }

  private synchronized void restore(long @Nullable [] saved) {
    bits = saved == null ? null : saved.clone();
  }

  /** All of the block is written. */
  void clear() {
    restore(null);
  }

  private static long mask(long bytes) {
    return bytes >= 64 ? -1L : (1L << bytes) - 1;
  }
}
