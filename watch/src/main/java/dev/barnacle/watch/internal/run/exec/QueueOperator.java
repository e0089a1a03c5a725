package dev.barnacle.watch.internal.run.exec;

/**
 * Does the operations of work-items on queues of the device.
 *
 * @param <T> a work-item
 */
public interface QueueOperator<T> {
  /**
   * Does an operation.
   *
   * @param place the instruction
   * @return its result; 0 for none
   */
  long operate(T item, int place, long[] operands);
}
