package dev.barnacle.cl;

/**
 * A kernel argument that gives each work-group local memory of its own ({@code clSetKernelArg} with
 * a size and no value).
 *
 * @param byteSize the bytes of each work-group; 0 for none, as OpenCL 3.1 allows
 */
public record LocalMemory(long byteSize) {
  public LocalMemory {
    if (byteSize < 0) {
      throw new ClException(
          ErrorCode.CL_INVALID_ARG_SIZE, "local memory of " + byteSize + " bytes");
    }
  }

  /** Returns local memory of {@code byteSize} bytes. */
  public static LocalMemory bytes(long byteSize) {
    return new LocalMemory(byteSize);
  }

  /** Returns local memory for {@code count} elements of a type. */
  public static LocalMemory of(DataType type, long count) {
    return new LocalMemory(Math.multiplyExact(type.byteSize(), count));
  }
}
