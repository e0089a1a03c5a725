package dev.barnacle.cl.analysis;

import dev.barnacle.cl.ClException;
import dev.barnacle.cl.Kernel;
import dev.barnacle.cl.internal.program.KernelAccess;
import dev.barnacle.cl.internal.program.WatchedProgram;

/**
 * The ids, addresses and atomic operations of a kernel's code, for those who choose its arguments.
 * The program is compiled for checks to know that; methods throw a {@link ClException} where it
 * can't be.
 */
public final class KernelUse {
  private final Kernel kernel;
  private final WatchedProgram program;

  private KernelUse(Kernel kernel) {
    this.kernel = kernel;
    this.program = KernelAccess.watched(kernel);
  }

  /** Returns what of a kernel can be asked. */
  public static KernelUse of(Kernel kernel) {
    return new KernelUse(kernel);
  }

  /**
   * Returns whether it, or a function that it calls, has atomic operations, of which memory may be
   * meant to synchronise work-items: locks, flags, counters.
   */
  public boolean hasAtomics() {
    return program.hasAtomics(kernel.name());
  }

  /** Returns whether it, or a function that it calls, computes indices in 16 bits. */
  public boolean hasShortIndices() {
    return program.hasShortIndices(kernel.name());
  }

  /** Returns whether it, or a function that it calls, enqueues kernels on the device. */
  public boolean enqueuesKernels() {
    return program.enqueuesKernels(kernel.name());
  }

  /**
   * Returns whether what it, or a function that it calls, reads from memory decides where it writes
   * (through an index, an offset or a stride): whether work-items meet there depends on the data.
   */
  public boolean hasDataAddresses() {
    return program.hasDataAddresses(kernel.name());
  }

  /** Tells the same of the numbers and structs that it is given, in place of what it reads. */
  public boolean hasNumberAddresses() {
    return program.hasNumberAddresses(kernel.name());
  }

  /** Returns what it, or a function that it calls, asks for to tell work-items apart. */
  public IdUse ids() {
    return IdUse.of(program, kernel.name());
  }

  /** Returns what its buffers are to its addresses. */
  public AddressUse addresses() {
    return AddressUse.of(program, kernel);
  }
}
