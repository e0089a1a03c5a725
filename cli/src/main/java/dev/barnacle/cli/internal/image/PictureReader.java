package dev.barnacle.cli.internal.image;

import dev.barnacle.command.input.InputException;
import dev.barnacle.command.input.InputFiles;
import dev.barnacle.command.input.Place;
import java.awt.color.ColorSpace;
import java.awt.image.BufferedImage;
import java.awt.image.Raster;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Reads PNG, JPEG, BMP, GIF (what the JDK reads) and PGM and PPM pictures. */
public final class PictureReader {
  private PictureReader() {}

  /** Reads a picture file. */
  public static Picture read(Path file) {
    byte[] bytes = InputFiles.access(file, () -> Files.readAllBytes(file));
    if (bytes.length > 2 && bytes[0] == 'P' && (bytes[1] == '5' || bytes[1] == '6')) {
      return new PortableMap(file, bytes).read();
    }
    BufferedImage image =
        InputFiles.access(file, () -> ImageIO.read(new ByteArrayInputStream(bytes)));
    if (image == null) {
      throw new InputException(
          Place.file(file.toString()),
          "no picture that is understood (PNG, JPEG, BMP, GIF, PGM, PPM)");
    }
    boolean grey = image.getColorModel().getColorSpace().getType() == ColorSpace.TYPE_GRAY;
    return grey ? convertGrey(image) : convert(image);
  }

  /**
   * Takes the levels as the file has them; {@link BufferedImage#getRGB} would take them for linear
   * light and change them.
   */
  private static Picture convertGrey(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    Raster raster = image.getRaster();
    boolean alpha = image.getColorModel().hasAlpha();
    byte[] rgba = new byte[width * height * 4];
    for (int i = 0; i < width * height; i++) {
      byte level = level(raster, i % width, i / width, 0);
      rgba[4 * i] = level;
      rgba[4 * i + 1] = level;
      rgba[4 * i + 2] = level;
      rgba[4 * i + 3] = alpha ? level(raster, i % width, i / width, 1) : (byte) 255;
    }
    return new Picture(width, height, rgba);
  }

  private static byte level(Raster raster, int x, int y, int band) {
    int largest = (1 << raster.getSampleModel().getSampleSize(band)) - 1;
    return (byte) ((raster.getSample(x, y, band) * 255 + largest / 2) / largest);
  }

  private static Picture convert(BufferedImage image) {
    int width = image.getWidth();
    int height = image.getHeight();
    int[] argb = image.getRGB(0, 0, width, height, null, 0, width);
    byte[] rgba = new byte[argb.length * 4];
    for (int i = 0; i < argb.length; i++) {
      rgba[4 * i] = (byte) (argb[i] >> 16);
      rgba[4 * i + 1] = (byte) (argb[i] >> 8);
      rgba[4 * i + 2] = (byte) argb[i];
      rgba[4 * i + 3] = (byte) (argb[i] >> 24);
    }
    return new Picture(width, height, rgba);
  }
}
