package dev.barnacle.cli.internal.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.barnacle.cl.DataType;
import dev.barnacle.command.input.InputException;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures into buffers and out of them. */
class PictureTest {
  @TempDir private Path folder;

  private static DataType type(String name) {
    return DataType.parse(name).orElseThrow();
  }

  /** Writes the picture into a buffer of a type and returns what is read back. */
  private byte[] throughBuffer(byte[] rgba, String typeName) {
    DataType type = type(typeName);
    int pixels = rgba.length / 4;
    MemorySegment memory =
        MemorySegment.ofArray(new long[(int) (pixels * type.byteSize() / 8 + 1)]);
    MemorySegment exact = memory.asSlice(0, pixels * type.byteSize());
    Pixels.write(new Picture(pixels, 1, rgba), type, exact, folder);
    return Pixels.read(exact, type, pixels, 1, "it").rgba();
  }

  @Test
  void pngsComeBackExactly() throws IOException {
    byte[] rgba = new byte[37 * 23 * 4];
    new Random(1).nextBytes(rgba);
    Path file = folder.resolve("p.png");
    try (OutputStream out = Files.newOutputStream(file)) {
      PngWriter.write(new Picture(37, 23, rgba), out);
    }
    Picture back = PictureReader.read(file); // the JDK's decoder
    assertEquals(37, back.width());
    assertEquals(23, back.height());
    assertArrayEquals(rgba, back.rgba());
  }

  @Test
  void everyLevelSurvivesEveryType() {
    byte[] grey = new byte[256 * 4];
    byte[] colours = new byte[256 * 4];
    for (int i = 0; i < 256; i++) {
      for (int c = 0; c < 4; c++) {
        grey[4 * i + c] = (byte) (c == 3 ? 255 : i);
        colours[4 * i + c] = (byte) (i * (c + 1) + c);
      }
    }
    for (String scalar : new String[] {"uchar", "ushort", "half", "float", "double"}) {
      assertArrayEquals(grey, throughBuffer(grey, scalar), scalar);
      assertArrayEquals(colours, throughBuffer(colours, scalar + "4"), scalar + "4");
    }
    assertArrayEquals(colours, throughBuffer(colours, "uint"));
    assertArrayEquals(colours, throughBuffer(colours, "uchar4"));
  }

  @Test
  void channelsOfScalarBuffers() {
    MemorySegment six = MemorySegment.ofArray(new byte[] {1, 2, 3, 4, 5, 6});
    assertArrayEquals(
        new byte[] {1, 2, 3, -1, 4, 5, 6, -1}, Pixels.read(six, type("uchar"), 2, 1, "it").rgba());
    assertArrayEquals(
        new byte[] {1, 1, 1, 2, 3, 3, 3, 4, 5, 5, 5, 6},
        Pixels.read(six, type("uchar"), 1, 3, "it").rgba());
    assertEquals(
        "it has 6 uchar, which are no picture of 4x1 pixels of 1 to 4 channels",
        assertThrows(InputException.class, () -> Pixels.read(six, type("uchar"), 4, 1, "it"))
            .getMessage());
    assertThrows(InputException.class, () -> Pixels.read(six, type("long"), 1, 1, "it"));
  }

  @Test
  void floatsAreClamped() {
    float[] levels = {-1, 0, 0.5f, 1, 2, Float.NaN};
    byte[] rgba = Pixels.read(MemorySegment.ofArray(levels), type("float"), 6, 1, "it").rgba();
    int[] expected = {0, 0, 128, 255, 255, 0};
    for (int i = 0; i < 6; i++) {
      assertEquals(expected[i], rgba[4 * i] & 255);
    }
  }

  @Test
  void packedPixelsHaveRedLowest() {
    MemorySegment pixel = MemorySegment.ofArray(new int[1]);
    pixel.set(ValueLayout.JAVA_INT, 0, 0x04030201);
    assertArrayEquals(new byte[] {1, 2, 3, 4}, Pixels.read(pixel, type("uint"), 1, 1, "it").rgba());
  }

  @Test
  void portableMaps() throws IOException {
    Path pgm = folder.resolve("p.pgm");
    Files.write(pgm, "P5 # a comment\n2 1\n255\n\1\2".getBytes(StandardCharsets.ISO_8859_1));
    assertArrayEquals(new byte[] {1, 1, 1, -1, 2, 2, 2, -1}, PictureReader.read(pgm).rgba());
    Path ppm = folder.resolve("p.ppm");
    Files.write(ppm, "P6\n1 1\n15\n\17\0\5".getBytes(StandardCharsets.ISO_8859_1));
    assertArrayEquals(new byte[] {-1, 0, 85, -1}, PictureReader.read(ppm).rgba());
    Files.write(ppm, "P6\n2 2\n255\nxx".getBytes(StandardCharsets.ISO_8859_1));
    assertEquals(
        ppm + ": error: no PGM or PPM picture: the file ends before the last of 2x2 pixels",
        assertThrows(InputException.class, () -> PictureReader.read(ppm)).diagnostic());
  }

  @Test
  void whatIsNoPicture() throws IOException {
    Path file = Files.writeString(folder.resolve("x.png"), "hello");
    assertEquals(
        file + ": error: no picture that is understood (PNG, JPEG, BMP, GIF, PGM, PPM)",
        assertThrows(InputException.class, () -> PictureReader.read(file)).diagnostic());
  }
}
