package dev.barnacle.cli.internal.launch;

import dev.barnacle.cl.DataType;
import dev.barnacle.cl.DataType.Scalar;
import dev.barnacle.cl.Image;
import dev.barnacle.cli.internal.image.Picture;
import dev.barnacle.cli.internal.image.PictureReader;
import dev.barnacle.cli.internal.image.Pixels;
import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.Place;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;

/**
 * The first contents of an image: those of a buffer of one element a texel, row after row. A
 * picture's channels are 0 to 1 in images of {@code float}, and 0 to 255 in those of integers.
 */
public final class ImageContents {
  private final Init init;
  private final DataType type;
  private final List<Long> size;

  /**
   * Makes the contents of an image.
   *
   * @param type that of a texel
   */
  public ImageContents(ArgumentSpec.ImageSpec spec, DataType type) {
    this.init = spec.init();
    this.type = type;
    this.size = spec.size().isEmpty() ? pictureSize(spec.init()) : spec.size();
  }

  /** Returns the image's sizes: those that are given, or the picture's. */
  public List<Long> size() {
    return size;
  }

  private static List<Long> pictureSize(Init init) {
    Picture picture = PictureReader.read(((Init.ImageFile) init).file());
    return List.of((long) picture.width(), (long) picture.height());
  }

  /** Writes them to an image. */
  public void fill(Image image) {
    if (init instanceof Init.None) {
      image.undefineContents();
      return;
    }
    try (Arena arena = Arena.ofShared()) { // large contents are made on all processors
      long texels = size.stream().reduce(1L, Math::multiplyExact);
      MemorySegment memory = arena.allocate(texels * type.byteSize(), 16);
      if (init instanceof Init.ImageFile file) {
        picture(file, memory);
      } else {
        contents(type, texels).fill(memory);
      }
      image.write(memory);
    }
  }

  private BufferContents contents(DataType of, long count) {
    return new BufferContents(new ArgumentSpec.BufferSpec(of, Optional.of(count), init));
  }

  private void picture(Init.ImageFile file, MemorySegment memory) {
    Picture picture = PictureReader.read(file.file());
    List<Long> given = List.of((long) picture.width(), (long) picture.height());
    if (!size.equals(given)) {
      throw new InputException(
          Place.file(file.file().toString()),
          "a picture of "
              + picture.width()
              + "x"
              + picture.height()
              + " pixels given for an image of "
              + String.join("x", size.stream().map(String::valueOf).toList()));
    }
    if (type.scalar() == Scalar.FLOAT) {
      Pixels.write(picture, type, memory, file.file());
      return;
    }
    byte[] bytes = new byte[Math.toIntExact(memory.byteSize() / Integer.BYTES)];
    DataType narrow = new DataType(Scalar.UCHAR, type.lanes());
    Pixels.write(picture, narrow, MemorySegment.ofArray(bytes), file.file());
    for (int i = 0; i < bytes.length; i++) {
      memory.setAtIndex(ValueLayout.JAVA_INT, i, bytes[i] & 255);
    }
  }
}
