package dev.barnacle.engine.enqueue;

/** The result of enqueuing a command (OpenCL C, "Built-in Functions - Enqueuing a Kernel"). */
public enum EnqueueStatus {
  CLK_SUCCESS(0),
  CLK_ENQUEUE_FAILURE(-101),
  CLK_INVALID_QUEUE(-102),
  CLK_INVALID_NDRANGE(-160),
  CLK_INVALID_EVENT_WAIT_LIST(-57),
  CLK_DEVICE_QUEUE_FULL(-161),
  CLK_INVALID_ARG_SIZE(-51),
  CLK_EVENT_ALLOCATION_FAILURE(-100),
  CLK_OUT_OF_RESOURCES(-5);

  private final int code;

  EnqueueStatus(int code) {
    this.code = code;
  }

  /** Returns the value in OpenCL C. */
  public int code() {
    return code;
  }
}
