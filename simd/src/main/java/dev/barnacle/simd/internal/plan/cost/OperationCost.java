package dev.barnacle.simd.internal.plan.cost;

/**
 * The cycles of an operation of a plan, for all lanes of a vector.
 *
 * @param latency until its result is there
 * @param busy the units that compute are kept busy
 * @param multiplies they are those that multiply and divide, which others may work beside
 * @param memory the units that load and store are kept busy
 * @param instructions how many there are
 * @param vector it is an operation on vectors
 * @param spread it accesses each lane's own address
 */
record OperationCost(
    double latency,
    double busy,
    boolean multiplies,
    double memory,
    double instructions,
    boolean vector,
    boolean spread) {
  /** No instruction at all, or a part of another one. */
  static final OperationCost NONE = new OperationCost(0, 0, false, 0, 0, false, false);

  /** One instruction for all lanes. */
  static final OperationCost SCALAR = new OperationCost(1, 0, false, 0, 1, false, false);

  static OperationCost computed(double latency, double busy, double instructions) {
    return new OperationCost(latency, busy, false, 0, instructions, true, false);
  }

  /** Returns the same by the units that multiply. */
  OperationCost multiplying() {
    return new OperationCost(latency, busy, true, memory, instructions, vector, spread);
  }

  static OperationCost accessed(double latency, double memory, double instructions) {
    return new OperationCost(latency, 0, false, memory, instructions, true, false);
  }

  /** Returns the same for an access to each lane's own address. */
  OperationCost spreading() {
    return new OperationCost(latency, busy, multiplies, memory, instructions, vector, true);
  }

  /** Returns the cycles of this operation by itself, among others that do not wait for it. */
  double cycles() {
    return Math.max(busy, memory);
  }
}
