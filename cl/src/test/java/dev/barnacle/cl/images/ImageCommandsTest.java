package dev.barnacle.cl.images;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.Buffer;
import dev.barnacle.cl.ChannelOrder;
import dev.barnacle.cl.ChannelType;
import dev.barnacle.cl.ClException;
import dev.barnacle.cl.CommandQueue;
import dev.barnacle.cl.Context;
import dev.barnacle.cl.ErrorCode;
import dev.barnacle.cl.Image;
import dev.barnacle.cl.ImageCommands;
import dev.barnacle.cl.ImageDescription;
import dev.barnacle.cl.ImageFormat;
import dev.barnacle.cl.ImageMapping;
import dev.barnacle.cl.ImageRegion;
import dev.barnacle.cl.MapFlag;
import dev.barnacle.cl.MemoryFlag;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Commands move the texels of a region, and nothing else. */
class ImageCommandsTest {
  private static final ImageFormat BYTES =
      new ImageFormat(ChannelOrder.R, ChannelType.UNSIGNED_INT8);

  private final Context context = Context.create();
  private final CommandQueue queue = context.queue();
  private final ImageCommands images = queue.images();

  @AfterEach
  void close() {
    context.close();
  }

  private static byte[] iota(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) (i + 1);
    }
    return bytes;
  }

  private Image filled(ImageDescription shape) {
    Image image = context.image(BYTES, shape);
    image.write(MemorySegment.ofArray(iota((int) image.byteSize())));
    return image;
  }

  private static byte[] texels(Image image) {
    byte[] texels = new byte[(int) image.byteSize()];
    image.read(MemorySegment.ofArray(texels));
    return texels;
  }

  private static void assertFails(ErrorCode code, Executable action) {
    assertEquals(code, assertThrows(ClException.class, action).code());
  }

  @Test
  void aRegionIsReadWithTheHostsPitches() {
    Image image = filled(ImageDescription.of3D(4, 3, 2));
    byte[] to = new byte[20];
    images
        .read(image, new ImageRegion(1, 1, 0, 2, 2, 2), MemorySegment.ofArray(to), 3, 10, List.of())
        .waitFor();
    assertArrayEquals(
        new byte[] {6, 7, 0, 10, 11, 0, 0, 0, 0, 0, 18, 19, 0, 22, 23, 0, 0, 0, 0, 0}, to);
  }

  @Test
  void layersOfA1dArrayAreTheSecondCoordinate() {
    Image image = filled(ImageDescription.arrayOf1D(3, 4));
    byte[] to = new byte[8];
    ImageRegion region = new ImageRegion(1, 2, 0, 2, 2, 1);
    images.read(image, region, MemorySegment.ofArray(to), 0, 4, List.of()).waitFor();
    assertArrayEquals(new byte[] {8, 9, 0, 0, 11, 12, 0, 0}, to);
    byte[] from = {-1, -2, -3, -4};
    images.write(image, region, MemorySegment.ofArray(from), 0, 0, List.of()).waitFor();
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, -1, -2, 10, -3, -4}, texels(image));
  }

  @Test
  void aLayerIsCopiedToAPlane() {
    Image layers = filled(ImageDescription.arrayOf2D(3, 2, 3));
    Image plane = context.image(BYTES, ImageDescription.of2D(4, 4));
    images.copy(layers, new ImageRegion(1, 0, 2, 2, 2, 1), plane, 1, 2, 0, List.of()).waitFor();
    assertArrayEquals(
        new byte[] {0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 15, 0, 0, 17, 18, 0}, texels(plane));
  }

  @Test
  void copiesWithinAnImageDoNotOverlap() {
    Image image = filled(ImageDescription.of2D(4, 4));
    ImageRegion region = new ImageRegion(0, 0, 0, 2, 2, 1);
    assertFails(
        ErrorCode.CL_MEM_COPY_OVERLAP, () -> images.copy(image, region, image, 1, 1, 0, List.of()));
    images.copy(image, region, image, 2, 2, 0, List.of()).waitFor();
    assertArrayEquals(
        new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1, 2, 13, 14, 5, 6}, texels(image));
    Image other = context.image(ImageFormat.RGBA8, ImageDescription.of2D(4, 4));
    assertFails(
        ErrorCode.CL_IMAGE_FORMAT_MISMATCH,
        () -> images.copy(image, region, other, 0, 0, 0, List.of()));
  }

  @Test
  void texelsGoToBuffersAndBack() {
    Image image = filled(ImageDescription.of2D(4, 2));
    Buffer buffer = context.buffer(8);
    ImageRegion region = new ImageRegion(1, 0, 0, 2, 2, 1);
    images.copyToBuffer(image, region, buffer, 3, List.of()).waitFor();
    byte[] bytes = new byte[8];
    buffer.read(bytes);
    assertArrayEquals(new byte[] {0, 0, 0, 2, 3, 6, 7, 0}, bytes);
    images.copyFromBuffer(buffer, 2, image, new ImageRegion(0, 1, 0, 4, 1, 1), List.of()).waitFor();
    assertArrayEquals(new byte[] {1, 2, 3, 4, 0, 2, 3, 6}, texels(image));
    assertFails(
        ErrorCode.CL_INVALID_VALUE, () -> images.copyToBuffer(image, region, buffer, 5, List.of()));
  }

  @Test
  void aRegionIsFilled() {
    Image image = filled(ImageDescription.of2D(3, 3));
    int[] color = {300, 0, 0, 0};
    images
        .fill(image, MemorySegment.ofArray(color), new ImageRegion(1, 1, 0, 2, 2, 1), List.of())
        .waitFor();
    assertArrayEquals(new byte[] {1, 2, 3, 4, -1, -1, 7, -1, -1}, texels(image));
  }

  @Test
  void srgbIsFilledFromLinearColors() {
    ImageFormat format = new ImageFormat(ChannelOrder.SBGRA, ChannelType.UNORM_INT8);
    Image image =
        context.image(Set.of(MemoryFlag.READ_ONLY), format, ImageDescription.of2D(1, 1), null);
    float[] color = {1.0f, 0.214f, 0.0f, 0.5f};
    images.fill(image, MemorySegment.ofArray(color), image.all(), List.of()).waitFor();
    assertArrayEquals(new byte[] {0, 127, -1, (byte) 128}, texels(image));
  }

  @Test
  void aMapShowsTheTexelsInPlace() {
    Image image = filled(ImageDescription.of2D(4, 3));
    ImageMapping map =
        images.map(image, Set.of(MapFlag.WRITE), new ImageRegion(1, 1, 0, 2, 2, 1), List.of());
    MemorySegment memory = map.await();
    assertEquals(4, map.rowPitch());
    assertEquals(0, map.slicePitch());
    assertEquals(6, memory.byteSize());
    assertEquals(6, memory.get(ValueLayout.JAVA_BYTE, 0));
    memory.set(ValueLayout.JAVA_BYTE, 5, (byte) 99);
    assertEquals(1, image.mapCount());
    queue.unmap(image, memory.address(), List.of()).waitFor();
    assertEquals(0, image.mapCount());
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 99, 12}, texels(image));
  }

  @Test
  void regionsAreWithinTheImage() {
    Image plane = filled(ImageDescription.of2D(4, 3));
    Image line = filled(ImageDescription.of1D(4));
    MemorySegment host = MemorySegment.ofArray(new byte[64]);
    for (ImageRegion region :
        List.of(
            new ImageRegion(0, 0, 0, 5, 1, 1),
            new ImageRegion(1, 0, 0, 4, 1, 1),
            new ImageRegion(0, 3, 0, 1, 1, 1),
            new ImageRegion(0, 0, 1, 1, 1, 1),
            new ImageRegion(0, 0, 0, 1, 1, 2),
            new ImageRegion(0, 0, 0, 0, 1, 1),
            new ImageRegion(-1, 0, 0, 1, 1, 1))) {
      assertFails(
          ErrorCode.CL_INVALID_VALUE, () -> images.read(plane, region, host, 0, 0, List.of()));
    }
    assertFails(
        ErrorCode.CL_INVALID_VALUE,
        () -> images.read(line, new ImageRegion(0, 0, 0, 1, 2, 1), host, 0, 0, List.of()));
    assertFails(
        ErrorCode.CL_INVALID_VALUE, () -> images.read(plane, plane.all(), host, 3, 0, List.of()));
    assertFails(
        ErrorCode.CL_INVALID_VALUE,
        () -> images.read(plane, plane.all(), host.asSlice(0, 11), 0, 0, List.of()));
  }

  @Test
  void flagsKeepTheHostOut() {
    Image image =
        context.image(Set.of(MemoryFlag.HOST_NO_ACCESS), BYTES, ImageDescription.of2D(2, 2), null);
    MemorySegment host = MemorySegment.ofArray(new byte[4]);
    assertFails(
        ErrorCode.CL_INVALID_OPERATION,
        () -> images.read(image, image.all(), host, 0, 0, List.of()));
    assertFails(
        ErrorCode.CL_INVALID_OPERATION,
        () -> images.write(image, image.all(), host, 0, 0, List.of()));
    assertFails(
        ErrorCode.CL_INVALID_OPERATION,
        () -> images.map(image, Set.of(MapFlag.READ), image.all(), List.of()));
  }
}
