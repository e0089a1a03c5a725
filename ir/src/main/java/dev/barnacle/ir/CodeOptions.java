package dev.barnacle.ir;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * A program's build options, as far as they matter to those who make code of it or report on it
 * (OpenCL API, 5.8.6 "Compiler Options").
 *
 * @param optimize false for {@code -cl-opt-disable}
 * @param plainAtomics whether the language is OpenCL C 1.x, whose atomic functions and fences take
 *     no memory order and scope
 * @param scopesMayDiffer whether operations of different memory scopes can have inclusive scopes,
 *     as from OpenCL 3.1 on (OpenCL architecture, "Memory Ordering: Happens Before")
 * @param uniformGroups for {@code -cl-uniform-work-group-size}: what kernels enqueue has local
 *     sizes that divide the global size
 * @param exactErrors for {@code -g}: a kernel that can't enqueue another learns why
 * @param zeroed those of {@link AddressSpace#LOCAL} and {@link AddressSpace#PRIVATE} whose memory
 *     begins as zeros, as the context asks ({@code cl_khr_initialize_memory})
 */
public record CodeOptions(
    boolean optimize,
    boolean plainAtomics,
    boolean scopesMayDiffer,
    boolean uniformGroups,
    boolean exactErrors,
    Set<AddressSpace> zeroed) {
  /** Makes a copy of the set, in the order of the address spaces. */
  public CodeOptions {
    EnumSet<AddressSpace> all = EnumSet.noneOf(AddressSpace.class);
    all.addAll(zeroed);
    zeroed = Collections.unmodifiableSet(all);
  }

  /** With no memory that begins as zeros. */
  public CodeOptions(
      boolean optimize,
      boolean plainAtomics,
      boolean scopesMayDiffer,
      boolean uniformGroups,
      boolean exactErrors) {
    this(optimize, plainAtomics, scopesMayDiffer, uniformGroups, exactErrors, Set.of());
  }

  /** Optimised, with memory orders and scopes. */
  public static final CodeOptions DEFAULT = new CodeOptions(true, false);

  /** Returns the options of two programs together. */
  public CodeOptions and(CodeOptions other) {
    return new CodeOptions(
        optimize && other.optimize,
        plainAtomics && other.plainAtomics,
        scopesMayDiffer && other.scopesMayDiffer,
        uniformGroups || other.uniformGroups,
        exactErrors || other.exactErrors,
        zeroed);
  }

  /** Returns the same, where the memory of these address spaces begins as zeros. */
  public CodeOptions zeroing(Collection<AddressSpace> spaces) {
    EnumSet<AddressSpace> all = EnumSet.noneOf(AddressSpace.class);
    all.addAll(spaces);
    return new CodeOptions(
        optimize, plainAtomics, scopesMayDiffer, uniformGroups, exactErrors, all);
  }

  /** With memory scopes that must be the same, without what matters to kernels that enqueue. */
  public CodeOptions(boolean optimize, boolean plainAtomics) {
    this(optimize, plainAtomics, false, false, false);
  }
}
