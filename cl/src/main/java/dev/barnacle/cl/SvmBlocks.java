package dev.barnacle.cl;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The shared virtual memory of a context, by address. */
final class SvmBlocks {
  private final ConcurrentSkipListMap<Long, SvmBlock> blocks = new ConcurrentSkipListMap<>();

  SvmBlock add(SvmBlock block) {
    blocks.put(block.address(), block);
    return block;
  }

  void remove(SvmBlock block) {
    blocks.remove(block.address());
  }

  /** Returns the block that has the byte at an address. */
  Optional<SvmBlock> at(long address) {
    Map.Entry<Long, SvmBlock> entry = blocks.floorEntry(address);
    return entry == null || address - entry.getKey() >= entry.getValue().byteSize()
        ? Optional.empty()
        : Optional.of(entry.getValue());
  }

  /** Returns the memory of all blocks. */
  List<MemorySegment> memory() {
    return blocks.values().stream().map(SvmBlock::bytes).toList();
  }
}
