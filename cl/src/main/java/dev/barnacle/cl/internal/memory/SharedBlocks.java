package dev.barnacle.cl.internal.memory;

import java.util.Optional;

/**
 * All memory of a context that kernels may have pointers to.
 *
 * @param svm shared virtual memory, and unified shared memory
 * @param buffers buffers that have device addresses
 * @param uses the launches that may access all of some types
 */
public record SharedBlocks(SvmBlocks<?> svm, SvmBlocks<?> buffers, IndirectUses uses) {
  /** Returns what has the byte at an address and is not freed. */
  Optional<SvmBlocks.Found> at(long address) {
    Optional<SvmBlocks.Found> found = svm.find(address);
    return found.isPresent() ? found : buffers.find(address);
  }

  /** Returns whether there was memory that had the byte at an address, and is none now. */
  boolean isFreed(long address) {
    return svm.isFreed(address) || buffers.isFreed(address);
  }
}
