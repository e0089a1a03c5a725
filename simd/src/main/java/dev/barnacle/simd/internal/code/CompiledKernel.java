package dev.barnacle.simd.internal.code;

import dev.barnacle.llvm.jit.JitCode;
import dev.barnacle.simd.internal.abi.KernelObject;
import dev.barnacle.simd.internal.abi.Symbols;
import org.jspecify.annotations.Nullable;

/** A kernel's machine code for one specialisation. */
public final class CompiledKernel implements AutoCloseable {
  private final KernelObject.Needs needs;
  private final JitCode code;
  private final long entry;
  private volatile @Nullable CompiledKernel better;

  /**
   * Makes it.
   *
   * @param needs what it needs to run
   * @param code keeps the machine code
   */
  public CompiledKernel(KernelObject.Needs needs, JitCode code) {
    this.needs = needs;
    this.code = code;
    this.entry = code.address(Symbols.ENTRY);
  }

  /** Returns what it needs to run. */
  public KernelObject.Needs needs() {
    return needs;
  }

  /** Returns what keeps the machine code. */
  public JitCode code() {
    return code;
  }

  /**
   * Returns the address of its function {@link Symbols#ENTRY}: (arguments, info, arena, begin, end)
   * → void.
   */
  public long entry() {
    return entry;
  }

  /**
   * Has the next work-groups of a launch under way run as code of the same text for which LLVM has
   * done more, where that needs no more room.
   */
  public void exchange(CompiledKernel other) {
    KernelObject.Needs its = other.needs;
    if (its.arenaBytes() == needs.arenaBytes()
        && its.localBytes() == needs.localBytes()
        && its.stackBytes() <= needs.stackBytes()
        && its.printfs().equals(needs.printfs())
        && its.blocks().equals(needs.blocks())) {
      better = other;
    }
  }

  /** Returns what work-groups that begin now run as: this, or what it was exchanged for. */
  public CompiledKernel latest() {
    CompiledKernel other = better;
    return other == null ? this : other;
  }

  @Override
  public void close() {
    code.close();
  }
}
