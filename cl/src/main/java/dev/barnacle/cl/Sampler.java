package dev.barnacle.cl;

import dev.barnacle.cl.internal.life.Lifetime;
import dev.barnacle.engine.Argument;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The rules by which kernels read images at coordinates ({@code cl_sampler}; OpenCL C, 8.2). */
public final class Sampler extends ClObject {
  private static final int NORMALIZED_COORDINATES = 1;

  private final Context context;
  private final boolean normalized;
  private final AddressingMode addressing;
  private final FilterMode filter;
  private final MipFilter mip;
  private final Lifetime lifetime;

  Sampler(
      Context context,
      boolean normalized,
      AddressingMode addressing,
      FilterMode filter,
      MipFilter mip) {
    this.context = context;
    this.normalized = normalized;
    this.addressing = addressing;
    this.filter = filter;
    this.mip = mip;
    Lifetime.Use contextUse = context.keep();
    this.lifetime =
        new Lifetime(
            ErrorCode.CL_INVALID_SAMPLER,
            "sampler",
            () -> {
              context.forget(this);
              contextUse.close();
            });
  }

  /** Returns the context that it belongs to. */
  public Context context() {
    return context;
  }

  /** Returns whether float coordinates go from 0 to 1, and not from 0 to the image's size. */
  public boolean isNormalized() {
    return normalized;
  }

  /** Returns what it does with coordinates outside of the image. */
  public AddressingMode addressing() {
    return addressing;
  }

  /** Returns how it makes a colour of texels. */
  public FilterMode filter() {
    return filter;
  }

  /** Returns which levels of a mipmapped image it reads. */
  public MipFilter mip() {
    return mip;
  }

  @Override
  Lifetime lifetime() {
    return lifetime;
  }

  /**
   * Returns the sampler as kernels get it: the bits that its initialiser has in OpenCL C, and those
   * of the mip filter.
   */
  Argument argument() {
    int bits =
        (normalized ? NORMALIZED_COORDINATES : 0) | addressing.bits() | filter.bits() | mip.bits();
    MemorySegment bytes = Arena.ofAuto().allocate(ValueLayout.JAVA_INT);
    bytes.set(ValueLayout.JAVA_INT, 0, bits);
    return new Argument.Bytes(bytes.asReadOnly());
  }
}
