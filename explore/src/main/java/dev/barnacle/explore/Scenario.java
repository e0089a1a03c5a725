package dev.barnacle.explore;

import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The subject of an exploration: threads, and the memory that they share.
 *
 * @param threads the threads
 * @param memory the shared memory
 * @param unsequenced the accesses that an access is unsequenced with within one evaluation of a
 *     full expression; both directions are listed
 * @param barriers the name of each barrier's static instance; a barrier that is not listed is an
 *     instance of its own
 * @param scoped whether scopes matter to its readers; it is not for pictures and messages otherwise
 * @param launched whether the threads are all work-items of a launch, which must not wait for ever,
 *     nor miss a barrier of their work-group: where one may, the outcome is not complete
 */
public record Scenario(
    List<Worker> threads,
    List<Memory> memory,
    Map<Instruction, Set<Instruction>> unsequenced,
    Map<Instruction, String> barriers,
    boolean scoped,
    boolean launched) {

  /** Makes one that is no launch. */
  public Scenario(
      List<Worker> threads,
      List<Memory> memory,
      Map<Instruction, Set<Instruction>> unsequenced,
      Map<Instruction, String> barriers,
      boolean scoped) {
    this(threads, memory, unsequenced, barriers, scoped, false);
  }

  /**
   * A thread.
   *
   * @param function its code; every parameter is a pointer
   * @param arguments for each parameter, the number of the memory that it points to
   * @param subGroup its sub-group's number within the work-group
   * @param workGroup its work-group's number within the device
   * @param device its device's number
   */
  public record Worker(
      String name,
      Function function,
      List<Integer> arguments,
      int subGroup,
      int workGroup,
      int device) {}

  /**
   * A piece of shared memory: elements of one size.
   *
   * @param local whether it is local memory; otherwise it is global memory
   * @param elementBytes the size of an element
   * @param initial the initial value of each element
   * @param atomic whether its elements are atomic locations
   * @param defined whether the initial values are ones that a program may read; where one reads
   *     others, the outcome is not complete
   */
  public record Memory(
      String name,
      boolean local,
      int elementBytes,
      List<Initial> initial,
      boolean atomic,
      boolean defined) {

    /** Makes one whose initial values may be read. */
    public Memory(
        String name, boolean local, int elementBytes, List<Initial> initial, boolean atomic) {
      this(name, local, elementBytes, initial, atomic, true);
    }
  }

  /**
   * An initial value.
   *
   * @param value a number; or the number of the element whose address it is
   * @param memory the number of the memory whose address it is, or -1 for a number
   */
  public record Initial(long value, int memory) {}
}
