package dev.barnacle.engine;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.KernelInfo;
import java.util.List;

/**
 * The sizes that sub-groups can have: powers of two, the lanes that vectors have (OpenCL C,
 * 6.15.19). A sub-group is a run of a work-group's local linear ids; the last one of a group may
 * have fewer work-items.
 */
public final class SubGroupSizes {
  /** The sizes of {@code intel_reqd_sub_group_size}, in rising order. */
  public static final List<Integer> ALL = List.of(1, 4, 8, 16, 32, 64);

  private SubGroupSizes() {}

  /** Returns the size that a kernel's attribute asks for; 0 where it has none. */
  public static int required(Function kernel) {
    KernelInfo info = kernel.kernel();
    return info == null ? 0 : info.requiredSubGroupSize();
  }

  /**
   * Checks the size that a kernel's attribute asks for.
   *
   * @throws EngineException UNSUPPORTED_PROGRAM if no sub-group can have it
   */
  public static void check(Function kernel) {
    int size = required(kernel);
    if (size != 0 && !ALL.contains(size)) {
      throw EngineException.unsupported(
          kernel.location(),
          "kernel "
              + kernel.name()
              + " requires sub-groups of "
              + size
              + " work-items; there are those of 1, 4, 8, 16, 32 and 64");
    }
  }
}
