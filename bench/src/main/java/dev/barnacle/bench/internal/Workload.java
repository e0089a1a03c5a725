package dev.barnacle.bench.internal;

import dev.barnacle.cl.NDRange;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * The work that is run and timed: a program, its buffers, and one or more launches over them.
 *
 * @param name its name in the tables
 * @param size the problem's size, for people
 * @param source OpenCL C
 * @param options build options
 * @param buffers the memory objects
 * @param steps the launches, in order
 * @param submission how the host puts the launches into a queue
 * @param work how many units of work one run does
 * @param unit what is counted, such as {@code Mpixel}; rates are in units a second
 */
record Workload(
    String name,
    String size,
    String source,
    String options,
    List<Data> buffers,
    List<Step> steps,
    Submission submission,
    double work,
    String unit) {
  Workload {
    buffers = List.copyOf(buffers);
    steps = List.copyOf(steps);
  }

  /** The way that launches are put into a queue. */
  enum Submission {
    /** Each is waited for before the next. */
    ONE_BY_ONE,
    /** All, and then they are waited for. */
    TOGETHER,
    /** All are recorded before, and replayed. */
    RECORDED,
    /** A kernel enqueues them on the device; the host launches that one. */
    ON_DEVICE
  }

  /** Returns whether the host waits after each launch. */
  boolean waitEach() {
    return submission == Submission.ONE_BY_ONE;
  }

  /** Returns the same workload with other build options. */
  Workload withOptions(String other) {
    return new Workload(name, size, source, other, buffers, steps, submission, work, unit);
  }

  /** Returns the same workload with another source. */
  Workload withSource(String other) {
    return new Workload(name, size, other, options, buffers, steps, submission, work, unit);
  }

  /**
   * One launch.
   *
   * @param kernel the kernel's name
   * @param range how many work-items
   * @param operands its arguments, in order
   */
  record Step(String kernel, NDRange range, List<Operand> operands) {
    Step {
      operands = List.copyOf(operands);
    }
  }

  /** An argument of a launch. */
  sealed interface Operand {
    /** One of the workload's buffers, by its index. */
    record BufferRef(int index) implements Operand {}

    /** Local memory of so many bytes. */
    record LocalBytes(long bytes) implements Operand {}

    /** The bytes of any value. */
    record Bytes(ByteBuffer value) implements Operand {}

    /** A null pointer. */
    record Null() implements Operand {}

    /** An int, uint, float or double: an {@link Integer}, {@link Float} or {@link Double}. */
    record Scalar(Number value) implements Operand {}
  }
}
