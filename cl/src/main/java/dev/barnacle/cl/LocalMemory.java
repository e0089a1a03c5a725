package dev.barnacle.cl;

/**
 * A kernel argument that gives each work-group local memory of its own ({@code clSetKernelArg} with
 * a size and no value).
 *
 * @param byteSize the bytes of each work-group, at least 1
 */
public record LocalMemory(long byteSize) {
  public LocalMemory {
    if (byteSize < 1) {
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
