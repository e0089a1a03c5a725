package dev.barnacle.explore.internal.kernel;

import dev.barnacle.engine.SharedMemory;
import dev.barnacle.explore.internal.kernel.code.Address;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The addresses of memory that host and kernels share, as the host has them: memory may hold them,
 * and they stand for those of memory objects. A word of memory that is none of them stays as it is.
 */
final class HostAddresses {
  private final List<Block> blocks;

  HostAddresses(List<Block> blocks) {
    this.blocks = blocks;
  }

  private boolean isAny() {
    return blocks.stream().anyMatch(b -> b.shared);
  }

  /** Finds the shared memory that the blocks' contents point into, and what that points into. */
  void reach(List<SharedMemory> shared, Consumer<SharedMemory> found) {
    for (int i = 0; i < blocks.size(); i++) {
      MemorySegment memory = blocks.get(i).memory;
      for (long at = 0; !shared.isEmpty() && at + 8 <= memory.byteSize(); at += 8) {
        long word = memory.get(ValueLayout.JAVA_LONG_UNALIGNED, at);
        if (of(word) == null) {
          shared.stream()
              .filter(s -> s.state() == SharedMemory.State.REACHABLE && s.has(word))
              .findFirst()
              .ifPresent(found);
        }
      }
    }
  }

  private @Nullable Block of(long address) {
    for (Block block : blocks) {
      if (block.shared && block.holds(address, 0)) {
        return block;
      }
    }
    return null;
  }

  /** Returns what an address that a kernel is given is in the exploration. */
  long explored(long address) {
    Block block = of(address);
    if (block != null) {
      return Address.of(block.object, address - block.memory.address());
    }
    return address == 0 ? 0 : Address.nowhere(address);
  }

  /** Returns what memory holds as it is explored. */
  byte[] explored(byte[] content) {
    return each(content, word -> of(word) == null ? word : explored(word));
  }

  /** Returns what memory holds as the host sees it. */
  byte[] seen(byte[] content) {
    return each(content, this::seen);
  }

  private long seen(long word) {
    for (Block block : blocks) {
      if (block.shared && Address.object(word) == block.object) {
        long address = block.memory.address() + Address.offset(word);
        return block.holds(address, 0) ? address : word;
      }
    }
    return word;
  }

  private byte[] each(byte[] content, LongUnaryOperator change) {
    if (isAny()) {
      ByteBuffer words = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = 0; at + 8 <= content.length; at += 8) {
        words.putLong(at, change.applyAsLong(words.getLong(at)));
      }
    }
    return content;
  }
}
