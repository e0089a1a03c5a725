package dev.barnacle.frontend.litmus;

import dev.barnacle.ir.AddressSpace;
import dev.barnacle.ir.Alloca;
import dev.barnacle.ir.Function;
import dev.barnacle.ir.Instruction;
import dev.barnacle.ir.IntType;
import dev.barnacle.ir.Module;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A litmus test, lowered to the kernel IR: one function a thread, whose parameters are pointers to
 * the test's locations, and one private allocation for each local variable.
 *
 * @param name the name at the head of the file
 * @param dialect which language it is written in
 * @param module the functions of all threads
 * @param threads the threads, in the order of their numbers
 * @param locations the shared memory
 * @param unsequenced the memory accesses that an access is unsequenced with when both belong to one
 *     evaluation of one full expression (C11 5.1.2.3 and 6.5)
 * @param barriers the name of each barrier instance: its label, or its position where it has none
 * @param quantifier how the final condition is quantified
 * @param condition the final condition
 * @param filter what a final state must satisfy to count at all
 * @param observed what the {@code locations} clause asks to show, the condition's references first
 */
public record LitmusTest(
    String name,
    Dialect dialect,
    Module module,
    List<LitmusThread> threads,
    List<SharedLocation> locations,
    Map<Instruction, Set<Instruction>> unsequenced,
    Map<Instruction, String> barriers,
    Quantifier quantifier,
    Proposition condition,
    Proposition filter,
    List<Reference> observed) {

  /** The languages of litmus tests. */
  public enum Dialect {
    /** Header {@code C}. */
    C,
    /** Header {@code OPENCL}. */
    OPENCL
  }

  /** The quantifier of the final condition. */
  public enum Quantifier {
    /** Some execution ends in a state that satisfies it. */
    EXISTS,
    /** No execution does. */
    NOT_EXISTS,
    /** Every execution does. */
    FORALL
  }

  /**
   * A thread.
   *
   * @param name {@code P0} and so on
   * @param function its code
   * @param arguments for each parameter of the function the number of the location it points to
   * @param registers the private memory of each local variable
   * @param subGroup its sub-group's number within the work-group
   * @param workGroup its work-group's number within the device
   * @param device its device's number
   */
  public record LitmusThread(
      String name,
      Function function,
      List<Integer> arguments,
      Map<String, Alloca> registers,
      int subGroup,
      int workGroup,
      int device) {}

  /**
   * A location, or an array of them.
   *
   * @param space GLOBAL or LOCAL
   * @param element the type of an element; a pointer is 64 bits wide
   * @param initial the initial value of each element
   * @param atomic whether it is an atomic location: declared atomic, or accessed atomically
   */
  public record SharedLocation(
      String name, AddressSpace space, IntType element, List<Initial> initial, boolean atomic) {}

  /**
   * An initial value: a number, or the address of an element of a location.
   *
   * @param value the number, or the element's number
   * @param location the location's name, or the empty string for a number
   */
  public record Initial(long value, String location) {}
}
