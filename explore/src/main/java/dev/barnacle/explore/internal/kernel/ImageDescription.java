package dev.barnacle.explore.internal.kernel;

import dev.barnacle.explore.internal.kernel.code.Address;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The description of an image, as the OpenCL C library reads it (its {@code struct image}): one for
 * each level of a mipmapped image, the address of the level's texels first.
 */
final class ImageDescription {
  private static final int LEVEL_BYTES = 1280;

  /** The offset of {@code checked}: accesses out of range go where there is no texel. */
  private static final int CHECKED = 20;

  private ImageDescription() {}

  /**
   * Returns a description in which the texels are those of a memory object.
   *
   * @param object the object's number
   * @param start the native address of the object's first byte
   */
  static byte[] of(MemorySegment description, int object, long start) {
    byte[] content = description.toArray(ValueLayout.JAVA_BYTE);
    ByteBuffer buffer = ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < content.length; at += LEVEL_BYTES) {
      buffer.putLong(at, Address.of(object, buffer.getLong(at) - start));
      buffer.putInt(at + CHECKED, 1);
    }
    return content;
  }
}
