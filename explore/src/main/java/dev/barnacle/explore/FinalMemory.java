package dev.barnacle.explore;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;

/** The content of memory at the end of an execution, by the names of the memory objects. */
public final class FinalMemory {
  private static final int SHOWN = 64;

  private final List<KernelOutcome.Buffer> buffers;
  private final KernelOutcome.State state;

  FinalMemory(List<KernelOutcome.Buffer> buffers, KernelOutcome.State state) {
    this.buffers = buffers;
    this.state = state;
  }

  /**
   * Returns the bytes of a memory object, little-endian.
   *
   * @throws IllegalArgumentException if the launch writes no object of that name
   */
  public ByteBuffer bytes(String name) {
    for (int i = 0; i < buffers.size(); i++) {
      if (buffers.get(i).name().equals(name)) {
        return ByteBuffer.wrap(state.contents().get(i).clone()).order(ByteOrder.LITTLE_ENDIAN);
      }
    }
    throw new IllegalArgumentException(
        "the launch writes no '"
            + name
            + "', but "
            + buffers.stream().map(KernelOutcome.Buffer::name).toList());
  }

  /** Returns a memory object as integers of 32 bits. */
  public int[] ints(String name) {
    ByteBuffer bytes = bytes(name);
    int[] values = new int[bytes.remaining() / Integer.BYTES];
    bytes.asIntBuffer().get(values);
    return values;
  }

  /** Returns a memory object as integers of 64 bits. */
  public long[] longs(String name) {
    ByteBuffer bytes = bytes(name);
    long[] values = new long[bytes.remaining() / Long.BYTES];
    bytes.asLongBuffer().get(values);
    return values;
  }

  /** Returns a memory object as floating-point numbers of 32 bits. */
  public float[] floats(String name) {
    ByteBuffer bytes = bytes(name);
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  /** Returns a memory object as floating-point numbers of 64 bits. */
  public double[] doubles(String name) {
    ByteBuffer bytes = bytes(name);
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  /** Returns the objects as integers of 32 bits, those of another size as bytes. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    for (KernelOutcome.Buffer buffer : buffers) {
      byte[] all = bytes(buffer.name()).array();
      boolean words = all.length % Integer.BYTES == 0;
      String values =
          words
              ? Arrays.toString(Arrays.copyOf(ints(buffer.name()), Math.min(SHOWN, all.length / 4)))
              : Arrays.toString(Arrays.copyOf(all, Math.min(SHOWN, all.length)));
      text.append(text.isEmpty() ? "" : " ").append(buffer.name()).append('=').append(values);
    }
    return text.toString();
  }
}
