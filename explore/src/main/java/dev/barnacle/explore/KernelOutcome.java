package dev.barnacle.explore;

import java.util.List;
import java.util.function.Predicate;

/**
 * The result of an exploration of kernels.
 *
 * @param buffers the memory objects that the launch may write, in the order of their contents in
 *     {@code states}
 * @param initial what they hold at first
 * @param states every final content of memory that an execution without a fault ends with
 * @param faults what is wrong in some execution
 * @param executions how many executions were looked at, up to their end or their fault: one for
 *     each choice of the write that each read of an atomic object reads from
 * @param complete whether every execution was looked at
 * @param limits why it is not complete; empty when it is
 * @param graphs where pictures are asked for: an execution for each fault, and for each of the
 *     first 20 final states
 */
public record KernelOutcome(
    List<Buffer> buffers,
    List<byte[]> initial,
    List<State> states,
    List<KernelFault> faults,
    long executions,
    boolean complete,
    List<String> limits,
    List<ExecutionGraph> graphs) {
  /**
   * A memory object.
   *
   * @param name its name: that of the first argument that points to it, or of the variable
   * @param byteSize its size
   */
  public record Buffer(String name, long byteSize) {}

  /**
   * A final content of memory.
   *
   * @param contents the bytes of each object, little-endian
   * @param count how many executions end with it, at least
   * @param weak whether none of them is one operation after another, so that no run comes to it
   *     that makes them so, as those of {@code check} do
   */
  public record State(List<byte[]> contents, long count, boolean weak) {
    /** Makes one that a run comes to. */
    public State(List<byte[]> contents, long count) {
      this(contents, count, false);
    }
  }

  /** Returns whether no execution has a fault, as far as was looked. */
  public boolean isClean() {
    return faults.isEmpty();
  }

  /** Returns whether every execution was looked at, and none has a fault. */
  public boolean isCorrect() {
    return complete && isClean();
  }

  /**
   * Demands, in a test, that every execution was looked at and none has a fault.
   *
   * @return this
   * @throws AssertionError if that is not so; it says what is wrong, and where
   */
  public KernelOutcome requireCorrect() {
    if (!isCorrect()) {
      throw new AssertionError(OutcomeText.of(this));
    }
    return this;
  }

  /**
   * Demands, in a test, that every final content of memory satisfies a condition, which has to hold
   * of all executions: so it demands {@link #requireCorrect} as well.
   *
   * @return this
   * @throws AssertionError if that is not so
   */
  public KernelOutcome requireAll(Predicate<FinalMemory> condition) {
    requireCorrect();
    for (State state : states) {
      FinalMemory memory = new FinalMemory(buffers, state);
      if (!condition.test(memory)) {
        throw new AssertionError("a final state does not satisfy the condition: " + memory);
      }
    }
    return this;
  }

  /**
   * Demands, in a test, that some final content of memory satisfies a condition.
   *
   * @return this
   * @throws AssertionError if that is not so
   */
  public KernelOutcome requireSome(Predicate<FinalMemory> condition) {
    for (State state : states) {
      if (condition.test(new FinalMemory(buffers, state))) {
        return this;
      }
    }
    throw new AssertionError("no final state satisfies the condition; " + OutcomeText.of(this));
  }
}
